/** Where on its pages a scroll model shows, and what leads from there to another place. It knows no page to show it on. */

import { vec } from "../gestures/geometry/index.js";
import { AIR } from "./page-layout.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./scroll-model.js").ScrollModel} ScrollModel */
/** @typedef {import("./page-layout.js").Place} Place */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** How much of a screen is scrolled over by the space bar: what was last is seen again. */
const SCREENFUL = 0.9;

/** The way of an arrow key, in CSS pixels: three lines of text. */
const LINE = 60;

/** From farther away it jumps to a place instead of gliding there. */
const FAR_SCREENS = 3;

export class PageNavigation {
  /**
   * The page that was gone to, for as long as nobody scrolls away: short pages share the screen.
   * @type {number | null}
   */
  #held = null;

  /** @param {ScrollModel} model */
  constructor(model) {
    this.model = model;
  }

  /** The page that is shown, from 1. */
  get page() {
    return this.#held ?? this.#viewport.layout.pageShown(this.model.scroll.y);
  }

  get #viewport() {
    return this.model.viewport;
  }

  /**
   * The place at the top, to be shown again in any window; null at the start of the page that was gone to.
   * @returns {Place | null}
   */
  get place() {
    const { scroll } = this.model;
    if (this.#held !== null) return null;
    return this.#viewport.layout.placeAt(vec(scroll.x + this.#top.x, scroll.y + this.#top.y));
  }

  /** @param {Place} place */
  showPlace(place) {
    const point = this.#viewport.layout.pointOf(place);
    this.model.finish();
    this.model.put(this.#viewport, vec(point.x - this.#top.x, point.y - this.#top.y));
    this.#held = null;
  }

  /** The point of the box that stands for what is at the top. */
  get #top() {
    return vec(this.#viewport.box.width / 2, AIR);
  }

  /**
   * Shows the start of a page at once.
   * @param {number} page from 1
   */
  goTo(page) {
    const target = this.#nearestPage(page);
    this.model.finish();
    this.model.put(this.#viewport, this.#startOf(target));
    this.#held = target;
  }

  /**
   * Scrolls to the page beside the one that is shown.
   * @param {1 | -1} direction
   */
  turn(direction) {
    const target = this.#nearestPage(this.page + direction);
    this.model.glideTo(this.#startOf(target));
    this.#held = target;
  }

  /** @param {1 | -1} direction */
  goScreen(direction) {
    this.scrollBy(direction * SCREENFUL * this.#viewport.box.height);
  }

  /** @param {1 | -1} direction */
  goLine(direction) {
    this.scrollBy(direction * LINE);
  }

  /** @param {number} way down, in CSS pixels */
  scrollBy(way) {
    this.#held = null;
    this.model.scrollBy(vec(0, way), { isNotch: true });
  }

  /** @param {Point} scroll */
  scrollTo(scroll) {
    this.#held = null;
    this.model.put(this.#viewport, scroll);
  }

  /**
   * Brings what lies between two heights of the box into sight, as the browser would.
   * @param {number} top
   * @param {number} bottom
   * @returns {boolean} whether it was not
   */
  reveal(top, bottom) {
    const { height } = this.#viewport.box;
    if (top < 0) this.scrollBy(top - AIR);
    else if (bottom > height) this.scrollBy(bottom - height + AIR);
    return top < 0 || bottom > height;
  }

  /**
   * Brings a part of a page into sight, by as little as that takes (spec interaction E15); from far away it comes to
   * stand in the upper third.
   * @param {number} page from 1
   * @param {import("../gestures/geometry/index.js").Rect} area in fractions of the page's sides
   */
  showArea(page, { x, y, width, height }) {
    const frame = this.#viewport.layout.frame(page);
    const { box } = this.#viewport;
    const scroll = this.model.destination;
    const top = frame.y + y * frame.height;
    const left = frame.x + x * frame.width;
    const isFar = Math.abs(top - scroll.y) > FAR_SCREENS * box.height;
    const to = vec(
      nearest(scroll.x, left - AIR, left + width * frame.width + AIR, box.width),
      nearest(scroll.y, top - box.height / 4, top + height * frame.height + box.height / 4, box.height),
    );
    this.#held = null;
    if (isFar) this.model.put(this.#viewport, vec(to.x, top - box.height / 3));
    else if (to.x !== scroll.x || to.y !== scroll.y) this.model.glideTo(to);
  }

  /**
   * Shows the same place in another way.
   * @param {Viewport} viewport
   * @param {Point} [at] the point of the box that stays where it is; its middle when left out
   */
  show(viewport, at = vec(this.#viewport.box.width / 2, this.#viewport.box.height / 2)) {
    const place = this.#viewport.layout.placeAt(vec(this.model.scroll.x + at.x, this.model.scroll.y + at.y));
    const point = viewport.layout.pointOf(place);
    this.#held = null;
    this.model.put(viewport, vec(point.x - at.x, point.y - at.y));
  }

  /**
   * Follows the window: keeps the page that was gone to, or else what is at the top.
   * @param {Viewport} viewport
   */
  resize(viewport) {
    const page = this.#held;
    this.model.finish();
    this.show(viewport, this.#top);
    if (page !== null) this.goTo(page);
  }

  /**
   * Where it is now, for a hand that may turn out to be the palm.
   * @returns {() => void} shows it again
   */
  remember() {
    const [back, held] = [this.model.remember(), this.#held];
    return () => {
      back();
      this.#held = held;
    };
  }

  /** Fingers have scrolled: the page is the one that is seen. */
  moved() {
    if (this.model.isHeld || this.model.isMoving) this.#held = null;
  }

  /** @param {number} page */
  #nearestPage(page) {
    return Math.max(1, Math.min(this.#viewport.pageCount, page));
  }

  /** @param {number} page */
  #startOf(page) {
    const { layout, scrollLimit } = this.#viewport;
    return vec(scrollLimit.x / 2, layout.scrollTo(page));
  }
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
