/** All hits with their lines, in a panel beside the document: those round the chosen one, and more where one scrolls. */

import { button, element, setAttributes } from "../../shell/element.js";
import { say } from "../../shell/texts.js";

/** @typedef {import("./found-hits.js").FoundHits} FoundHits */
/** @typedef {import("../../api/find-api.js").Hit} Hit */

/** So many lines are made at once; further ones come when an end is seen. */
const PORTION = 200;

export class FindList {
  #list = element("div", { class: "find-list" });
  #start = element("div", { "class": "find-end", "aria-hidden": "true" });
  #end = element("div", { "class": "find-end", "aria-hidden": "true" });
  /** @type {HTMLElement} */
  element;
  #calls;
  #signal;
  /** @type {FoundHits | null} */
  #hits = null;
  /** The first page that is listed, and how many hits are from there. */
  #first = 1;
  #most = PORTION;
  #isStartSeen = false;
  /**
   * The parts of the list, by page.
   * @type {Map<number, HTMLElement>}
   */
  #parts = new Map();
  /** @type {HTMLElement | null} */
  #marked = null;

  /**
   * @param {{name: (page: number) => string, choose: (page: number, index: number) => void, closed: () => void}} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    const close = button({ label: say("Close"), icon: "close" }, calls.closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "find-title" }, say("All hits")), close);
    this.element = element("aside", { "class": "info-panel find-panel", "aria-labelledby": "find-title", "tabindex": -1 }, head, this.#start, this.#list, this.#end);
    const seen = new IntersectionObserver((entries) => entries.forEach((entry) => this.#saw(entry)), { root: this.element });
    seen.observe(this.#start);
    seen.observe(this.#end);
    signal.addEventListener("abort", () => seen.disconnect());
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** @param {FoundHits | null} hits */
  show(hits) {
    if (hits !== this.#hits) this.#begin(1);
    this.#hits = hits;
    if (this.#isStartSeen) this.#growBack();
    this.#draw();
    const page = hits?.chosen?.page;
    if (page !== undefined && !this.#parts.has(page)) {
      this.#begin(page);
      this.#draw();
    }
    this.#mark();
  }

  /** @param {number} page from which on hits are listed, instead of those that are */
  #begin(page) {
    this.#first = page;
    this.#most = PORTION;
    this.#parts.clear();
    this.#list.replaceChildren();
  }

  /** @param {IntersectionObserverEntry} entry of an end */
  #saw({ target, isIntersecting }) {
    if (target === this.#start) this.#isStartSeen = isIntersecting;
    if (!isIntersecting || !this.#hits) return;
    if (target === this.#start) return this.#growBack();
    this.#most += PORTION;
    this.#draw();
  }

  /** Lists a portion before those that are listed, which stay where they are seen. */
  #growBack() {
    const before = (this.#hits?.pages ?? []).filter((page) => page < this.#first);
    if (before.length === 0) return;
    let added = 0;
    for (let page = before.pop(); page !== undefined && added < PORTION; page = before.pop()) {
      added += this.#hits?.onPage(page).length ?? 0;
      this.#first = page;
    }
    this.#most += added;
    const below = this.element.scrollHeight - this.element.scrollTop;
    this.#draw();
    this.element.scrollTop = this.element.scrollHeight - below;
  }

  /** Adds the pages that are missing; those that are there stay as they are under the finger. */
  #draw() {
    let rest = this.#most;
    /** @type {HTMLElement | null} */
    let last = null;
    for (const page of (this.#hits?.pages ?? []).filter((each) => each >= this.#first)) {
      const hits = this.#hits?.onPage(page) ?? [];
      const part = this.#parts.get(page) ?? (rest > 0 ? this.#part(page, hits) : null);
      rest -= hits.length;
      if (!part) continue;
      if (!part.isConnected) {
        if (last) last.after(part);
        else this.#list.prepend(part);
      }
      last = part;
    }
  }

  /**
   * @param {number} page
   * @param {readonly Hit[]} hits
   */
  #part(page, hits) {
    const title = element("h3", {}, this.#calls.name(page));
    const part = element("section", {}, title, element("ul", { class: "contents-list" }, ...hits.map((hit, index) => this.#item(page, index, hit))));
    this.#parts.set(page, part);
    return part;
  }

  /** Marks the hit that is looked at, and brings it into sight when it is another one. */
  #mark() {
    const chosen = this.#hits?.chosen;
    const part = chosen && this.#parts.get(chosen.page);
    const made = part?.querySelectorAll("button")[chosen?.index ?? 0] ?? null;
    if (made === this.#marked) return;
    if (this.#marked) setAttributes(this.#marked, { "aria-current": null });
    this.#marked = made;
    if (!made) return;
    setAttributes(made, { "aria-current": "true" });
    made.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {number} page
   * @param {number} index
   * @param {Hit} hit
   */
  #item(page, index, { before, text, after }) {
    const made = element(
      "button", { type: "button", class: "contents-title find-hit" }, element("bdi", {}, lastWords(before), element("mark", {}, text), firstWords(after)),
    );
    made.addEventListener("click", () => this.#calls.choose(page, index), { signal: this.#signal });
    return element("li", {}, made);
  }
}

/** A line begins a little before its hit, at a word. */
const BEFORE = 28;

/** The server tells so many characters behind a hit at most, and cuts the last word off. */
const AFTER = 60;

/** @param {string} text */
function firstWords(text) {
  const isCut = [...text].length >= AFTER && text.includes(" ");
  return isCut ? `${text.slice(0, text.lastIndexOf(" "))} …` : text;
}

/** @param {string} text */
function lastWords(text) {
  if (text.length <= BEFORE) return text;
  const cut = [...text].slice(-BEFORE).join("");
  return `…${cut.slice(cut.indexOf(" ") + 1)}`;
}
