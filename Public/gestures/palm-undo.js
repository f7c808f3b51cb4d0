/** Puts a thing back as it was before the palm touched it. */

import { PALM_BEFORE_PEN } from "./constants.js";

/** @typedef {import("./arbiter.js").Arbiter} Arbiter */
/** @typedef {import("./touch.js").Touch} Touch */

/**
 * Asked whenever a finger is about to land, before any recognizer hears of it.
 * @callback Remember
 * @returns {() => void} makes everything as it was when this was asked
 */

/**
 * Undoes gestures of the palm on a surface whose whole state can be kept as immutable values: a selecting tap, a page
 * turn, a throw.
 *
 *     new PalmUndo(arbiter, () => {
 *       const before = state;
 *       return () => show(before);
 *     }, signal);
 *
 * Nothing is undone where another hand, a mouse or a wheel was on the surface at the same time. Effects of one touch
 * alone belong to `touchesRetracted` of its view. A hand that lay still for longer has changed only values that its
 * cancelled recognizers undo themselves.
 */
export class PalmUndo {
  /**
   * By the times at which fingers landed.
   * @type {{readonly time: number, readonly undo: () => void}[]}
   */
  #landings = [];
  #remember;

  /**
   * @param {Arbiter} arbiter
   * @param {Remember} remember
   * @param {AbortSignal} [signal] ends it
   */
  constructor(arbiter, remember, signal) {
    this.#remember = remember;
    const stop = arbiter.observe({
      landing: (time) => this.#note(time),
      retracted: (touches, since) => this.#takeBack(touches, since),
    });
    signal?.addEventListener("abort", stop);
  }

  /** @param {number} time */
  #note(time) {
    this.#landings = this.#landings.filter((landing) => time - landing.time <= PALM_BEFORE_PEN);
    this.#landings.push({ time, undo: this.#remember() });
  }

  /**
   * @param {readonly Touch[]} palms
   * @param {number | null} since
   */
  #takeBack(palms, since) {
    const now = Math.max(...palms.map(({ timestamp }) => timestamp));
    const isRecent = (/** @type {number} */ time) => now - time <= PALM_BEFORE_PEN;
    const first = since === null ? undefined : this.#landings.find(({ time }) => time >= since && isRecent(time));
    if (!first) return;
    this.#landings = [];
    first.undo();
  }
}
