/**
 * Dragging a thing about by one finger.
 *
 *                          lifts, or is cancelled
 *     Dragging ─────────────────────────────────────────────► Ended, where it is
 *        │     a second finger, the reset zone, Escape; or cancelled and asked to go back
 *        └──────────────────────────────────────────────────► Cancelled, where it was
 *
 * The center is always base plus translation, never a sum of steps, so lost and repeated events change nothing.
 */

import { minus, plus } from "../geometry/point.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {"dragging" | "ended" | "cancelled"} DragState */

/**
 * @typedef {object} DragOptions
 * @property {(center: Point) => Point} [constrain] where it may be; see containment.js
 * @property {(center: Point) => boolean} [accepts] whether it may be there: a step to where it may not is refused whole,
 *   and the thing stays where it was; see `isContained`
 * @property {(center: Point) => boolean} [resets] whether the thing, there, lies on what sends it back
 * @property {boolean} [revertOnCancel] whether a system cancel sends it back; else it stays where it is
 */

export class Drag {
  #base;
  #finger;
  #center;
  #options;
  /** @type {DragState} */
  #state = "dragging";

  /**
   * @param {Point} center of the thing when the finger came down, in the parent's coordinates
   * @param {Point} finger where it came down, in the same
   * @param {DragOptions} [options]
   */
  constructor(center, finger, options = {}) {
    this.#base = center;
    this.#center = center;
    this.#finger = finger;
    this.#options = options;
  }

  /** @returns {DragState} */
  get state() {
    return this.#state;
  }

  /** Where the thing is now, or has come to rest. */
  get center() {
    return this.#center;
  }

  /** How far it is from where it was: what is shown as a transform until it is baked in at the end. */
  get offset() {
    return minus(this.#center, this.#base);
  }

  /**
   * The finger is elsewhere. Once ended nothing moves any more, and a place that is no number is none.
   * @param {Point} finger in the parent's coordinates
   * @returns {Point} the center
   */
  moved(finger) {
    if (this.#state !== "dragging" || !Number.isFinite(finger.x + finger.y)) return this.#center;
    const way = plus(this.#base, minus(finger, this.#finger));
    const asked = this.#options.constrain?.(way) ?? way;
    if (this.#options.accepts?.(asked) === false) return this.#center;
    this.#center = asked;
    if (this.#options.resets?.(this.#center)) this.revert();
    return this.#center;
  }

  /** The finger has lifted. */
  ended() {
    if (this.#state === "dragging") this.#state = "ended";
  }

  /** The system took the finger away. */
  cancelled() {
    if (this.#options.revertOnCancel) this.revert();
    else this.ended();
  }

  /** The thing goes back and the drag is over: a second finger came, or Escape was pressed. */
  revert() {
    if (this.#state !== "dragging") return;
    this.#center = this.#base;
    this.#state = "cancelled";
  }
}
