/**
 * Learns from events whether choices made here were taken, since an answer may get lost.
 *
 *     asked ──answer, or no answer behind its event──► taken
 *       │ no answer
 *       ▼
 *     in doubt ──the next event, an answer to another choice──► known
 *
 * Without a doubt one's own events say nothing new.
 */

import { isSame } from "./settings.js";

/** @typedef {{readonly key: string, readonly value: unknown, isReported: boolean}} OwnChoice */

export class OwnChoices {
  /** @type {Set<OwnChoice>} */
  #asked = new Set();
  /** The keys whose value on the server is unknown here. */
  #inDoubt = new Set();

  /**
   * @param {string} key
   * @param {unknown} value null puts it back
   * @returns {OwnChoice}
   */
  ask(key, value) {
    const choice = { key, value, isReported: false };
    this.#asked.add(choice);
    return choice;
  }

  /** @param {OwnChoice} choice that the server has answered with yes */
  taken(choice) {
    this.#asked.delete(choice);
    this.#inDoubt.delete(choice.key);
  }

  /** @param {OwnChoice} choice that the server has answered with no */
  refused(choice) {
    this.#asked.delete(choice);
  }

  /**
   * @param {OwnChoice} choice that was not answered
   * @returns {boolean} whether it is known to be taken all the same
   */
  lost(choice) {
    this.#asked.delete(choice);
    if (!choice.isReported) this.#inDoubt.add(choice.key);
    return choice.isReported;
  }

  /**
   * An event of one of the choices made here.
   * @param {string} key
   * @param {unknown} value
   * @returns {boolean} whether it says something new
   */
  heard(key, value) {
    for (const choice of this.#asked) {
      if (choice.key === key && isSame(choice.value, value)) choice.isReported = true;
    }
    return this.#inDoubt.delete(key);
  }
}
