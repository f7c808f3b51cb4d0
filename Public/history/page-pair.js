/**
 * Two pages on one sheet, their top left corners together, as large as a zoom makes them. Pure.
 */

import { say } from "../shell/texts.js";
import { numberInWords } from "../api/words.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * How pages are compared: what went and came on one picture, both beside one another, or one in the place of the other.
 * @typedef {"overlay" | "side" | "flick"} PairMode
 */

/** Room around pages, and between two of them, in CSS pixels. */
const AIR = 16;

/** The line under a page that says which one it is. */
const CAPTION = 28;

/** A picture of more pixels than this the server does not compare (with a margin for rounding). */
const MOST_PIXELS = 15_500_000;

/** The most pixels of a page unit that the server draws. */
const FINEST = 64;

const MOST_ZOOM = 8;
const LEAST_ZOOM = 0.1;

/** The zoom factor of one press of a key. */
const STEP = 1.25;

/**
 * The size of a page; beyond those that are listed that of the last one.
 * @param {import("../api/api.js").Preview} preview
 * @param {number} page from 1
 * @returns {Size | null}
 */
export function sizeOf({ pages, pageCount }, page) {
  if (page > Math.max(pageCount, pages.length)) return null;
  return pages[page - 1] ?? pages[pages.length - 1] ?? null;
}

/**
 * @param {Size} size
 * @param {number} scale
 * @returns {Size} in whole pixels
 */
export function scaled({ width, height }, scale) {
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * The sheet on which both lie; null where neither has the page.
 * @param {Size | null} before
 * @param {Size | null} after
 * @returns {Size | null}
 */
export function sheetOf(before, after) {
  if (!before && !after) return null;
  return {
    width: Math.max(before?.width ?? 0, after?.width ?? 0), height: Math.max(before?.height ?? 0, after?.height ?? 0),
  };
}

/**
 * CSS pixels of a page unit at which all of the sheet is seen, twice where both stand side by side.
 * @param {Size} sheet
 * @param {Size} box what there is room for, in CSS pixels
 * @param {PairMode} mode
 */
export function fittingScale(sheet, box, mode) {
  const across = mode === "side" && !isStacked(box) ? 2 : 1;
  const down = mode === "side" && isStacked(box) ? 2 : 1;
  const room = {
    width: (box.width - (across + 1) * AIR) / across, height: (box.height - (down + 1) * AIR) / down - CAPTION,
  };
  const scale = Math.min(room.width / sheet.width, room.height / sheet.height);
  return Number.isFinite(scale) && scale > 0 ? scale : 1;
}

/**
 * Whether two pages stand over one another where there is no room beside one another.
 * @param {Size} box
 */
export function isStacked({ width, height }) {
  return width < height;
}

/**
 * A zoom a step larger or smaller, within limits; 1 is what fits.
 * @param {number} zoom
 * @param {1 | -1} direction
 */
export function steppedZoom(zoom, direction) {
  const stepped = zoom * STEP ** direction;
  return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, Math.abs(stepped - 1) < 0.01 ? 1 : stepped));
}

/**
 * Pixels of a page unit that a picture of the sheet should have: sharp, and no more than the server compares.
 * @param {Size} sheet
 * @param {number} scale CSS pixels of a page unit
 * @param {number} pixelRatio
 * @param {boolean} raster whether pages are pixels, which grow no sharper than they are
 */
export function pictureScale(sheet, scale, pixelRatio, raster) {
  const most = Math.sqrt(MOST_PIXELS / (sheet.width * sheet.height));
  return Math.min(scale * pixelRatio, most, raster ? 1 : FINEST);
}

/**
 * @param {{changed: number, boxes: readonly unknown[]}} difference
 * @param {number} page
 * @param {number} pageCount
 */
export function differenceInWords({ changed, boxes }, page, pageCount) {
  const where = say("Page {page} of {count}", { page: numberInWords(page), count: numberInWords(pageCount) });
  if (changed === 0) return say("{where}: nothing changed", { where });
  if (boxes.length === 0) return say("{where}: something changed", { where });
  return boxes.length === 1 ? say("{where}: one place changed", { where }) : say("{where}: {places} places changed", { where, places: numberInWords(boxes.length) });
}
