/** The pages, the window and the zoom of the reader as one immutable value. Pure. */

import { clamp, fractionIn, pointIn, rect } from "../gestures/geometry/index.js";
import { imageWidth, snap, snapPosition } from "../shell/resolution.js";
import { limitZoom, stepZoom } from "../shell/zoom.js";
import { fittedZoom, isSameFit, referenceOf, settledArrangement, shareOf } from "./fitted-zoom.js";
import { isSameArrangement, PageLayout } from "./page-layout.js";
import { turnedSize } from "./page-turn.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../shell/zoom.js").Zoom} Zoom */
/** @typedef {import("./fitted-zoom.js").PageFit} PageFit */

/**
 * A place on a page that stays the same at every zoom: page number from 1, fractions of its sides as it is shown.
 * @typedef {{readonly page: number, readonly fraction: Point}} Place
 */

/** How much of the window bars cover, in CSS pixels from its upper and its lower edge. */
/** @typedef {{readonly top: number, readonly bottom: number}} Bars */

/**
 * @typedef {object} ViewportState
 * @property {readonly Size[]} pages in page units, as shown after their own rotation
 * @property {number} unit CSS pixels that a page unit measures at 100 %
 * @property {boolean} raster whether the pages are pixels, which grow no sharper than they are
 * @property {Size} box what is seen at once, in CSS pixels
 * @property {Bars} bars
 * @property {number} pixelRatio device pixels per CSS pixel
 * @property {Zoom} zoom
 * @property {import("./page-layout.js").Arrangement} arrangement
 * @property {import("./page-turn.js").Turn} turn by which all pages are shown turned
 * @property {PageFit | null} [fit] by which each page was made to fit, where another zoom was come to from there
 * @property {number} [wholePixels] the most pixels of one image, where there are no tiles beyond it
 */

/** CSS pixels of a point (1/72 inch); CSS counts 96 pixels to the inch. */
export const CSS_PIXELS_PER_POINT = 96 / 72;

/** Space around the pages, in CSS pixels. */
export const AIR = 16;

/** Most pixels of one image of a whole page, 16 MiB when decoded: a Letter page at 200 %. Beyond it come tiles. */
const WHOLE_PAGE_PIXELS = 4 * 1024 * 1024;

/** Pixels of the image that tiles lie on: there at once, and enough to find one's way by. */
const GROUND_PIXELS = 1024 * 1024;

/** The longer side of a page, in CSS pixels at 100 %: a smaller page is shown so large, for a speck is not found. */
const LEAST_SIDE = 16;

/** So many layouts are kept: of the zoom that is shown, the one that is come to, and the fits that gestures ask for. */
const MOST_LAYOUTS = 4;

export class Viewport {
  #state;
  /** @type {number | null} */
  #zoom = null;
  /** @type {import("./page-layout.js").SettledArrangement | null} */
  #settled = null;
  /** @type {PageLayout | null} */
  #layout = null;

  /** @param {ViewportState} state */
  constructor(state) {
    this.#state = state;
  }

  /**
   * A copy with some of its state changed.
   * @param {Partial<ViewportState>} changes
   */
  with(changes) {
    return new Viewport({ ...this.#state, ...changes });
  }

  get pageCount() {
    return this.#state.pages.length;
  }

  get box() {
    return this.#state.box;
  }

  get bars() {
    return this.#state.bars;
  }

  /** The room around the pages when all of them is scrolled into sight, in CSS pixels. */
  get insets() {
    const { top, bottom } = this.bars;
    return { top: top + AIR, left: AIR, bottom: bottom + AIR, right: AIR };
  }

  get pixelRatio() {
    return this.#state.pixelRatio;
  }

  /** As the pages lie in this window. */
  get arrangement() {
    this.#settled ??= settledArrangement(this.#state.arrangement, this.#measured);
    return this.#settled;
  }

  /** As it was chosen for windows of all sizes. */
  get chosenArrangement() {
    return this.#state.arrangement;
  }

  get turn() {
    return this.#state.turn;
  }

  get mode() {
    return this.#state.zoom.mode;
  }

  /** The zoom that results, 1 for 100 %. */
  get zoom() {
    const { zoom } = this.#state;
    this.#zoom ??= zoom.mode === "scale" ? zoom.scale : fittedZoom(this.#fitting, zoom.mode);
    return this.#zoom;
  }

  /** Where the pages lie at 100 %. */
  get layout() {
    const { pages, unit, turn } = this.#state;
    this.#layout ??= layoutOf(pages, { unit, turn, arrangement: this.arrangement, fit: this.#fit });
    return this.#layout;
  }

  /**
   * Where a page lies as it is shown: on whole device pixels, so that its image needs no stretching.
   * @param {number} page from 1
   * @returns {Rect}
   */
  frame(page) {
    const { zoom, pixelRatio } = this;
    const { x, y, width, height } = this.layout.frame(page);
    const across = snap(width * zoom, pixelRatio);
    const down = snap((across * height) / width, pixelRatio);
    return rect(snapPosition(x * zoom, pixelRatio), snapPosition(y * zoom, pixelRatio), across, down);
  }

  /**
   * The place at a point of what is scrolled over.
   * @param {Point} point in CSS pixels
   * @param {number} spread that is shown, where spreads are paged
   * @returns {Place}
   */
  placeAt(point, spread) {
    const { layout, zoom } = this;
    const at = layout.isPaged ? spread : layout.spreadAt(point[layout.axis] / zoom);
    const page = layout.pageIn(at, point.x / zoom);
    return { page, fraction: fractionIn(this.frame(page), point) };
  }

  /**
   * The page that is nearest to a point. The space behind a page belongs to its place, but half of it is nearer to the next one.
   * @param {Point} point in CSS pixels
   * @param {number} spread that is shown, where spreads are paged
   */
  pageNear(point, spread) {
    const { layout, zoom } = this;
    const { page } = this.placeAt(point, spread);
    const next = layout.spreadOf(page) + 1;
    if (layout.isPaged || next >= layout.spreadCount) return page;
    const other = layout.pageIn(next, point.x / zoom);
    return beside(this.frame(other), point) < beside(this.frame(page), point) ? other : page;
  }

  /**
   * The point where a place lies; inverse of {@link placeAt}.
   * @param {Place} place
   */
  pointOf({ page, fraction }) {
    return pointIn(this.frame(page), fraction);
  }

  /**
   * How many pixels wide the image of a whole page should be: what its tiles lie on where it has some.
   * @param {number} page from 1
   */
  imageWidth(page) {
    const frame = this.#upright(page);
    const sharp = imageWidth(frame, this.pixelRatio, this.#native(page));
    const most = this.#state.wholePixels ?? GROUND_PIXELS;
    const ground = Math.round(Math.sqrt((most * frame.width) / frame.height));
    return this.isTiled(page) ? Math.min(sharp, ground) : sharp;
  }

  /**
   * Whether a page takes more pixels than one image of it should have.
   * @param {number} page from 1
   */
  isTiled(page) {
    const frame = this.#upright(page);
    const device = Math.min(frame.width * this.pixelRatio, this.#native(page));
    return device * device * (frame.height / frame.width) > (this.#state.wholePixels ?? WHOLE_PAGE_PIXELS);
  }

  /**
   * A page's own size, in page units.
   * @param {number} page from 1
   * @returns {Size}
   */
  pageSize(page) {
    return this.#state.pages[page - 1] ?? { width: 1, height: 1 };
  }

  get isRaster() {
    return this.#state.raster;
  }

  /** As the document is shown at first, whatever was chosen since. */
  get fitted() {
    return this.with({ zoom: { mode: "automatic" } });
  }

  /** The smallest view that fingers leave: the whole page, or the automatic one where that is smaller. */
  get smallest() {
    const whole = this.with({ zoom: { mode: "page" } });
    return whole.zoom < this.fitted.zoom ? whole : this.fitted;
  }

  /**
   * The same at another zoom; pages that were made to fit stay as large beside one another as they are.
   * @param {number} scale 1 for 100 %, limits or not
   */
  scaledTo(scale) {
    return this.with({ zoom: { mode: "scale", scale }, fit: this.#fit });
  }

  /**
   * The same at a zoom that was chosen: all pages in their own sizes, or made to fit.
   * @param {Zoom} zoom brought within the limits
   */
  chosen(zoom) {
    return this.with({ zoom: zoom.mode === "scale" ? { ...zoom, scale: limitZoom(zoom.scale) } : zoom, fit: null });
  }

  /**
   * @param {1 | -1} direction
   * @param {number} [page] whose zoom comes to the next step
   */
  stepped(direction, page = 1) {
    const share = this.zoomOf(page) / this.zoom;
    return this.scaledTo(stepZoom(this.zoom * share, direction) / share);
  }

  /**
   * The zoom at which a page is seen: another one than that of the common page where each is made to fit.
   * @param {number} page from 1
   */
  zoomOf(page) {
    const { unit, turn } = this.#state;
    const own = findable(scaled(turnedSize(this.pageSize(page), turn), unit));
    return this.zoom * (this.layout.frame(page).width / own.width);
  }

  /**
   * The size of a page as it would be shown without a turn.
   * @param {number} page
   */
  #upright(page) {
    return turnedSize(this.frame(page), this.turn);
  }

  /** @param {number} page */
  #native(page) {
    return this.#state.raster ? this.pageSize(page).width : Infinity;
  }

  /** The part of the window that is free for pages, in CSS pixels. */
  get room() {
    const { box: { width, height }, insets: { top, left, bottom, right } } = this;
    return rect(left, top, Math.max(1, width - left - right), Math.max(1, height - top - bottom));
  }

  get #fitting() {
    return { ...this.#measured, arrangement: this.arrangement };
  }

  /** The common page and its room. */
  get #measured() {
    const { pages, unit, turn, raster, box, pixelRatio } = this.#state;
    const { common, widest } = measured(pages, turn);
    const page = findable(scaled(common, unit));
    return { page, widest: Math.max(page.width, widest * unit), raster, box, room: this.room, pixelRatio };
  }

  /** The fit by which each page is made to fit; null where all are in their own sizes, or of one size. */
  get #fit() {
    const { pages, turn, zoom: { mode }, fit = null } = this.#state;
    if (mode === "scale") return fit;
    return measured(pages, turn).areEqual ? null : { fitting: this.#fitting, mode, zoom: this.zoom };
  }
}

/**
 * How far a point lies beside a frame.
 * @param {Rect} frame
 * @param {Point} point
 */
function beside({ x, y, width, height }, point) {
  return Math.hypot(point.x - clamp(point.x, x, x + width), point.y - clamp(point.y, y, y + height));
}

/** @typedef {Pick<ViewportState, "unit" | "turn"> & {readonly fit: PageFit | null} & Pick<import("./fitted-zoom.js").Fitting, "arrangement">} LayoutKey */

/**
 * The facts of some pages that are found by looking at all of them: they are the same from zoom to zoom.
 * @typedef {object} PagesFacts
 * @property {{key: LayoutKey, layout: PageLayout}[]} laidOut the latest layouts: of some fits, while one zoom leads to another
 * @property {Map<boolean, {common: Size, widest: number, areEqual: boolean}>} measured by whether they lie on their side
 */

/** @type {WeakMap<readonly Size[], PagesFacts>} */
const known = new WeakMap();

/**
 * @param {readonly Size[]} pages
 * @returns {PagesFacts}
 */
function factsOf(pages) {
  const facts = known.get(pages) ?? { laidOut: [], measured: new Map() };
  known.set(pages, facts);
  return facts;
}

/**
 * @param {readonly Size[]} pages
 * @param {LayoutKey} key
 */
function layoutOf(pages, key) {
  const facts = factsOf(pages);
  const known = facts.laidOut.find((before) => isSameKey(before.key, key));
  if (known) return known.layout;
  const layout = new PageLayout(shownSizes(pages, key), key.arrangement);
  facts.laidOut = [{ key, layout }, ...facts.laidOut.slice(0, MOST_LAYOUTS - 1)];
  return layout;
}

/**
 * @param {LayoutKey} a
 * @param {LayoutKey} b
 */
function isSameKey(a, b) {
  const isSame = a.unit === b.unit && a.turn === b.turn && isSameFit(a.fit, b.fit);
  return isSame && isSameArrangement(a.arrangement, b.arrangement);
}

/**
 * @param {readonly Size[]} pages
 * @param {LayoutKey} key
 */
function shownSizes(pages, { unit, turn, fit }) {
  return pages.map((page) => {
    const size = findable(scaled(turnedSize(page, turn), unit));
    return fit ? scaled(size, shareOf(size, fit)) : size;
  });
}

/**
 * @param {Size} size
 * @param {number} by
 */
function scaled({ width, height }, by) {
  return { width: width * by, height: height * by };
}

/** @param {Size} size at 100 % */
function findable(size) {
  return scaled(size, Math.max(1, LEAST_SIDE / Math.max(size.width, size.height)));
}

/**
 * @param {readonly Size[]} pages
 * @param {number} turn
 */
function measured(pages, turn) {
  const { measured: all } = factsOf(pages);
  const isOnSide = turn % 180 !== 0;
  const found = all.get(isOnSide) ?? measure(isOnSide ? pages.map(({ width, height }) => ({ width: height, height: width })) : pages);
  all.set(isOnSide, found);
  return found;
}

/** @param {readonly Size[]} pages */
function measure(pages) {
  const [first] = pages;
  return {
    common: referenceOf(pages), widest: pages.reduce((most, { width }) => Math.max(most, width), 1),
    areEqual: pages.every(({ width, height }) => width === first?.width && height === first.height),
  };
}
