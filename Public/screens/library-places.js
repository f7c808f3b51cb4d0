/** How far the lists of the library were scrolled, kept in this browser: who comes back finds the same cards. It may be lost at any time. */

import { preference, setPreference } from "../shell/preferences.js";

/** @typedef {import("../workspace/list-view.js").ListPlace} ListPlace */

/** So many lists are remembered, the last ones seen. */
const MOST_LISTS = 30;

/** A place farther down than so many cards is not kept: the list comes in parts, one after the other. */
const MOST_CARDS = 2000;

const BROWSER = Object.freeze({
  read: () => preference("library-places"),
  write: (/** @type {string} */ text) => setPreference("library-places", text),
});

export class LibraryPlaces {
  #store;

  /** @param {{read: () => string | null, write: (text: string) => void}} [store] */
  constructor(store = BROWSER) {
    this.#store = store;
  }

  /**
   * @param {string} path of the list, as in an address
   * @returns {ListPlace | null} null where nobody was, or at the top
   */
  of(path) {
    const [, first, offset] = this.#all().find(([kept]) => kept === path) ?? [];
    return Number.isInteger(first) && Number.isFinite(offset) ? /** @type {ListPlace} */ ({ first, offset }) : null;
  }

  /**
   * @param {string} path
   * @param {ListPlace | null} place null for the top
   */
  keep(path, place) {
    const others = this.#all().filter(([kept]) => kept !== path);
    const kept = place && place.first <= MOST_CARDS ? [[path, place.first, place.offset], ...others] : others;
    this.#store.write(JSON.stringify(kept.slice(0, MOST_LISTS)));
  }

  /**
   * Others may have written it, or another Sheaf.
   * @returns {unknown[][]}
   */
  #all() {
    try {
      const all = JSON.parse(this.#store.read() ?? "[]");
      return Array.isArray(all) ? all.filter(Array.isArray) : [];
    } catch {
      return [];
    }
  }
}
