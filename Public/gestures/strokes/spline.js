/**
 * Centripetal Catmull-Rom curves: through every point, without the loops and overshoots of the uniform kind.
 *
 * Knots are spaced by the square root of the distance between points. P. J. Barry, R. N. Goldman, SIGGRAPH 1988; on the
 * lack of cusps and self-intersections: C. Yuksel, S. Schaefer, J. Keyser, Computer-Aided Design 43 (2011).
 */

import { distance } from "../geometry/point.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * The curve through `points` as a finer polyline; neighbours must differ. Fewer than three points are their
 * own curve.
 * @param {readonly Point[]} points
 * @param {number} pieces lines that each gap between two points becomes
 * @returns {readonly Point[]}
 */
export function curveThrough(points, pieces) {
  const last = points.at(-1);
  if (points.length < 3 || !last) return points;
  const curve = [];
  for (let index = 0; index + 1 < points.length; index++) {
    const window = /** @type {Window} */ (windowAt(points, index));
    for (let piece = 0; piece < pieces; piece++) curve.push(pointOn(window, piece / pieces));
  }
  return [...curve, last];
}

/** @typedef {[Point, Point, Point, Point]} Window the gap is between the second and the third */

/**
 * The two points round a gap and their neighbours; beyond an end the neighbour is the mirror image.
 * @param {readonly Point[]} points
 * @param {number} index of the point before the gap
 */
function windowAt(points, index) {
  const [before, from, to, after] = [-1, 0, 1, 2].map((offset) => points[index + offset]);
  if (!from || !to) return null;
  return [before ?? mirrored(to, from), from, to, after ?? mirrored(from, to)];
}

/**
 * @param {Point} point
 * @param {Point} mirror
 */
function mirrored(point, mirror) {
  return { x: 2 * mirror.x - point.x, y: 2 * mirror.y - point.y };
}

/**
 * The cubic Hermite form of the curve, with the tangents that the knots ask for.
 * @param {Window} window
 * @param {number} t from 0 to 1 within the gap
 * @returns {Point}
 */
function pointOn([p0, p1, p2, p3], t) {
  const [k0, k1, k2] = [Math.sqrt(distance(p0, p1)), Math.sqrt(distance(p1, p2)), Math.sqrt(distance(p2, p3))];
  const [t2, t3] = [t * t, t * t * t];
  const along = (/** @type {"x" | "y"} */ axis) => {
    const slope = (p2[axis] - p1[axis]) / k1;
    const out = slope - (p2[axis] - p0[axis]) / (k0 + k1) + (p1[axis] - p0[axis]) / k0;
    const into = slope - (p3[axis] - p1[axis]) / (k1 + k2) + (p3[axis] - p2[axis]) / k2;
    return (
      (2 * t3 - 3 * t2 + 1) * p1[axis] +
      (t3 - 2 * t2 + t) * k1 * out +
      (3 * t2 - 2 * t3) * p2[axis] +
      (t3 - t2) * k1 * into
    );
  };
  return { x: along("x"), y: along("y") };
}
