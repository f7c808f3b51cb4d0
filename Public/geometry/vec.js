/** Points and sizes in the plane; `y` grows downwards. Pure. */

/**
 * A point or a displacement.
 * @typedef {{readonly x: number, readonly y: number}} Vec
 */

/**
 * What two sides make; in page units, CSS pixels or device pixels, as the name beside it says.
 * @typedef {{readonly width: number, readonly height: number}} Size
 */

/**
 * @param {number} x
 * @param {number} y
 * @returns {Vec}
 */
export function vec(x, y) {
  return { x, y };
}

/**
 * @param {Vec} a
 * @param {Vec} b
 */
export function add(a, b) {
  return vec(a.x + b.x, a.y + b.y);
}

/**
 * `a` as seen from `b`.
 * @param {Vec} a
 * @param {Vec} b
 */
export function subtract(a, b) {
  return vec(a.x - b.x, a.y - b.y);
}
