/** Keeping things inside of other things. Pure. */

import { apply } from "../geometry/affine.js";

/** @typedef {import("../geometry/affine.js").Affine} Affine */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Size} Size */

/**
 * The center nearest to the proposed one with which a thing lies inside; each axis for itself, so that it slides
 * along an edge. A thing too large for its container is kept at the far edge. Recipe 1-4.
 * @param {Point} center proposed, in the container's coordinates
 * @param {Size} size of the thing as it is seen; of a turned one that of {@link sizeOf}
 * @param {Rect} container what it must not leave, chrome taken off with `inset`
 * @returns {Point}
 */
export function contained(center, size, container) {
  return {
    x: containedOn(center.x, size.width / 2, container.x, container.x + container.width),
    y: containedOn(center.y, size.height / 2, container.y, container.y + container.height),
  };
}

/**
 * @param {number} center
 * @param {number} half
 * @param {number} low
 * @param {number} high
 */
function containedOn(center, half, low, high) {
  return Math.min(high - half, Math.max(low + half, center));
}

/**
 * The sides of the upright box round a thing that is scaled and turned.
 * @param {Size} size
 * @param {Affine} transform
 * @returns {Size}
 */
export function sizeOf({ width, height }, transform) {
  const [across, down] = [apply(transform, { x: width, y: 0 }), apply(transform, { x: 0, y: height })];
  return {
    width: Math.abs(across.x - transform.tx) + Math.abs(down.x - transform.tx),
    height: Math.abs(across.y - transform.ty) + Math.abs(down.y - transform.ty),
  };
}

/**
 * Whether a thing lies inside with all of it: the stricter way, by which a step that would leave is not made at all.
 * @param {Point} center
 * @param {Size} size
 * @param {Rect} container
 */
export function isContained(center, size, container) {
  const nearest = contained(center, size, container);
  return nearest.x === center.x && nearest.y === center.y;
}
