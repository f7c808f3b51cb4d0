/** A circle drawn with one finger: to select what is in it. */

import { CIRCLE_MAX_DURATION } from "../constants.js";
import { State } from "../recognizer-state.js";
import { isCircle } from "../strokes/circle.js";
import { StrokeGestureRecognizer } from "./stroke.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../strokes/circle.js").Circle} Circle */
/** @typedef {import("../touch.js").Touch} Touch */

/** Discrete; decided when the finger lifts, but a stroke that takes too long fails before. */
export class CircleGestureRecognizer extends StrokeGestureRecognizer {
  #surfaceWidth;
  /** @type {Circle | null} */
  #circle = null;

  /** @param {() => number} [surfaceWidth] px: the ends must be within a third of it */
  constructor(surfaceWidth) {
    super();
    this.#surfaceWidth = surfaceWidth;
  }

  /** The circle, on the surface; null but in the action. */
  get circle() {
    return this.#circle;
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    super.touchesBegan(touches);
    if (this.state === State.Possible) this.after(CIRCLE_MAX_DURATION + 1, () => this.become(State.Failed));
  }

  /**
   * @override
   * @protected
   * @param {readonly Point[]} points
   * @param {number} duration
   */
  judge(points, duration) {
    const surfaceWidth = this.#surfaceWidth?.();
    this.#circle = isCircle(points, { duration, ...(surfaceWidth !== undefined && { surfaceWidth }) });
    return this.#circle !== null;
  }

  /** @override */
  reset() {
    super.reset();
    this.#circle = null;
  }
}
