/** Addresses and what they stand for. Pure. */

import { limitZoom } from "./zoom.js";

/** @typedef {import("./zoom.js").Zoom} Zoom */

/**
 * How a document's pages are to be shown, in the words of PDF open parameters.
 * @typedef {object} OpenParameters
 * @property {number} page from 1
 * @property {Zoom} zoom
 * @property {PlaceOnPage | null} [at] what is at the top, where that is not the start of the page; no address names it
 * @property {number} [top] how far below the page's upper edge the top lies, in page units: the third part of `zoom=150,0,420`
 * @property {string} [search] words that are looked for in it, as in PDF open parameters
 * @property {Arrangement} [arrangement] one below the other when it is missing; no address names it
 * @property {Turn} [turn] degrees clockwise by which pages are turned; no address names it
 * @property {PanelName} [panel] the panel beside the document, where one is open; no address names it
 */

/** @typedef {"contents" | "pages" | "info" | "marks"} PanelName */

/**
 * How the pages are arranged. Spreads follow one another down or across, or each is a screen of its own that is paged, to the
 * side or down. A spread has a single page, or two; with a cover the first page stands alone, on the right as in a book. `auto`
 * is two with a cover where the window is wide enough for them, else one.
 * @typedef {object} Arrangement
 * @property {"down" | "across" | "paged" | "paged-down"} flow
 * @property {"single" | "double" | "cover" | "auto"} spread
 * @property {boolean} [isSeamless] whether no gap is left between pages, as for drawings that go on from page to page
 */

/** Degrees clockwise by which pages are shown turned. */
/** @typedef {0 | 90 | 180 | 270} Turn */

/**
 * A place on a page: page number from 1, fractions of its sides.
 * @typedef {{readonly page: number, readonly fraction: import("../gestures/geometry/index.js").Point}} PlaceOnPage
 */

/**
 * @typedef {{readonly place: string, readonly folder: string, readonly name: string, readonly q: string, readonly sort: string | null}} LibraryQuery
 *   `name` is what a place is about: a tag, a drop folder, an area; "" in all others
 * @typedef {LibraryQuery & {readonly view: "library"}} LibraryAddress
 * @typedef {{readonly view: "document", readonly id: string, readonly open: OpenParameters,
 *   readonly isNamed: boolean, readonly history: HistoryParameters, readonly handler: OwnHandler | null}} DocumentAddress
 * @typedef {{readonly view: "settings", readonly section: string}} SettingsAddress `section` is "" for the list of them
 * @typedef {{readonly view: "nowhere"}} NoAddress at which there is nothing
 * @typedef {LibraryAddress | DocumentAddress | SettingsAddress | NoAddress} Address
 */

/**
 * The part of a document's history in an address: `?versions`, `?version=3`, `?version=3&compare=5` or `&compare=now`; or `?with=` another
 * document, with which it is compared.
 * @typedef {object} HistoryParameters
 * @property {boolean} listed whether its versions are listed beside it
 * @property {number | null} version the one that is shown; null for what it is now
 * @property {number | "now" | null} compared what that one is compared with; null where it is not
 * @property {string | null} [other] the document that this one is compared with
 */

/**
 * One of Sheaf's own handlers: `?in=text` opens a document with another one than its default, this once.
 * @typedef {"viewer" | "text" | "player" | "board"} OwnHandler
 */

/** @type {ReadonlyMap<string | null, OwnHandler>} */
const OWN_HANDLERS = new Map([["viewer", "viewer"], ["text", "text"], ["player", "player"], ["board", "board"]]);

/**
 * The present content of a document without its history.
 * @type {HistoryParameters}
 */
export const NO_HISTORY = Object.freeze({ listed: false, version: null, compared: null });

/** @type {OpenParameters} */
const DEFAULT = Object.freeze({ page: 1, zoom: Object.freeze({ mode: "automatic" }) });

/** The names of Adobe, pdf.js and Sheaf for the fits. */
/** @type {Readonly<Record<string, "automatic" | "width" | "page">>} */
const FITS = Object.freeze({
  "auto": "automatic", "page-width": "width", "page-fit": "page",
  "fit": "page", "fitb": "page", "fith": "width", "fitbh": "width",
});

const LIBRARY_PATH = /^\/(index\.html)?$/;
const DOCUMENT_PATH = /^\/d\/([^/]+)\/?$/;
const SETTINGS_PATH = /^\/settings(?:\/([a-z-]*))?$/;

/**
 * @param {{readonly pathname: string, readonly search: string, readonly hash: string}} location
 * @returns {Address}
 */
export function parseAddress(location) {
  const id = decoded(DOCUMENT_PATH.exec(location.pathname)?.[1] ?? "");
  if (id) return {
    view: "document", id, open: parseOpenParameters(location.hash), isNamed: location.hash.length > 1, history: parseHistory(location.search),
    handler: ownHandler(new URLSearchParams(location.search).get("in")),
  };
  const settings = SETTINGS_PATH.exec(location.pathname);
  if (settings) return { view: "settings", section: settings[1] ?? "" };
  if (!LIBRARY_PATH.test(location.pathname)) return { view: "nowhere" };
  const query = new URLSearchParams(location.search);
  return {
    view: "library", place: query.get("view") ?? "all", folder: query.get("folder") ?? "",
    name: query.get("name") ?? "", q: query.get("q") ?? "", sort: query.get("sort"),
  };
}

/**
 * The address of the document that another program names: `/?open=ID` stands for `/d/ID`, with all that follows.
 * @param {{readonly pathname: string, readonly search: string, readonly hash: string}} location
 * @returns {string | null} null where the address names none
 */
export function namedDocument({ pathname, search, hash }) {
  const query = new URLSearchParams(search);
  const id = query.get("open");
  if (!id || !LIBRARY_PATH.test(pathname)) return null;
  query.delete("open");
  const rest = query.toString();
  return `/d/${encodeURIComponent(id)}${rest ? `?${rest}` : ""}${hash}`;
}

/**
 * `#page=3&zoom=200`; also `#3`, `zoom=page-width`, `view=FitH`. Parameters that are not understood count as missing.
 * @param {string} hash
 * @returns {OpenParameters}
 */
export function parseOpenParameters(hash) {
  const text = hash.replace(/^#/, "");
  if (/^\d+$/.test(text)) return { ...DEFAULT, page: positive(text) ?? 1 };
  const values = new URLSearchParams(text);
  const zoom = parseZoom(values.get("zoom")) ?? parseFit(values.get("view")) ?? DEFAULT.zoom;
  const top = positive(values.get("zoom")?.split(",")[2] ?? null);
  const search = values.get("search");
  return { page: positive(values.get("page")) ?? 1, zoom, ...(top !== null && { top }), ...(search && { search }) };
}

/**
 * Parameters that are not understood count as missing; a comparison needs a version.
 * @param {string} search
 * @returns {HistoryParameters}
 */
export function parseHistory(search) {
  const query = new URLSearchParams(search);
  const version = positive(query.get("version"));
  if (version === null) return { ...NO_HISTORY, listed: query.has("versions"), ...(query.has("with") && { other: query.get("with") }) };
  const other = query.get("compare");
  return { listed: true, version, compared: other === "now" ? other : positive(other) };
}

/**
 * @param {Partial<LibraryAddress>} address
 */
export function libraryPath(address) {
  const query = new URLSearchParams();
  if (address.place && address.place !== "all") query.set("view", address.place);
  if (address.name) query.set("name", address.name);
  if (address.folder) query.set("folder", address.folder);
  if (address.q) query.set("q", address.q);
  if (address.sort) query.set("sort", address.sort);
  const text = query.toString();
  return text ? `/?${text}` : "/";
}

/**
 * @param {string | null} name
 * @returns {OwnHandler | null} null for what is none
 */
export function ownHandler(name) {
  return OWN_HANDLERS.get(name) ?? null;
}

/**
 * @param {string} id
 * @param {OpenParameters} [open]
 * @param {HistoryParameters} [history]
 * @param {OwnHandler | null} [handler] another one than its default
 */
export function documentPath(id, open = DEFAULT, history = NO_HISTORY, handler = null) {
  return `/d/${encodeURIComponent(id)}${documentQuery(history, handler)}${openFragment(open)}`;
}

/**
 * The end of an address that says where a document opens: `#page=3&zoom=150,0,420`; "" where it opens at its start.
 * @param {OpenParameters} open
 */
export function openFragment({ page, zoom, top = 0, search }) {
  const place = top >= 1 ? `,0,${Math.round(top)}` : "";
  const parts = [...(page > 1 ? [`page=${page}`] : []), ...zoomParameter(zoom, place), ...(search ? [`search=${encodeURIComponent(search)}`] : [])];
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}

/**
 * @param {HistoryParameters} history
 * @param {OwnHandler | null} handler
 */
function documentQuery(history, handler) {
  const parts = [...(handler === null ? [] : [`in=${handler}`]), ...historyParts(history)];
  return parts.length ? `?${parts.join("&")}` : "";
}

/** @param {HistoryParameters} history */
function historyParts({ listed, version, compared, other }) {
  if (other) return [`with=${encodeURIComponent(other)}`];
  if (version === null) return listed ? ["versions"] : [];
  return [`version=${version}`, ...(compared === null ? [] : [`compare=${compared}`])];
}

/**
 * @param {Zoom} zoom
 * @param {string} place what follows it
 */
function zoomParameter(zoom, place) {
  if (zoom.mode === "scale") return [`zoom=${Math.round(zoom.scale * 100)}${place}`];
  if (zoom.mode === "automatic") return place ? [`zoom=auto${place}`] : [];
  return [`zoom=page-${zoom.mode === "width" ? "width" : "fit"}${place}`];
}

/**
 * Percent, perhaps with a left and top after it, or the name of a fit.
 * @param {string | null} text
 * @returns {Zoom | null}
 */
function parseZoom(text) {
  const first = (text ?? "").split(",")[0] ?? "";
  const percent = /^\d+(\.\d+)?%?$/.test(first) ? Number.parseFloat(first) : 0;
  return percent > 0 ? { mode: "scale", scale: limitZoom(percent / 100) } : parseFit(first);
}

/**
 * @param {string | null} text
 * @returns {Zoom | null}
 */
function parseFit(text) {
  const mode = FITS[((text ?? "").split(",")[0] ?? "").toLowerCase()];
  return mode ? { mode } : null;
}

/** @param {string | null} text */
function positive(text) {
  const number = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  return number > 0 ? number : null;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
