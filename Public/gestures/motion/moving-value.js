/**
 * A number that may be in motion, and be caught in it.
 *
 *                 run(motion)                   its time is over
 *     Resting ─────────────────► Moving ─────────────────────────► Resting
 *        ▲                         │  catch(): rests where it is seen
 *        └─────────────────────────┘
 *
 * The clock is the caller's: every question says what time it is. Time that goes backwards stands still.
 */

import { resting, respectingReducedMotion } from "./motion.js";

/** @typedef {import("./motion.js").Motion} Motion */

/** @typedef {import("./motion.js").MotionState} MotionState */

export class MovingValue {
  /** @type {Motion} */
  #motion;
  #start = 0;
  #latest = -Infinity;
  #prefersReducedMotion;

  /**
   * @param {number} position px where it rests at first
   * @param {() => boolean} [prefersReducedMotion] asked when a motion begins
   */
  constructor(position, prefersReducedMotion = () => false) {
    this.#motion = resting(position);
    this.#prefersReducedMotion = prefersReducedMotion;
  }

  /**
   * Where it is seen, and how fast it goes.
   * @param {number} now ms
   * @returns {MotionState}
   */
  at(now) {
    return this.#motion.at(this.#time(now) - this.#start);
  }

  /**
   * Whether it moves, and frames are worth drawing.
   * @param {number} now ms
   */
  isMoving(now) {
    return this.#time(now) - this.#start < this.#motion.duration;
  }

  /** Where it will rest, px. */
  get destination() {
    return this.#motion.destination;
  }

  /**
   * Starts a motion; the one before it ends. A motion that continues it begins with `at(now)`.
   * @param {Motion} motion
   * @param {number} now ms
   */
  run(motion, now) {
    this.#start = this.#time(now);
    this.#motion = respectingReducedMotion(motion, this.#prefersReducedMotion());
  }

  /**
   * Puts it somewhere, at rest.
   * @param {number} position px
   */
  set(position) {
    this.#motion = resting(position);
  }

  /**
   * Catches it: it rests where it is seen at this moment.
   * @param {number} now ms
   * @returns {MotionState} as it was when it was caught
   */
  catch(now) {
    const state = this.at(now);
    this.#motion = resting(state.position);
    return state;
  }

  /** @param {number} now */
  #time(now) {
    if (now > this.#latest) this.#latest = now;
    return this.#latest;
  }
}
