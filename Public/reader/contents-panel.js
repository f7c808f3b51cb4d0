/** The contents of a document, in a panel beside it that follows the page. */

import { button, element, setAttributes } from "../shell/element.js";

/** @typedef {import("../api/api.js").OutlineItem} OutlineItem */
/** @typedef {import("../api/page-names.js").PageNames} PageNames */

/** Longer contents show their first level, and the rest of it when it is opened. */
const MOST_OPEN = 200;

export class ContentsPanel {
  /** @type {HTMLElement} */
  element;
  #goTo;
  #signal;
  #names;
  /**
   * Every item that leads to a page, in their order.
   * @type {{page: number, entry: HTMLElement}[]}
   */
  #entries = [];
  /** @type {HTMLElement | null} */
  #marked = null;

  /**
   * @param {readonly OutlineItem[]} outline
   * @param {PageNames} names of all pages
   * @param {{goTo: (page: number, top: number) => void, closed: () => void}} calls `top` is in page units
   * @param {AbortSignal} signal
   */
  constructor(outline, names, { goTo, closed }, signal) {
    this.#names = names;
    this.#goTo = goTo;
    this.#signal = signal;
    const close = button({ label: "Close", icon: "close" }, closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "contents-title" }, "Contents"), close);
    const list = element("nav", { "aria-labelledby": "contents-title" }, this.#list(outline, count(outline) <= MOST_OPEN));
    this.element = element("aside", { "class": "info-panel contents-panel", "aria-labelledby": "contents-title", "tabindex": -1 }, head, list);
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /** @param {number} page that is read now */
  mark(page) {
    const entry = this.#entries.filter((item) => item.page <= page).at(-1)?.entry ?? null;
    if (entry === this.#marked) return;
    if (this.#marked) setAttributes(this.#marked, { "aria-current": null });
    this.#marked = entry;
    if (!entry) return;
    setAttributes(entry, { "aria-current": "true" });
    entry.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {readonly OutlineItem[]} items
   * @param {boolean} isOpen
   * @returns {HTMLElement}
   */
  #list(items, isOpen) {
    return element("ul", { class: "contents-list" }, ...items.map((item) => this.#item(item, isOpen)));
  }

  /**
   * @param {OutlineItem} item
   * @param {boolean} isOpen
   */
  #item(item, isOpen) {
    const entry = this.#entry(item);
    if (item.children.length === 0) return element("li", {}, entry);
    const below = element("details", { open: isOpen }, element("summary", {}, entry), this.#list(item.children, isOpen));
    return element("li", {}, below);
  }

  /** @param {OutlineItem} item */
  #entry({ title, page, area }) {
    const words = title.trim() || "Untitled";
    if (page === undefined) return element("span", { class: "contents-title" }, words);
    const made = element("button", {
      "class": "contents-title", "type": "button", "title": this.#names.name(page), "data-label": this.#names.label(page),
    }, words);
    made.addEventListener("click", (event) => {
      // In a summary it would also open and close what is below.
      event.preventDefault();
      this.#goTo(page, area?.[1] ?? 0);
    }, { signal: this.#signal });
    this.#entries.push({ page, entry: made });
    return made;
  }
}

/**
 * @param {readonly OutlineItem[]} items
 * @returns {number}
 */
function count(items) {
  return items.reduce((sum, { children }) => sum + 1 + count(children), 0);
}
