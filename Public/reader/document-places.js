/**
 * The place in each document at which a person was last. Bringing one back never ends a start of the app twice
 * (`restore-guard.js`).
 */

import { isRecord, LastSeen } from "../shell/last-seen.js";
import { isPrivate } from "../offline/private-documents.js";
import { ONE_COLUMN } from "./page-layout.js";
import { turnOf } from "./page-turn.js";

/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */
/** @typedef {import("../shell/zoom.js").Zoom} Zoom */

/** So many documents are remembered, the last ones read. */
const MOST_DOCUMENTS = 100;

/** How much longer than a document the places of other devices are waited for, in ms. */
const PATIENCE = 1000;

/** Windows narrower than this, in CSS pixels, are phones, in which pages are read otherwise than on a desk. */
const PHONE = 600;

/** The guard's name of a place that is brought back begins with this. */
const GUARDED = "document ";

/**
 * Where a document begins that nobody has read.
 * @type {OpenParameters}
 */
const START = Object.freeze({ page: 1, zoom: Object.freeze({ mode: "automatic" }) });

/** @typedef {OpenParameters & {readonly keptAt?: number}} KeptPlace the time in ms since 1970 at which it was kept */

/**
 * @typedef {object} KeptOpening
 * @property {(loading: Promise<unknown>, signal: AbortSignal) => Promise<OpenParameters | null>} newer the place on another device
 * @property {(place: OpenParameters, pageCount: number | null) => OpenParameters} begin just before it is shown: where, in so many
 *   pages; null where more may come. A place that the start before did not survive is dropped
 * @property {() => void} end it is shown
 */

export class DocumentPlaces {
  /** @type {LastSeen<KeptPlace>} */
  #seen;
  #isClean;
  /** The private documents that were read. */
  /** @type {Set<string>} */
  #private = new Set();
  #shared;
  #width;
  #guard;

  /**
   * @param {boolean} [isClean] whether this start restores nothing, and leaves alone what is kept
   * @param {{store?: import("../shell/last-seen.js").TextStore, shared?: import("./shared-places.js").SharedPlaces,
   *   width?: () => number, guard?: Pick<import("../shell/restore-guard.js").RestoreGuard, "begin" | "end">}} [places] of this
   *   browser, and of all devices; the width of the window in CSS pixels; the guard of starts
   */
  constructor(isClean = false, places = {}) {
    const { store, shared, width = () => globalThis.innerWidth, guard } = places;
    this.#guard = guard;
    this.#seen = new LastSeen("document-places", { most: MOST_DOCUMENTS, understood }, store);
    this.#shared = isClean ? undefined : shared;
    this.#isClean = isClean;
    this.#width = width;
  }

  /**
   * Where a document opens. An address that names a page has the last word on the page; the user's last place on that page is
   * kept.
   * @param {string} document
   * @param {OpenParameters} asked by the address
   * @param {boolean} isNamed whether the address names a place
   * @returns {OpenParameters}
   */
  restore(document, asked, isNamed) {
    const kept = this.#isClean ? null : this.#seen.of(document);
    if (!kept) return asked;
    if (!isNamed) return withoutTime(kept);
    const { at, page, zoom, keptAt, ...view } = kept;
    return { ...asked, ...view, ...(page === asked.page && at && asked.top === undefined && { at }) };
  }

  /**
   * The way in which a document that is fetched comes to its place.
   * @param {string} document
   * @param {OpenParameters} asked by the address
   * @param {boolean} isNamed whether the address names a place
   * @returns {KeptOpening}
   */
  opening(document, asked, isNamed) {
    return {
      newer: (loading, signal) => (isNamed ? Promise.resolve(null) : this.newer(document, loading, signal)),
      begin: (place, pageCount) => {
        if (this.#isClean || isSamePlace(place, START)) return place;
        if (this.#guard?.begin(GUARDED + document) ?? true) return isNamed ? place : withinPages(place, pageCount);
        // Other devices would bring back what is only forgotten here.
        this.keep(document, START);
        return isNamed ? asked : START;
      },
      end: () => this.#guard?.end(GUARDED + document),
    };
  }

  /**
   * Where a document was left on another device since it was left in this browser; null where it was not.
   * @param {string} document
   * @param {Promise<unknown>} loading of the document, which it is not waited for much longer than
   * @param {AbortSignal} signal
   * @returns {Promise<OpenParameters | null>}
   */
  async newer(document, loading, signal) {
    const coming = this.#shared?.of(document, signal);
    if (!coming) return null;
    const late = loading.then(() => new Promise((resolve) => setTimeout(resolve, PATIENCE, null)), () => null);
    const found = /** @type {import("./shared-places.js").KeptPlace | null} */ (await Promise.race([coming, late]));
    const place = found && understood(found.place);
    if (!found || !place) return null;
    const own = this.#seen.of(document);
    if (found.keptAt <= (own?.keptAt ?? 0)) return null;
    const isAlike = isRecord(found.place) && (found.place.isNarrow === true) === this.#isNarrow;
    return withoutTime(isAlike ? place : this.#suited(place, own));
  }

  get #isNarrow() {
    return this.#width() < PHONE;
  }

  /**
   * A place on a window of another kind: the page is the same, but zoom and arrangement are those that one had here.
   * @param {KeptPlace} place
   * @param {KeptPlace | null | undefined} own
   * @returns {KeptPlace}
   */
  #suited({ arrangement, zoom, ...place }, own) {
    const here = own?.arrangement ?? (this.#isNarrow ? ONE_COLUMN : arrangement);
    return { ...place, zoom: own?.zoom ?? (zoom.mode === "scale" ? { mode: "automatic" } : zoom), ...(here && { arrangement: here }) };
  }

  /**
   * Forgets where a private document was read, and keeps it in this browser no more; the server does.
   * @param {{readonly id: string, readonly tags?: readonly string[]}} document as it is now
   */
  guard(document) {
    if (!isPrivate(document)) this.#private.delete(document.id);
    else this.#private.add(document.id), this.#seen.keep(document.id, null);
  }

  /**
   * @param {string} document
   * @param {OpenParameters} place
   */
  keep(document, place) {
    if (this.#isClean) return;
    const keptAt = Date.now();
    if (!this.#private.has(document)) this.#seen.keep(document, { ...place, keptAt });
    this.#shared?.keep(document, { place: { ...place, isNarrow: this.#isNarrow }, keptAt });
  }

  /**
   * The document is left: its place is told to other devices at once.
   * @param {string} document
   */
  leave(document) {
    void this.#shared?.flush(document);
  }
}

/**
 * A place that was kept, in what the document is now: with its page the rest of the place is gone, too.
 * @param {OpenParameters} place
 * @param {number | null} pageCount null where that is not known
 * @returns {OpenParameters}
 */
function withinPages(place, pageCount) {
  if (pageCount === null || place.page <= pageCount) return place;
  const { at, top, ...view } = place;
  return { ...view, page: 1 };
}

/** Nearer on a page than this share of its side is the same place: a window that changes moves it by a pixel or two. */
const SAME = 0.002;

/**
 * Whether nothing has been moved, zoomed, arranged or turned from one place to the other.
 * @param {OpenParameters} a
 * @param {OpenParameters} b
 */
export function isSamePlace({ at: from, ...a }, { at: to, ...b }) {
  if (viewOf(a) !== viewOf(b) || !from !== !to) return false;
  const isNear = (/** @type {"x" | "y"} */ axis) => Math.abs((from?.fraction[axis] ?? 0) - (to?.fraction[axis] ?? 0)) < SAME;
  return from?.page === to?.page && isNear("x") && isNear("y");
}

/** @param {OpenParameters} place of which all but the place on the page is compared */
function viewOf({ page, zoom, arrangement = ONE_COLUMN, turn = 0, top = 0, panel = undefined }) {
  return JSON.stringify([page, zoom.mode, zoom.mode === "scale" && zoom.scale, arrangement.flow, arrangement.spread, Boolean(arrangement.isSeamless), turn, top, panel]);
}

/**
 * @param {KeptPlace} place
 * @returns {OpenParameters}
 */
function withoutTime({ keptAt, ...place }) {
  return place;
}

/**
 * @param {unknown} place
 * @returns {KeptPlace | null}
 */
function understood(place) {
  if (!isRecord(place) || !isPage(place.page)) return null;
  const { page, at, arrangement, turn, panel, keptAt } = place;
  return {
    ...(typeof keptAt === "number" && { keptAt }), page, zoom: understoodZoom(place.zoom), ...(isPlace(at) && { at }), ...(isArrangement(arrangement) && { arrangement }),
    ...(typeof turn === "number" && { turn: turnOf(turn) }), ...(isPanel(panel) && { panel }),
  };
}

/**
 * @param {unknown} arrangement
 * @returns {arrangement is import("./page-layout.js").Arrangement}
 */
function isArrangement(arrangement) {
  if (!isRecord(arrangement)) return false;
  const { flow, spread } = arrangement;
  return ["down", "across", "paged", "paged-down"].includes(String(flow)) && ["single", "double", "cover", "auto"].includes(String(spread));
}

/**
 * @param {unknown} panel
 * @returns {panel is import("../shell/address.js").PanelName}
 */
function isPanel(panel) {
  return ["contents", "pages", "info", "marks"].includes(String(panel));
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
