/** Where the pages lie: one column, in CSS pixels. Pure and immutable. */

import { clamp, fractionIn, lastNotAbove, overlap, pointIn, rect } from "../gestures/geometry/index.js";
import { snapPosition } from "../shell/resolution.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */

/**
 * A place on a page that stays the same at every zoom: page number from 1, fractions of its sides.
 * @typedef {{readonly page: number, readonly fraction: Point}} Place
 */

/** Space around the pages, in CSS pixels. */
export const AIR = 16;

/** Space between two pages, in CSS pixels. */
export const GAP = 12;

export class PageLayout {
  #sizes;
  #tops;
  #box;
  #pixelRatio;
  #width;
  #height;

  /**
   * @param {readonly Size[]} sizes of the pages as shown; whole device pixels
   * @param {Size} box what is seen at once
   * @param {number} pixelRatio
   */
  constructor(sizes, box, pixelRatio) {
    this.#sizes = sizes;
    this.#box = box;
    this.#pixelRatio = pixelRatio;
    this.#tops = new Float64Array(sizes.length);
    let y = AIR;
    let widest = 0;
    sizes.forEach((size, index) => {
      this.#tops[index] = y;
      y = snapPosition(y + size.height + GAP, pixelRatio);
      widest = Math.max(widest, size.width);
    });
    this.#height = y - GAP + AIR;
    this.#width = Math.max(box.width, widest + 2 * AIR);
    this.#center();
  }

  /** All that can be scrolled over. */
  get content() {
    return { width: this.#width, height: Math.max(this.#height, this.#box.height) };
  }

  /**
   * @param {number} page from 1
   * @returns {Rect}
   */
  frame(page) {
    const size = this.#sizes[page - 1] ?? { width: 1, height: 1 };
    const x = snapPosition((this.#width - size.width) / 2, this.#pixelRatio);
    return rect(x, this.#tops[page - 1] ?? 0, size.width, size.height);
  }

  /**
   * The first and the last page of which something lies between two heights.
   * @param {number} top
   * @param {number} bottom
   */
  pagesBetween(top, bottom) {
    const first = this.#pageAtHeight(top);
    const visible = this.frame(first).y + this.frame(first).height > top;
    const start = visible ? first : Math.min(first + 1, this.#sizes.length);
    return { first: start, last: Math.max(start, this.#pageAtHeight(bottom)) };
  }

  /**
   * The page that a reader would say is shown: the one of which most is seen, the first of several that are
   * wholly seen, and the last one at the very end.
   * @param {number} top of what is seen
   */
  pageShown(top) {
    const height = this.#box.height;
    if (top >= this.content.height - height - 1 && top > 1) return this.#sizes.length;
    const { first, last } = this.pagesBetween(top, top + height);
    let best = first;
    for (let page = first + 1; page <= last; page += 1) {
      if (this.#seen(page, top) > this.#seen(best, top) + 1e-6) best = page;
    }
    return best;
  }

  /**
   * @param {Point} point
   * @returns {Place}
   */
  placeAt(point) {
    const page = this.#pageAtHeight(point.y);
    return { page, fraction: fractionIn(this.frame(page), point) };
  }

  /**
   * The point of the content where a place lies; inverse of {@link placeAt}.
   * @param {Place} place
   */
  pointOf(place) {
    return pointIn(this.frame(place.page), place.fraction);
  }

  /**
   * The scroll position that shows a page: in the middle if it is wholly seen then, else from its top.
   * @param {number} page
   */
  scrollTo(page) {
    const frame = this.frame(page);
    const spare = Math.max(0, this.#box.height - frame.height - 2 * AIR) / 2;
    const limit = Math.max(0, this.content.height - this.#box.height);
    return clamp(snapPosition(frame.y - AIR - spare, this.#pixelRatio), 0, limit);
  }

  /** Moves pages that leave space free to the middle of it. */
  #center() {
    const spare = this.#box.height - this.#height;
    if (spare <= 0) return;
    const shift = snapPosition(spare / 2, this.#pixelRatio);
    this.#tops = this.#tops.map((top) => top + shift);
  }

  /** @param {number} y */
  #pageAtHeight(y) {
    return lastNotAbove(this.#tops, y) + 1;
  }

  /**
   * How much of what could be seen of a page is seen, 0 to 1.
   * @param {number} page
   * @param {number} top
   */
  #seen(page, top) {
    const frame = this.frame(page);
    const common = overlap(frame.y, frame.y + frame.height, top, top + this.#box.height);
    return common / Math.min(frame.height, this.#box.height);
  }
}
