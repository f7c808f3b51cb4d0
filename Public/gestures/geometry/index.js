/**
 * The public interface of the geometry: points, rectangles, outlines and affine maps of the plane. All else may change
 * without notice.
 */

export { apply, compose, IDENTITY, imageBounds, invert, rotation, scaling, translation } from "./affine.js";
export { clamp, lastNotAbove, overlap } from "./interval.js";
export { angleBetween, between, bearing, centroid, distance, dot, firstOf, minus, ORIGIN, plus, scaled, vec } from "./point.js";
export { cross, crossings, distanceToLine, distanceToSegment, encloses } from "./polygon.js";
export {
  boundsOf, contains, corners, diagonal, fractionIn, grown, holds, inset, meet, middle, pointIn, rect, unionOf,
} from "./rect.js";

/** @typedef {import("./affine.js").Affine} Affine */
/** @typedef {import("./point.js").Point} Point */
/** @typedef {import("./rect.js").Insets} Insets */
/** @typedef {import("./rect.js").Rect} Rect */
/** @typedef {import("./rect.js").Size} Size */
