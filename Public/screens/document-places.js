/**
 * Where somebody was in each document last, kept in this browser: whoever comes back is there again. It may be lost at any
 * time.
 */

import { preference, setPreference } from "../shell/preferences.js";

/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */
/** @typedef {import("../geometry/zoom.js").Zoom} Zoom */
/** @typedef {import("./board-views.js").ViewStore} ViewStore */

/** So many documents are remembered, the last ones read. */
const MOST_DOCUMENTS = 100;

/** @type {ViewStore} */
const BROWSER = Object.freeze({
  read: () => preference("document-places"),
  write: (/** @type {string} */ text) => setPreference("document-places", text),
});

export class DocumentPlaces {
  #store;
  #isClean;

  /**
   * @param {ViewStore} [store]
   * @param {boolean} [isClean] whether this start restores nothing, and leaves alone what is kept
   */
  constructor(store = BROWSER, isClean = false) {
    this.#store = store;
    this.#isClean = isClean;
  }

  /**
   * Where a document opens. An address that names a page has the last word on it; where somebody was on that page, is kept.
   * @param {string} document
   * @param {OpenParameters} asked by the address
   * @param {boolean} isNamed whether the address names a place
   * @returns {OpenParameters}
   */
  restore(document, asked, isNamed) {
    const kept = this.#isClean ? null : this.#of(document);
    if (!kept) return asked;
    if (!isNamed) return kept;
    return kept.page === asked.page && kept.at ? { ...asked, at: kept.at } : asked;
  }

  /**
   * @param {string} document
   * @param {OpenParameters} place
   */
  keep(document, place) {
    if (this.#isClean) return;
    const others = this.#all().filter(([id]) => id !== document);
    this.#store.write(JSON.stringify([[document, place], ...others].slice(0, MOST_DOCUMENTS)));
  }

  /**
   * @param {string} document
   * @returns {OpenParameters | null}
   */
  #of(document) {
    return understood(this.#all().find(([id]) => id === document)?.[1]);
  }

  /**
   * Other tabs write here, too, and perhaps another Sheaf: what is no place is left out when it is asked for.
   * @returns {[string, unknown][]}
   */
  #all() {
    try {
      const places = JSON.parse(this.#store.read() ?? "[]");
      return Array.isArray(places) ? places.filter((entry) => Array.isArray(entry) && typeof entry[0] === "string") : [];
    } catch {
      return [];
    }
  }
}

/**
 * @param {unknown} place
 * @returns {OpenParameters | null}
 */
function understood(place) {
  if (!isRecord(place) || !isPage(place.page)) return null;
  const { page, at } = place;
  return { page, zoom: understoodZoom(place.zoom), ...(isPlace(at) ? { at } : {}) };
}

/**
 * @param {unknown} zoom
 * @returns {Zoom}
 */
function understoodZoom(zoom) {
  if (!isRecord(zoom)) return { mode: "automatic" };
  const { mode, scale } = zoom;
  if (mode === "scale" && typeof scale === "number" && scale > 0) return { mode, scale };
  return mode === "width" || mode === "page" ? { mode } : { mode: "automatic" };
}

/**
 * @param {unknown} at
 * @returns {at is import("../shell/address.js").PlaceOnPage}
 */
function isPlace(at) {
  if (!isRecord(at) || !isPage(at.page) || !isRecord(at.fraction)) return false;
  return Number.isFinite(at.fraction.x) && Number.isFinite(at.fraction.y);
}

/**
 * @param {unknown} page
 * @returns {page is number}
 */
function isPage(page) {
  return typeof page === "number" && Number.isSafeInteger(page) && page > 0;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null;
}
