/** Axis-parallel rectangles, origin top left. Pure. */

/** @typedef {import("../point.js").Point} Point */

/** @typedef {{readonly x: number, readonly y: number, readonly width: number, readonly height: number}} Rect */

/** @typedef {{readonly top: number, readonly left: number, readonly bottom: number, readonly right: number}} Insets */

/**
 * The least rectangle that holds all points, null where there are none. A point at (0, 0) counts like any other.
 * @param {readonly Point[]} points
 * @returns {Rect | null}
 */
export function boundsOf(points) {
  if (points.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The middle of a rectangle.
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
 * Whether a point lies in a rectangle; the left and top edges belong to it, the right and bottom ones do not,
 * so that of two rectangles side by side only one is hit.
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
