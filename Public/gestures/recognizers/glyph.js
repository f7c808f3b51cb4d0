/** A glyph of straight parts, such as the letter r, drawn with one finger. */

import { State } from "../recognizer-state.js";
import { StrokeGestureRecognizer } from "./stroke.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../strokes/glyph-pattern.js").GlyphPattern} GlyphPattern */

/** Discrete; recognized with the last part, before the finger lifts. */
export class GlyphGestureRecognizer extends StrokeGestureRecognizer {
  #matcher;

  /** @param {GlyphPattern} pattern compiled from its parts */
  constructor(pattern) {
    super();
    this.pattern = pattern;
    this.#matcher = pattern.matcher();
  }

  /**
   * @override
   * @protected
   * @param {Point} point
   */
  follow(point) {
    const state = this.#matcher.add(point);
    if (state === "recognized") this.become(State.Ended);
    else if (state === "failed") this.become(State.Failed);
  }

  /** @override */
  reset() {
    super.reset();
    this.#matcher = this.pattern.matcher();
  }
}
