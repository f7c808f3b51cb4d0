/**
 * Moving, scaling and turning as one gesture: what is under the fingers stays under them, with one
 * finger, two, or one again.
 */

import { PAN_SLOP, PINCH_SLOP } from "../constants.js";
import { firstOf, minus, ORIGIN, plus } from "../geometry/point.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { VelocityTracker } from "../velocity-tracker.js";
import { compose, gripOf, stepBetween, stillAt } from "./grip.js";

/** @typedef {import("../touch.js").Touch} Touch */

/** @typedef {import("./grip.js").Step} Step */

/**
 * @typedef {object} TransformOptions
 * @property {number} [slop] px the middle must go before it begins; 10 when it is missing
 * @property {number} [minimumTouches] 1 when it is missing; it also ends below this
 */

/**
 * Continuous. Each message carries a {@link step}, the change since the message before, on the surface. Steps add up to
 * the way from where the slop was gone; none is lost while it waits for a failure.
 */
export class TransformGestureRecognizer extends GestureRecognizer {
  #grip = gripOf([]);
  /**
   * In the order in which they landed, also in the event in which one lifts.
   * @type {readonly Touch[]}
   */
  #fingers = [];
  /** @type {Step} */
  #pending = stillAt(ORIGIN);
  #travel = ORIGIN;
  #isEnough = false;
  #velocity = new VelocityTracker();

  /** @param {TransformOptions} options */
  constructor({ slop = PAN_SLOP, minimumTouches = 1 } = {}) {
    super("continuous");
    this.slop = slop;
    this.minimumNumberOfTouches = minimumTouches;
    this.allowedTouchTypes.add("trackpad");
  }

  /**
   * The change since the last call.
   * @returns {Step}
   */
  takeStep() {
    const step = this.#pending;
    this.#pending = stillAt(this.#grip.centre);
    return step;
  }

  /** Of the middle of the fingers, px a second; nought when they rest. */
  get velocity() {
    return this.#velocity.velocity(this.now);
  }

  /** @override */
  touchesBegan() {
    this.#rebase();
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesMoved(touches) {
    const isTrackpad = [...touches].some((touch) => touch.type === "trackpad");
    this.#follow(isTrackpad);
    if (this.hasBegun) this.become(State.Changed);
    else if (this.#isEnough && this.touches.length >= this.minimumNumberOfTouches) this.become(State.Began);
  }

  /** @override */
  touchesEnded() {
    this.#follow(false);
    const tooFew = this.touches.length < this.minimumNumberOfTouches;
    if (this.touches.length === 0 || (this.hasBegun && tooFew)) this.conclude();
    else this.#rebase();
  }

  /** @override */
  reset() {
    this.#pending = stillAt(ORIGIN);
    [this.#travel, this.#isEnough] = [ORIGIN, false];
    this.#velocity.clear();
  }

  /** Fingers came or went: where they are now counts as no change. */
  #rebase() {
    this.#fingers = this.touches;
    this.#grip = gripOf(this.#fingers);
    // Nothing has happened yet: what comes is told about the fingers.
    if (!this.hasBegun && this.#travel === ORIGIN) this.#pending = stillAt(this.#grip.centre);
  }

  /** @param {boolean} isTrackpad */
  #follow(isTrackpad) {
    const before = this.#grip;
    this.#grip = gripOf(this.#fingers);
    const step = stepBetween(before, this.#grip);
    this.#pending = compose(this.#pending, step);
    this.#travel = plus(this.#travel, step.translation);
    this.#velocity.add(this.now, this.#travel);
    const { scale, rotation } = this.#pending;
    const change = Math.max(Math.abs(scale - 1), Math.abs(rotation)) * this.#grip.span;
    if (this.#isEnough) return;
    const isDrag = !isTrackpad && change <= PINCH_SLOP && Math.hypot(this.#travel.x, this.#travel.y) > this.slop;
    this.#isEnough = isTrackpad || change > PINCH_SLOP || isDrag;
    // The slop moves nothing: else the thing would jump as the drag begins.
    const taken = isDrag ? firstOf(this.#travel, this.slop) : ORIGIN;
    this.#pending = { ...this.#pending, translation: minus(this.#pending.translation, taken) };
  }
}
