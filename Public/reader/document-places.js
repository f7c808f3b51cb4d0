/** Where somebody was in each document last. */

import { isRecord, LastSeen } from "../shell/last-seen.js";
import { turnOf } from "./page-turn.js";

/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */
/** @typedef {import("../shell/zoom.js").Zoom} Zoom */

/** So many documents are remembered, the last ones read. */
const MOST_DOCUMENTS = 100;

export class DocumentPlaces {
  #seen;
  #isClean;

  /**
   * @param {boolean} [isClean] whether this start restores nothing, and leaves alone what is kept
   * @param {import("../shell/last-seen.js").TextStore} [store]
   */
  constructor(isClean = false, store) {
    this.#seen = new LastSeen("document-places", { most: MOST_DOCUMENTS, understood }, store);
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
    const kept = this.#isClean ? null : this.#seen.of(document);
    if (!kept) return asked;
    if (!isNamed) return kept;
    const { at, page, zoom, ...view } = kept;
    return { ...asked, ...view, ...(page === asked.page && at && { at }) };
  }

  /**
   * @param {string} document
   * @param {OpenParameters} place
   */
  keep(document, place) {
    if (!this.#isClean) this.#seen.keep(document, place);
  }
}

/**
 * @param {unknown} place
 * @returns {OpenParameters | null}
 */
function understood(place) {
  if (!isRecord(place) || !isPage(place.page)) return null;
  const { page, at, arrangement, turn } = place;
  return {
    page, zoom: understoodZoom(place.zoom), ...(isPlace(at) && { at }), ...(isArrangement(arrangement) && { arrangement }),
    ...(typeof turn === "number" && { turn: turnOf(turn) }),
  };
}

/**
 * @param {unknown} arrangement
 * @returns {arrangement is import("./page-layout.js").Arrangement}
 */
function isArrangement(arrangement) {
  if (!isRecord(arrangement)) return false;
  const { flow, spread } = arrangement;
  return ["down", "across", "paged"].includes(String(flow)) && ["single", "double", "cover"].includes(String(spread));
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
