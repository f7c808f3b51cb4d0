/** Where a double tap leads. Pure. */

/** @typedef {import("./viewport.js").Viewport} Viewport */

/** Detail is at least so many times the fit. */
const DETAIL = 2.5;

/** Zooms nearer than this share are the same. */
const SAME = 0.01;

/**
 * The three-way rule of scroll views: below the fit to the fit, below the detail to the detail, else back to the
 * least (Neuburg, Programming iOS 7, chapter 7).
 * @param {number} zoom
 * @param {{least: number, fit: number, detail: number}} stops
 */
export function tapZoom(zoom, { least, fit, detail }) {
  if (zoom < fit * (1 - SAME)) return fit;
  return zoom < detail * (1 - SAME) ? detail : least;
}

/**
 * The viewport that a double tap leads to: the fit, or detail in which text is larger than in print.
 * @param {Viewport} viewport
 */
export function tapped(viewport) {
  const { fitted } = viewport;
  const detail = Math.max(DETAIL * fitted.zoom, 1);
  const wanted = tapZoom(viewport.zoom, { least: fitted.zoom, fit: fitted.zoom, detail });
  return wanted === fitted.zoom ? fitted : viewport.scaledTo(wanted);
}
