/** Pages in small, to choose one: a window of them is in the document, however many there are. */

import { button, element, setAttributes } from "../shell/element.js";
import { onResize } from "../shell/resize.js";
import { say } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { PagePull } from "./page-pull.js";

/** @typedef {import("../api/page-names.js").PageNames} PageNames */
/** @typedef {import("../api/page-source.js").PageSource} PageSource */
/** @typedef {import("./page-layout.js").PageRun} PageRun */

/** How long they must rest before pictures are asked for: none for what only flies by. */
const REST_MILLISECONDS = 80;

/** Pictures that load at once: the pages themselves need the line, and the server's workers, more. */
const MOST_LOADING = 2;

/**
 * @typedef {object} ThumbnailCalls
 * @property {PageNames} names of the pages
 * @property {PageSource} source
 * @property {(page: number) => void} go called when a page is chosen
 * @property {() => boolean} mustWait whether the pages themselves are loading
 * @property {Pick<import("./page-outlets.js").PageOutlets, "openMenu" | "drag">} [outlets] ways of a page out of the document
 */

/** Laid out by its subclasses: in a row ({@link PageStrip}), or in rows ({@link PageGrid}). */
export class PageThumbnails {
  /** @type {HTMLElement} */
  element;
  /** @protected */
  list = element("ol", { class: "strip-list" });
  /** @protected */
  scroller = element("div", { class: "strip-scroller" }, this.list);
  /** @protected */
  names;
  /** @protected */
  page = 1;
  #source;
  #go;
  #mustWait;
  #rest;
  #signal;
  #started = false;
  #isDraggable = false;
  #width;
  /** @type {Map<number, HTMLElement>} */
  #items = new Map();
  /** @type {Map<number, HTMLImageElement>} */
  #coming = new Map();
  /** @type {Set<number>} */
  #loaded = new Set();
  /**
   * Pages whose picture did not come since they were last brought into sight.
   * @type {Set<number>}
   */
  #failed = new Set();

  /**
   * @param {ThumbnailCalls} calls
   * @param {{class: string, width: number, isPulledUp?: boolean, label?: string}} look the class, the width of a picture in CSS
   *   pixels, whether fingers pull pages out of it, and its name where that is not “Pages”
   * @param {AbortSignal} signal
   */
  constructor({ names, source, go, mustWait, outlets }, look, signal) {
    this.names = names;
    this.#source = source;
    this.#go = go;
    this.#mustWait = mustWait;
    this.#signal = signal;
    this.#rest = new Timer(signal);
    this.#width = Math.round(look.width * devicePixelRatio);
    this.element = element("nav", { "class": look.class, "aria-label": look.label ?? say("Pages") }, this.scroller);
    this.scroller.addEventListener("scroll", () => this.draw(), { signal, passive: true });
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    if (outlets) this.#lead(outlets, look.isPulledUp === true, signal);
    onResize(this.scroller, () => this.#resized(), signal);
  }

  /**
   * @param {NonNullable<ThumbnailCalls["outlets"]>} outlets
   * @param {boolean} isPulledUp
   * @param {AbortSignal} signal
   */
  #lead(outlets, isPulledUp, signal) {
    const drop = outlets.openMenu.bind(outlets);
    if (isPulledUp) new PagePull(this.element, { itemOf: (target) => this.#itemOf(target), drop }, signal);
    this.element.addEventListener("contextmenu", (event) => {
      const [page, item] = this.#itemOf(event.target);
      if (page === undefined || !item) return;
      event.preventDefault();
      // The key that opens menus names no point.
      outlets.openMenu(page, item, event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : undefined);
    }, { signal });
    this.element.addEventListener("dragstart", (event) => {
      const [page] = this.#itemOf(event.target);
      if (page !== undefined && event.dataTransfer) outlets.drag(page, event.dataTransfer);
    }, { signal });
    // A finger that stays opens the menu.
    this.#isDraggable = matchMedia("(hover: hover)").matches;
  }

  /**
   * @param {EventTarget | null} target
   * @returns {[number, HTMLElement] | []}
   */
  #itemOf(target) {
    return target instanceof Node ? [...this.#items].find(([, item]) => item.contains(target)) ?? [] : [];
  }

  /**
   * The pages that are seen, and a little more.
   * @protected
   * @returns {PageRun} may reach beyond the first and the last page
   */
  get seen() {
    return { first: 1, last: 1 };
  }

  /**
   * Puts a page into its place.
   * @protected
   * @param {HTMLElement} _item
   * @param {number} _page
   */
  place(_item, _page) {}

  /**
   * Scrolls the page that is shown into sight.
   * @protected
   */
  reveal() {}

  /**
   * The steps in pages that arrow keys take.
   * @protected
   * @returns {Readonly<Record<string, number>>}
   */
  get steps() {
    return { ArrowLeft: -1, ArrowRight: 1 };
  }

  /** Pictures may load from now on: the page itself has come. */
  start() {
    if (this.#started) return;
    this.#started = true;
    this.draw();
  }

  /**
   * The address of a page's picture where it has been loaded.
   * @param {number} page
   */
  loadedUrl(page) {
    return this.#loaded.has(page) ? this.pictureUrl(page) : null;
  }

  /**
   * The address of a page's picture.
   * @param {number} page
   */
  pictureUrl(page) {
    return this.#source.imageUrl(page, this.#width);
  }

  /**
   * Marks the page that is shown and brings it into sight.
   * @param {number} page
   */
  mark(page) {
    if (page === this.page && this.#items.size > 0) return;
    const before = this.#items.get(this.page);
    const focused = before?.contains(document.activeElement) ?? false;
    this.page = page;
    this.reveal();
    this.draw();
    this.#items.forEach((item, number) => this.#markItem(item, number));
    if (focused) this.focus();
  }

  /** Gives the focus to the page that is shown. */
  focus() {
    this.#items.get(this.page)?.querySelector("button")?.focus({ preventScroll: true });
  }

  #resized() {
    this.reveal();
    this.draw();
  }

  /** @protected */
  draw() {
    const { seen } = this;
    const [first, last] = [Math.max(1, seen.first), Math.min(this.names.count, seen.last)];
    for (const [page, item] of this.#items) {
      if ((page < first || page > last) && page !== this.page) this.#remove(page, item);
    }
    for (let page = first; page <= last; page += 1) this.#ensure(page);
    this.#ensure(this.page);
    this.#items.forEach((item, page) => this.place(item, page));
    if (this.#started) this.#rest.set(REST_MILLISECONDS, () => this.#load());
  }

  /**
   * @param {number} page
   * @param {HTMLElement} item
   */
  #remove(page, item) {
    // The picture of an item that goes need not be drawn any more.
    this.#coming.get(page)?.removeAttribute("src");
    this.#coming.delete(page);
    this.#failed.delete(page);
    item.remove();
    this.#items.delete(page);
  }

  /** @param {number} page */
  #ensure(page) {
    if (this.#items.has(page)) return;
    const choose = button(
      { label: this.names.name(page), class: "strip-page" }, () => this.#go(page), this.#signal,
    );
    choose.append(
      element("span", { class: "strip-picture" }),
      element("span", { class: "strip-label" }, this.names.label(page)),
    );
    const item = element("li", { class: "strip-item", draggable: this.#isDraggable && "true" }, choose);
    this.#markItem(item, page);
    this.#items.set(page, item);
    this.list.append(item);
  }

  /**
   * @param {HTMLElement} item
   * @param {number} page
   */
  #markItem(item, page) {
    const shown = page === this.page;
    const choose = item.querySelector("button");
    if (choose) setAttributes(choose, { "aria-current": shown && "page", "tabindex": shown ? 0 : -1 });
  }

  /** Asks once more for the pictures that could not be had. */
  retry() {
    this.#failed.clear();
    if (this.#started) this.#load();
  }

  /** Asks for the pictures that are missing, those nearest to the page that is shown first. */
  #load() {
    if (this.#mustWait()) {
      this.#rest.set(REST_MILLISECONDS, () => this.#load());
      return;
    }
    const missing = [...this.#items.keys()].filter((page) => this.#isMissing(page));
    const distance = (/** @type {number} */ page) => Math.abs(page - this.page);
    missing.sort((one, other) => distance(one) - distance(other));
    for (const page of missing.slice(0, Math.max(0, MOST_LOADING - this.#coming.size))) this.#loadPicture(page);
  }

  /** @param {number} page */
  #isMissing(page) {
    return !this.#coming.has(page) && !this.#failed.has(page) && !this.#pictureFrame(page)?.firstChild;
  }

  /** @param {number} page */
  #pictureFrame(page) {
    return this.#items.get(page)?.querySelector(".strip-picture");
  }

  /** @param {number} page */
  #loadPicture(page) {
    const image = element("img", { alt: "", decoding: "async", fetchpriority: "low", draggable: "false" });
    const ended = (/** @type {Event} */ { type }) => {
      if (this.#coming.get(page) !== image) return;
      this.#coming.delete(page);
      if (type === "error") this.#failed.add(page);
      else this.#arrived(page, image);
      this.#load();
    };
    image.addEventListener("load", ended, { signal: this.#signal });
    image.addEventListener("error", ended, { signal: this.#signal });
    image.src = this.pictureUrl(page);
    this.#coming.set(page, image);
  }

  /**
   * @param {number} page
   * @param {HTMLImageElement} image
   */
  #arrived(page, image) {
    this.#loaded.add(page);
    this.#pictureFrame(page)?.replaceChildren(image);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const step = this.steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(this.page + step);
  }
}
