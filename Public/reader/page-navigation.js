/** Where on its pages a document is read, and what leads from there to another place. It knows no page to show it on. */

import { isScrollable, limitsOf } from "../gestures/index.js";
import { middle, vec } from "../gestures/geometry/index.js";
import { turnOf, turned, unturned } from "./page-turn.js";
import { AIR } from "./viewport.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("./page-scroll.js").PageScroll} PageScroll */
/** @typedef {import("./viewport.js").Place} Place */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** How much of a screen is scrolled over by the space bar: what was last is seen again. */
const SCREENFUL = 0.9;

/** The way of an arrow key, in CSS pixels: three lines of text. */
const LINE = 60;

/** From farther away it jumps to a place instead of gliding there. */
const FAR_SCREENS = 3;

/** An offset so near to a limit has reached it, in CSS pixels. */
const NOTHING = 1;

export class PageNavigation {
  /**
   * The page that was gone to, until the user scrolls away: short pages share the screen.
   * @type {number | null}
   */
  #held = null;

  /** @param {PageScroll} scroll */
  constructor(scroll) {
    this.scroll = scroll;
  }

  /** The page that is shown, from 1. */
  get page() {
    return this.#held ?? this.#pageShown();
  }

  get #viewport() {
    return this.scroll.viewport;
  }

  get #layout() {
    return this.#viewport.layout;
  }

  /**
   * The place at the top, to be shown again in any window; null at the start of the page that was gone to.
   * @returns {Place | null}
   */
  get place() {
    return this.#held === null ? this.scroll.placeUnder(this.#top) : null;
  }

  /**
   * Whether the very end of the last page is seen, or comes to be seen: nothing is left to be read. Where all pages are seen at
   * once, one that was gone to counts.
   */
  get isAtEnd() {
    const layout = this.#layout;
    const last = layout.spreadCount - 1;
    const gone = this.#held === null ? last : layout.spreadOf(this.#held);
    if (gone !== last || (layout.isPaged && this.scroll.spread !== last)) return false;
    const { offset, limits } = this.scroll.view;
    return offset[layout.axis] >= limits.high[layout.axis] - NOTHING;
  }

  /** Whether it rests there, so that to go on means to leave the document. */
  get restsAtEnd() {
    return this.isAtEnd && !this.scroll.isMoving;
  }

  /** @param {Place} place */
  showPlace(place) {
    this.scroll.finish();
    this.#held = null;
    this.scroll.put(this.#viewport, place, this.#top);
  }

  /** The point of the window that stands for what is at the top, or at the beginning of a row. */
  get #top() {
    return startOf(this.#viewport);
  }

  /** The middle of what is free for pages. */
  get #middle() {
    return middle(this.#viewport.room);
  }

  /**
   * Shows the start of a page at once.
   * @param {number} page from 1
   */
  goTo(page) {
    const target = this.#nearestPage(page);
    this.scroll.finish();
    this.#showSpreadOf(target);
    this.scroll.scrollTo(this.#startOf(target));
    this.#held = target;
  }

  /**
   * Moves to the spread beside the one that is shown.
   * @param {1 | -1} direction
   */
  turn(direction) {
    if (direction === 1 && this.#isOnLastSpread) return this.#goToEnd({ animated: true });
    const target = this.#beside(direction);
    if (this.#layout.isPaged) this.scroll.page(this.#layout.spreadOf(target), { animated: true });
    else this.scroll.scrollTo(this.#startOf(target), { animated: true });
    this.#held = target;
  }

  /**
   * Shows the start of the spread before or behind the one that is shown at once.
   * @param {1 | -1} direction
   */
  goBeside(direction) {
    if (direction === 1 && this.#isOnLastSpread) this.#goToEnd();
    else this.goTo(this.#beside(direction));
  }

  get #isOnLastSpread() {
    return this.#layout.spreadOf(this.page) === this.#layout.spreadCount - 1;
  }

  /**
   * Shows the end of the last page, which may be longer than the window.
   * @param {{animated?: boolean}} [options]
   */
  #goToEnd(options) {
    if (this.isAtEnd) return;
    const { offset, limits: { high } } = this.scroll.view;
    this.#held = null;
    this.scroll.scrollTo(this.#axis === "x" ? vec(high.x, offset.y) : vec(offset.x, high.y), options);
  }

  /**
   * Reads on: by a screen, so that no line of a page that is higher than the window is left out. Where pages are turned one at a
   * time it turns.
   * @param {1 | -1} direction
   */
  goOn(direction) {
    if (this.#layout.isPaged) this.goBeside(direction);
    else this.goScreen(direction);
  }

  /** @param {1 | -1} direction */
  goScreen(direction) {
    this.scrollBy(direction * SCREENFUL * this.#viewport.room[this.#axis === "x" ? "width" : "height"]);
  }

  /** @param {1 | -1} direction */
  goLine(direction) {
    this.scrollBy(direction * LINE);
  }

  /**
   * Scrolls on along the pages; beyond the edge of a spread that is paged, to the next one.
   * @param {number} way in CSS pixels
   */
  scrollBy(way) {
    this.wheel(this.#axis === "x" ? vec(way, 0) : vec(0, way), { isNotch: true });
  }

  /**
   * Scrolls as a wheel does; at the edge of a spread that is paged it turns to the next one.
   * @param {Point} way
   * @param {{isNotch: boolean, mayTurn?: boolean}} how `mayTurn` is left out where it may
   */
  wheel(way, how) {
    const along = Math.abs(way.x) > Math.abs(way.y) ? way.x : way.y;
    if (this.#isAtEdge(way)) return how.mayTurn === false ? undefined : this.#turnPaged(along > 0 ? 1 : -1);
    this.#held = null;
    // A wheel that only turns up and down leads along a row, too.
    const isAcross = this.#layout.axis === "x" && way.x === 0 && !isScrollable(this.scroll.view.geometry, "y");
    this.scroll.scrollBy(isAcross ? vec(way.y, 0) : way, how);
  }

  /** @param {Point} offset */
  scrollTo(offset) {
    this.#held = null;
    this.scroll.scrollTo(offset);
  }

  /**
   * Brings a part of a page into sight, by as little as that takes (spec interaction E15). From far away it comes to
   * stand in the upper third.
   * @param {number} page from 1
   * @param {Rect} area in fractions of the page's sides as it is shown
   * @returns {boolean} whether anything moves for that
   */
  showArea(page, { x, y, width, height }) {
    const { box, bars, room } = this.#viewport;
    const { spread } = this.scroll;
    this.#showSpreadOf(page);
    const frame = this.#viewport.frame(page);
    const offset = this.scroll.view.destination.offset;
    const start = this.scroll.offsetFor(vec(frame.x + x * frame.width, frame.y + y * frame.height), vec(0, 0));
    const end = vec(start.x + width * frame.width, start.y + height * frame.height);
    const to = vec(
      nearest(offset.x, start.x - AIR, end.x + AIR, box.width),
      nearest(offset.y + bars.top, start.y - room.height / 4, end.y + room.height / 4, room.height) - bars.top,
    );
    const isFar = Math.hypot(start.x - offset.x, start.y - offset.y) > FAR_SCREENS * Math.max(box.width, box.height);
    this.#held = null;
    if (isFar) this.scroll.scrollTo(vec(to.x, start.y - bars.top - room.height / 3));
    else if (to.x !== offset.x || to.y !== offset.y) this.scroll.scrollTo(to, { animated: true });
    const { x: left, y: top } = this.scroll.view.destination.offset;
    return spread !== this.scroll.spread || Math.hypot(left - offset.x, top - offset.y) > NOTHING;
  }

  /**
   * Glides to another zoom of the same pages.
   * @param {Viewport} viewport
   * @param {Point} [at] the point of the window that stays where it is; its middle when left out
   */
  zoom(viewport, at = this.#middle) {
    this.#held = null;
    this.scroll.zoomTo(viewport, at);
  }

  /**
   * Glides to another zoom, at which a column of text is in the middle and what is under a point is at its height still.
   * @param {Viewport} viewport
   * @param {{page: number, left: number, right: number}} column between 0 and 1 of the page's width
   * @param {Point} at
   */
  zoomToColumn(viewport, { page, left, right }, at) {
    const { fraction } = this.scroll.placeUnder(at);
    const place = { page, fraction: vec((left + right) / 2, fraction.y) };
    this.#held = null;
    this.scroll.zoomToPlace(viewport, (geometry) => (
      this.scroll.offsetFor(viewport.pointOf(place), vec(middle(viewport.room).x, at.y), geometry)
    ));
  }

  /**
   * Glides to another zoom, at which the page that is read is shown from its start.
   * @param {Viewport} viewport
   */
  fit(viewport) {
    const { page } = this;
    this.scroll.zoomToPlace(viewport, (geometry) => this.#startOf(page, viewport, geometry));
    this.#held = page;
  }

  /**
   * Arranges the pages otherwise, at the same page.
   * @param {import("./page-layout.js").Arrangement} arrangement
   */
  arrange(arrangement) {
    this.scroll.finish();
    const { page } = this;
    this.#put(this.#viewport.with({ arrangement }), { page, fraction: vec(0.5, 0) });
    this.goTo(page);
  }

  /**
   * Turns all pages by a quarter; what is in the middle of the window stays there.
   * @param {1 | -1} direction clockwise, or the other way
   */
  rotate(direction) {
    this.scroll.finish();
    const held = this.#held;
    const viewport = this.#viewport;
    const { page, fraction } = this.scroll.placeUnder(this.#middle);
    const turn = turnOf(viewport.turn + 90 * direction);
    const place = { page, fraction: turned(unturned(fraction, viewport.turn), turn) };
    this.scroll.put(viewport.with({ turn }), place, this.#middle);
    if (held !== null) this.goTo(held);
  }

  /**
   * Follows the window: keeps the page that was gone to, or else what is at the top.
   * @param {Viewport} viewport
   */
  resize(viewport) {
    const page = this.#held;
    this.scroll.finish();
    this.#put(viewport, this.scroll.placeUnder(this.#top));
    if (page !== null) this.goTo(page);
  }

  /**
   * Where it is now, for a hand that may turn out to be the palm.
   * @returns {() => void} shows it again
   */
  remember() {
    const [back, held] = [this.scroll.remember(), this.#held];
    return () => {
      back();
      this.#held = held;
    };
  }

  /** Fingers have scrolled: the page is the one that is seen. */
  letGo() {
    this.#held = null;
  }

  get #axis() {
    return this.#layout.axis;
  }

  /**
   * The page of which most is seen, the first of several that are wholly seen, and the last one at the very end.
   */
  #pageShown() {
    const [layout, axis, { zoom }] = [this.#layout, this.#axis, this.#viewport];
    if (layout.isPaged) return layout.pagesOf(this.scroll.spread).first;
    const { seen } = this.scroll;
    const { bars } = this.#viewport;
    const start = (axis === "x" ? seen.x : seen.y + bars.top) / zoom;
    const end = (axis === "x" ? seen.x + seen.width : seen.y + seen.height - bars.bottom) / zoom;
    const last = layout.spreadCount - 1;
    if (end >= layout.extent(last).end - NOTHING && start > NOTHING) return layout.pagesOf(last).first;
    return layout.pagesOf(mostSeen(layout, start, end)).first;
  }

  /**
   * Shows the spread of a page at once, where spreads are paged.
   * @param {number} page
   */
  #showSpreadOf(page) {
    if (this.#layout.isPaged) this.scroll.page(this.#layout.spreadOf(page));
  }

  /**
   * @param {Viewport} viewport
   * @param {Place} place that comes to the top
   */
  #put(viewport, place) {
    this.scroll.put(viewport, place, startOf(viewport));
  }

  /** @param {1 | -1} direction */
  #turnPaged(direction) {
    if (this.scroll.pager.isAnimating) return;
    this.turn(direction);
    this.#held = null;
  }

  /**
   * Whether spreads are paged, and the one that is shown cannot be scrolled that way.
   * @param {Point} way
   */
  #isAtEdge(way) {
    const { isPaged, pagingAxis } = this.#layout;
    const axis = Math.abs(way.x) > Math.abs(way.y) ? "x" : "y";
    // A wheel turns pages that lie side by side, too; what goes to the side turns none that lie below one another.
    if (!isPaged || (pagingAxis === "y" && axis === "x")) return false;
    const { offset, limits: { low, high } } = this.scroll.view;
    return way[axis] > 0 ? offset[axis] >= high[axis] - NOTHING : offset[axis] <= low[axis] + NOTHING;
  }

  /**
   * The first page of the spread before or behind the one that is shown.
   * @param {1 | -1} direction
   */
  #beside(direction) {
    return this.#nearestPage(this.#layout.pagesOf(this.#layout.spreadOf(this.page) + direction).first);
  }

  /** @param {number} page */
  #nearestPage(page) {
    return Math.max(1, Math.min(this.#viewport.pageCount, page));
  }

  /**
   * The offset that shows a page: in the middle if it is wholly seen then, else from its start.
   * @param {number} page
   * @param {Viewport} [viewport] as it will be then, and its geometry
   * @param {import("../gestures/index.js").ScrollGeometry} [geometry]
   */
  #startOf(page, viewport = this.#viewport, geometry = this.scroll.view.geometry) {
    const { room, arrangement } = viewport;
    const frame = viewport.frame(page);
    const spare = vec(Math.max(0, room.width - frame.width) / 2, Math.max(0, room.height - frame.height) / 2);
    const { x, y } = this.scroll.offsetFor(vec(frame.x, frame.y), vec(room.x, room.y), geometry);
    const { low, high } = limitsOf(geometry);
    if (arrangement.flow === "across") return vec(x - spare.x, y - spare.y);
    return vec(arrangement.spread === "single" ? (low.x + high.x) / 2 : x, y - spare.y);
  }
}

/**
 * The point of the window that stands for what is at the top, or at the beginning of a row.
 * @param {Viewport} viewport
 */
function startOf({ layout, room }) {
  return layout.axis === "x" ? vec(room.x, room.y + room.height / 2) : vec(room.x + room.width / 2, room.y);
}

/**
 * The spread of which most is seen between two places, as a share of what could be seen of it.
 * @param {import("./page-layout.js").PageLayout} layout
 * @param {number} start
 * @param {number} end
 */
function mostSeen(layout, start, end) {
  const share = (/** @type {number} */ spread) => {
    const extent = layout.extent(spread);
    const common = Math.min(end, extent.end) - Math.max(start, extent.start);
    return common / Math.min(extent.end - extent.start, end - start);
  };
  let best = layout.spreadAt(start);
  const last = layout.spreadAt(end);
  for (let spread = best + 1; spread <= last; spread += 1) {
    if (share(spread) > share(best) + 1e-6) best = spread;
  }
  return best;
}

/**
 * The offset nearest to `offset` from which all between two edges is seen, or its beginning where that is too long.
 * @param {number} offset
 * @param {number} start
 * @param {number} end
 * @param {number} room
 */
function nearest(offset, start, end, room) {
  if (end - start > room) return start;
  return Math.min(start, Math.max(end - room, offset));
}
