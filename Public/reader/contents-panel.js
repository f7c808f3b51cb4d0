/**
 * The contents of a document, in a panel beside it that follows the page.
 *
 * | keys on an entry | lead to |
 * | --- | --- |
 * | up, down, Home, End | other entries |
 * | right | what is below it: opened first where it is closed |
 * | left | what it is below: an entry that is open is closed first |
 * | Enter, Space | its page |
 */

import { button, element, setAttributes } from "../shell/element.js";
import { isPlain, keyAlong } from "../shell/keys.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").OutlineItem} OutlineItem */
/** @typedef {import("../api/page-names.js").PageNames} PageNames */

/** Longer contents show their first level, and the rest of it when it is opened. */
const MOST_OPEN = 200;

/**
 * The entry that a key leads to from an entry.
 * @type {Readonly<Record<string, (seen: readonly HTMLElement[], at: number) => HTMLElement | undefined>>}
 */
const STEPS = Object.freeze({
  ArrowUp: (seen, at) => seen[at - 1], ArrowDown: (seen, at) => seen[at + 1], Home: (seen) => seen[0], End: (seen) => seen.at(-1),
  ArrowLeft: (seen, at) => foldedInto(seen[at]), ArrowRight: (seen, at) => unfoldedFrom(seen, at),
});

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
  #page = 1;

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
    const close = button({ label: say("Close"), icon: "close" }, closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "contents-title" }, say("Contents")), close);
    const list = element("nav", { "aria-labelledby": "contents-title" }, this.#list(outline, count(outline) <= MOST_OPEN));
    this.element = element("aside", { "class": "info-panel contents-panel", "aria-labelledby": "contents-title", "tabindex": -1 }, head, list);
    list.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    list.addEventListener("toggle", () => this.mark(this.#page), { signal, capture: true });
  }

  /** Gives the focus to the entry of the page that is read. */
  focus() {
    const entry = this.#seen.find((one) => one === this.#marked) ?? this.element;
    entry.focus({ preventScroll: true });
  }

  /** The entries that are seen and take the focus. */
  get #seen() {
    const entries = /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("nav :is(button, summary:not([tabindex]))"));
    // A folded entry has a box for the browser's own search.
    return [...entries].filter((entry) => !entry.matches("details:not([open]) > ul *"));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const [step, seen] = [STEPS[keyAlong(event.key, this.element)], this.#seen];
    const at = seen.findIndex((entry) => entry === event.target);
    if (!step || at < 0 || !isPlain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    step(seen, at)?.focus();
  }

  /** @param {number} page that is read now */
  mark(page) {
    this.#page = page;
    const entry = shownFor(this.#entries.filter((item) => item.page <= page).at(-1)?.entry ?? null);
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
    const list = this.#list(item.children, isOpen);
    if (item.page === undefined) return element("li", {}, element("details", { open: isOpen }, element("summary", {}, entry), list));
    // An entry that leads to a page has the focus itself, and its keys; a control in a summary would not be told.
    const fold = element("summary", { "tabindex": -1, "aria-label": say("What is below {title}", { title: entry.textContent ?? "" }) });
    return element("li", {}, entry, element("details", { open: isOpen }, fold, list));
  }

  /** @param {OutlineItem} item */
  #entry({ title, page, area }) {
    const words = title.trim() || say("Untitled");
    if (page === undefined) return element("span", { class: "contents-title" }, words);
    const made = element("button", {
      "class": "contents-title", "type": "button", "title": this.#names.name(page), "data-label": this.#names.label(page),
    }, words);
    made.addEventListener("click", () => this.#goTo(page, area?.[1] ?? 0), { signal: this.#signal });
    this.#entries.push({ page, entry: made });
    return made;
  }
}

/**
 * The entry itself, or the one that is seen for it where it is folded away.
 * @param {HTMLElement | null} entry
 */
function shownFor(entry) {
  let shown = entry;
  for (let above = entry?.closest("ul")?.closest("details"); above; above = above.parentElement?.closest("details")) {
    if (!above.open) shown = above.parentElement?.querySelector(".contents-title") ?? null;
  }
  return shown;
}

/** @param {HTMLElement | undefined} entry */
function belowOf(entry) {
  return entry?.closest("li")?.querySelector("details") ?? null;
}

/**
 * Closes an entry that is open, or leads to the one that it is below.
 * @param {HTMLElement | undefined} entry
 */
function foldedInto(entry) {
  const below = belowOf(entry);
  if (below?.open) return void (below.open = false);
  const above = entry?.closest("ul")?.closest("details");
  return /** @type {HTMLElement | null | undefined} */ (above?.parentElement?.querySelector("button, summary")) ?? undefined;
}

/**
 * Opens an entry that is closed, or leads to the first one below it.
 * @param {readonly HTMLElement[]} seen
 * @param {number} at
 */
function unfoldedFrom(seen, at) {
  const below = belowOf(seen[at]);
  if (!below) return undefined;
  if (below.open) return seen[at + 1];
  below.open = true;
  return undefined;
}

/**
 * @param {readonly OutlineItem[]} items
 * @returns {number}
 */
function count(items) {
  return items.reduce((sum, { children }) => sum + 1 + count(children), 0);
}
