/** How the list of the library looks: as a grid of pictures or as rows, how large, in which columns. This browser keeps it. */

import { isRecord } from "../shell/last-seen.js";
import { preference, setPreference } from "../shell/preferences.js";

/** @typedef {"small" | "medium" | "large"} Size */

/**
 * @typedef {object} Look
 * @property {"grid" | "list"} view
 * @property {Size} size of the pictures in the grid
 * @property {boolean} sections whether the list is parted by days or letters
 * @property {readonly string[]} hidden the columns that are not shown, by their ids
 * @property {Readonly<Record<string, number>>} widths of columns that were changed, in CSS pixels
 */

/** @type {readonly Size[]} */
const SIZES = Object.freeze(["small", "medium", "large"]);

/** @type {Look} */
export const FIRST_LOOK = Object.freeze({
  view: "grid", size: "medium", sections: true, hidden: Object.freeze([]), widths: Object.freeze({}),
});

/** The name under which this browser keeps it. */
const NAME = "library.view";

export class LibraryLook {
  #store;
  #changed;
  /** @type {Look} */
  #look;

  /**
   * @param {() => void} changed called when it looks otherwise
   * @param {import("../shell/last-seen.js").TextStore} [store]
   */
  constructor(changed, store = { read: () => preference(NAME), write: (text) => setPreference(NAME, text) }) {
    this.#changed = changed;
    this.#store = store;
    this.#look = understoodLook(store.read());
  }

  get now() {
    return this.#look;
  }

  /** @param {Partial<Look>} part that is to be otherwise */
  change(part) {
    this.#look = { ...this.#look, ...part };
    this.#store.write(JSON.stringify(this.#look));
    this.#changed();
  }

  /**
   * Makes the pictures of the grid larger or smaller; false where there is no such size.
   * @param {number} steps
   */
  resize(steps) {
    const size = SIZES[Math.min(SIZES.length - 1, Math.max(0, SIZES.indexOf(this.#look.size) + steps))];
    if (this.#look.view !== "grid" || !size || size === this.#look.size) return false;
    this.change({ size });
    return true;
  }
}

/**
 * The look in a text that was kept; parts that are not understood are as at first.
 * @param {string | null} text
 * @returns {Look}
 */
export function understoodLook(text) {
  const kept = parsed(text);
  const { hidden, widths } = kept;
  return {
    view: kept["view"] === "list" ? "list" : FIRST_LOOK.view,
    size: SIZES.find((size) => size === kept["size"]) ?? FIRST_LOOK.size,
    sections: kept["sections"] !== false,
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === "string") : FIRST_LOOK.hidden,
    widths: isRecord(widths) ? Object.fromEntries(widthsIn(widths)) : FIRST_LOOK.widths,
  };
}

/**
 * @param {Record<string, unknown>} kept
 * @returns {[string, number][]}
 */
function widthsIn(kept) {
  return Object.entries(kept).flatMap(([id, width]) => (typeof width === "number" && Number.isFinite(width) ? [[id, width]] : []));
}

/**
 * @param {string | null} text
 * @returns {Record<string, unknown>}
 */
function parsed(text) {
  try {
    const kept = JSON.parse(text ?? "{}");
    return isRecord(kept) ? kept : {};
  } catch {
    return {};
  }
}
