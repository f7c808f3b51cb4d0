/**
 * The way of the middle of some fingers, without jumps: when a finger comes or goes the middle leaps, the
 * way does not.
 */

import { centroid, minus, ORIGIN, plus } from "../geometry/point.js";
import { VelocityTracker } from "../velocity-tracker.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */

/** Follows fingers, and their speed. */
export class CentroidPath {
  /** Where the middle was when fingers last came or went, and the way until then. */
  #anchor = ORIGIN;
  #carried = ORIGIN;
  #middle = ORIGIN;
  #velocity = new VelocityTracker();

  /** The way from the first finger's place, px on the surface. */
  get translation() {
    return plus(this.#carried, minus(this.#middle, this.#anchor));
  }

  /**
   * Fingers have come or gone.
   * @param {readonly Touch[]} touches that are down now
   * @param {number} time ms
   */
  rebase(touches, time) {
    this.#carried = this.translation;
    this.#middle = middleOf(touches, this.#middle);
    this.#anchor = this.#middle;
    this.#velocity.add(time, this.translation);
  }

  /**
   * Fingers have moved; every moment of each of them counts for the velocity.
   * @param {readonly Touch[]} touches that are down, and those that are just lifting
   * @param {ReadonlySet<Touch>} moved
   */
  move(touches, moved) {
    const start = minus(this.#anchor, this.#carried);
    for (const touch of moved) {
      for (const moment of touch.moments) {
        this.#velocity.add(moment.time, minus(middleAt(touches, touch, moment), start));
      }
    }
    this.#middle = middleOf(touches, this.#middle);
  }

  /**
   * How fast the middle moves.
   * @param {number} now ms
   * @returns {Point} px a second on the surface
   */
  velocity(now) {
    return this.#velocity.velocity(now);
  }
}

/**
 * @param {readonly Touch[]} touches
 * @param {Point} otherwise
 */
function middleOf(touches, otherwise) {
  return touches[0] ? centroid(touches.map((touch) => touch.location())) : otherwise;
}

/**
 * The middle of the fingers at a moment of one of them.
 * @param {readonly Touch[]} touches
 * @param {Touch} touch
 * @param {Point} moment
 */
function middleAt(touches, touch, moment) {
  return centroid(touches.map((other) => (other === touch ? moment : other.location())));
}
