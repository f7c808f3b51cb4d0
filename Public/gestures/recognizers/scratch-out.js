/** A zig-zag over a thing, which erases it. */

import { State } from "../recognizer-state.js";
import { ScratchOutDetector } from "../strokes/scratch-out.js";
import { StrokeGestureRecognizer } from "./stroke.js";

/** @typedef {import("../point.js").Point} Point */

/**
 * Discrete; decided when the finger lifts.
 * @template Target what can be erased
 */
export class ScratchOutGestureRecognizer extends StrokeGestureRecognizer {
  #hitTest;
  /** @type {ScratchOutDetector<Target>} */
  #detector = new ScratchOutDetector();

  /** @param {(point: Point) => Target | null} hitTest what lies at a point of the surface; null for the sheet */
  constructor(hitTest) {
    super();
    this.#hitTest = hitTest;
  }

  /** The first thing that the stroke came over, which alone is meant; null when it came over none. */
  get target() {
    return this.#detector.target;
  }

  /**
   * @override
   * @protected
   * @param {Point} point
   */
  follow(point) {
    this.#detector.moved(point, this.target ?? this.#hitTest(point));
    if (this.#detector.state === "failed") this.become(State.Failed);
  }

  /**
   * @override
   * @protected
   */
  judge() {
    return this.#detector.ended() === "recognized";
  }

  /** @override */
  reset() {
    super.reset();
    this.#detector.reset();
  }
}
