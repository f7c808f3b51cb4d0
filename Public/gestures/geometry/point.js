/** Points and displacements in the plane; `y` grows downwards. Pure. */

/**
 * A point or a displacement, in CSS pixels unless the name beside it says else.
 * @typedef {{readonly x: number, readonly y: number}} Point
 */

/** @type {Point} */
export const ORIGIN = Object.freeze({ x: 0, y: 0 });

/**
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export function vec(x, y) {
  return { x, y };
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export function plus(a, b) {
  return { x: a.x + b.x, y: a.y + b.y };
}

/**
 * `a` as seen from `b`.
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export function minus(a, b) {
  return { x: a.x - b.x, y: a.y - b.y };
}

/**
 * @param {Point} a
 * @param {Point} b
 */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * The mean of the points; the origin when there are none.
 * @param {readonly Point[]} points
 * @returns {Point}
 */
export function centroid(points) {
  if (points.length === 0) return ORIGIN;
  let x = 0;
  let y = 0;
  for (const point of points) {
    x += point.x;
    y += point.y;
  }
  return { x: x / points.length, y: y / points.length };
}

/**
 * Direction from `a` to `b` in radians, clockwise on the screen from the positive x axis.
 * @param {Point} a
 * @param {Point} b
 */
export function bearing(a, b) {
  return Math.atan2(b.y - a.y, b.x - a.x);
}

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
 * The first part of a displacement, so long, or all of it where it is shorter.
 * @param {Point} way
 * @param {number} length
 * @returns {Point}
 */
export function firstOf(way, length) {
  const all = Math.hypot(way.x, way.y);
  return all > length ? scaled(way, length / all) : way;
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
