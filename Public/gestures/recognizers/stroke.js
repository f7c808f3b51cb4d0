/** Base of the recognizers of drawn shapes: one finger, followed from down to up. */

import { STROKE_MOST_POINTS } from "../constants.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */

/**
 * Discrete. A second finger makes it fail, whenever it comes. A subclass looks at each point as it comes, or at
 * all of them when the finger lifts.
 *
 *     Possible ──follows, or judges, that it is one──▶ Ended
 *        └──that it is none, a second finger, taken away──▶ Failed
 */
export class StrokeGestureRecognizer extends GestureRecognizer {
  /** @type {Point[]} */
  #points = [];
  #began = 0;

  constructor() {
    super("discrete");
  }

  /** @override */
  get passesControls() {
    return false;
  }

  /**
   * A point has come; calls `become` when that decides.
   * @protected
   * @param {Point} _point on the surface
   */
  follow(_point) {}

  /**
   * The finger has lifted: whether the stroke is the shape.
   * @protected
   * @param {readonly Point[]} _points as they came
   * @param {number} _duration ms
   */
  judge(_points, _duration) {
    return false;
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    if (this.touches.length > 1) return this.become(State.Failed);
    for (const touch of touches) {
      this.#began = touch.timestamp;
      this.#add(touch);
    }
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesMoved(touches) {
    for (const touch of touches) this.#add(touch);
    const isEndless = this.#points.length > STROKE_MOST_POINTS;
    if (isEndless && this.#isOpen) this.become(State.Failed);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesEnded(touches) {
    for (const touch of touches) this.#add(touch);
    if (this.#isOpen) this.become(this.judge(this.#points, this.now - this.#began) ? State.Ended : State.Failed);
  }

  /** @override */
  reset() {
    this.#points = [];
  }

  get #isOpen() {
    return this.state === State.Possible && !this.hasBegun;
  }

  /** @param {Touch} touch */
  #add(touch) {
    for (const { x, y } of touch.moments) {
      if (!this.#isOpen) return;
      this.#points.push({ x, y });
      this.follow({ x, y });
    }
  }
}
