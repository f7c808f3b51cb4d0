/** Axis-parallel rectangles, origin top left. Pure. */

import { vec } from "./point.js";

/** @typedef {import("./point.js").Point} Point */

/**
 * Two sides, in the unit that the name beside them says.
 * @typedef {{readonly width: number, readonly height: number}} Size
 */

/** @typedef {Point & Size} Rect */

/** @typedef {{readonly top: number, readonly left: number, readonly bottom: number, readonly right: number}} Insets */

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
 * The smallest rectangle around points; null around none.
 * @param {Iterable<Point>} points
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
 * @param {Rect} rect
 * @returns {Point}
 */
export function middle(rect) {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/**
 * The length of a rectangle's diagonal.
 * @param {Rect} rect
 */
export function diagonal(rect) {
  return Math.hypot(rect.width, rect.height);
}

/**
 * Whether a point lies in a rectangle. The left and top edges belong to it, the right and bottom ones to its
 * neighbours.
 * @param {Rect} rect
 * @param {Point} point
 */
export function contains(rect, point) {
  const { x, y } = point;
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/**
 * Whether a point lies in a rectangle or on any of its edges.
 * @param {Rect} rect
 * @param {Point} point
 */
export function holds(rect, { x, y }) {
  return x >= rect.x && y >= rect.y && x <= rect.x + rect.width && y <= rect.y + rect.height;
}

/**
 * The four corners, clockwise from the top left.
 * @param {Rect} rect
 * @returns {[Point, Point, Point, Point]}
 */
export function corners({ x, y, width, height }) {
  return [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }];
}

/**
 * A rectangle made smaller by an edge on each side, never smaller than nothing.
 * @param {Rect} rect
 * @param {Insets} insets
 * @returns {Rect}
 */
export function inset(rect, insets) {
  return {
    x: rect.x + insets.left,
    y: rect.y + insets.top,
    width: Math.max(0, rect.width - insets.left - insets.right),
    height: Math.max(0, rect.height - insets.top - insets.bottom),
  };
}

/**
 * Where in `frame` a point lies, as fractions of its sides: (0, 0) top left, (1, 1) bottom right, beyond
 * that outside.
 * @param {Rect} frame
 * @param {Point} point
 */
export function fractionIn(frame, point) {
  return vec((point.x - frame.x) / frame.width, (point.y - frame.y) / frame.height);
}

/**
 * The point of `frame` at fractions of its sides; inverse of {@link fractionIn}.
 * @param {Rect} frame
 * @param {Point} fraction
 */
export function pointIn(frame, fraction) {
  return vec(frame.x + fraction.x * frame.width, frame.y + fraction.y * frame.height);
}
