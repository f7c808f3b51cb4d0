/** A finger that stays, after a number of taps. */

import {
  FINGERS_LAND_WITHIN, LONG_PRESS_DURATION, LONG_PRESS_SLOP, MULTITAP_GAP, TAP_MAX_DURATION,
} from "../constants.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { SECONDARY_BUTTON } from "../sample.js";
import { TapRounds } from "./tap-rounds.js";

/** @typedef {import("../touch.js").Touch} Touch */

/**
 * @typedef {object} LongPressOptions
 * @property {number} [duration] ms until it is long; 500 when it is missing
 * @property {number} [movement] px that a finger may stray before; 10 when it is missing
 * @property {number} [taps] before the finger that stays; 0 when it is missing
 * @property {number} [touches] 1 when it is missing
 * @property {boolean} [secondaryClick] whether the second button of a mouse presses, too, and at once; false
 */

/**
 * Continuous. Once it has begun, the finger may go where it likes; it ends when a finger lifts.
 *
 *     Possible ──stayed──▶ Began ──moves──▶ Changed ──a finger lifts──▶ Ended
 *        └──strayed, lifted──▶ Failed
 */
export class LongPressGestureRecognizer extends GestureRecognizer {
  #rounds = new TapRounds();
  #stopWaiting = () => {};

  /** @param {LongPressOptions} [options] */
  constructor(options = {}) {
    super("continuous");
    this.minimumPressDuration = options.duration ?? LONG_PRESS_DURATION;
    this.allowableMovement = options.movement ?? LONG_PRESS_SLOP;
    this.numberOfTapsRequired = options.taps ?? 0;
    this.numberOfTouchesRequired = options.touches ?? 1;
    this.recognizesSecondaryClick = options.secondaryClick ?? false;
  }

  /** @override */
  get tapsInGesture() {
    return this.numberOfTapsRequired + 1;
  }

  /**
   * @override
   * @param {Touch} touch
   */
  admits(touch) {
    return super.admits(touch) || (this.recognizesSecondaryClick && touch.button === SECONDARY_BUTTON);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    if (this.state !== State.Possible) return touches.forEach((touch) => this.ignore(touch));
    const rounds = this.#rounds;
    const isFirst = rounds.state !== "landing";
    rounds.land(touches, this.numberOfTouchesRequired);
    if (rounds.state === "broken") this.become(State.Failed);
    else if ([...touches].some((touch) => touch.button === SECONDARY_BUTTON)) this.become(State.Began);
    else if (rounds.state === "down") this.#allAreDown();
    else if (isFirst) this.#wait(FINGERS_LAND_WITHIN, State.Failed);
  }

  /** @override */
  touchesMoved() {
    if (this.hasBegun) this.become(State.Changed);
    else if (this.#rounds.straying > this.allowableMovement) this.become(State.Failed);
  }

  /** @override */
  touchesEnded() {
    const rounds = this.#rounds;
    rounds.lift();
    if (rounds.state === "down" && !this.hasBegun) return this.#failUnlessHeld();
    if (rounds.state !== "between" || rounds.taps > this.numberOfTapsRequired) return this.conclude();
    this.#wait(MULTITAP_GAP, State.Failed);
  }

  /** @override */
  reset() {
    this.#rounds = new TapRounds();
    this.#stopWaiting = () => {};
  }

  #allAreDown() {
    const isLast = this.#rounds.taps === this.numberOfTapsRequired;
    if (isLast) this.#wait(this.minimumPressDuration, State.Began);
    else this.#wait(TAP_MAX_DURATION, State.Failed);
  }

  /** Several fingers lift one after the other while they tap, but not while they stay. */
  #failUnlessHeld() {
    if (this.#rounds.taps === this.numberOfTapsRequired) this.conclude();
  }

  /**
   * @param {number} delay ms; one that was running is dropped
   * @param {"began" | "failed"} state
   */
  #wait(delay, state) {
    this.#stopWaiting();
    this.#stopWaiting = this.after(delay, () => this.become(state));
  }
}
