/** Base of pinch and rotation: two fingers, followed through comings and goings. */

import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { VelocityTracker } from "../velocity-tracker.js";

/** @typedef {import("../touch.js").Touch} Touch */

/**
 * Continuous, with two touches. A third is ignored. A subclass says what it reads from two fingers, how it
 * changes, and when that is enough to begin.
 *
 *     Possible ──enough──▶ Began ──moves──▶ Changed ──a finger, or both, lift──▶ Ended
 *        └──lifted──▶ Failed
 *
 * With `endsOnFirstLift` off, the value rests while one finger is up, and goes on with the next that comes.
 */
export class TwoTouchGestureRecognizer extends GestureRecognizer {
  #velocity = new VelocityTracker();
  /**
   * The two that are followed, in the order in which they landed, also in the event in which one lifts.
   * @type {readonly [Touch, Touch] | null}
   */
  #followed = null;
  /** Whether it is over when one of the two fingers lifts. */
  endsOnFirstLift = true;

  constructor() {
    super("continuous");
    this.allowedTouchTypes.add("trackpad");
  }

  /**
   * Two fingers are down: what they say now counts as no change.
   * @protected
   * @param {Touch} _first
   * @param {Touch} _second
   */
  rebase(_first, _second) {}

  /**
   * The fingers have moved.
   * @protected
   * @param {Touch} _first
   * @param {Touch} _second
   */
  follow(_first, _second) {}

  /** @protected what the velocity is of */
  get value() {
    return 0;
  }

  /** @protected whether the change is large enough to begin */
  get isEnough() {
    return false;
  }

  /** @protected whether a trackpad says it: that has decided already which gesture it is */
  get isFine() {
    return this.#followed?.[0].type === "trackpad";
  }

  /** Change of the value a second; nought when the fingers rest. */
  get velocity() {
    return this.#velocity.velocity(this.now).x;
  }

  /** @protected */
  clearVelocity() {
    this.#velocity.clear();
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    for (const touch of touches) if (this.touches.indexOf(touch) > 1) this.ignore(touch);
    const [first, second] = this.touches;
    if (!first || !second || ![first, second].some((touch) => touches.has(touch))) return;
    this.#followed = [first, second];
    this.rebase(first, second);
    this.#velocity.clear();
    this.#note();
  }

  /** @override */
  touchesMoved() {
    if (!this.#followed) return;
    this.#read(this.#followed);
    if (this.hasBegun) this.become(State.Changed);
    else if (this.isEnough) this.become(State.Began);
  }

  /** @override */
  touchesEnded() {
    if (this.#followed) this.#read(this.#followed);
    this.#followed = null;
    if (this.touches.length === 0 || (this.hasBegun && this.endsOnFirstLift)) this.conclude();
  }

  /** @override */
  reset() {
    this.#followed = null;
  }

  /** @param {readonly [Touch, Touch]} pair */
  #read(pair) {
    this.follow(...pair);
    this.#note();
  }

  #note() {
    this.#velocity.add(this.now, { x: this.value, y: 0 });
  }
}
