/**
 * The documents in which words of the library's search stand, below the cards whose names have them.
 *
 *     no words ──words, and nobody types──► asked ──► shown ──the end comes near──► asked for more ──► shown
 *        ▲                                                │
 *        └──── other words, another place: hidden ◄───────┘
 */

import { announce } from "../../shell/announcer.js";
import { libraryPath } from "../../shell/address.js";
import { element } from "../../shell/element.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { say, sayCount } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { searchDocuments, searchIndex } from "../../api/search-api.js";
import { numberInWords } from "../../api/words.js";
import { titleOf } from "../places.js";
import { isNarrow } from "../search-elsewhere.js";
import { FoundKeys } from "./found-keys.js";
import { remarksInWords } from "./found-page.js";
import { FoundPieces } from "./found-pieces.js";
import { FoundReturn } from "./found-return.js";
import { foundRow } from "./found-row.js";
import { textInPlace } from "./place-filters.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/search-api.js").FoundDocuments} FoundAnswer */
/** @typedef {import("./found-row.js").FoundState} FoundState */

/** Words rest so long before they are looked for: those that are typed stand below the field already. */
const REST = 150;

/** So many documents are asked for at once. */
const PART = 20;

/** The server tells no more of one search. */
const MOST_TOLD = 5_000;

/**
 * @typedef {object} FoundDocumentsPorts
 * @property {HTMLElement} scroller of the library
 * @property {() => boolean} isTyping whether lines stand below the field
 * @property {(document: Document, anchor: HTMLElement) => void} menu
 * @property {(document: Document) => void} details
 */

/**
 * @typedef {object} FoundDocumentsParts
 * @property {Pick<import("../../api/api.js").Api, "ask" | "send">} api
 * @property {Pick<import("../library.js").Library, "state" | "types" | "known">} library
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open">} opening
 * @property {import("../looking.js").Looks} looks
 */

export class FoundDocuments {
  /** @type {HTMLElement} */
  element = element("section", { "class": "found-documents", "aria-labelledby": "found-heading", "hidden": true });
  #ports;
  #parts;
  #heading = element("h2", { id: "found-heading" });
  #remarks = element("p", { class: "found-remarks secondary" });
  #pieces;
  #keys;
  #return;
  #asking = new LatestSignal();
  #resting;
  /** The words with the filters of their place, whose answer is shown or awaited; null for none. */
  #text = /** @type {string | null} */ (null);
  /** Whether the last word is looked for as the beginning of one. */
  #isTyped = true;
  /** @type {FoundState[]} */
  #states = [];
  /** @type {string | null} */
  #next = null;
  #isAsking = false;

  /**
   * @param {FoundDocumentsPorts} ports
   * @param {FoundDocumentsParts} parts
   * @param {AbortSignal} signal
   */
  constructor(ports, parts, signal) {
    this.#ports = ports;
    this.#parts = parts;
    this.#resting = new Timer(signal);
    this.#pieces = new FoundPieces(ports.scroller, () => void this.#more(), signal);
    this.#keys = new FoundKeys(this.element, {
      stateOf: (id) => this.#states.find(({ document }) => document.id === id) ?? null, states: () => this.#states, isWhole: () => this.#next === null,
      more: () => void this.#more(), looks: parts.looks, menu: ports.menu, details: ports.details,
    }, signal);
    this.#return = new FoundReturn(ports.scroller, signal);
    this.element.append(this.#heading, this.#remarks, this.#pieces.element);
    ports.scroller.append(this.element);
    signal.addEventListener("abort", () => (this.#asking.abort(), this.element.remove()));
  }

  /** Whether its answer is still to come. */
  get loading() {
    return this.#isAsking || this.#resting.pending;
  }

  /** The list has changed, or nobody types any more. */
  follow() {
    const text = textInPlace(this.#parts.library.state.query);
    if (text === this.#text) return text === null ? undefined : this.#update();
    if (!this.element.hidden) this.#clear();
    if (text === null) return this.#resting.clear();
    return this.#resting.set(REST, () => this.#begin());
  }

  #clear() {
    this.#asking.abort();
    this.#text = null;
    this.#states = [];
    this.#pieces.clear();
    this.element.hidden = true;
    this.#ports.scroller.classList.remove("has-found");
  }

  /** @returns {void} */
  #begin() {
    const { query, fresh } = this.#parts.library.state;
    const text = textInPlace(query);
    if (text === null || text === this.#text || this.#ports.isTyping()) return;
    // The cards come first.
    if (!fresh) return this.#resting.set(REST, () => this.#begin());
    this.#clear();
    [this.#text, this.#isTyped, this.#next] = [text, true, null];
    const wanted = this.#return.begin(libraryPath({ ...query, sort: null }));
    void this.#ask(text, Math.max(PART, wanted));
  }

  /**
   * @param {string} text
   * @param {number} count how many documents are asked for first
   */
  async #ask(text, count) {
    const signal = this.#asking.next();
    const part = { text, limit: Math.min(count, 100) };
    this.#isAsking = true;
    let found = await this.#find({ ...part, isTyped: true }, signal);
    // A word that begins none may be meant for another one.
    if (found?.total === 0 && !signal.aborted) {
      this.#isTyped = false;
      found = await this.#find({ ...part, isTyped: false }, signal);
    }
    if (signal.aborted) return;
    this.#isAsking = false;
    if (!found) return void (this.#text = null);
    this.#showFirst(found);
    for (; this.#next !== null && this.#states.length < count && !signal.aborted;) await this.#more();
    if (!signal.aborted) this.#return.comeBack(this.#states.length);
    return void this.#tellWaiting(found, signal);
  }

  /**
   * @param {{text: string, isTyped: boolean, limit: number, cursor?: string | null}} query
   * @param {AbortSignal} signal
   */
  #find(query, signal) {
    return searchDocuments(this.#parts.api, query, signal).catch(() => null);
  }

  /** @param {FoundAnswer} found */
  #showFirst(found) {
    this.element.hidden = false;
    const { q } = this.#parts.library.state.query;
    const count = element("span", { class: "found-count" }, found.partial ? say("{number} or more", { number: numberInWords(found.total) }) : numberInWords(found.total));
    if (found.total === 0) this.#heading.replaceChildren(say("No document has the words “{text}”", { text: q }));
    else this.#heading.replaceChildren(say("Found by words"), count);
    this.#add(found);
    this.#ports.scroller.classList.toggle("has-found", this.#states.length > 0);
    announce(sayCount(found.total, "Words found in {n} document", "Words found in {n} documents"));
  }

  /** @param {FoundAnswer} found */
  #add(found) {
    this.#next = found.next;
    const listed = new Set(this.#parts.library.state.documents.map(({ id }) => id));
    const known = new Set(this.#states.map(({ document }) => document.id));
    // A card above stands for a document of which only the name has the words.
    const shown = found.documents.filter(({ document, pages }) => !known.has(document.id) && (pages.length > 0 || !listed.has(document.id)));
    const states = shown.map((one) => ({ document: one.document, found: one, isUnfolded: false, further: null }));
    this.#states.push(...states);
    this.#pieces.add(() => states.filter((state) => this.#states.includes(state)).map((state) => this.#rowOf(state)));
    this.#keys.letReach();
  }

  async #more() {
    const [text, cursor, signal] = [this.#text, this.#next, this.#asking.current];
    if (text === null || cursor === null || this.#isAsking) return;
    this.#isAsking = true;
    const found = await this.#find({ text, isTyped: this.#isTyped, limit: PART, cursor }, signal);
    if (signal.aborted) return;
    this.#isAsking = false;
    if (found) this.#add(found);
    else this.#next = null;
    this.#return.reached(this.#states.length);
  }

  /** @param {FoundState} state */
  #rowOf(state) {
    const { api, library } = this.#parts;
    return foundRow(state, {
      api, signal: this.#asking.current, menu: this.#ports.menu, icon: (document) => library.types.iconOf(document),
      open: (document, place) => void this.#parts.opening.open(document, place), changed: () => this.#redraw(),
    });
  }

  #redraw() {
    this.#keys.keep(() => this.#pieces.redraw());
  }

  /** Takes over what became of the documents that are shown. */
  #update() {
    const before = this.#states;
    const now = before.map((state) => ({ state, document: this.#parts.library.known(state.document.id) }));
    const gone = new Set(now.filter(({ document }) => document?.trashed).map(({ state }) => state));
    const other = now.filter(({ state, document }) => document && !gone.has(state) && (document.name !== state.document.name || document.folder !== state.document.folder));
    if (gone.size === 0 && other.length === 0) return;
    for (const { state, document } of other) if (document) state.document = document;
    this.#states = before.filter((state) => !gone.has(state));
    this.#redraw();
  }

  /**
   * Says what was made of the query, where it was looked, and what is still to come.
   * @param {FoundAnswer} found
   * @param {AbortSignal} signal
   */
  async #tellWaiting(found, signal) {
    const index = await searchIndex(this.#parts.api, signal).catch(() => null);
    if (signal.aborted) return;
    const { query } = this.#parts.library.state;
    const where = isNarrow(query) ? say("Looked for in {place}: on all pages, in names, folders, tags and notes.", { place: titleOf(query) })
      : say("Looked for everywhere: on all pages, in names, folders, tags and notes.");
    const waiting = index?.waiting ? [sayCount(index.waiting, "The words of {n} document are still being read", "The words of {n} documents are still being read")] : [];
    const cut = found.total > MOST_TOLD ? [say("The first {number} are listed: further words, or a filter, find fewer.", { number: numberInWords(MOST_TOLD) })] : [];
    this.#remarks.replaceChildren(...[...remarksInWords(found), ...found.total === 0 ? [where] : [], ...cut, ...waiting].map((words) => element("span", {}, words)));
  }
}
