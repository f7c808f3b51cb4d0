/** How the pages move by themselves, as functions of time. Pure; positions in CSS pixels, times in ms. */

import { respectingReducedMotionInPlane, springInPlane, springShare } from "../gestures/motion/index.js";
import { minus, plus, vec } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/motion/index.js").PlaneMotion} PlaneMotion */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/**
 * The stretch beyond the limits of the zoom: all of it `scale` times as large, about a point.
 * @typedef {{readonly scale: number, readonly about: Point}} Stretch
 */

/** @typedef {{readonly viewport: Viewport, readonly scroll: Point, readonly stretch: Stretch}} ScrollState */

/**
 * @typedef {object} ScrollMotion
 * @property {number} duration
 * @property {boolean} zooms
 * @property {Point} destination where it has scrolled to in the end
 * @property {(time: number) => ScrollState} at
 * @property {(time: number) => Point} velocity with which it scrolls, CSS pixels a second
 */

/** @type {Stretch} */
export const UNSTRETCHED = Object.freeze({ scale: 1, about: vec(0, 0) });

/** Time of one swing of the springs that scroll to a page and zoom, in ms: there in about a third of a second. */
const RESPONSE = 360;

/** A wheel's notch is followed in less, so that it feels as immediate as it is. */
const NOTCH_RESPONSE = 180;

/**
 * @param {ScrollState} from
 * @param {PlaneMotion} motion of the scroll position
 * @param {boolean} reduced what `prefers-reduced-motion: reduce` says
 * @returns {ScrollMotion}
 */
export function scrolling(from, motion, reduced) {
  const shown = respectingReducedMotionInPlane(motion, reduced);
  return {
    duration: shown.duration,
    zooms: false,
    destination: shown.destination,
    at: (time) => ({ ...from, scroll: shown.at(time).position }),
    velocity: (time) => shown.at(time).velocity,
  };
}

/**
 * A spring from one scroll position to another.
 * @param {Point} from
 * @param {Point} to
 * @param {{velocity: Point, isNotch: boolean}} options velocity in CSS pixels a second
 */
export function sliding(from, to, { velocity, isNotch }) {
  return springInPlane(from, to, { velocity, response: isNotch ? NOTCH_RESPONSE : RESPONSE });
}

/**
 * From one zoom to another. The place under `at` goes straight to where it is in the end; zooms are passed in
 * even ratios, so that growing and shrinking look the same.
 * @param {ScrollState} from
 * @param {Viewport} viewport in the end
 * @param {Point} scroll in the end
 * @param {Point} at a point of the box
 * @param {boolean} reduced what `prefers-reduced-motion: reduce` says
 * @returns {ScrollMotion}
 */
export function zooming(from, viewport, scroll, at, reduced) {
  const place = from.viewport.layout.placeAt(plus(from.scroll, at));
  const end = minus(viewport.layout.pointOf(place), scroll);
  const way = springShare({ response: RESPONSE });
  const duration = reduced ? 0 : way.duration;
  const last = { viewport, scroll, stretch: UNSTRETCHED };
  const between = (/** @type {number} */ share) => {
    const shown = from.viewport.scaledTo(from.viewport.zoom * (viewport.zoom / from.viewport.zoom) ** share);
    const about = vec(at.x + (end.x - at.x) * share, at.y + (end.y - at.y) * share);
    const stretch = { scale: from.stretch.scale ** (1 - share), about };
    return { viewport: shown, scroll: minus(shown.layout.pointOf(place), about), stretch };
  };
  return {
    duration,
    zooms: true,
    destination: scroll,
    at: (time) => (time < duration ? between(way.at(time)) : last),
    velocity: () => vec(0, 0),
  };
}
