/** Axis-parallel rectangles, origin top left. Pure. */

import { vec } from "./vec.js";

/** @typedef {import("./vec.js").Vec} Vec */

/** @typedef {import("./vec.js").Size} Size */

/**
 * A corner and two sides.
 * @typedef {Vec & Size} Rect
 */

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @returns {Rect}
 */
export function rect(x, y, width, height) {
  return { x, y, width, height };
}

/**
 * Where in `frame` a point lies, as fractions of its sides: (0, 0) top left, (1, 1) bottom right, beyond
 * that outside.
 * @param {Rect} frame
 * @param {Vec} point
 */
export function fractionIn(frame, point) {
  return vec((point.x - frame.x) / frame.width, (point.y - frame.y) / frame.height);
}

/**
 * The point of `frame` at fractions of its sides; inverse of {@link fractionIn}.
 * @param {Rect} frame
 * @param {Vec} fraction
 */
export function pointIn(frame, fraction) {
  return vec(frame.x + fraction.x * frame.width, frame.y + fraction.y * frame.height);
}
