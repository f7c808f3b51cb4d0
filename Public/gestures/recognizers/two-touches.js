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
   * The two fingers, in the order in which they landed.
   * @protected
   * @returns {readonly [Touch, Touch] | null} the two fingers, while both are down
   */
  get pair() {
    const [first, second] = this.touches;
    return first && second ? [first, second] : null;
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
    const { pair } = this;
    if (!pair?.some((touch) => touches.has(touch))) return;
    this.#followed = pair;
    this.rebase(...pair);
    this.#velocity.clear();
    this.#velocity.add(this.now, { x: this.value, y: 0 });
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
    this.#velocity.clear();
  }

  /** @param {readonly [Touch, Touch]} pair */
  #read(pair) {
    this.follow(...pair);
    this.#velocity.add(this.now, { x: this.value, y: 0 });
  }
}
