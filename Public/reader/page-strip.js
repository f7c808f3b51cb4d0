/** All pages in small along one edge; a window of them is in the document, however many there are. */

import { button, element, setAttributes } from "../shell/element.js";
import { onResize } from "../shell/resize.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("../api/page-names.js").PageNames} PageNames */
/** @typedef {import("../api/page-source.js").PageSource} PageSource */

/** A picture's width and the distance from one to the next, in CSS pixels; `reader.css` has the same. */
const STRIP_IMAGE_WIDTH = 44;
const PITCH = 56;

/** How long the strip must rest before pictures are asked for: none for what only flies by. */
const REST_MILLISECONDS = 80;

export class PageStrip {
  /** @type {HTMLElement} */
  element;
  #list = element("ol", { class: "strip-list" });
  #scroller;
  #names;
  #source;
  #go;
  #rest;
  #signal;
  #page = 1;
  #started = false;
  #width = Math.round(STRIP_IMAGE_WIDTH * devicePixelRatio);
  /** @type {Map<number, HTMLElement>} */
  #items = new Map();
  /** @type {Map<number, HTMLImageElement>} */
  #coming = new Map();
  /** @type {Set<number>} */
  #loaded = new Set();

  /**
   * @param {PageNames} names of the pages
   * @param {PageSource} source
   * @param {(page: number) => void} go called when a page is chosen
   * @param {AbortSignal} signal
   */
  constructor(names, source, go, signal) {
    this.#names = names;
    this.#source = source;
    this.#go = go;
    this.#signal = signal;
    this.#rest = new Timer(signal);
    this.#scroller = element("div", { class: "strip-scroller" }, this.#list);
    this.element = element("nav", { "class": "strip", "aria-label": "Pages" }, this.#scroller);
    this.#list.style.width = `${names.count * PITCH}px`;
    this.#scroller.addEventListener("scroll", () => this.#draw(), { signal, passive: true });
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    onResize(this.#scroller, () => this.#draw(), signal);
  }

  /** Pictures may load from now on: the page itself has come. */
  start() {
    if (this.#started) return;
    this.#started = true;
    this.#draw();
  }

  /**
   * The address of a page's picture where it has been loaded.
   * @param {number} page
   */
  loadedUrl(page) {
    return this.#loaded.has(page) ? this.#source.imageUrl(page, this.#width) : null;
  }

  /**
   * Marks the page that is shown and brings it into sight.
   * @param {number} page
   */
  mark(page) {
    if (page === this.#page && this.#items.size > 0) return;
    const before = this.#items.get(this.#page);
    const focused = before?.contains(document.activeElement) ?? false;
    this.#page = page;
    this.#reveal();
    this.#draw();
    this.#items.forEach((item, number) => this.#markItem(item, number));
    if (focused) this.#items.get(page)?.querySelector("button")?.focus({ preventScroll: true });
  }

  #reveal() {
    const { clientWidth, scrollLeft } = this.#scroller;
    const left = (this.#page - 1) * PITCH;
    const seen = left - PITCH >= scrollLeft && left + 2 * PITCH <= scrollLeft + clientWidth;
    if (!seen) this.#scroller.scrollLeft = left - (clientWidth - PITCH) / 2;
  }

  #draw() {
    const { clientWidth, scrollLeft } = this.#scroller;
    const first = Math.max(1, Math.floor(scrollLeft / PITCH) - 1);
    const last = Math.min(this.#names.count, Math.ceil((scrollLeft + clientWidth) / PITCH) + 1);
    for (const [page, item] of this.#items) {
      if ((page < first || page > last) && page !== this.#page) this.#remove(page, item);
    }
    for (let page = first; page <= last; page += 1) this.#ensure(page);
    this.#ensure(this.#page);
    if (this.#started) this.#rest.set(REST_MILLISECONDS, () => this.#load());
  }

  /**
   * @param {number} page
   * @param {HTMLElement} item
   */
  #remove(page, item) {
    // A picture that nobody waits for any more need not be drawn.
    this.#coming.get(page)?.removeAttribute("src");
    this.#coming.delete(page);
    item.remove();
    this.#items.delete(page);
  }

  /** @param {number} page */
  #ensure(page) {
    if (this.#items.has(page)) return;
    const choose = button(
      { label: this.#names.name(page), class: "strip-page" }, () => this.#go(page), this.#signal,
    );
    choose.append(
      element("span", { class: "strip-picture" }),
      element("span", { class: "strip-label" }, this.#names.label(page)),
    );
    const item = element("li", { class: "strip-item" }, choose);
    item.style.left = `${(page - 1) * PITCH}px`;
    this.#markItem(item, page);
    this.#items.set(page, item);
    this.#list.append(item);
  }

  /**
   * @param {HTMLElement} item
   * @param {number} page
   */
  #markItem(item, page) {
    const shown = page === this.#page;
    const choose = item.querySelector("button");
    if (choose) setAttributes(choose, { "aria-current": shown && "page", "tabindex": shown ? 0 : -1 });
  }

  #load() {
    for (const [page, item] of this.#items) {
      const frame = item.querySelector(".strip-picture");
      if (frame && !this.#coming.has(page) && !frame.firstChild) this.#loadPicture(page, frame);
    }
  }

  /**
   * @param {number} page
   * @param {Element} frame
   */
  #loadPicture(page, frame) {
    const image = element("img", { alt: "", decoding: "async", fetchpriority: "low", draggable: "false" });
    const arrived = () => {
      this.#coming.delete(page);
      this.#loaded.add(page);
      frame.replaceChildren(image);
    };
    image.addEventListener("load", arrived, { signal: this.#signal });
    image.src = this.#source.imageUrl(page, this.#width);
    this.#coming.set(page, image);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(this.#page + step);
  }
}
