/** Arithmetic of displacements beyond sums and differences, which `../point.js` has. Pure. */

/** @typedef {import("../point.js").Point} Point */

/**
 * The point a fraction of the way from `a` to `b`; 0 is `a`, 1 is `b`.
 * @param {Point} a
 * @param {Point} b
 * @param {number} fraction
 * @returns {Point}
 */
export function between(a, b, fraction) {
  return { x: a.x + fraction * (b.x - a.x), y: a.y + fraction * (b.y - a.y) };
}

/**
 * A displacement made longer or shorter.
 * @param {Point} a
 * @param {number} factor
 * @returns {Point}
 */
export function scaled(a, factor) {
  return { x: a.x * factor, y: a.y * factor };
}

/**
 * The scalar product: how far `a` goes along `b`, where `b` is 1 long.
 * @param {Point} a
 * @param {Point} b
 */
export function dot(a, b) {
  return a.x * b.x + a.y * b.y;
}

/**
 * The signed angle in radians, in (-π, π], by which `b` is turned against `a`; positive is clockwise on a
 * screen. 0 where one of them has no direction, so that a point at rest never makes NaN.
 * @param {Point} a
 * @param {Point} b
 */
export function angleBetween(a, b) {
  return Math.atan2(a.x * b.y - a.y * b.x, dot(a, b));
}
