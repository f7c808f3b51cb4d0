/** The elements of the pages on the screen. While they move, only transforms change. */

import { snapPosition } from "../shell/resolution.js";
import { element } from "../shell/element.js";
import { say } from "../shell/texts.js";

/** @typedef {import("./page-scroll.js").PageScroll} PageScroll */
/** @typedef {import("./page-list.js").PageList} PageList */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** Pages are counted from a place at most so far from what is seen, in CSS pixels: transforms have 24 bits. */
const REACH = 100_000;

export class ScrolledPages {
  /** @type {HTMLElement} */
  element;
  /** The element that is touched to scroll and zoom; `element`, around it, is touched to turn pages. */
  content;
  #list;
  #origin = { x: 0, y: 0 };

  /** @param {PageList} list */
  constructor(list) {
    this.#list = list;
    this.content = element("div", { class: "pages-room" }, list.element);
    this.element = element("div", { "class": "pages", "tabindex": 0, "role": "region", "aria-label": say("Pages") }, this.content);
  }

  /**
   * @param {PageScroll} scroll
   * @param {Viewport} rested what the pages were laid out for when they last rested
   * @param {number} page that is read
   */
  draw(scroll, rested, page) {
    const { viewport, seen } = scroll;
    if (Math.abs(seen.y - this.#origin.y) > REACH) this.#origin = { ...this.#origin, y: Math.round(seen.y) };
    if (Math.abs(seen.x - this.#origin.x) > REACH) this.#origin = { ...this.#origin, x: Math.round(seen.x) };
    this.#list.draw({
      viewport, rested, origin: this.#origin, range: seenPages(scroll),
      isReached: (one) => one >= page || isBegun(scroll, one),
      shiftOf: (page) => scroll.shiftOf(viewport.layout.spreadOf(page)),
    });
    this.#list.element.style.transform = this.#transform(scroll);
    const { classList } = this.element;
    classList.toggle("zooming", viewport !== rested);
    classList.toggle("held", scroll.isHeld);
    classList.toggle("movable", scroll.isZoomedIn);
    classList.toggle("raster", viewport.isRaster);
  }

  /**
   * On whole device pixels, so that it is as sharp while it moves as at rest.
   * @param {PageScroll} scroll
   */
  #transform({ seen, pagerShift, viewport: { pixelRatio } }) {
    const x = snapPosition(this.#origin.x - seen.x + pagerShift.x, pixelRatio);
    const y = snapPosition(this.#origin.y - seen.y + pagerShift.y, pixelRatio);
    return `translate(${x}px, ${y}px)`;
  }
}

/**
 * Whether the start of a page is seen, so that its links lead no way back.
 * @param {PageScroll} scroll
 * @param {number} page
 */
function isBegun({ viewport, seen }, page) {
  const { layout: { axis }, bars } = viewport;
  return viewport.frame(page)[axis] >= seen[axis] + (axis === "y" ? bars.top : 0);
}

/**
 * The pages of which something is seen; where spreads are paged, those of one.
 * @param {Pick<PageScroll, "viewport" | "seen" | "spread">} scroll
 */
export function seenPages({ viewport: { layout, zoom }, seen, spread }) {
  const { axis } = layout;
  const length = seen[axis === "x" ? "width" : "height"];
  return layout.pagesBetween(seen[axis] / zoom, (seen[axis] + length) / zoom, spread);
}
