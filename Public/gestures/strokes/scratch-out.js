/**
 * Scratch-out: a zig-zag over a thing erases it, decided on lift.
 *
 *                 one finger              lifts, ≥ 3 reversals
 *     Possible ───────────────► Possible ──────────────────────► Recognized
 *        │                          │ lifts with fewer; a second finger; cancel
 *        └──────────────────────────┴──────────────────────────► Failed
 *
 * Only y counts, and the stroke is assumed to begin downwards: one that goes up first has turned once already. A way
 * back is a reversal once it leaves the dead zone, measured from the furthest point: the rate of reports does not
 * matter.
 */

import { COORDINATE_LIMIT, SCRATCH_DEAD_ZONE, SCRATCH_MIN_REVERSALS } from "../constants.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {"possible" | "recognized" | "failed"} ScratchState */

/**
 * Fed with one sequence of touches; made anew, or reset, for the next.
 * @template Target what can be erased
 */
export class ScratchOutDetector {
  #deadZone;
  /** @type {ScratchState} */
  #state = "possible";
  /** @type {Target | null} */
  #target = null;
  #count = 0;
  #sense = 1;
  /** @type {number | null} furthest y in the present sense */
  #extreme = null;

  /** @param {number} [deadZone] px; 0 counts every pixel back as a reversal */
  constructor(deadZone = SCRATCH_DEAD_ZONE) {
    this.#deadZone = deadZone;
  }

  /**
   * Only what is recognized erases.
   * @returns {ScratchState}
   */
  get state() {
    return this.#state;
  }

  /** How often the finger has turned back. */
  get reversals() {
    return this.#count;
  }

  /** The first thing that the stroke came over; it alone is erased. Null where it came over none. */
  get target() {
    return this.#target;
  }

  /** Back to the start: another sequence may come. */
  reset() {
    this.#state = "possible";
    this.#target = null;
    this.#count = 0;
    this.#sense = 1;
    this.#extreme = null;
  }

  /**
   * Fingers have come down. One is meant; two, also when the second comes later, are not this gesture.
   * @param {number} fingers that are down now
   */
  began(fingers) {
    if (fingers !== 1) this.cancelled();
  }

  /**
   * The finger is somewhere else. Points that are no usable numbers are left out.
   * @param {Point} point
   * @param {Target | null} hit what lies there; the sheet itself is null
   */
  moved(point, hit = null) {
    if (this.#state !== "possible" || !(Math.abs(point.y) <= COORDINATE_LIMIT)) return;
    this.over(hit);
    this.#count += this.#turns(point.y) ? 1 : 0;
  }

  /**
   * Says what the stroke has come over, when that was not known as it moved.
   * @param {Target | null} hit
   */
  over(hit) {
    if (this.#state !== "failed") this.#target ??= hit;
  }

  /**
   * The finger has lifted: now is decided.
   * @returns {ScratchState}
   */
  ended() {
    if (this.#state === "possible") {
      this.#state = this.#count >= SCRATCH_MIN_REVERSALS ? "recognized" : "failed";
    }
    return this.#state;
  }

  /** The system took the touch away, or a finger is one too many: nothing is erased until the next sequence. */
  cancelled() {
    this.reset();
    this.#state = "failed";
  }

  /** @param {number} y */
  #turns(y) {
    this.#extreme ??= y;
    const way = (y - this.#extreme) * this.#sense;
    if (way < -this.#deadZone) this.#sense = -this.#sense;
    else if (way <= 0) return false;
    this.#extreme = y;
    return way < 0;
  }
}
