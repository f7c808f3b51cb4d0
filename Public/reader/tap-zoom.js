/** @typedef {import("./viewport.js").Viewport} Viewport */

/** Detail is at least so many times the fit. */
const DETAIL = 2.5;

/** Zooms nearer than this share are the same. */
const SAME = 0.01;

/**
 * The viewport that a double tap leads to: from the fit to detail in which text is larger than in print, and back
 * (Neuburg, Programming iOS 7, chapter 7).
 * @param {Viewport} viewport
 */
export function tapped(viewport) {
  const { fitted, zoom } = viewport;
  const detail = Math.max(DETAIL * fitted.zoom, 1);
  const isBetween = zoom >= fitted.zoom * (1 - SAME) && zoom < detail * (1 - SAME);
  return isBetween ? viewport.scaledTo(detail) : fitted;
}
