/**
 * The documents that other apps handed over and that are to be shown, one after the other. Pure but for those who follow it.
 *
 *     waiting ──take──► shown ──the user goes on, or leaves it──► nothing is shown
 */

/** @typedef {import("../api/api.js").Document} Document */

export class HandOverQueue {
  /** @type {Document[]} */
  #waiting = [];
  /** @type {string | null} */
  #shown = null;
  /** @type {Set<string>} */
  #seen = new Set();
  /** @type {Set<string>} */
  #dismissed = new Set();
  /** @type {Set<() => void>} */
  #followers = new Set();

  /** The id of the document that is shown, as long as the user has not turned to something else. */
  get shown() {
    return this.#shown;
  }

  /** How many wait behind it. */
  get more() {
    return this.#waiting.length;
  }

  /** @param {Document} document that is to be shown; each comes once */
  arrive(document) {
    if (this.#seen.has(document.id)) return;
    this.#seen.add(document.id);
    this.#waiting.push(document);
    this.#changed();
  }

  /** Takes the next one, where none is shown. */
  take() {
    if (this.#shown !== null) return null;
    const next = this.#waiting.shift() ?? null;
    if (next) this.#changed();
    return next;
  }

  /** @param {Document} document that was taken, and waits for another time */
  putBack(document) {
    this.#waiting.unshift(document);
    this.#changed();
  }

  /** @param {string} id of the document that is shown now */
  show(id) {
    this.#shown = id;
    this.#changed();
  }

  /** The user has done with the one that is shown. */
  leave() {
    this.#shown = null;
    this.#changed();
  }

  /** @param {string} id of a document whose line is not to be seen any more */
  dismiss(id) {
    this.#dismissed.add(id);
    if (this.#shown === id) this.#shown = null;
    this.#changed();
  }

  /** @param {string} id */
  isDismissed(id) {
    return this.#dismissed.has(id);
  }

  /**
   * Calls back after each change.
   * @param {() => void} action
   * @param {AbortSignal} signal ends it
   */
  follow(action, signal) {
    this.#followers.add(action);
    signal.addEventListener("abort", () => this.#followers.delete(action));
  }

  #changed() {
    for (const action of [...this.#followers]) action();
  }
}
