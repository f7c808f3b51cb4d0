/** Puts a thing back as it was before the palm touched it. */

import { PALM_BEFORE_PEN } from "./constants.js";

/** @typedef {import("./arbiter.js").Arbiter} Arbiter */
/** @typedef {import("./touch.js").Touch} Touch */

/**
 * Asked whenever a finger is about to land, before anybody hears of it.
 * @callback Remember
 * @returns {() => void} makes everything as it was when this was asked
 */

/**
 * For a surface of which one can remember all that fingers change, as values that are not written to any more: a tap that
 * has selected, a swipe that has turned the page, a throw that flies is undone, whatever recognized it.
 *
 *     new PalmUndo(arbiter, () => {
 *       const before = state;
 *       return () => show(before);
 *     }, signal);
 *
 * Nothing is put back where another hand, a mouse or a wheel has been on the surface at the same time: what is not the
 * palm's is nobody's to undo. What one touch alone has done is for `touchesRetracted` of its view. A hand that has lain still
 * for longer has changed nothing but what its recognizers undo themselves, as they are cancelled by it; in so much time others
 * may have done something.
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
