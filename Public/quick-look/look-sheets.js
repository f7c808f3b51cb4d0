/**
 * The pages of a document in a quick look, one below the other, each as high as the room. A page is its small picture at once,
 * and the sharp one when that has come. Only the pages beside the seen one are in the document.
 */

import { element, setAttributes } from "../shell/element.js";
import { imageWidth } from "../shell/resolution.js";
import { onResize } from "../shell/resize.js";
import { say } from "../shell/texts.js";
import { fitted, pageAt } from "./look-fit.js";
import { LookSheet } from "./look-sheet.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/** @typedef {import("./look-sheet.js").QuickPicture} QuickPicture */

/**
 * The pages, once they are known.
 * @typedef {object} LookedPages
 * @property {number} count
 * @property {(page: number) => Size} sizeOf
 * @property {number} most the largest scale at which they are shown
 * @property {(page: number, width: number) => string} urlOf the picture of a page, so many pixels wide
 */

/**
 * @typedef {object} SheetsPorts
 * @property {import("./look-sheet.js").SheetPorts["problemOf"]} problemOf
 * @property {() => void} moved called when another page is seen
 * @property {() => void} sharp called when the seen page is as sharp as it gets, or will not be
 */

/** Between a page and the edge of the room, in CSS pixels. */
const AIR = 16;

export class LookSheets {
  #name;
  #quick;
  #ports;
  #signal;
  /** @type {LookedPages | null} */
  #pages = null;
  /** @type {Map<number, LookSheet>} */
  #sheets = new Map();
  #isEntered = false;
  #seen = 1;
  #filler = element("div", { class: "look-filler" });
  /** @type {HTMLElement} */
  element = element("div", { class: "look-pages" }, this.#filler);

  /**
   * @param {string} name of the document
   * @param {QuickPicture} quick
   * @param {SheetsPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(name, quick, ports, signal) {
    this.#name = name;
    this.#quick = quick;
    this.#ports = ports;
    this.#signal = signal;
    this.element.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    onResize(this.element, () => this.#resized(), signal);
    signal.addEventListener("abort", () => this.#sheets.forEach((sheet) => sheet.end()));
    this.#draw();
  }

  get count() {
    return this.#pages?.count ?? 1;
  }

  /** The page that is seen, from 1. */
  get page() {
    return this.#seen;
  }

  /** The size of the small picture, where that is known: the proportion of the first page. */
  get quickSize() {
    return this.#sheets.get(1)?.quickSize ?? this.#quick.size;
  }

  /** The sheet that is seen. */
  get sheet() {
    return this.#sheets.get(this.#seen)?.element ?? null;
  }

  /** @param {LookedPages} pages */
  know(pages) {
    this.#pages = pages;
    this.#filler.style.height = `${pages.count * 100}%`;
    const isSeveral = pages.count > 1;
    this.element.classList.toggle("several", isSeveral);
    setAttributes(this.element, { "tabindex": isSeveral ? 0 : null, "role": isSeveral ? "group" : null, "aria-label": isSeveral ? say("Pages") : null });
    this.#draw();
  }

  /** It is what is looked at: the pages beside the seen one come, too. */
  enter() {
    this.#isEntered = true;
    this.#draw();
  }

  /** Something else is looked at: it keeps the seen page alone. */
  leave() {
    this.#isEntered = false;
    this.#draw();
  }

  /**
   * Goes to a page, as far as there are any.
   * @param {number} page
   * @returns {boolean} whether that is another one
   */
  goTo(page) {
    const wanted = Math.min(Math.max(1, page), this.count);
    if (wanted === this.#seen) return false;
    this.element.scrollTop = (wanted - 1) * this.element.clientHeight;
    this.#see(wanted);
    return true;
  }

  /** Asks again for sheets that did not come. */
  retry() {
    for (const sheet of this.#sheets.values()) sheet.retry();
  }

  #scrolled() {
    const page = pageAt(this.element, this.count);
    if (page !== this.#seen) this.#see(page);
  }

  /** @param {number} page */
  #see(page) {
    this.#seen = page;
    this.#draw();
    this.#ports.moved();
  }

  #resized() {
    this.element.scrollTop = (this.#seen - 1) * this.element.clientHeight;
    this.#draw();
  }

  #draw() {
    const beside = this.#isEntered ? [this.#seen, this.#seen - 1, this.#seen + 1] : [this.#seen];
    const near = beside.filter((page) => page >= 1 && page <= this.count);
    for (const [page, sheet] of this.#sheets) if (!near.includes(page)) this.#drop(page, sheet);
    for (const page of near) this.#place(page);
  }

  /**
   * @param {number} page
   * @param {LookSheet} sheet
   */
  #drop(page, sheet) {
    sheet.end();
    this.#sheets.delete(page);
  }

  /** @param {number} page */
  #place(page) {
    const sheet = this.#sheets.get(page) ?? this.#made(page);
    const { clientWidth, clientHeight } = this.element;
    const room = { width: clientWidth - 2 * AIR, height: clientHeight - 2 * AIR };
    if (room.width <= 0 || room.height <= 0) return;
    const pages = this.#pages;
    if (!pages) return sheet.hold(room);
    const size = fitted(pages.sizeOf(page), room, pages.most);
    sheet.fit(size);
    const isFirst = page === this.#seen;
    // Those beside it wait for the seen one.
    if (isFirst || this.#sheets.get(this.#seen)?.isSettled) sheet.sharpen(pages.urlOf(page, imageWidth(size, devicePixelRatio, Infinity)), isFirst && this.#isEntered);
  }

  /** @param {number} page */
  #made(page) {
    const quick = page === 1 ? this.#quick : null;
    const settled = () => {
      if (page !== this.#seen) return;
      this.#ports.sharp();
      if (!this.#signal.aborted) this.#draw();
    };
    const sheet = new LookSheet(quick, { problemOf: this.#ports.problemOf, settled });
    sheet.label = () => (this.count > 1 ? say("Page {page} of {name}", { page, name: this.#name }) : this.#name);
    this.#sheets.set(page, sheet);
    const slot = element("div", { class: "look-slot" }, sheet.element);
    slot.style.setProperty("--page", String(page - 1));
    this.element.append(slot);
    return sheet;
  }
}
