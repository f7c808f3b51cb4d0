/**
 * Device pixels: the width of an image that is shown without a single pixel made up. Pure.
 *
 * A page is sharp when its image has exactly the pixels of its box, and quick when the server has that image already.
 * Boxes that follow the window are cut to a grid ({@link snapFit}), else every window size would ask for a new image.
 * Boxes of a chosen zoom recur by themselves.
 */

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/** The grid in device pixels; a fit loses at most this much, which is not seen. */
export const FIT_GRID = 16;

/** Longest side that is asked for: four times a 4K screen's width is of no use, and costs memory. */
export const MAXIMUM_SIDE = 8192;

/** Pixels that are asked for at most: 64 MiB when decoded. */
export const MAXIMUM_PIXELS = 16 * 1024 * 1024;

/**
 * `length` in CSS pixels moved to the nearest whole device pixel, at least one.
 * @param {number} length
 * @param {number} pixelRatio device pixels per CSS pixel
 */
export function snap(length, pixelRatio) {
  return Math.max(1, Math.round(length * pixelRatio)) / pixelRatio;
}

/**
 * A position moved to the nearest whole device pixel.
 * @param {number} position in CSS pixels
 * @param {number} pixelRatio
 */
export function snapPosition(position, pixelRatio) {
  return Math.round(position * pixelRatio) / pixelRatio;
}

/**
 * The zoom just below `zoom` at which a page of `width` falls on the grid.
 * @param {number} zoom
 * @param {number} width in CSS pixels at zoom 1
 * @param {number} pixelRatio
 */
export function snapFit(zoom, width, pixelRatio) {
  const pixels = zoom * width * pixelRatio;
  if (pixels < 4 * FIT_GRID) return zoom;
  // The margin keeps a width that already is on the grid from falling to the next line by rounding.
  return (Math.floor(pixels / FIT_GRID + 1e-6) * FIT_GRID) / (width * pixelRatio);
}

/**
 * How many pixels wide the image for a box should be: those of the box, unless that is more than can be had.
 * @param {Size} box in CSS pixels
 * @param {number} pixelRatio
 * @param {number} native pixels that the page itself has (images); Infinity where it has none (PDF)
 */
export function imageWidth(box, pixelRatio, native) {
  const wanted = Math.round(box.width * pixelRatio);
  const tall = box.height / box.width;
  const bySide = MAXIMUM_SIDE / Math.max(1, tall);
  const byPixels = Math.sqrt(MAXIMUM_PIXELS / tall);
  return Math.max(1, Math.floor(Math.min(wanted, bySide, byPixels, native)));
}
