/** Rectangles around things. Pure. */

import { rect } from "./rect.js";

/** @typedef {import("./rect.js").Rect} Rect */
/** @typedef {import("./vec.js").Vec} Vec */

/**
 * The smallest rectangle around points; null around none.
 * @param {Iterable<Vec>} points
 * @returns {Rect | null}
 */
export function boundsOf(points) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return left > right ? null : rect(left, top, right - left, bottom - top);
}

/**
 * The smallest rectangle around rectangles; null around none.
 * @param {Iterable<Rect>} rects
 */
export function unionOf(rects) {
  const corners = [];
  for (const { x, y, width, height } of rects) corners.push({ x, y }, { x: x + width, y: y + height });
  return boundsOf(corners);
}

/**
 * Larger by `by` on every side.
 * @param {Rect} frame
 * @param {number} by
 */
export function grown(frame, by) {
  return rect(frame.x - by, frame.y - by, frame.width + 2 * by, frame.height + 2 * by);
}

/**
 * Whether two rectangles have a point in common, edges included.
 * @param {Rect} a
 * @param {Rect} b
 */
export function meet(a, b) {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/**
 * @param {Rect} frame
 * @param {Vec} point
 */
export function holds(frame, point) {
  return point.x >= frame.x && point.x <= frame.x + frame.width
    && point.y >= frame.y && point.y <= frame.y + frame.height;
}
