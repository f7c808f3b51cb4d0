/** A document with words that were found: its page with the hits, its name and place, the words around them, and more on demand. */

import { documentPath } from "../../shell/address.js";
import { button, element, icon, setAttributes } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";
import { findInDocument } from "../../api/find-api.js";
import { numberInWords } from "../../api/words.js";
import { pictureOf, placeOf, snippetParts, wordsFound } from "./found-page.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/search-api.js").FoundDocument} FoundDocument */
/** @typedef {import("../../api/search-api.js").FoundPage} FoundPage */
/** @typedef {Pick<FoundPage, "page" | "snippet">} FoundPlace */

/** The width of a page's picture, in CSS pixels. */
const PICTURE = 72;

/** So many further pages are listed; the rest is seen in the document. */
const MOST_PAGES = 50;

/** The longest text that is looked for in one document, in characters. */
const LONGEST = 200;

/** The server's way of finding in a document: as its search finds words. */
const LOOSELY = Object.freeze({ matchesCase: false, matchesAccents: false, wholeWords: false, anyWord: true, from: 1 });

/**
 * The knowledge of a document beside the answer of the search; it outlives the rows that are drawn of it.
 * @typedef {object} FoundState
 * @property {Document} document as it is now
 * @property {FoundDocument} found
 * @property {boolean} isGone whether it is in the Trash by now
 * @property {boolean} isUnfolded whether further pages are listed
 * @property {readonly FoundPlace[] | null} further pages, once they were asked for
 */

/**
 * @typedef {object} FoundRowCalls
 * @property {Pick<import("../../api/api.js").Api, "send">} api
 * @property {(document: Document, place?: import("../../shell/address.js").OpenParameters) => void} open
 * @property {(document: Document, anchor: HTMLElement) => void} menu
 * @property {(document: Document) => string} icon
 * @property {(state: FoundState) => void} changed called when its row is to be drawn anew
 * @property {AbortSignal} signal
 */

/**
 * @param {FoundState} state
 * @param {FoundRowCalls} calls
 */
export function foundRow(state, calls) {
  const { document, found: { pages } } = state;
  const [first] = pages;
  const title = element("a", { class: "found-title", href: documentPath(document.id, first && placeOf(first)) }, element("bdi", {}, document.name));
  const more = button({ label: say("More for {name}", { name: document.name }), icon: "more" }, () => calls.menu(document, more), calls.signal);
  setAttributes(more, { "aria-haspopup": "menu" });
  const head = element("div", { class: "found-head" }, element("h3", {}, title), placeOfDocument(document), more);
  const picture = first ? pictureOf(document, first, PICTURE) : element("span", { "class": "found-picture none", "aria-hidden": "true" }, icon(calls.icon(document)));
  const row = element("article", { class: "found-document" }, picture, element("div", { class: "found-body" }, head, ...linesOf(state, calls)));
  row.dataset["document"] = document.id;
  row.addEventListener("click", (event) => clicked(event, state, calls), { signal: calls.signal });
  return row;
}

/** @param {Document} document */
function placeOfDocument({ folder }) {
  return element("span", { class: "found-folder" }, ...(folder ? [icon("folder"), element("bdi", {}, folder)] : []));
}

/**
 * @param {FoundState} state
 * @param {FoundRowCalls} calls
 */
function linesOf(state, calls) {
  const { document, found: { pages, pageCount }, isUnfolded, further } = state;
  if (pages.length === 0) return [element("p", { class: "found-line-none" }, say("Found in its name, its folder, its tags or its note"))];
  const lines = pages.map((page) => lineOf(document, page));
  const rest = isUnfolded && further ? further.map((page) => lineOf(document, page)) : [];
  const left = pageCount - pages.length;
  if (left <= 0) return lines;
  const words = isUnfolded ? say("Fewer pages") : sayCount(left, "and on {n} more page", "and on {n} more pages");
  const unfold = button({ label: words, icon: "down", text: true, class: "quiet found-unfold" }, () => void unfoldOrFold(state, calls), calls.signal);
  setAttributes(unfold, { "aria-expanded": String(isUnfolded) });
  return [...lines, ...rest, unfold];
}

/**
 * @param {Document} document
 * @param {FoundPlace} place
 */
function lineOf(document, place) {
  const page = element("span", { class: "found-page" }, say("Page {page}", { page: numberInWords(place.page) }));
  const link = element("a", { class: "found-hit", href: documentPath(document.id, placeOf(place)) }, page, element("span", { class: "found-snippet" }, ...snippetParts(place.snippet)));
  link.dataset["page"] = String(place.page);
  return link;
}

/**
 * @param {FoundState} state
 * @param {FoundRowCalls} calls
 */
async function unfoldOrFold(state, calls) {
  state.isUnfolded = !state.isUnfolded;
  if (state.isUnfolded) state.further ??= await furtherPages(state, calls).catch(() => null);
  if (state.further === null) state.isUnfolded = false;
  calls.changed(state);
}

/**
 * @param {FoundState} state
 * @param {FoundRowCalls} calls
 * @returns {Promise<readonly FoundPlace[]>}
 */
async function furtherPages({ document, found: { pages } }, { api, signal }) {
  const known = new Set(pages.map(({ page }) => page));
  const text = wordsFound(pages.map(({ snippet }) => snippet)).slice(0, LONGEST);
  /** @type {FoundPlace[]} */
  const places = [];
  await findInDocument(api, `/documents/${encodeURIComponent(document.id)}`, { ...LOOSELY, text }, (piece) => {
    for (const { page, hits: [hit] } of piece.pages) if (hit && !known.has(page)) places.push({ page, snippet: snippetOf(hit) });
  }, signal);
  return places.sort((one, other) => one.page - other.page).slice(0, MOST_PAGES);
}

/** @param {import("../../api/find-api.js").Hit} hit */
function snippetOf({ before, text, after }) {
  /** @type {readonly (readonly [number, number])[]} */
  const marks = [[before.length, text.length]];
  return { text: `${before}${text}${after}`, marks, cutAtStart: true, cutAtEnd: true };
}

/**
 * @param {MouseEvent} event
 * @param {FoundState} state
 * @param {FoundRowCalls} calls
 */
function clicked(event, { document, found: { pages }, further }, calls) {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest("a");
  // With a key held, the browser opens the address elsewhere.
  if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || target?.closest("button")) return;
  const wanted = link?.dataset["page"];
  const place = wanted ? [...pages, ...further ?? []].find(({ page }) => String(page) === wanted) : pages[0];
  // Beside the links, the picture opens its page.
  if (!link && !target?.closest(".found-picture")) return;
  event.preventDefault();
  calls.open(document, place && placeOf(place));
}
