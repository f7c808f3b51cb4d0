/** The zoom at which pages suit the window. Pure. */

import { snapFit } from "../shell/resolution.js";
import { fitPage, fitWidth } from "../shell/zoom.js";
import { AIR } from "./page-layout.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * @typedef {object} Fitting
 * @property {readonly Size[]} pages in page units
 * @property {number} unit CSS pixels that a page unit measures at 100 %
 * @property {boolean} raster whether the pages are pixels
 * @property {Size} box what is seen at once, in CSS pixels
 * @property {number} pixelRatio device pixels per CSS pixel
 */

/** The automatic zoom makes a page no larger than this: text in its own size, slides half as large again. */
const AUTOMATIC_LIMIT = Object.freeze({ portrait: 1, landscape: 1.5, raster: 1 });

/** Windows narrower than this, in CSS pixels, are phones: what is narrower than they are is hard to read there. */
const PHONE = 600;

/** Pages wider than this many times the common page do not decide on a fit: a fold-out among letters. */
const FOLD_OUT = 1.6;

/**
 * @param {Fitting} fitting
 * @param {"automatic" | "width" | "page"} mode
 */
export function fittedZoom(fitting, mode) {
  const { pages, unit, pixelRatio } = fitting;
  const reference = referenceOf(pages);
  const size = { width: reference.width * unit, height: reference.height * unit };
  const wanted = mode === "automatic" ? automatic(fitting, size) : { fit: fitTo(mode, fitting, size), limit: Infinity };
  return wanted.fit >= wanted.limit ? wanted.limit : snapFit(wanted.fit, size.width, pixelRatio);
}

/**
 * A box without the air around the page.
 * @param {Size} box
 */
export function roomOf(box) {
  return { width: Math.max(1, box.width - 2 * AIR), height: Math.max(1, box.height - 2 * AIR) };
}

/**
 * @param {"width" | "page"} mode
 * @param {Fitting} fitting
 * @param {Size} size of the reference page at 100 %
 */
function fitTo(mode, { box }, size) {
  const room = roomOf(box);
  return mode === "width" ? fitWidth(size.width, room.width) : fitPage(size, room);
}

/**
 * Reads best: text by its width, slides and pictures as a whole; on a phone everything by its width.
 * @param {Fitting} fitting
 * @param {Size} size of the reference page at 100 %
 */
function automatic(fitting, size) {
  const isPhone = fitting.box.width < PHONE;
  if (isPhone) return { fit: fitTo("width", fitting, size), limit: fitting.raster ? AUTOMATIC_LIMIT.raster : Infinity };
  if (fitting.raster) return { fit: fitTo("page", fitting, size), limit: AUTOMATIC_LIMIT.raster };
  if (size.width > size.height) return { fit: fitTo("page", fitting, size), limit: AUTOMATIC_LIMIT.landscape };
  return { fit: fitTo("width", fitting, size), limit: AUTOMATIC_LIMIT.portrait };
}

/**
 * The pages of a document, and the one of them by which it is measured: they are the same from zoom to zoom.
 * @type {WeakMap<readonly Size[], Size>}
 */
const references = new WeakMap();

/**
 * The page by which a fit is measured: the widest one that is not a fold-out.
 * @param {readonly Size[]} pages
 * @returns {Size}
 */
function referenceOf(pages) {
  const known = references.get(pages) ?? findReference(pages);
  references.set(pages, known);
  return known;
}

/**
 * @param {readonly Size[]} pages
 * @returns {Size}
 */
function findReference(pages) {
  const byWidth = [...pages].sort((a, b) => a.width - b.width);
  const common = byWidth[byWidth.length >> 1];
  if (!common) return { width: 1, height: 1 };
  const ordinary = byWidth.filter((page) => page.width <= FOLD_OUT * common.width);
  return ordinary[ordinary.length - 1] ?? common;
}
