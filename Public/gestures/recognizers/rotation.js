/** Two fingers that turn. */

import { ROTATION_SLOP } from "../constants.js";
import { bearing } from "../geometry/point.js";
import { TwoTouchGestureRecognizer } from "./two-touches.js";

/** @typedef {import("../touch.js").Touch} Touch */

/**
 * @typedef {object} RotationOptions
 * @property {number} [slop] radians to turn before it begins; 0.1 when it is missing
 */

/**
 * Continuous. Radians since the start, clockwise positive, any number of turns. It goes on while one finger is
 * down, and ends when both have lifted.
 */
export class RotationGestureRecognizer extends TwoTouchGestureRecognizer {
  #rotation = 0;
  #bearing = 0;
  #turned = 0;

  /** @param {RotationOptions} options */
  constructor({ slop = ROTATION_SLOP } = {}) {
    super();
    this.slop = slop;
    this.endsOnFirstLift = false;
  }

  /** Since the start, or since it was set. Setting it forgets the velocity. */
  get rotation() {
    return this.#rotation;
  }

  set rotation(rotation) {
    if (!Number.isFinite(rotation)) return;
    this.#rotation = rotation;
    this.clearVelocity();
  }

  /** @override */
  get value() {
    return this.#rotation;
  }

  /** @override */
  get isEnough() {
    return this.isFine ? this.#turned !== 0 : Math.abs(this.#turned) > this.slop;
  }

  /**
   * @override
   * @param {Touch} first
   * @param {Touch} second
   */
  rebase(first, second) {
    this.#bearing = bearing(first.location(), second.location());
  }

  /**
   * @override
   * @param {Touch} first
   * @param {Touch} second
   */
  follow(first, second) {
    const now = bearing(first.location(), second.location());
    const turn = shortestTurn(now - this.#bearing);
    this.#bearing = now;
    this.#turned += turn;
    this.#rotation += turn;
  }

  /** @override */
  reset() {
    super.reset();
    this.#rotation = 0;
    this.#turned = 0;
  }
}

/**
 * The same direction by less than half a turn.
 * @param {number} angle radians, within two turns
 */
export function shortestTurn(angle) {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
