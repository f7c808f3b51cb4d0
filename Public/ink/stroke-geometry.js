import { boundsOf, cross, grown, meet, vec } from "../gestures/geometry/index.js";
import { widthFactor } from "./ink-width.js";

/**
 * `[x, y, pressure, t]`: units of what it lies on, 0 to 1, milliseconds from the stroke's start; more may follow.
 * @typedef {readonly number[]} InkPoint
 */

/**
 * A line of ink.
 * @typedef {object} Stroke
 * @property {string} id
 * @property {string} color as in CSS
 * @property {number} width in the same units, at pressure 0.5
 * @property {readonly InkPoint[]} points
 */

/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/** Bounds are asked for in every frame, and a stroke never changes. @type {WeakMap<Stroke, Rect>} */
const known = new WeakMap();

/**
 * @param {InkPoint} point
 * @returns {Point}
 */
export function inkPlace(point) {
  return vec(point[0] ?? 0, point[1] ?? 0);
}

/**
 * The rectangle that a stroke's ink stays in: its curve never leaves its points by more than a width.
 * @param {Stroke} stroke
 * @returns {Rect}
 */
export function strokeBounds(stroke) {
  const before = known.get(stroke);
  if (before) return before;
  const bare = boundsOf(stroke.points.map(inkPlace)) ?? { x: 0, y: 0, width: 0, height: 0 };
  // A Catmull-Rom curve bulges beyond its points by less than a quarter of its longest segment.
  const bounds = grown(bare, (stroke.width * widthFactor(1)) / 2 + longestSegment(stroke) / 4 + 1);
  known.set(stroke, bounds);
  return bounds;
}

/** @param {Stroke} stroke */
function longestSegment({ points }) {
  return points.reduce((longest, point, index) => {
    const before = points[index - 1];
    return before ? Math.max(longest, Math.hypot(
      (point[0] ?? 0) - (before[0] ?? 0), (point[1] ?? 0) - (before[1] ?? 0),
    )) : longest;
  }, 0);
}

/**
 * How often a line of points crosses a stroke.
 * @param {Stroke} stroke
 * @param {readonly Point[]} line
 */
export function crossings(stroke, line) {
  const frame = boundsOf(line);
  if (!frame || !meet(frame, strokeBounds(stroke))) return 0;
  const places = stroke.points.map(inkPlace);
  let count = 0;
  eachSegment(line, (a, b) => eachSegment(places, (c, d) => {
    count += cross(a, b, c, d) ? 1 : 0;
  }));
  return count;
}

/**
 * @param {readonly Point[]} line
 * @param {(from: Point, to: Point) => void} visit
 */
function eachSegment(line, visit) {
  for (let index = 1; index < line.length; index += 1) {
    visit(/** @type {Point} */ (line[index - 1]), /** @type {Point} */ (line[index]));
  }
}

/**
 * A hundredth of a unit is finer than any screen shows, and keeps files short.
 * @param {number} value
 */
export function tidy(value) {
  return Math.round(value * 100) / 100 || 0;
}
