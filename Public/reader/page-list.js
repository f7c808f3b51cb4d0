/** The views of the pages that are seen, and of a spread on either side; no other views are in the document. */

import { element } from "../shell/element.js";
import { minus } from "../gestures/geometry/index.js";
import { PageView } from "./page-view.js";

/** @typedef {import("../api/page-names.js").PageNames} PageNames */
/** @typedef {import("../api/page-source.js").PageSource} PageSource */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/**
 * One drawing: pages lie where `viewport` says, and have been laid out, when they last rested, as in `rested`.
 * @typedef {object} Drawing
 * @property {Viewport} viewport
 * @property {Viewport} rested
 * @property {Point} origin from which places are counted, in CSS pixels of what is scrolled over
 * @property {import("./page-layout.js").PageRun} range pages that are seen
 * @property {(page: number) => boolean} isReached whether the key Tab leads to the links of a page that is seen
 * @property {(page: number) => Point} shiftOf how far from there a page is drawn that is about to be turned to
 */

/**
 * @typedef {object} PageFollower
 * @property {(page: number, view: PageView) => void} [made] called when a page has come into the document
 * @property {(page: number, layer: import("./text-layer.js").TextLayer) => void} add called when its words have come
 * @property {(page: number) => void} remove called when it is not in the document any more
 */

export class PageList {
  /** @type {HTMLElement} */
  element = element("div", { class: "pages-content" });
  #names;
  #source;
  #settled;
  #marks;
  /** @type {Map<number, PageView>} */
  #views = new Map();

  /**
   * @param {PageNames} names
   * @param {PageSource} source
   * @param {() => void} settled called whenever an image of a page has come or failed
   * @param {PageFollower} marks told of the pages and words that come and go
   */
  constructor(names, source, settled, marks) {
    this.#marks = marks;
    this.#names = names;
    this.#source = source;
    this.#settled = settled;
  }

  /**
   * The view of a page that is seen, or nearly.
   * @param {number} page from 1
   */
  view(page) {
    return this.#views.get(page);
  }

  /**
   * The page that an element lies on; null where that is none.
   * @param {Element} element
   */
  pageOf(element) {
    return [...this.#views].find(([, view]) => view.element.contains(element))?.[0] ?? null;
  }

  /** The pages that are in the document. */
  get pages() {
    return [...this.#views];
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    const { range, viewport: { layout } } = drawing;
    const first = layout.pagesOf(layout.spreadOf(range.first) - 1).first;
    const { last } = layout.pagesOf(layout.spreadOf(range.last) + 1);
    for (const [page, view] of this.#views) {
      if (page < first || page > last) this.#remove(page, view);
    }
    for (let page = first; page <= last; page += 1) this.#draw(page, drawing);
  }

  /** Lets go of all pages. */
  clear() {
    this.#views.forEach((view, page) => this.#remove(page, view));
  }

  /**
   * @param {number} page
   * @param {Drawing} drawing
   */
  #draw(page, { viewport, rested, origin, range, isReached, shiftOf }) {
    if (page < 1 || page > viewport.pageCount) return;
    const view = this.#views.get(page) ?? this.#make(page, viewport);
    view.place(viewport.frame(page), { rested: rested.frame(page), turn: viewport.turn, from: minus(origin, shiftOf(page)) });
    view.isReached = page >= range.first && page <= range.last && isReached(page);
  }

  /**
   * @param {number} page
   * @param {PageView} view
   */
  #remove(page, view) {
    view.destroy();
    this.#marks.remove(page);
    this.#views.delete(page);
  }

  /**
   * @param {number} page
   * @param {Viewport} viewport
   */
  #make(page, viewport) {
    const { pageText } = this.#source;
    const words = pageText && {
      size: viewport.pageSize(page), nameOf: (/** @type {number} */ other) => this.#names.name(other), load: () => pageText(page),
      came: (/** @type {import("./text-layer.js").TextLayer} */ layer) => this.#marks.add(page, layer),
    };
    const view = new PageView(this.#names.name(page), this.#source, this.#settled, words ?? null);
    view.showQuick(this.#source.quickUrl(page));
    const later = [...this.#views.keys()].filter((other) => other > page);
    const next = later.length ? this.#views.get(Math.min(...later))?.element ?? null : null;
    this.element.insertBefore(view.element, next);
    this.#views.set(page, view);
    this.#marks.made?.(page, view);
    return view;
  }
}
