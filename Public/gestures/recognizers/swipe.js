/** A quick, straight movement in one of the four directions. */

import { SWIPE_DEVIATION, SWIPE_DISTANCE, SWIPE_MAX_DURATION } from "../constants.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { minus } from "../geometry/point.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {"right" | "left" | "up" | "down"} Direction */

/**
 * @typedef {object} SwipeOptions
 * @property {Direction | readonly Direction[]} [direction] any of these; `right` when it is missing
 * @property {number} [touches] 1 when it is missing
 */

/** @type {Readonly<Record<Direction, (way: Point) => {readonly along: number, readonly off: number}>>} */
const AXES = Object.freeze({
  right: ({ x, y }) => ({ along: x, off: Math.abs(y) }),
  left: ({ x, y }) => ({ along: -x, off: Math.abs(y) }),
  down: ({ x, y }) => ({ along: y, off: Math.abs(x) }),
  up: ({ x, y }) => ({ along: -y, off: Math.abs(x) }),
});

/**
 * Discrete: recognized as soon as all fingers went far enough, before they lift. Fails as soon as no
 * direction is left: it leads the other way, strays, or takes too long.
 *
 *     Possible ──far enough──▶ Ended
 *        └──strayed, turned back, too slow, lifted──▶ Failed
 */
export class SwipeGestureRecognizer extends GestureRecognizer {
  /** @type {Direction | null} */
  #recognized = null;

  /** @param {SwipeOptions} options */
  constructor({ direction = "right", touches = 1 } = {}) {
    super("discrete");
    this.directions = typeof direction === "string" ? [direction] : [...direction];
    this.numberOfTouchesRequired = touches;
  }

  /** The direction that was swiped in; null before. */
  get direction() {
    return this.#recognized;
  }

  /** @override */
  touchesBegan() {
    if (this.touches.length > this.numberOfTouchesRequired) this.become(State.Failed);
    else if (this.touches.length === 1) this.after(SWIPE_MAX_DURATION, () => this.become(State.Failed));
  }

  /** @override */
  touchesMoved() {
    const ways = this.touches.map((touch) => minus(touch.location(), touch.startLocation));
    const open = this.directions.filter((direction) => ways.every((way) => isOpen(direction, way)));
    if (open.length === 0) return this.become(State.Failed);
    const isFar = (/** @type {Direction} */ direction) => ways.every((way) => AXES[direction](way).along >= SWIPE_DISTANCE);
    this.#recognized = open.find(isFar) ?? null;
    if (this.#recognized && ways.length === this.numberOfTouchesRequired) this.become(State.Ended);
  }

  /** @override */
  touchesEnded() {
    this.conclude();
  }

  /** @override */
  reset() {
    this.#recognized = null;
  }
}

/**
 * Whether a way may still become a swipe: not off the axis, and not back beyond where it began.
 * @param {Direction} direction
 * @param {Point} way
 */
function isOpen(direction, way) {
  const { along, off } = AXES[direction](way);
  return off <= SWIPE_DEVIATION && along > -SWIPE_DEVIATION;
}
