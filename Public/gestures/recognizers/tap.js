/** A number of taps by a number of fingers. */

import { FINGERS_LAND_WITHIN, MULTITAP_GAP, TAP_MAX_DURATION, TAP_SLOP } from "../constants.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { TapRounds } from "./tap-rounds.js";

/** @typedef {import("../touch.js").Touch} Touch */

/**
 * @typedef {object} TapOptions
 * @property {number} [taps] 1 when it is missing
 * @property {number} [touches] 1 when it is missing
 */

/**
 * Discrete. Fails at once when a finger strays, stays, or does not come again in time. A tap does not
 * make a recognizer fail that needs more taps.
 *
 *     Possible ──last lift──▶ Ended
 *        └──strayed, stayed, too late, too many──▶ Failed
 */
export class TapGestureRecognizer extends GestureRecognizer {
  #rounds = new TapRounds();
  #stopWaiting = () => {};

  /** @param {TapOptions} options */
  constructor({ taps = 1, touches = 1 } = {}) {
    super("discrete");
    this.numberOfTapsRequired = taps;
    this.numberOfTouchesRequired = touches;
  }

  /** @override */
  get passesControls() {
    return false;
  }

  /** @override */
  get tapsInGesture() {
    return this.numberOfTapsRequired;
  }

  /**
   * @override
   * @param {GestureRecognizer} other
   */
  canPrevent(other) {
    return other.tapsInGesture <= this.numberOfTapsRequired;
  }

  /**
   * The fingers of the last tap, although they are up.
   * @override
   * @returns {readonly Touch[]}
   */
  touchesReported() {
    return this.#rounds.fingers;
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    const rounds = this.#rounds;
    const isFirst = rounds.state !== "landing";
    rounds.land(touches, this.numberOfTouchesRequired);
    if (rounds.state === "broken") return this.become(State.Failed);
    if (!isFirst) return;
    this.#failAfter(TAP_MAX_DURATION);
    const { fingers } = rounds;
    this.after(FINGERS_LAND_WITHIN, () => this.#allMustBeDown(fingers));
  }

  /** @override */
  touchesMoved() {
    if (this.#rounds.straying > TAP_SLOP) this.become(State.Failed);
  }

  /** @override */
  touchesEnded() {
    const rounds = this.#rounds;
    rounds.lift();
    if (rounds.state === "broken" || rounds.straying > TAP_SLOP) return this.become(State.Failed);
    if (rounds.state !== "between") return;
    if (rounds.taps === this.numberOfTapsRequired) this.become(State.Ended);
    else this.#failAfter(MULTITAP_GAP);
  }

  /** @override */
  reset() {
    this.#rounds = new TapRounds();
    this.#stopWaiting = () => {};
  }

  /** @param {readonly Touch[]} fingers of a round that may be over by now */
  #allMustBeDown(fingers) {
    if (this.#rounds.state === "landing" && this.#rounds.fingers === fingers) this.become(State.Failed);
  }

  /** @param {number} delay ms; one that was running is dropped */
  #failAfter(delay) {
    this.#stopWaiting();
    this.#stopWaiting = this.after(delay, () => this.become(State.Failed));
  }
}
