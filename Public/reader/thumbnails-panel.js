/** All pages in rows, in a panel beside the document that follows the page. */

import { button, element } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { PageThumbnails } from "./page-thumbnails.js";

/** A picture's width and the cell that it stands in, in CSS pixels; `reader.css` has the same. */
const WIDTH = 128;
const CELL = Object.freeze({ width: 148, height: 204 });

class PageGrid extends PageThumbnails {
  /**
   * @param {import("./page-thumbnails.js").ThumbnailCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    super(calls, { class: "page-grid", width: WIDTH, label: say("All pages") }, signal);
  }

  get #columns() {
    return Math.max(1, Math.floor(this.scroller.clientWidth / CELL.width));
  }

  /** @override */
  get seen() {
    const { clientHeight, scrollTop } = this.scroller;
    const row = (/** @type {number} */ height) => Math.floor(height / CELL.height);
    return { first: (row(scrollTop) - 1) * this.#columns + 1, last: (row(scrollTop + clientHeight) + 2) * this.#columns };
  }

  /** @override */
  get steps() {
    return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#columns, ArrowDown: this.#columns };
  }

  /**
   * @override
   * @param {HTMLElement} item
   * @param {number} page
   */
  place({ style }, page) {
    const columns = this.#columns;
    const margin = (this.scroller.clientWidth - columns * CELL.width) / 2;
    style.left = `${margin + ((page - 1) % columns) * CELL.width}px`;
    style.top = `${Math.floor((page - 1) / columns) * CELL.height}px`;
    this.list.style.height = `${Math.ceil(this.names.count / columns) * CELL.height}px`;
  }

  /** @override */
  reveal() {
    const { clientHeight, scrollTop } = this.scroller;
    const top = Math.floor((this.page - 1) / this.#columns) * CELL.height;
    const isSeen = top >= scrollTop && top + CELL.height <= scrollTop + clientHeight;
    if (!isSeen) this.scroller.scrollTop = top - (clientHeight - CELL.height) / 2;
  }
}

export class ThumbnailsPanel {
  /** @type {HTMLElement} */
  element;
  #grid;

  /**
   * @param {import("./page-thumbnails.js").ThumbnailCalls} calls
   * @param {() => void} closed
   * @param {AbortSignal} signal
   */
  constructor(calls, closed, signal) {
    this.#grid = new PageGrid(calls, signal);
    const close = button({ label: say("Close"), icon: "close" }, closed, signal);
    const head = element("div", { class: "info-head" }, element("h2", { id: "thumbnails-title" }, say("Pages")), close);
    this.element = element(
      "aside", { "class": "info-panel thumbnails-panel", "aria-labelledby": "thumbnails-title", "tabindex": -1 }, head, this.#grid.element,
    );
    this.#grid.start();
  }

  focus() {
    this.#grid.focus();
  }

  /** Asks once more for the pictures that could not be had. */
  retry() {
    this.#grid.retry();
  }

  /** @param {number} page that is read now */
  mark(page) {
    this.#grid.mark(page);
  }
}
