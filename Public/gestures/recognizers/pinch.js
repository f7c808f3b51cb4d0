/** Two fingers that part or close. */

import { PINCH_SLOP, SHORTEST_SPAN } from "../constants.js";
import { centroid, distance, ORIGIN } from "../geometry/point.js";
import { TwoTouchGestureRecognizer } from "./two-touches.js";

/** @typedef {import("../touch.js").Touch} Touch */

/**
 * @typedef {object} PinchOptions
 * @property {number} [slop] px by which the distance must change; 8 when it is missing
 */

/** Continuous. The scale is 1 at the start and counts from where the fingers landed, not from each event. */
export class PinchGestureRecognizer extends TwoTouchGestureRecognizer {
  #scale = 1;
  #base = 1;
  #startSpan = SHORTEST_SPAN;
  #span = SHORTEST_SPAN;
  #origin = ORIGIN;

  /** @param {PinchOptions} options */
  constructor({ slop = PINCH_SLOP } = {}) {
    super();
    this.slop = slop;
  }

  /** The middle of the fingers where the scale counts from, in px of the surface. */
  get origin() {
    return this.#origin;
  }

  /** Factor since the start, or since it was set. Setting it forgets the velocity. */
  get scale() {
    return this.#scale;
  }

  set scale(scale) {
    if (!(scale > 0 && scale < Infinity)) return;
    this.#scale = scale;
    this.#base = scale;
    this.#startSpan = this.#span;
    this.clearVelocity();
  }

  /** @override */
  get value() {
    return this.#scale;
  }

  /** @override */
  get isEnough() {
    return this.isFine ? this.#span !== this.#startSpan : Math.abs(this.#span - this.#startSpan) > this.slop;
  }

  /**
   * @override
   * @param {Touch} first
   * @param {Touch} second
   */
  rebase(first, second) {
    this.#base = this.#scale;
    this.#span = spanOf(first, second);
    this.#startSpan = this.#span;
    this.#origin = centroid([first.location(), second.location()]);
  }

  /**
   * @override
   * @param {Touch} first
   * @param {Touch} second
   */
  follow(first, second) {
    this.#span = spanOf(first, second);
    this.#scale = this.#base * (this.#span / this.#startSpan);
  }

  /** @override */
  reset() {
    super.reset();
    this.#scale = 1;
  }
}

/**
 * @param {Touch} first
 * @param {Touch} second
 */
function spanOf(first, second) {
  return Math.max(SHORTEST_SPAN, distance(first.location(), second.location()));
}
