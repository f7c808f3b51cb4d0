/**
 * Finding words in the document that is read. Typed words are asked for after a pause, the hits come in pieces, and one of
 * them is looked at.
 *
 *     closed ──open──► waiting for words ──a pause──► searching ──the last piece──► found
 *        ▲                    ▲                          │  │                        │
 *        │                    └─────── other words ──────┘  └── a problem: it says so│
 *        └────────────────────────── close ◄──────────────────────────────────────── ┘
 */

import { announce } from "../../shell/announcer.js";
import { ApiProblem } from "../../api/api-problem.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { reasonFor } from "../../api/reasons.js";
import { Timer } from "../../shell/timer.js";
import { countInWords, FindBar, isFindNextKey } from "./find-bar.js";
import { FoundHits } from "./found-hits.js";

/** @typedef {import("../../api/find-api.js").FindParameters} FindParameters */
/** @typedef {import("../../api/find-api.js").FindPiece} FindPiece */
/** @typedef {(parameters: FindParameters & {from: number}, take: (piece: FindPiece) => void, signal: AbortSignal) => Promise<void>} AskHits */

/** How long nothing is typed before it is looked for, in milliseconds. */
const PAUSE = 180;

/** A selection longer than this is not meant to be looked for, in UTF-16 code units. */
const LONGEST_SELECTION = 100;

export class DocumentFind {
  #ask;
  #reader;
  #bar;
  #calls;
  #typing;
  #searching = new LatestSignal();
  /** @type {FoundHits | null} */
  #hits = null;
  /** The words and exactness of the latest question: the server is not asked twice for the same. */
  #asked = "";
  /**
   * Why the last search came to no end.
   * @type {string | null}
   */
  #problem = null;

  /**
   * @param {AskHits} ask
   * @param {Pick<import("../reader.js").Reader, "here" | "mark" | "reveal" | "focus" | "selection">} reader
   * @param {{list: () => void, changed: () => void, closed: () => void}} calls `list` shows all hits; `changed` is called when
   *   there are other hits or another one is looked at
   * @param {AbortSignal} signal
   */
  constructor(ask, reader, calls, signal) {
    this.#ask = ask;
    this.#reader = reader;
    this.#calls = calls;
    this.#typing = new Timer(signal);
    this.#bar = new FindBar({
      changed: () => this.#typing.set(PAUSE, () => void this.#search()),
      step: (direction) => this.step(direction), list: calls.list, close: () => this.close(),
    }, signal);
    this.element.hidden = true;
    signal.addEventListener("abort", () => this.#searching.abort());
    window.addEventListener("online", () => this.retry(), { signal });
  }

  get element() {
    return this.#bar.element;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get hits() {
    return this.#hits;
  }

  /** The state of the bar, which the bar over another content of the document takes over. */
  get state() {
    const { text, exactness, hasFocus } = this.#bar;
    return { text, exactness, hasFocus, isOpen: this.isOpen };
  }

  /** @param {DocumentFind["state"]} state */
  restore({ text, exactness, hasFocus, isOpen }) {
    this.#bar.text = text;
    this.#bar.exactness = exactness;
    this.element.hidden = !isOpen;
    if (isOpen) void this.#search();
    if (isOpen && hasFocus) this.#bar.focus({ selects: false });
  }

  /** Shows the bar with what is selected, if that is a few words, or with what was looked for last. */
  open() {
    const selected = this.#selectedWords;
    if (selected) this.#bar.text = selected;
    this.element.hidden = false;
    this.#bar.focus({ selects: true });
    void this.#search();
  }

  get #selectedWords() {
    const { selection } = this.#reader;
    const text = selection.isRead ? selection.text.trim() : "";
    return text.length <= LONGEST_SELECTION && !text.includes("\n") ? text : "";
  }

  /** Hides the bar and all marks; the chosen hit is selected, to be copied, marked or gone on from. */
  close() {
    this.#selectHit();
    this.#typing.clear();
    this.#searching.abort();
    this.element.hidden = true;
    this.#asked = "";
    this.#problem = null;
    this.#show(null);
    this.#calls.closed();
    this.#reader.focus();
  }

  #selectHit() {
    const chosen = this.#hits?.chosen;
    if (!chosen) return;
    const { page, hit: { start, end } } = chosen;
    this.#reader.selection.select({ start: { page, word: start[0], letter: start[1] }, end: { page, word: end[0], letter: end[1] } });
  }

  /** @param {1 | -1} direction */
  step(direction) {
    // Words that were just typed are looked for before the user steps through their hits.
    if (this.#typing.pending || this.#problem !== null) {
      this.#typing.clear();
      void this.#search();
    } else {
      this.#hits?.step(direction);
      this.#look();
    }
  }

  /**
   * @param {number} page
   * @param {number} index
   */
  choose(page, index) {
    this.#hits?.choose(page, index);
    this.#look();
  }

  /** Looks once more for what could not be looked for. */
  retry() {
    if (this.isOpen && this.#problem !== null) void this.#search();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { key, shiftKey } = event;
    const control = (event.ctrlKey || event.metaKey) && !event.altKey;
    // Pressed again in the field it is the browser's own.
    const asks = (key === "f" && control && !this.#bar.hasFocus) || (key === "/" && !control && !event.altKey);
    if (asks) return this.open(), true;
    if (!this.isOpen) return false;
    if (key === "Escape") return this.close(), true;
    if (isFindNextKey(event)) return this.step(shiftKey ? -1 : 1), true;
    return false;
  }

  async #search() {
    const { text, exactness } = this.#bar;
    const asked = JSON.stringify([text, exactness]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const signal = this.#searching.next();
    if (text.trim() === "") {
      this.#problem = null;
      return this.#show(null);
    }
    const { here } = this.#reader;
    const hits = new FoundHits(here);
    this.#problem = null;
    this.#show(hits);
    try {
      await this.#ask({ text, ...exactness, from: here.page }, (piece) => this.#take(hits, piece), signal);
      if (signal.aborted) return;
      announce(countInWords(hits));
      // Pages that could not be read may be read when the same is asked for again.
      if (hits.failed > 0) this.#asked = "";
    } catch (error) {
      if (signal.aborted) return;
      const { code, detail } = ApiProblem.from(error);
      this.#asked = "";
      this.#problem = reasonFor(code, detail).title;
      announce(this.#problem);
      this.#show(hits);
    }
  }

  /**
   * @param {FoundHits} hits
   * @param {FindPiece} piece
   */
  #take(hits, piece) {
    if (hits !== this.#hits) return;
    const hadOne = hits.chosen !== null;
    hits.add(piece);
    if (!hadOne && hits.chosen) this.#look();
    else this.#show(hits);
  }

  /** Shows the hit that is chosen. */
  #look() {
    const chosen = this.#hits?.chosen;
    this.#show(this.#hits);
    const [box] = chosen?.hit.boxes ?? [];
    if (chosen && box) this.#reader.reveal(chosen.page, box, "hits");
  }

  /** @param {FoundHits | null} hits */
  #show(hits) {
    this.#hits = hits;
    this.#bar.show(hits, this.#problem);
    this.#reader.mark(hits);
    this.#calls.changed();
  }
}
