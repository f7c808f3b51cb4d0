/**
 * Which images the pages get: of those that are seen first, then of their neighbours, then of those that come next. So the
 * later ones never stand in the way. A page larger than one image gets tiles on a coarse one.
 */

import { overlap } from "../../gestures/geometry/index.js";
import { PageTiles } from "./page-tiles.js";
import { PAGES_AHEAD, PagesAhead } from "./pages-ahead.js";

/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../page-list.js").PageList} PageList */
/** @typedef {import("../../api/page-source.js").PageSource} PageSource */
/** @typedef {import("../viewport.js").Viewport} Viewport */

/** The image under tiles is not asked for anew where the one that is shown has so much of its width. */
const ENOUGH = 0.75;

export class PageImages {
  #source;
  #list;
  #tiles;
  #ahead;

  /**
   * @param {PageSource} source
   * @param {PageList} list
   * @param {() => void} changed called when a tile has come
   * @param {PagesAhead} [ahead]
   */
  constructor(source, list, changed, ahead = new PagesAhead()) {
    this.#ahead = ahead;
    this.#source = source;
    this.#list = list;
    this.#tiles = new PageTiles(source, changed);
  }

  /**
   * Whether anything of these pages is still to come.
   * @param {readonly number[]} visible
   */
  isLoading(visible) {
    return visible.some((page) => this.#list.view(page)?.loading ?? true) || this.#tiles.loading;
  }

  /**
   * Asks for what is seen; when all of it is there, for what is next to it.
   * @param {Viewport} viewport
   * @param {Rect} seen of what is scrolled over
   * @param {readonly number[]} visible pages that are seen
   */
  load(viewport, seen, visible) {
    mostSeenFirst(viewport, seen, visible).forEach((page) => this.#loadPage(viewport, page, "high"));
    this.#loadTiles(viewport, seen, visible);
    if (this.isLoading(visible)) return this.#ahead.rest();
    const { layout } = viewport;
    const next = layout.pagesOf(layout.spreadOf(visible[visible.length - 1] ?? 0) + 1);
    this.#loadNeighbours(viewport, next);
    this.#loadNeighbours(viewport, layout.pagesOf(layout.spreadOf(visible[0] ?? 0) - 1));
    this.#lookAhead(viewport, visible[visible.length - 1] ?? 0, next);
  }

  /**
   * Fetches the pages that are turned to next, when all beside those that are seen is there.
   * @param {Viewport} viewport
   * @param {number} last page that is seen
   * @param {import("../page-layout.js").PageRun} neighbours behind it, which are in the document already
   */
  #lookAhead(viewport, last, neighbours) {
    if (this.#isComing(neighbours)) return;
    const pages = Array.from({ length: PAGES_AHEAD }, (_, index) => last + 1 + index);
    const further = pages.filter((page) => page > neighbours.last && page <= viewport.pageCount);
    this.#ahead.want(further.map((page) => this.#source.imageUrl(page, viewport.imageWidth(page))));
  }

  /** @param {import("../page-layout.js").PageRun} pages */
  #isComing({ first, last }) {
    for (let page = first; page <= last; page += 1) if (this.#list.view(page)?.loading) return true;
    return false;
  }

  /**
   * Asks for what comes to be seen at the end of a zoom.
   * @param {Viewport} viewport then
   * @param {Rect} seen then
   * @param {readonly number[]} visible pages then
   */
  prepare(viewport, seen, visible) {
    const tiled = visible.filter((page) => viewport.isTiled(page));
    this.#tiles.prepare(tiled, viewport, seen);
    visible.filter((page) => !tiled.includes(page)).forEach((page) => this.#loadPage(viewport, page, "high"));
  }

  /**
   * Asks what a page's tiles would be cut from, so that the first zoom into it does not wait for that.
   * @param {Viewport} viewport
   * @param {number} page
   */
  ask(viewport, page) {
    if (!viewport.isRaster) this.#tiles.ask(page, viewport);
  }

  /**
   * @param {Viewport} viewport
   * @param {import("../page-layout.js").PageRun} pages
   */
  #loadNeighbours(viewport, { first, last }) {
    for (let page = first; page <= last; page += 1) {
      this.#list.view(page)?.tiles.clear();
      this.#loadPage(viewport, page, "low");
    }
  }

  /** Lets go of all tiles. */
  clear() {
    this.#ahead.rest();
    this.#tiles.clear();
  }

  /**
   * @param {Viewport} viewport
   * @param {Rect} seen
   * @param {readonly number[]} visible
   */
  #loadTiles(viewport, seen, visible) {
    const tiled = visible.filter((page) => viewport.isTiled(page));
    const pages = tiled.flatMap((page) => {
      const view = this.#list.view(page);
      return view ? [{ page, layer: view.tiles }] : [];
    });
    this.#tiles.show(pages, viewport, seen);
  }

  /**
   * @param {Viewport} viewport
   * @param {number} page
   * @param {"high" | "low"} priority
   */
  #loadPage(viewport, page, priority) {
    const view = this.#list.view(page);
    if (!view) return;
    const width = viewport.imageWidth(page);
    if (viewport.isTiled(page) && view.pixels >= ENOUGH * width) return view.rest();
    view.show(this.#source.imageUrl(page, width), priority);
    if (!viewport.isTiled(page) && !view.loading) view.tiles.clear();
  }
}

/**
 * The pages in the order in which they are asked for: an edge that peeps in must not hold up the page that is read.
 * @param {Viewport} viewport
 * @param {Rect} seen
 * @param {readonly number[]} pages
 */
function mostSeenFirst(viewport, seen, pages) {
  const pixels = (/** @type {number} */ page) => {
    const { x, y, width, height } = viewport.frame(page);
    return overlap(x, x + width, seen.x, seen.x + seen.width) * overlap(y, y + height, seen.y, seen.y + seen.height);
  };
  return [...pages].sort((one, other) => pixels(other) - pixels(one));
}
