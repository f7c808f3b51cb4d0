/** The zoom at which pages suit the window. Pure. */

import { snapFit } from "../shell/resolution.js";
import { fitPage, fitWidth } from "../shell/zoom.js";
import { isSameArrangement, SPINE } from "./page-layout.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * @typedef {object} Fitting
 * @property {Size} page that is to fit, in CSS pixels at 100 %
 * @property {number} widest of all pages, in the same
 * @property {boolean} raster whether the pages are pixels
 * @property {import("./page-layout.js").SettledArrangement} arrangement
 * @property {Size} box the window, in CSS pixels
 * @property {Size} room of it, without what lies around the pages
 * @property {number} pixelRatio device pixels per CSS pixel
 */

/** The automatic zoom makes a page no larger than this: text in its own size, slides half as large again. */
const AUTOMATIC_LIMIT = Object.freeze({ portrait: 1, landscape: 1.5, raster: 1 });

/** The longer side, in CSS pixels, up to which it makes drawn pages larger than they are, if all are small: icons, labels. */
const LEGIBLE = 192;

/** No fit makes a page narrower, in CSS pixels: one that is hundreds of times as long as wide is scrolled over. */
const NARROWEST = 4;

/** Windows narrower than this, in CSS pixels, are phones: what is narrower than they are is hard to read there. */
const PHONE = 600;

/** A page that is smaller than the common one grows by no more than this to fit as well: a speck is no poster. */
const GROWTH = 3;

/** Two pages lie side by side of themselves where each is at least so large, as a share of a single one. */
const SIDE_BY_SIDE = 0.8;

/**
 * @param {Fitting} fitting
 * @param {"automatic" | "width" | "page"} mode
 */
export function fittedZoom(fitting, mode) {
  const { page, pixelRatio, arrangement: { isSeamless, spread } } = fitting;
  const size = spread === "single" ? page : { width: 2 * page.width + (isSeamless ? 0 : SPINE), height: page.height };
  const wanted = mode === "automatic" ? automatic(fitting, size) : { fit: fitTo(mode, fitting, size), limit: Infinity };
  return wanted.fit >= wanted.limit ? wanted.limit : snapFit(wanted.fit, page.width, pixelRatio);
}

/**
 * The arrangement in this window: two pages lie side by side of themselves where that makes them hardly smaller than one.
 * @param {import("./page-layout.js").Arrangement} arrangement
 * @param {Omit<Fitting, "arrangement">} fitting
 * @returns {import("./page-layout.js").SettledArrangement}
 */
export function settledArrangement({ spread, ...others }, fitting) {
  if (spread !== "auto") return { ...others, spread };
  const zoom = (/** @type {"single" | "cover"} */ spread) => fittedZoom({ ...fitting, arrangement: { ...others, spread } }, "automatic");
  return { ...others, spread: zoom("cover") >= SIDE_BY_SIDE * zoom("single") ? "cover" : "single" };
}

/**
 * @param {"width" | "page"} mode
 * @param {Fitting} fitting
 * @param {Size} size of what is to fit at 100 %
 */
function fitTo(mode, { room }, size) {
  const seen = NARROWEST / Math.min(size.width, size.height);
  return mode === "width" ? fitWidth(size.width, room.width) : Math.max(seen, fitPage(size, room));
}

/**
 * Reads best: text by its width, slides, pictures and what is turned page by page as a whole. In a column on a phone
 * everything reads best by its width.
 * @param {Fitting} fitting
 * @param {Size} size of what is to fit at 100 %
 */
function automatic(fitting, size) {
  const { raster, page, arrangement: { flow } } = fitting;
  const isLandscape = page.width > page.height;
  const usual = AUTOMATIC_LIMIT[raster ? "raster" : isLandscape ? "landscape" : "portrait"];
  const limit = raster ? usual : Math.max(usual, LEGIBLE / Math.max(fitting.widest, page.height));
  if (flow !== "down") return { fit: fitTo("page", fitting, size), limit: raster ? limit : Infinity };
  if (fitting.box.width < PHONE) return { fit: fitTo("width", fitting, size), limit: raster ? limit : Infinity };
  return { fit: fitTo(raster || isLandscape ? "page" : "width", fitting, size), limit };
}

/**
 * The page whose fit is the zoom of all pages: the common one.
 * @param {readonly Size[]} pages
 * @returns {Size}
 */
export function referenceOf(pages) {
  const byWidth = [...pages].sort((a, b) => a.width - b.width);
  return byWidth[byWidth.length >> 1] ?? { width: 1, height: 1 };
}

/**
 * A fit of pages, each of which is made to fit by itself: so the one that is read does, whatever the others are like.
 * @typedef {object} PageFit
 * @property {Fitting} fitting of the common page
 * @property {"automatic" | "width" | "page"} mode
 * @property {number} zoom of the common page
 */

/**
 * The share of its own size at which a page is shown beside the common one.
 * @param {Size} page in CSS pixels at 100 %
 * @param {PageFit} fit
 */
export function shareOf(page, { fitting, mode, zoom }) {
  return Math.min(GROWTH, fittedZoom({ ...fitting, page }, mode) / zoom);
}

/**
 * @param {PageFit | null} a
 * @param {PageFit | null} b
 */
export function isSameFit(a, b) {
  if (a === b || !a || !b) return a === b;
  const [{ room, box, pixelRatio, arrangement }, { fitting: other }] = [a.fitting, b];
  return a.mode === b.mode && a.zoom === b.zoom && pixelRatio === other.pixelRatio && box.width === other.box.width &&
    room.width === other.room.width && room.height === other.room.height &&
    isSameArrangement(arrangement, other.arrangement);
}
