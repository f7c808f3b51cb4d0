/**
 * Fewer points, the same line. Every point that is left out lies within a stated error of the curve through those that
 * are kept. The line's width there is as true. Pure.
 */

import { distanceToLine, distanceToSegment } from "../gestures/geometry/index.js";
import { curveSegment, pointOnCurve } from "./ink-curve.js";
import { PLAIN_PRESSURE, widthFactor } from "./ink-width.js";
import { inkPlace } from "./stroke-geometry.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./stroke-geometry.js").InkPoint} InkPoint */

/** How far a point may lie from the drawn curve, in CSS pixels at the zoom it was drawn at. The eye does not see it. */
export const SIMPLIFY_ERROR = 0.4;

/** Straight pieces by which a segment of the curve is measured. */
const PIECES = 8;

/**
 * @param {readonly InkPoint[]} points
 * @param {{error: number, width: number}} options error and the line's width, in board units
 * @returns {InkPoint[]}
 */
export function simplified(points, { error, width }) {
  if (points.length < 3) return [...points];
  let kept = chosen(points, error, width);
  for (let missed = missedBy(points, kept, error); missed.length; missed = missedBy(points, kept, error)) {
    kept = [...kept, ...missed].sort((a, b) => a - b);
  }
  return kept.map((index) => /** @type {InkPoint} */ (points[index]));
}

/**
 * Ramer–Douglas–Peucker (Douglas, Peucker, "Algorithms for the reduction of the number of points …",
 * Cartographica 10(2), 1973), without recursion: strokes can be long.
 * @param {readonly InkPoint[]} points
 * @param {number} error
 * @param {number} width
 */
function chosen(points, error, width) {
  const kept = [0, points.length - 1];
  const open = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [first = 0, last = 0] = span;
    const { index, distance } = farthest(points, first, last, width);
    if (distance <= error) continue;
    kept.push(index);
    open.push([first, index], [index, last]);
  }
  return kept.sort((a, b) => a - b);
}

/**
 * @param {readonly InkPoint[]} points
 * @param {number} first
 * @param {number} last
 * @param {number} width
 */
function farthest(points, first, last, width) {
  const from = /** @type {InkPoint} */ (points[first]);
  const to = /** @type {InkPoint} */ (points[last]);
  const [start, end] = [inkPlace(from), inkPlace(to)];
  let found = { index: first, distance: 0 };
  for (let index = first + 1; index < last; index += 1) {
    const point = /** @type {InkPoint} */ (points[index]);
    const expected = between(from, to, (index - first) / (last - first));
    const swelling = (Math.abs(widthFactor(point[2]) - expected) * width) / 2;
    const distance = Math.max(distanceToSegment(inkPlace(point), start, end), swelling);
    if (distance > found.distance) found = { index, distance };
  }
  return found;
}

/**
 * @param {InkPoint} from
 * @param {InkPoint} to
 * @param {number} part
 */
function between(from, to, part) {
  const [a, b] = [from[2] ?? PLAIN_PRESSURE, to[2] ?? PLAIN_PRESSURE];
  return widthFactor(a + (b - a) * part);
}

/**
 * For each segment that strays from the points left out along it, the one it strays from most.
 * @param {readonly InkPoint[]} points
 * @param {readonly number[]} kept
 * @param {number} error
 */
function missedBy(points, kept, error) {
  const places = kept.map((index) => inkPlace(/** @type {InkPoint} */ (points[index])));
  return kept.slice(1).flatMap((last, at) => {
    const first = kept[at] ?? 0;
    return last - first < 2 ? [] : worstOf(points, first, last, pieces(places, at), error);
  });
}

/**
 * @param {readonly Point[]} places
 * @param {number} index
 */
function pieces(places, index) {
  const segment = curveSegment(places, index);
  return Array.from({ length: PIECES + 1 }, (_, step) => pointOnCurve(segment, step / PIECES));
}

/**
 * @param {readonly InkPoint[]} points
 * @param {number} first
 * @param {number} last
 * @param {readonly Point[]} line
 * @param {number} error
 */
function worstOf(points, first, last, line, error) {
  let [worst, distance] = [-1, error];
  for (let index = first + 1; index < last; index += 1) {
    const away = distanceToLine(inkPlace(/** @type {InkPoint} */ (points[index])), line);
    if (away > distance) [worst, distance] = [index, away];
  }
  return worst < 0 ? [] : [worst];
}
