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
import { FoundSelecting } from "./found-selecting.js";
import { textInPlace } from "./place-filters.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/search-api.js").FoundDocuments} FoundAnswer */
/** @typedef {import("./found-row.js").FoundState} FoundState */

/** Words rest so long before they are looked for: those that are typed stand below the field already. */
const REST = 150;

/** An index that does not answer, as while it is made anew, is asked again so much later. */
const AGAIN = 4_000;

/** So many documents are asked for at once. */
const PART = 20;

/** The server tells no more at a time. */
const MOST_AT_ONCE = 100;

/** The server tells no more of one search. */
const MOST_TOLD = 5_000;

/**
 * @typedef {object} FoundDocumentsPorts
 * @property {HTMLElement} scroller of the library
 * @property {() => boolean} isTyping whether lines stand below the field
 * @property {(document: Document, anchor: HTMLElement) => void} menu
 * @property {(document: Document) => void} details
 * @property {import("./found-selecting.js").FoundSelectingCalls["selecting"]} selecting
 * @property {() => readonly Document[]} selected
 * @property {(key: string) => unknown} focusCard
 * @property {(key: string) => boolean} isCut
 * @property {() => void} changed called when other documents are found
 */

/**
 * @typedef {object} FoundDocumentsParts
 * @property {Pick<import("../../api/api.js").Api, "ask" | "send">} api
 * @property {Pick<import("../library.js").Library, "state" | "types" | "known" | "seen">} library
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
  #selecting;
  #asking = new LatestSignal();
  #resting;
  #again;
  /** The words with the filters of their place, whose answer is shown or awaited; null for none. */
  #text = /** @type {string | null} */ (null);
  /** Whether the last word is looked for as the beginning of one. */
  #isTyped = true;
  /** @type {FoundState[]} */
  #states = [];
  /** So many documents the server has found, or more: those that went since are among them. */
  #found = { total: 0, partial: false };
  /** @type {string | null} */
  #next = null;
  #isAsking = false;
  /** Ends when the part that was asked for last has come. */
  #coming = Promise.resolve();

  /**
   * @param {FoundDocumentsPorts} ports
   * @param {FoundDocumentsParts} parts
   * @param {AbortSignal} signal
   */
  constructor(ports, parts, signal) {
    this.#ports = ports;
    this.#parts = parts;
    this.#resting = new Timer(signal);
    this.#again = new Timer(signal);
    this.#pieces = new FoundPieces(ports.scroller, () => void this.#more(), signal);
    this.#keys = new FoundKeys(this.element, {
      stateOf: (id) => this.#shown.find(({ document }) => document.id === id) ?? null, states: () => this.#shown, isWhole: () => this.#next === null,
      more: () => void this.#more(), looks: parts.looks, menu: ports.menu, details: ports.details,
      extend: (from, to) => this.#selecting.extend(from, to), selected: ports.selected, focusCard: ports.focusCard,
    }, signal);
    this.#selecting = new FoundSelecting(this.element, {
      selecting: ports.selecting, rows: () => this.#shown.map(({ document }) => document), cards: () => parts.library.seen, isCut: ports.isCut,
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

  /** The rows of documents that are not in the Trash. */
  get #shown() {
    return this.#states.filter(({ isGone }) => !isGone);
  }

  /** The documents that have no card. */
  get documents() {
    return this.#selecting.documents;
  }

  get keys() {
    return this.documents.map(({ id }) => id);
  }

  /** The key of the row with the focus; null where none has it. */
  get focused() {
    const row = this.element.contains(document.activeElement) ? document.activeElement?.closest("[data-document]") : null;
    return row?.getAttribute("data-document") ?? null;
  }

  /** @param {string} key */
  anchorOf(key) {
    return this.#keys.titleOf(key);
  }

  /** @param {import("../../gestures/geometry/index.js").Rect} area of what is scrolled over */
  keysIn(area) {
    return this.#selecting.keysIn(area, this.#ports.scroller);
  }

  /** Fetches all that is found. */
  async all() {
    const { current: signal } = this.#asking;
    while (this.#next !== null && !signal.aborted) await this.#more(MOST_AT_ONCE);
  }

  /**
   * A quick look at a document without a card, or at a selection with one; false where none is meant.
   * @param {string | null} id null for the selection
   */
  look(id) {
    const keys = new Set(this.keys);
    const meant = this.#ports.selected().map((document) => document.id).filter((key) => keys.has(key));
    const isMeant = id === null ? meant.length > 0 : keys.has(id) || (meant.length > 0 && this.#ports.selecting.selection.has(id));
    if (isMeant) this.#keys.look(id ?? meant[0] ?? "");
    return isMeant;
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
    this.#again.clear();
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
   * @returns {Promise<void>}
   */
  async #ask(text, count) {
    const signal = this.#asking.next();
    const part = { text, limit: Math.min(count, MOST_AT_ONCE) };
    this.#isAsking = true;
    let found = await this.#find({ ...part, isTyped: true }, signal);
    // A word that begins none may be meant for another one.
    if (found?.total === 0 && !signal.aborted) {
      this.#isTyped = false;
      found = await this.#find({ ...part, isTyped: false }, signal);
    }
    if (signal.aborted) return;
    this.#isAsking = false;
    if (!found) return this.#showRefused(() => this.#ask(text, count));
    this.#showFirst(found);
    while (this.#next !== null && this.#states.length < count && !signal.aborted) await this.#more();
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

  /**
   * The index is being made anew, or the connection is lost: it says so until an answer comes.
   * @param {() => unknown} ask once more
   */
  #showRefused(ask) {
    const words = say("Words in documents cannot be looked for just now");
    if (this.#heading.textContent !== words || this.element.hidden) announce(words);
    this.#heading.textContent = words;
    this.#remarks.textContent = say("The index of words may be in the making. It is asked again in some seconds.");
    this.element.hidden = false;
    this.#again.set(AGAIN, () => void ask());
  }

  /** @param {FoundAnswer} found */
  #showFirst(found) {
    this.element.hidden = false;
    this.#remarks.replaceChildren();
    this.#found = found;
    this.#add(found);
    this.#showCount();
    announce(sayCount(found.total, "Words found in {n} document", "Words found in {n} documents"));
  }

  /** Says how many are found and not in the Trash. Without rows the words in place of the cards have all the room. */
  #showCount() {
    const { q } = this.#parts.library.state.query;
    const total = this.#found.total - (this.#states.length - this.#shown.length);
    const number = numberInWords(total);
    const count = element("span", { class: "found-count" }, this.#found.partial ? say("{number} or more", { number }) : number);
    if (total > 0) this.#heading.replaceChildren(say("Found by words"), count);
    else this.#heading.replaceChildren(say("No document has the words “{text}”", { text: q }));
    this.#ports.scroller.classList.toggle("has-found", this.#shown.length > 0);
  }

  /** @param {FoundAnswer} found */
  #add(found) {
    this.#next = found.next;
    const listed = new Set(this.#parts.library.seen.map(({ id }) => id));
    const known = new Set(this.#states.map(({ document }) => document.id));
    // A card above stands for a document of which only the name has the words.
    const shown = found.documents.filter(({ document, pages }) => !known.has(document.id) && (pages.length > 0 || !listed.has(document.id)));
    const states = shown.map((one) => ({ document: one.document, found: one, isGone: false, isUnfolded: false, further: null }));
    this.#states.push(...states);
    this.#pieces.add(() => states.filter(({ isGone }) => !isGone).map((state) => this.#rowOf(state)));
    this.#keys.letReach();
    this.#ports.changed();
  }

  /** @param {number} [limit] how many documents are asked for */
  #more(limit = PART) {
    if (!this.#isAsking) this.#coming = this.#askMore(limit);
    return this.#coming;
  }

  /** @param {number} limit */
  async #askMore(limit) {
    const [text, cursor, signal] = [this.#text, this.#next, this.#asking.current];
    if (text === null || cursor === null) return;
    this.#isAsking = true;
    const found = await this.#find({ text, isTyped: this.#isTyped, limit, cursor }, signal);
    if (signal.aborted) return;
    this.#isAsking = false;
    if (found) this.#add(found);
    else this.#next = null;
    this.#return.reached(this.#states.length);
  }

  /** @param {FoundState} state */
  #rowOf(state) {
    const { api, library } = this.#parts;
    const row = foundRow(state, {
      api, signal: this.#asking.current, menu: this.#ports.menu, icon: (document) => library.types.iconOf(document),
      open: (document, place) => void this.#parts.opening.open(document, place), changed: () => this.#redraw(),
    });
    return this.#selecting.withCheck(row, state.document);
  }

  #redraw() {
    this.#keys.keep(() => this.#pieces.redraw());
  }

  /** Takes over what became of the documents that are shown. */
  #update() {
    const { library } = this.#parts;
    let isOther = false;
    for (const state of this.#states) {
      const { document: { id, name, folder }, isGone } = state;
      const known = library.known(id);
      if (known) state.document = known;
      // Nothing may be known of it any more: it stays where it went.
      if (library.state.gone.has(id) || known?.trashed) state.isGone = true;
      else if (known) state.isGone = false;
      isOther ||= isGone !== state.isGone || (!state.isGone && (name !== state.document.name || folder !== state.document.folder));
    }
    if (isOther) {
      this.#showCount();
      this.#redraw();
    }
    this.#selecting.mark();
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
