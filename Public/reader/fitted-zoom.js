/** The zoom at which pages suit the window. Pure. */

import { snapFit } from "../shell/resolution.js";
import { fitPage, fitWidth } from "../shell/zoom.js";
import { SPINE } from "./page-layout.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * @typedef {object} Fitting
 * @property {Size} page by which the fit is measured, in CSS pixels at 100 %
 * @property {number} widest of the pages, in the same
 * @property {boolean} raster whether the pages are pixels
 * @property {import("./page-layout.js").Arrangement} arrangement
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

/** Pages wider than this many times the common page do not decide on a fit: a fold-out among letters. */
const FOLD_OUT = 1.6;

/**
 * @param {Fitting} fitting
 * @param {"automatic" | "width" | "page"} mode
 */
export function fittedZoom(fitting, mode) {
  const { page, pixelRatio, arrangement: { spread } } = fitting;
  const size = spread === "single" ? page : { width: 2 * page.width + SPINE, height: page.height };
  const wanted = mode === "automatic" ? automatic(fitting, size) : { fit: fitTo(mode, fitting, size), limit: Infinity };
  return wanted.fit >= wanted.limit ? wanted.limit : snapFit(wanted.fit, page.width, pixelRatio);
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
 * The page by which a fit is measured: the widest one that is not a fold-out.
 * @param {readonly Size[]} pages
 * @returns {Size}
 */
export function referenceOf(pages) {
  const byWidth = [...pages].sort((a, b) => a.width - b.width);
  const common = byWidth[byWidth.length >> 1];
  if (!common) return { width: 1, height: 1 };
  const ordinary = byWidth.filter((page) => page.width <= FOLD_OUT * common.width);
  return ordinary[ordinary.length - 1] ?? common;
}
