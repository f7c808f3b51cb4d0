/**
 * Words that are typed into the library's search are looked for in the documents, too: their lines stand below the field.
 *
 *     closed ──words, and the answer has lines──► open ──Escape, another place is chosen, the focus leaves──► closed
 *        ▲                                          │
 *        │                                          │ arrows go from line to line; the list follows the words;
 *        │                                          │ a filter is pressed: the words have it, or lose it
 *        └──── a line is chosen: it opens           │
 *              Enter, or the last line: the library ┘
 *
 * Below the empty field stand the searches that were made last.
 */

import { announce } from "../../shell/announcer.js";
import { libraryPath } from "../../shell/address.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { onResize } from "../../shell/resize.js";
import { say, sayCount } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { searchDocuments, searchIndex } from "../../api/search-api.js";
import { isNarrow } from "../search-elsewhere.js";
import { FoundList } from "./found-list.js";
import { placeOf } from "./found-page.js";
import { SearchChips } from "./search-chips.js";
import { filtersIn, hasWords } from "./search-filters.js";
import { SearchedList } from "./searched-list.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/search-api.js").FoundDocuments} FoundDocuments */
/** @typedef {import("./found-list.js").FoundLine} FoundLine */

/** Keys that follow one another so fast are asked for together, in milliseconds. */
const TYPING = 60;

/** A finger that leaves the field for a line arrives there within this time, in milliseconds. */
const LEAVING = 200;

/** So many documents have lines at most. */
const DOCUMENTS = 8;

/** Shorter words begin too many others. Of scripts without spaces one character is enough. */
const LEAST = 2;

const UNSPACED = /[\u0E00-\u0EFF\u1000-\u109F\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]/;

/**
 * @typedef {object} FoundWordsParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open">} opening
 * @property {Pick<import("../library.js").Library, "state" | "types">} library
 * @property {Pick<import("../library-asking.js").LibraryAsking, "search">} asking
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../sidebar/search-places.js").SearchChoices, "get" | "set">} choices
 */

export class FoundWords {
  #field;
  #parts;
  /** @type {FoundList} */
  #list;
  #chips;
  /** @type {SearchedList} */
  #searched;
  #asking = new LatestSignal();
  #typing;
  #leaving;
  /** Whether the words were sent to the library: no lines are shown until others are typed. */
  #isSent = false;
  /** The words whose answer is shown, or is awaited. */
  #asked = "";

  /**
   * @param {HTMLInputElement} field
   * @param {FoundWordsParts} parts
   * @param {{closed: () => void}} calls `closed` is called when the lines are hidden
   * @param {AbortSignal} signal
   */
  constructor(field, parts, { closed }, signal) {
    this.#field = field;
    this.#parts = parts;
    this.#typing = new Timer(signal);
    this.#leaving = new Timer(signal);
    this.#chips = new SearchChips({ change: (text) => this.#change(text), leave: () => field.focus(), types: () => parts.library.types }, signal);
    this.#searched = new SearchedList(parts.choices, {
      search: (words) => (field.focus(), this.#write(words)), go: (path) => (this.#close(), parts.router.go(path)),
      leave: () => field.focus(), emptied: () => this.#list.hide(),
    }, signal);
    this.#list = new FoundList(field, [this.#searched.element, this.#chips.element], { choose: (line) => this.#choose(line), all: () => this.#showAll(), closed }, signal);
    signal.addEventListener("abort", () => this.#asking.abort());
    field.addEventListener("input", () => this.#typed(), { signal });
    field.addEventListener("focus", () => this.#focused(), { signal });
    // Before the field's own keys: Escape closes the list before it empties the field.
    field.parentElement?.addEventListener("keydown", (event) => this.#pressed(event), { capture: true, signal });
    for (const element of [field, this.#list.element]) {
      element.addEventListener("focusout", (event) => this.#left(event.relatedTarget), { signal });
    }
    onResize(field, () => this.#list.place(), signal);
    window.addEventListener("popstate", () => this.#close(), { signal });
  }

  #typed() {
    this.#isSent = false;
    this.#typing.set(TYPING, () => void this.#ask());
  }

  #focused() {
    this.#isSent = false;
    this.#leaving.clear();
    if (this.#words !== this.#asked || this.#words === "") void this.#ask();
    else this.#list.show();
  }

  /** Whether lines stand below the field. */
  get isOpen() {
    return this.#list.isOpen;
  }

  get #words() {
    return this.#field.value.trim();
  }

  /** Whether one is at the field, or at what stands below it. */
  get #isHere() {
    const { activeElement } = document;
    return activeElement === this.#field || this.#list.element.contains(activeElement);
  }

  async #ask() {
    this.#typing.clear();
    const words = this.#words;
    const signal = this.#asking.next();
    this.#asked = words;
    if (words.length < LEAST && !UNSPACED.test(words)) return this.#take(null);
    // Behind a filter no word goes on.
    const isTyped = !/\s$/.test(this.#field.value) && hasWords(words);
    const query = { text: words, isTyped, limit: DOCUMENTS, hasFacets: true };
    const found = await searchDocuments(this.#parts.api, query, signal).catch(() => null);
    if (signal.aborted) return;
    if (!found) this.#asked = "";
    this.#take(found, found ? "" : say("Words in documents cannot be looked for just now"));
    if (found && this.#isHere) void this.#tellWaiting(signal);
  }

  /**
   * @param {FoundDocuments | null} found
   * @param {string} [problem] why nothing could be looked for
   */
  #take(found, problem = "") {
    const documents = found?.documents ?? [];
    const lines = documents.flatMap(linesOf);
    const filters = this.#chips.show(this.#words, found);
    const hasSearched = this.#searched.show(this.#words === "");
    this.#list.fill(lines, found, { href: this.#pathOfAll, isKept: hasSearched || problem !== "" || (filters > 0 && found !== null), problem });
    if (!this.#isHere || this.#isSent) return;
    this.#list.show();
    if (lines.length) announce(sayCount(documents.length, "Found in {n} document", "Found in {n} documents"));
  }

  /** The words are looked for everywhere, whatever place is shown. */
  get #pathOfAll() {
    return libraryPath({ q: this.#words });
  }

  #showAll() {
    const { query } = this.#parts.library.state;
    const words = this.#words;
    this.#searched.record(words);
    this.#close();
    if (isNarrow({ ...query, q: words })) this.#parts.router.go(this.#pathOfAll);
    else this.#parts.asking.search(words);
    this.#field.blur();
  }

  /** @param {string} text in place of what is in the field, as if it were typed */
  #write(text) {
    this.#field.value = text;
    this.#field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {string} text with another filter, or with one less */
  #change(text) {
    this.#write(text);
    const holds = filtersIn(text).length;
    announce(holds ? sayCount(holds, "{n} filter holds", "{n} filters hold") : say("No filter holds"));
  }

  /**
   * Says that words of some documents are still to come.
   * @param {AbortSignal} signal
   */
  async #tellWaiting(signal) {
    const index = await searchIndex(this.#parts.api, signal).catch(() => null);
    if (!signal.aborted) this.#list.tellWaiting(index?.waiting ?? 0);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.isComposing) return undefined;
    // The toolbar searches then.
    if (event.key === "Enter" && !this.#list.hasChosen) return this.#send();
    if (!this.#list.isOpen) return undefined;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step > 0 && this.#words === "") this.#searched.focus();
    else if (step !== 0) this.#list.step(step);
    else if (event.key === "Escape") this.#list.hide();
    else if (event.key === "Enter") this.#list.choose();
    else return undefined;
    event.preventDefault();
    return event.stopPropagation();
  }

  /** The library shows what is found. A phone's keyboard would cover it. */
  #send() {
    this.#isSent = true;
    this.#searched.record(this.#words);
    this.#list.hide();
    if (matchMedia("(pointer: coarse)").matches) this.#field.blur();
  }

  /** @param {EventTarget | null} next that has the focus then */
  #left(next) {
    const isWithin = next instanceof Node && (next === this.#field || this.#list.element.contains(next));
    // A chip or line with the focus may be drawn anew, and has it again then.
    if (!isWithin) this.#leaving.set(LEAVING, () => this.#isHere || this.#list.hide());
  }

  #close() {
    this.#asking.abort();
    this.#asked = "";
    this.#list.hide();
  }

  /** @param {FoundLine} line */
  #choose({ document, page }) {
    this.#searched.record(this.#words);
    this.#close();
    this.#field.blur();
    void this.#parts.opening.open(document, page ? placeOf(page) : undefined);
  }
}

/**
 * The lines of a found document: its pages with the words, or its name.
 * @param {import("../../api/search-api.js").FoundDocument} found
 * @returns {readonly FoundLine[]}
 */
function linesOf({ document, pages, pageCount }) {
  if (pages.length === 0) return [{ document, page: null, more: 0, isFirst: true }];
  const last = pages.length - 1;
  return pages.map((page, index) => ({ document, page, more: index === last ? pageCount - pages.length : 0, isFirst: index === 0 }));
}
