/**
 * Words that are typed into the library's search are looked for in the documents, too: their lines stand below the field.
 *
 *     closed ──words, and the answer has lines──► open ──Escape, another place is chosen, the focus leaves──► closed
 *        ▲                                          │
 *        └────── a line is chosen: it opens ◄───────┘ arrows go from line to line; the list follows the words
 */

import { announce } from "../../shell/announcer.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { onResize } from "../../shell/resize.js";
import { sayCount } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { searchDocuments, searchIndex } from "../../api/search-api.js";
import { FoundList, placeOf } from "./found-list.js";

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

const NOTHING = Object.freeze({ total: 0, corrections: Object.freeze({}) });

const UNSPACED = /[\u0E00-\u0EFF\u1000-\u109F\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]/;

/**
 * @typedef {object} FoundWordsParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open">} opening
 */

export class FoundWords {
  #field;
  #parts;
  #list;
  #asking = new LatestSignal();
  #typing;
  #leaving;
  /** The words whose answer is shown, or is awaited. */
  #asked = "";

  /**
   * @param {HTMLInputElement} field
   * @param {FoundWordsParts} parts
   * @param {AbortSignal} signal
   */
  constructor(field, parts, signal) {
    this.#field = field;
    this.#parts = parts;
    this.#typing = new Timer(signal);
    this.#leaving = new Timer(signal);
    this.#list = new FoundList(field, { choose: (line) => this.#choose(line) }, signal);
    signal.addEventListener("abort", () => this.#asking.abort());
    field.addEventListener("input", () => this.#typing.set(TYPING, () => void this.#ask()), { signal });
    field.addEventListener("focus", () => this.#focused(), { signal });
    // Before the field's own keys: Escape closes the list before it empties the field.
    field.parentElement?.addEventListener("keydown", (event) => this.#pressed(event), { capture: true, signal });
    for (const element of [field, this.#list.element]) {
      element.addEventListener("focusout", (event) => this.#left(event.relatedTarget), { signal });
    }
    onResize(field, () => this.#list.place(), signal);
    window.addEventListener("popstate", () => this.#close(), { signal });
  }

  #focused() {
    this.#leaving.clear();
    if (this.#words !== this.#asked) void this.#ask();
    else this.#list.show();
  }

  get #words() {
    return this.#field.value.trim();
  }

  async #ask() {
    this.#typing.clear();
    const words = this.#words;
    const signal = this.#asking.next();
    this.#asked = words;
    if (words.length < LEAST && !UNSPACED.test(words)) return this.#list.fill([], NOTHING);
    const isTyped = !/\s$/.test(this.#field.value);
    const found = await searchDocuments(this.#parts.api, { text: words, isTyped, limit: DOCUMENTS }, signal).catch(() => null);
    if (signal.aborted) return;
    if (!found) this.#asked = "";
    this.#take(found);
    if (found && document.activeElement === this.#field) void this.#tellWaiting(signal);
  }

  /** @param {FoundDocuments | null} found */
  #take(found) {
    const documents = found?.documents.filter(({ pages }) => pages.length > 0) ?? [];
    const lines = documents.flatMap(({ document, pages, pageCount }) => pages.map((page, index) => ({
      document, page, more: index === pages.length - 1 ? pageCount - pages.length : 0, isFirst: index === 0,
    })));
    this.#list.fill(lines, found ? { total: found.next === null ? 0 : found.total, corrections: found.corrections } : NOTHING);
    if (document.activeElement !== this.#field) return;
    this.#list.show();
    if (lines.length) announce(sayCount(documents.length, "Words found in {n} document", "Words found in {n} documents"));
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
    if (!this.#list.isOpen || event.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const { chosen } = this.#list;
    if (step !== 0) this.#list.step(step);
    else if (event.key === "Escape") this.#list.hide();
    else if (event.key === "Enter" && chosen) this.#choose(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {EventTarget | null} next that has the focus then */
  #left(next) {
    const isWithin = next instanceof Node && (next === this.#field || this.#list.element.contains(next));
    if (!isWithin) this.#leaving.set(LEAVING, () => this.#list.hide());
  }

  #close() {
    this.#asking.abort();
    this.#asked = "";
    this.#list.hide();
  }

  /** @param {FoundLine} line */
  #choose({ document, page }) {
    this.#close();
    this.#field.blur();
    void this.#parts.opening.open(document, placeOf(page));
  }
}
