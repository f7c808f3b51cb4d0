/** Zooming: a place of the content keeps where it is seen, and limits give way a little. Pure. */

import { ZOOM_STRETCH } from "../constants.js";
import { rubberBand, rubberBandPull } from "../motion/rubber-band.js";
import { contentPoint, offsetShowing, restingOffset } from "./scroll-geometry.js";

/** @typedef {import("../geometry/rect.js").Rect} Rect */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./scroll-geometry.js").ScrollGeometry} ScrollGeometry */

/** @typedef {{readonly minimum: number, readonly maximum: number}} ZoomLimits */

/** @typedef {{readonly offset: Point, readonly zoomScale: number}} Showing */

/**
 * A scale within the limits; one that is no number is the least.
 * @param {number} scale
 * @param {ZoomLimits} limits
 */
export function limitedZoom(scale, { minimum, maximum }) {
  return scale > minimum ? Math.min(scale, maximum) : minimum;
}

/**
 * The scale that is shown while fingers ask for one: beyond a limit each octave gives less than the one before.
 * @param {number} scale above 0
 * @param {ZoomLimits} limits
 * @param {boolean} bounces
 */
export function stretchedZoom(scale, limits, bounces) {
  const rest = limitedZoom(scale, limits);
  return bounces ? rest * 2 ** rubberBand(Math.log2(scale / rest), ZOOM_STRETCH) : rest;
}

/**
 * The scale that fingers ask for while one is shown, to catch a zoom on its way back: the inverse of {@link
 * stretchedZoom}.
 * @param {number} shown above 0
 * @param {ZoomLimits} limits
 */
export function askedZoom(shown, limits) {
  const rest = limitedZoom(shown, limits);
  return rest * 2 ** rubberBandPull(Math.log2(shown / rest), ZOOM_STRETCH);
}

/**
 * The position at another scale that keeps a point of the content in place.
 * @param {ScrollGeometry} geometry
 * @param {Point} offset
 * @param {number} zoomScale
 * @param {Point} place px from the top left of the bounds
 * @returns {Showing} perhaps beyond the limits
 */
export function zoomedAbout(geometry, offset, zoomScale, place) {
  const point = contentPoint(geometry, offset, place);
  return { zoomScale, offset: offsetShowing({ ...geometry, zoomScale }, point, place) };
}

/**
 * The position at which a part of the content fills as much of the bounds as it can, in their middle.
 * @param {ScrollGeometry} geometry
 * @param {Rect} rect of the content at a zoom of 1
 * @param {ZoomLimits} limits
 * @returns {Showing}
 */
export function zoomedToRect(geometry, rect, limits) {
  const { width, height } = geometry.boundsSize;
  const zoomScale = limitedZoom(Math.min(width / rect.width, height / rect.height), limits);
  const zoomed = { ...geometry, zoomScale };
  const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  const offset = offsetShowing(zoomed, middle, { x: width / 2, y: height / 2 });
  return { zoomScale, offset: restingOffset(zoomed, offset) };
}

/**
 * Where a double tap leads: from below 1 to 1, from below the maximum to it, and from there to the minimum.
 * @param {number} zoomScale
 * @param {ZoomLimits} limits
 */
export function doubleTapZoom(zoomScale, { minimum, maximum }) {
  if (zoomScale < 1) return Math.min(1, maximum);
  return zoomScale < maximum ? maximum : minimum;
}
