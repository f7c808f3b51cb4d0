/** Where the pages lie at 100 %: in spreads of one page or two, which follow one another or are shown one at a time. Pure. */

import { lastNotAbove, rect } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {"x" | "y"} Axis */

/** @typedef {import("../shell/address.js").Arrangement} Arrangement */

/** A run of pages, from 1, both included. */
/** @typedef {{readonly first: number, readonly last: number}} PageRun */

/** An arrangement in a window whose size is known. */
/** @typedef {Arrangement & {readonly spread: "single" | "double" | "cover"}} SettledArrangement */

/** Space between two spreads, in CSS pixels at 100 %, unless they are seamless. */
export const GAP = 12;

/** Space between the two pages of a spread, the same. */
export const SPINE = 4;

/** @type {Arrangement} */
export const ONE_COLUMN = Object.freeze({ flow: "down", spread: "single" });

export class PageLayout {
  #sizes;
  #arrangement;
  #spine;
  /** Space between two spreads, in CSS pixels: at 100 %, or at any zoom where they are paged. */
  gap;
  /** Where each page lies, and where each spread begins along the axis that they follow. */
  #xs;
  #ys;
  #starts;
  /** @type {Size} */
  #content = { width: 0, height: 0 };

  /**
   * @param {readonly Size[]} sizes of the pages, in CSS pixels at 100 %
   * @param {SettledArrangement} arrangement
   */
  constructor(sizes, arrangement) {
    this.#sizes = sizes;
    this.#arrangement = arrangement;
    this.#spine = arrangement.isSeamless ? 0 : SPINE;
    this.gap = arrangement.isSeamless ? 0 : GAP;
    this.#xs = new Float64Array(sizes.length);
    this.#ys = new Float64Array(sizes.length);
    this.#starts = new Float64Array(this.spreadCount);
    if (this.isPaged) this.#layEach();
    else this.#layInRow();
  }

  get spreadCount() {
    return Math.max(1, this.spreadOf(this.#sizes.length) + 1);
  }

  get isPaged() {
    return this.pagingAxis !== null;
  }

  /**
   * The axis along which spreads are paged; null where they follow one another.
   * @returns {Axis | null}
   */
  get pagingAxis() {
    const { flow } = this.#arrangement;
    return flow === "paged" ? "x" : flow === "paged-down" ? "y" : null;
  }

  /**
   * The axis along which the spreads follow one another.
   * @returns {Axis}
   */
  get axis() {
    return this.#arrangement.flow === "across" ? "x" : "y";
  }

  /**
   * All that is scrolled over while a spread is shown: it alone where spreads are paged.
   * @param {number} spread from 0
   */
  content(spread) {
    return this.isPaged ? this.#sizeOf(spread) : this.#content;
  }

  /**
   * The spread of a page.
   * @param {number} page from 1
   */
  spreadOf(page) {
    const { spread } = this.#arrangement;
    return spread === "single" ? page - 1 : (spread === "double" ? page - 1 : page) >> 1;
  }

  /**
   * @param {number} index of a spread, from 0
   * @returns {PageRun}
   */
  pagesOf(index) {
    const { spread } = this.#arrangement;
    if (spread === "single") return { first: index + 1, last: index + 1 };
    const left = spread === "double" ? 2 * index + 1 : 2 * index;
    return { first: Math.max(1, left), last: Math.min(this.#sizes.length, left + 1) };
  }

  /**
   * @param {number} page from 1
   * @returns {Rect} at 100 %; of a paged spread, counted from its corner
   */
  frame(page) {
    const { width, height } = this.#size(page);
    return rect(this.#xs[page - 1] ?? 0, this.#ys[page - 1] ?? 0, width, height);
  }

  /**
   * The pages of which something lies between two places along the axis; where spreads are paged, those of one.
   * @param {number} start
   * @param {number} end
   * @param {number} spread that is shown
   * @returns {PageRun}
   */
  pagesBetween(start, end, spread) {
    if (this.isPaged) return this.pagesOf(spread);
    const from = lastNotAbove(this.#starts, start);
    const isSeen = this.#endOf(from) > start;
    const first = isSeen ? from : Math.min(from + 1, this.spreadCount - 1);
    const last = Math.max(first, lastNotAbove(this.#starts, end));
    return { first: this.pagesOf(first).first, last: this.pagesOf(last).last };
  }

  /**
   * The spread that is at a place along the axis.
   * @param {number} place
   */
  spreadAt(place) {
    return lastNotAbove(this.#starts, place);
  }

  /**
   * Where a spread lies along the axis.
   * @param {number} spread
   */
  extent(spread) {
    return { start: this.#starts[spread] ?? 0, end: this.#endOf(spread) };
  }

  /**
   * The page of a spread that is nearest to a place across it.
   * @param {number} spread
   * @param {number} x
   */
  pageIn(spread, x) {
    const { first, last } = this.pagesOf(spread);
    return x < this.frame(last).x - this.#spine / 2 ? first : last;
  }

  /** @param {number} page */
  #size(page) {
    return this.#sizes[page - 1] ?? { width: 1, height: 1 };
  }

  /** @param {number} spread */
  #endOf(spread) {
    const size = this.#sizeOf(spread);
    return (this.#starts[spread] ?? 0) + (this.axis === "x" ? size.width : size.height);
  }

  /** @param {number} spread */
  #sizeOf(spread) {
    const { first, last } = this.pagesOf(spread);
    const [left, right] = [this.#size(first), this.#size(last)];
    if (first === last) return left;
    return { width: left.width + this.#spine + right.width, height: Math.max(left.height, right.height) };
  }

  /** Each spread from its own corner. */
  #layEach() {
    for (let spread = 0; spread < this.spreadCount; spread += 1) this.#place(spread, { x: 0, y: 0 }, this.#sizeOf(spread).height);
  }

  /** One spread after the other; across the axis all have one middle, and below one another one spine. */
  #layInRow() {
    const { axis, spreadCount } = this;
    const [height, left, right] = this.#widest();
    let along = 0;
    for (let spread = 0; spread < spreadCount; spread += 1) {
      const size = this.#sizeOf(spread);
      this.#starts[spread] = along;
      if (axis === "x") this.#place(spread, { x: along, y: (height - size.height) / 2 }, size.height);
      else this.#place(spread, { x: left - this.#leftOf(spread), y: along }, size.height);
      along += (axis === "x" ? size.width : size.height) + this.gap;
    }
    this.#content = axis === "x" ? { width: along - this.gap, height } : { width: left + right, height: along - this.gap };
  }

  /**
   * The height of the highest spread, and the most on each side of the spine, or of the middle.
   * @returns {[number, number, number]}
   */
  #widest() {
    let [height, left, right] = [1, 0, 0];
    for (let spread = 0; spread < this.spreadCount; spread += 1) {
      const size = this.#sizeOf(spread);
      height = Math.max(height, size.height);
      left = Math.max(left, this.#leftOf(spread));
      right = Math.max(right, size.width - this.#leftOf(spread));
    }
    return [height, left, right];
  }

  /**
   * How much of a spread lies on the left of the spine, or of its middle where it has none.
   * @param {number} spread
   */
  #leftOf(spread) {
    const { first, last } = this.pagesOf(spread);
    const { width } = this.#size(first);
    if (this.#arrangement.spread === "single") return width / 2;
    const isLeft = first < last || first % 2 === (this.#arrangement.spread === "double" ? 1 : 0);
    return isLeft ? width + this.#spine / 2 : -this.#spine / 2;
  }

  /**
   * @param {number} spread
   * @param {Point} corner
   * @param {number} height of the spread
   */
  #place(spread, { x, y }, height) {
    const { first, last } = this.pagesOf(spread);
    for (let page = first; page <= last; page += 1) {
      this.#xs[page - 1] = page === first ? x : x + this.#size(first).width + this.#spine;
      this.#ys[page - 1] = y + (height - this.#size(page).height) / 2;
    }
  }
}

/**
 * @param {Arrangement} a
 * @param {Arrangement} b
 */
export function isSameArrangement(a, b) {
  return a.flow === b.flow && a.spread === b.spread && Boolean(a.isSeamless) === Boolean(b.isSeamless);
}
