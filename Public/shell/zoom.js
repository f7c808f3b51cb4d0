/** How large a page is shown: fits and steps. Pure; a zoom of 1 is 100 %. */

import { clamp } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * The mode of the zoom. `automatic` suits the page; `width` and `page` follow the window; `scale` is a chosen number, 1
 * for 100 %.
 * @typedef {{readonly mode: "automatic" | "width" | "page"}} FollowingZoom
 * @typedef {{readonly mode: "scale", readonly scale: number}} ChosenZoom
 * @typedef {FollowingZoom | ChosenZoom} Zoom
 */

/** The smallest and the largest zoom that a person can reach; pages larger than any paper fit below that. */
export const MINIMUM_ZOOM = 0.1;
export const MAXIMUM_ZOOM = 64;
const SMALLEST_FIT = 0.005;

/** Where the zoom buttons stop. */
export const ZOOM_STEPS = Object.freeze([
  0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 12, 16, 24, 32,
  48, 64,
]);

/** Zooms nearer than this are the same step; a fit may lie a hair beside one. */
const SAME_STEP = 0.005;

/**
 * The zoom at which `width` fills `available`.
 * @param {number} width of the page at zoom 1
 * @param {number} available in the same unit
 */
export function fitWidth(width, available) {
  return limitFit(available / width);
}

/**
 * The zoom at which all of `page` is seen.
 * @param {Size} page at zoom 1
 * @param {Size} available in the same unit
 */
export function fitPage(page, available) {
  return limitFit(Math.min(available.width / page.width, available.height / page.height));
}

/**
 * The next step above or below `zoom`.
 * @param {number} zoom
 * @param {1 | -1} direction
 */
export function stepZoom(zoom, direction) {
  const beyond = ZOOM_STEPS.filter((step) => (step - zoom) * direction > SAME_STEP * zoom);
  return (direction > 0 ? beyond[0] : beyond[beyond.length - 1]) ?? Math.min(zoom, MAXIMUM_ZOOM);
}

/** @param {number} zoom */
function limitFit(zoom) {
  return Number.isFinite(zoom) ? clamp(zoom, SMALLEST_FIT, MAXIMUM_ZOOM) : 1;
}

/**
 * @param {number} zoom
 */
export function limitZoom(zoom) {
  return Number.isFinite(zoom) ? clamp(zoom, MINIMUM_ZOOM, MAXIMUM_ZOOM) : 1;
}
