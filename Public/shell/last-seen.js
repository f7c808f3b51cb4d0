/**
 * Where a person was last in each of many things, kept in this browser: they come back to that place. It may be lost at
 * any time.
 */

import { preference, setPreference } from "./preferences.js";

/**
 * @typedef {object} TextStore
 * @property {() => string | null} read
 * @property {(text: string) => void} write
 */

/** @template Place */
export class LastSeen {
  #most;
  #understood;
  #store;

  /**
   * @param {string} name of what is kept, among all that the app keeps
   * @param {{most: number, understood: (place: unknown) => Place | null}} options how many are remembered, the last ones seen,
   *   and what of a place is one; other tabs write here, too, and perhaps another Sheaf
   * @param {TextStore} [store]
   */
  constructor(name, { most, understood }, store = browserStore(name)) {
    this.#most = most;
    this.#understood = understood;
    this.#store = store;
  }

  /**
   * @param {string} key
   * @returns {Place | null} null for a document that was never open, and for a stored value that is no place
   */
  of(key) {
    return this.#understood(this.#all().find(([kept]) => kept === key)?.[1]);
  }

  /**
   * @param {string} key
   * @param {Place | null} place null forgets it, and so does what is not understood as a place
   */
  keep(key, place) {
    const others = this.#all().filter(([kept]) => kept !== key);
    const kept = this.#understood(place) === null ? others : [[key, place], ...others];
    this.#store.write(JSON.stringify(kept.slice(0, this.#most)));
  }

  /** @returns {unknown[][]} */
  #all() {
    try {
      const all = JSON.parse(this.#store.read() ?? "[]");
      return Array.isArray(all) ? all.filter(Array.isArray) : [];
    } catch {
      return [];
    }
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return typeof value === "object" && value !== null;
}

/**
 * @param {string} name
 * @returns {TextStore}
 */
function browserStore(name) {
  return { read: () => preference(name), write: (text) => setPreference(name, text) };
}
