/** A zig-zag over a thing, which erases it. */

import { SCRATCH_HIT_STEP } from "../constants.js";
import { distance } from "../geometry/point.js";
import { State } from "../recognizer-state.js";
import { ScratchOutDetector } from "../strokes/scratch-out.js";
import { StrokeGestureRecognizer } from "./stroke.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * Discrete; decided when the finger lifts.
 * @template Target what can be erased
 */
export class ScratchOutGestureRecognizer extends StrokeGestureRecognizer {
  #hitTest;
  /** @type {ScratchOutDetector<Target>} */
  #detector = new ScratchOutDetector();
  /** @type {Point[]} whose things have not been looked up yet */
  #unasked = [];
  /** @type {Point | null} the last one that was asked about, or is to be */
  #latest = null;

  /** @param {(point: Point) => Target | null} hitTest what lies at a point of the surface; null for the sheet */
  constructor(hitTest) {
    super();
    this.#hitTest = hitTest;
  }

  /**
   * The first thing under the stroke, the only one it erases; null when there was none. The landing place is looked up
   * at once, the rest on demand: most strokes are no scratches.
   */
  get target() {
    for (const point of this.#unasked.splice(0)) if (!this.#detector.target) this.#detector.over(this.#hitTest(point));
    return this.#detector.target;
  }

  /**
   * @override
   * @protected
   * @param {Point} point
   */
  follow(point) {
    this.#detector.moved(point);
    this.#note(point);
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
    this.#unasked = [];
    this.#latest = null;
  }

  /** @param {Point} point */
  #note(point) {
    if (this.#detector.target || (this.#latest && distance(this.#latest, point) < SCRATCH_HIT_STEP)) return;
    if (this.#latest) this.#unasked.push(point);
    else this.#detector.over(this.#hitTest(point));
    this.#latest = point;
  }
}
