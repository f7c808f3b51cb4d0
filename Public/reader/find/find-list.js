/** All hits with their lines, in a panel beside the document. */

import { button, element, setAttributes } from "../../shell/element.js";

/** @typedef {import("./found-hits.js").FoundHits} FoundHits */
/** @typedef {import("../../api/find-api.js").Hit} Hit */

/** So many lines are made at once; further ones come when the end is seen. */
const PORTION = 200;

export class FindList {
  #list = element("div", { class: "find-list" });
  #end = element("div", { "class": "find-end", "aria-hidden": "true" });
  /** @type {HTMLElement} */
  element;
  #calls;
  #signal;
  /** @type {FoundHits | null} */
  #hits = null;
  #most = PORTION;

  /**
   * @param {{name: (page: number) => string, choose: (page: number, index: number) => void, closed: () => void}} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    this.#calls = calls;
    this.#signal = signal;
    const close = button({ label: "Close", icon: "close" }, calls.closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "find-title" }, "All hits"), close);
    this.element = element("aside", { "class": "info-panel find-panel", "aria-labelledby": "find-title", "tabindex": -1 }, head, this.#list, this.#end);
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && this.#grow(), { root: this.element });
    seen.observe(this.#end);
    signal.addEventListener("abort", () => seen.disconnect());
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** @param {FoundHits | null} hits */
  show(hits) {
    if (hits !== this.#hits) this.#most = PORTION;
    this.#hits = hits;
    this.#draw();
  }

  #grow() {
    if (!this.#hits || this.#most >= this.#hits.count) return;
    this.#most += PORTION;
    this.#draw();
  }

  #draw() {
    let rest = this.#most;
    /** @type {HTMLElement[]} */
    const parts = [];
    for (const page of this.#hits?.pages ?? []) {
      if (rest <= 0) break;
      const hits = this.#hits?.onPage(page).slice(0, rest) ?? [];
      rest -= hits.length;
      const title = element("h3", {}, this.#calls.name(page));
      parts.push(element("section", {}, title, element("ul", {}, ...hits.map((hit, index) => this.#item(page, index, hit)))));
    }
    this.#list.replaceChildren(...parts);
    this.#list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {number} page
   * @param {number} index
   * @param {Hit} hit
   */
  #item(page, index, { before, text, after }) {
    const chosen = this.#hits?.chosen;
    const made = element(
      "button", { type: "button", class: "find-hit" }, element("bdi", {}, lastWords(before), element("mark", {}, text), after),
    );
    setAttributes(made, { "aria-current": chosen?.page === page && chosen.index === index ? "true" : null });
    made.addEventListener("click", () => this.#calls.choose(page, index), { signal: this.#signal });
    return element("li", {}, made);
  }
}

/** A line begins a little before its hit, at a word. */
const BEFORE = 28;

/** @param {string} text */
function lastWords(text) {
  if (text.length <= BEFORE) return text;
  const cut = text.slice(-BEFORE);
  return `…${cut.slice(cut.indexOf(" ") + 1)}`;
}
