/**
 * A smooth line through points: centripetal Catmull-Rom, which makes neither loops nor cusps between them.
 * Yuksel, Schaefer, Keyser, "Parameterization and Applications of Catmull-Rom Curves", CAD 43(7), 2011.
 * Pure.
 */

import { vec } from "../gestures/geometry/index.js";
import { inkPlace } from "./stroke-geometry.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./stroke-geometry.js").InkPoint} InkPoint */

/**
 * A cubic Bézier curve.
 * @typedef {{readonly from: Point, readonly c1: Point, readonly c2: Point, readonly to: Point}} CurveSegment
 */

/** The exponent of the distance that makes it centripetal; 0 would be the uniform curve. */
export const CENTRIPETAL = 0.5;

/**
 * The curve through points, a segment for each two of them. The ends are smoothed like the middle: they take
 * their direction from their only neighbour.
 * @param {readonly InkPoint[]} points
 * @param {number} [alpha]
 * @returns {CurveSegment[]}
 */
export function curveThrough(points, alpha = CENTRIPETAL) {
  const places = points.map(inkPlace);
  return places.slice(1).map((_, index) => curveSegment(places, index, alpha));
}

/**
 * @param {readonly Point[]} places
 * @param {number} index of the point it starts from
 * @param {number} [alpha]
 * @returns {CurveSegment}
 */
export function curveSegment(places, index, alpha = CENTRIPETAL) {
  const from = /** @type {Point} */ (places[index]);
  const to = /** @type {Point} */ (places[index + 1]);
  return {
    from, to,
    c1: handle(places[index - 1], from, to, alpha),
    c2: handle(places[index + 2], to, from, alpha),
  };
}

/**
 * The control point beside `here`, towards `next`.
 * @param {Point | undefined} before the point on the other side of `here`
 * @param {Point} here
 * @param {Point} next
 * @param {number} alpha
 * @returns {Point}
 */
function handle(before, here, next, alpha) {
  const a = before ? interval(before, here, alpha) : 0;
  const b = interval(here, next, alpha);
  if (!before || a === 0 || b === 0) return vec(here.x + (next.x - here.x) / 6, here.y + (next.y - here.y) / 6);
  const mixed = (/** @type {number} */ p, /** @type {number} */ q, /** @type {number} */ r) =>
    (a * a * r - b * b * p + (2 * a * a + 3 * a * b + b * b) * q) / (3 * a * (a + b));
  return vec(mixed(before.x, here.x, next.x), mixed(before.y, here.y, next.y));
}

/**
 * @param {Point} p
 * @param {Point} q
 * @param {number} alpha
 */
function interval(p, q, alpha) {
  return Math.hypot(q.x - p.x, q.y - p.y) ** alpha;
}

/**
 * @param {CurveSegment} segment
 * @param {number} t 0 to 1
 * @returns {Point}
 */
export function pointOnCurve({ from, c1, c2, to }, t) {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return vec(a * from.x + b * c1.x + c * c2.x + d * to.x, a * from.y + b * c1.y + c * c2.y + d * to.y);
}
