/**
 * Scrolls, zooms and pages through the pages of a document, without a DOM: two scroll views, one in the other.
 *
 * The inner one shows all spreads, or one where spreads are paged; the outer one then pages from spread to spread. A spread
 * becomes the inner view's content once no finger drags and it is the nearest. Until then it is shown as it will be entered.
 *
 * Positions are CSS pixels, times ms.
 */

import { contentOrigin, isScrollable, limitsOf, ScrollView } from "../gestures/index.js";
import { fractionIn, minus, ORIGIN, plus, rect, vec } from "../gestures/geometry/index.js";
import { MAXIMUM_ZOOM, MINIMUM_ZOOM } from "../shell/zoom.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/index.js").ScrollGeometry} ScrollGeometry */
/** @typedef {import("./viewport.js").Place} Place */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** Fingers that leave a zoom nearer than this share to the smallest one leave it there. */
const FIT_SNAP = 0.04;

/** Fingers that leave a zoom nearer than this share to a fit that they found have moved the pages alone. */
const SAME_ZOOM = 0.02;

/** Time of one swing of the spring that follows a wheel's notch, in ms: it feels as immediate as it is. */
const NOTCH_RESPONSE = 180;

export class PageScroll {
  #viewport;
  /**
   * The viewport of a zoom that is under way.
   * @type {Viewport | null}
   */
  #coming = null;
  #spread = 0;
  /**
   * The spread that was left while pages still move, and the place that it was left at.
   * @type {{spread: number, offset: Point} | null}
   */
  #left = null;
  #isLayingOut = false;
  /** Scrolls and zooms. */
  view;
  /** Pages from spread to spread; has a single page where spreads follow one another. */
  pager;

  /**
   * @param {Viewport} viewport
   * @param {import("../gestures/index.js").ScrollViewOptions} options
   * @param {() => void} moved called whenever something else is to be drawn
   * @param {() => void} [settled] called when a motion is over: a glide, a drag, or one of code
   */
  constructor(viewport, options, moved, settled = () => {}) {
    this.#viewport = viewport;
    this.view = new ScrollView(options);
    this.pager = new ScrollView(options);
    this.view.viewForZooming = this;
    this.pager.pagingEnabled = true;
    this.view.delegate = { didScroll: moved, didSettle: settled };
    this.pager.delegate = {
      didSettle: settled,
      didScroll: () => {
        this.#followPager();
        moved();
      },
      didEndDragging: () => this.#followPager(),
    };
    const { left, top } = viewport.insets;
    this.put(viewport, { page: 1, fraction: ORIGIN }, vec(left, top));
  }

  /** The pages at the zoom that is shown. */
  get viewport() {
    const { zoomScale } = this.view;
    if (zoomScale === this.#viewport.zoom) return this.#viewport;
    const { layout } = this.#viewport;
    const known = [this.#coming, this.#viewport.smallest].find((some) => some?.zoom === zoomScale && some.layout === layout);
    this.#viewport = known ?? this.#viewport.scaledTo(zoomScale);
    return this.#viewport;
  }

  /** The pages at the zoom that they come to. */
  get wanted() {
    return this.#coming && this.view.destination.zoomScale === this.#coming.zoom ? this.#coming : this.viewport;
  }

  /** The spread that is shown, or the nearest one while they are paged. */
  get spread() {
    return this.#spread;
  }

  /** The part of the content that the window shows, in CSS pixels at the present zoom. */
  get seen() {
    return this.#seenOf(this.view.offset, this.view.geometry);
  }

  /** The pages and the part of the content that are seen at the end of a zoom by code; null where none is under way. */
  get arriving() {
    const { wanted, view } = this;
    if (wanted === this.viewport || !view.isAnimating) return null;
    const { offset, zoomScale } = view.destination;
    return { viewport: wanted, spread: this.#spread, seen: this.#seenOf(offset, { ...view.geometry, zoomScale }) };
  }

  /** Whether it moves by itself. */
  get isMoving() {
    return this.view.isAnimating || this.pager.isAnimating;
  }

  /** Whether fingers drag or zoom it. */
  get isHeld() {
    return [this.view, this.pager].some(({ interaction }) => interaction.isDragging || interaction.isZooming);
  }

  /** CSS pixels a second at which it scrolls by itself. */
  get speed() {
    const { x, y } = this.view.velocity;
    return Math.hypot(x, y);
  }

  /** Whether pages are wider than the window, so that a finger moves them sideways. */
  get isZoomedIn() {
    return isScrollable(this.view.geometry, "x");
  }

  /**
   * Shows other pages, another window or another arrangement, at once.
   * @param {Viewport} viewport
   * @param {Place} place
   * @param {Point} at the point of the window that it comes to, as far as the edges let it
   */
  put(viewport, place, at) {
    this.#viewport = viewport;
    this.#coming = null;
    this.#spread = viewport.layout.spreadOf(place.page);
    this.#layOut();
    this.view.restore({ offset: this.view.offset, zoomScale: viewport.zoom });
    this.view.setOffset(this.offsetFor(viewport.pointOf(place), at));
  }

  /**
   * The offset at which a point of what is scrolled over is seen at a point of the window.
   * @param {Point} point
   * @param {Point} at
   * @param {ScrollGeometry} [geometry] as it will be then
   */
  offsetFor(point, at, geometry = this.view.geometry) {
    return minus(plus(point, contentOrigin(geometry)), at);
  }

  /**
   * The place under a point of the window.
   * @param {Point} at
   */
  placeUnder(at) {
    return this.viewport.placeAt(plus(this.seen, at), this.#spread);
  }

  /**
   * The page nearest to a point of the window.
   * @param {Point} at
   */
  pageNear(at) {
    return this.viewport.pageNear(plus(this.seen, at), this.#spread);
  }

  /**
   * A point of the window in fractions of a page's sides, also beside it. It is where the page has come to, which is not drawn
   * before the next frame.
   * @param {number} page of the spread that is shown, where spreads are paged
   * @param {Point} at
   */
  fractionOn(page, at) {
    return fractionIn(this.viewport.frame(page), plus(this.seen, at));
  }

  /** Brings what moves to its end, so that a zoom is never left half way by what goes on from there. */
  finish() {
    this.pager.finish();
    this.view.finish();
  }

  /**
   * @param {Point} offset
   * @param {{animated?: boolean}} [options]
   */
  scrollTo(offset, options) {
    if (this.#isZooming) this.view.finish();
    this.view.setOffset(offset, options);
  }

  /**
   * Scrolls, as a wheel does: edges hold, and what comes in notches slides.
   * @param {Point} way
   * @param {{isNotch: boolean}} how
   */
  scrollBy(way, { isNotch }) {
    if (this.#isZooming) this.view.finish();
    const from = isNotch ? this.view.destination.offset : this.view.offset;
    this.view.setOffset(plus(from, way), isNotch ? { animated: true, response: NOTCH_RESPONSE } : {});
  }

  /**
   * Pages to a spread.
   * @param {number} spread
   * @param {{animated?: boolean}} [options]
   */
  page(spread, options = {}) {
    if (options.animated) this.pager.setPage(spread, options);
    else this.#show(spread);
  }

  /**
   * @param {Viewport} viewport to come to; of the same pages in the same arrangement
   * @param {Point} at the point of the window whose place stays, as far as the edges let it
   */
  zoomTo(viewport, at) {
    this.#prepareZoom(viewport, at);
    this.view.setZoomScale(viewport.zoom, { animated: true, about: at });
  }

  /**
   * Zooms so that another place is shown in the end.
   * @param {Viewport} viewport as for {@link zoomTo}
   * @param {(geometry: ScrollGeometry) => Point} offsetIn the offset then
   */
  zoomToPlace(viewport, offsetIn) {
    const { zoom, box } = viewport;
    this.#prepareZoom(viewport, vec(box.width / 2, box.height / 2));
    this.view.restore({ zoomScale: zoom, offset: offsetIn({ ...this.view.geometry, zoomScale: zoom }) }, { animated: true });
  }

  /**
   * @param {Viewport} viewport
   * @param {Point} at
   */
  #prepareZoom(viewport, at) {
    const place = this.placeUnder(at);
    // Pages that fit by themselves have other sizes beside one another: the one that stays begins as large as it is.
    const share = this.viewport.layout.frame(place.page).width / viewport.layout.frame(place.page).width;
    const from = viewport.scaledTo(this.view.zoomScale * share);
    if (from.layout !== this.viewport.layout) this.put(from, place, at);
    this.#coming = viewport;
    this.view.minimumZoomScale = Math.min(viewport.zoom, viewport.smallest.zoom);
    if (viewport.zoom === this.view.zoomScale) this.#viewport = viewport;
  }

  /**
   * Goes back to the fit that fingers found, where they have left its zoom as it was. Two that move side by side may be a pinch
   * for a moment, as their events come one after the other. A zoom that is nearly the smallest becomes that one.
   * @param {Viewport["mode"]} found as the fingers began
   */
  settleZoom(found) {
    const { viewport } = this;
    if (viewport.mode !== "scale") return;
    const isNear = (/** @type {Viewport} */ { zoom }, /** @type {number} */ share) => Math.abs(this.view.zoomScale / zoom - 1) < share;
    const kept = found === "scale" ? null : viewport.chosen({ mode: found });
    const { smallest, box: { width, height } } = viewport;
    const target = kept && isNear(kept, SAME_ZOOM) ? kept : smallest;
    if (target === kept || isNear(smallest, FIT_SNAP)) this.zoomTo(target, vec(width / 2, height / 2));
  }

  /**
   * Whether edges and limits give way, under fingers, or not, under a trackpad's pinch, which may also zoom out to the least.
   * @param {boolean} isElastic
   */
  setElastic(isElastic) {
    this.view.bouncesZoom = isElastic;
    this.view.minimumZoomScale = Math.min(this.viewport.zoom, isElastic ? this.viewport.smallest.zoom : MINIMUM_ZOOM);
  }

  /**
   * Remembers the present state, for a hand that may turn out to be the palm.
   * @returns {() => void} shows it again and stops what moves, unless the window or the pages have changed
   */
  remember() {
    const [viewport, spread, showing] = [this.viewport, this.#spread, this.view.showing];
    return () => {
      const { box, layout } = this.viewport;
      if (box !== viewport.box || layout !== viewport.layout) return;
      this.#viewport = viewport;
      this.#coming = null;
      if (spread !== this.#spread) this.#show(spread);
      this.view.restore(showing);
    };
  }

  /**
   * How far a spread lies from where the shown one is drawn; nothing where spreads follow one another.
   * @param {number} spread
   * @returns {Point}
   */
  shiftOf(spread) {
    if (!this.#layout.isPaged || spread === this.#spread) return ORIGIN;
    const geometry = this.#geometryOf(spread);
    const offset = this.#left?.spread === spread ? this.#left.offset : this.#entry(spread);
    const seen = this.#seenOf(offset, geometry);
    return plus(minus(this.seen, seen), this.#pagesAway(spread - this.#spread));
  }

  /** How far the shown spread is moved by the pager. */
  get pagerShift() {
    return this.#layout.isPaged ? minus(this.#pagesAway(this.#spread), this.pager.offset) : ORIGIN;
  }

  /** The layout, which no zoom changes: while sizes are being set, the zoom is still that of before. */
  get #layout() {
    return this.#viewport.layout;
  }

  get #isZooming() {
    return this.view.destination.zoomScale !== this.view.zoomScale;
  }

  /** What the pager shows at once: the window, and the gap behind it, of which nothing is seen at rest. */
  get #pagerBounds() {
    const { box: { width, height }, layout: { gap, pagingAxis } } = this.#viewport;
    return pagingAxis === "y" ? { width, height: height + gap } : { width: width + gap, height };
  }

  get #pageLength() {
    const { width, height } = this.#pagerBounds;
    return this.#layout.pagingAxis === "y" ? height : width;
  }

  /**
   * The way to a spread so many pages away.
   * @param {number} count
   */
  #pagesAway(count) {
    const way = count * this.#pageLength;
    return this.#layout.pagingAxis === "y" ? vec(0, way) : vec(way, 0);
  }

  /** Sizes, limits and the pager's place for the present viewport and spread. */
  #layOut() {
    const viewport = this.#viewport;
    const { box, insets, layout, zoom, smallest } = viewport;
    this.view.layOut({ boundsSize: box, contentSize: layout.content(this.#spread), contentInset: insets, centersContent: true });
    this.view.minimumZoomScale = Math.min(zoom, smallest.zoom);
    this.view.maximumZoomScale = Math.max(zoom, MAXIMUM_ZOOM);
    const boundsSize = this.#pagerBounds;
    const { width, height } = boundsSize;
    const count = layout.isPaged ? layout.spreadCount : 1;
    const contentSize = layout.pagingAxis === "y" ? { width, height: count * height } : { width: count * width, height };
    this.#left = null;
    // Until the pager is at its place again, it tells of other spreads.
    this.#isLayingOut = true;
    this.pager.layOut({ boundsSize, contentSize });
    this.pager.setPage(layout.isPaged ? this.#spread : 0);
    this.#isLayingOut = false;
  }

  /** Makes the spread that is nearest the one that is scrolled and zoomed. */
  #followPager() {
    if (!this.#layout.isPaged || this.#isLayingOut || this.pager.interaction.isDragging) return;
    const nearest = Math.round(this.pager.offset[this.#layout.pagingAxis ?? "x"] / this.#pageLength);
    const spread = Math.max(0, Math.min(this.#layout.spreadCount - 1, nearest));
    if (spread !== this.#spread) this.#enter(spread);
    if (!this.pager.isAnimating && !this.pager.interaction.isTracking) this.#left = null;
  }

  /** @param {number} spread */
  #enter(spread) {
    const offset = this.#entry(spread);
    const left = { spread: this.#spread, offset: this.view.offset };
    this.#spread = spread;
    this.view.layOut({ contentSize: this.#layout.content(spread) });
    this.view.setOffset(offset);
    this.#left = left;
  }

  /**
   * Shows a spread at once, from its beginning.
   * @param {number} spread
   */
  #show(spread) {
    this.pager.setPage(spread);
    if (this.#spread !== spread) this.#enter(spread);
    this.#left = null;
  }

  /**
   * The offset at which a spread is entered: its top left, but for the side that is nearer to the shown one.
   * @param {number} spread
   */
  #entry(spread) {
    const { low, high } = limitsOf(this.#geometryOf(spread));
    if (spread >= this.#spread) return low;
    return this.#layout.pagingAxis === "y" ? vec(low.x, high.y) : vec(high.x, low.y);
  }

  /** @param {number} spread */
  #geometryOf(spread) {
    return { ...this.view.geometry, contentSize: this.#layout.content(spread) };
  }

  /**
   * @param {Point} offset
   * @param {ScrollGeometry} geometry
   */
  #seenOf(offset, geometry) {
    const corner = minus(offset, contentOrigin(geometry));
    return rect(corner.x, corner.y, geometry.boundsSize.width, geometry.boundsSize.height);
  }
}
