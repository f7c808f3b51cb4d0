/**
 * How round a stroke is: tells a circle from shapes with corners or tails. Pure.
 *
 * Along a circle the direction grows evenly with the distance, and the distance from the center stays. Along a polygon
 * the direction stands still and jumps. Stretching first makes an ellipse of any slant as round as a circle. `bend` and
 * `sharpest` leave out the ends, where hands make hooks.
 */

import { angleBetween, distance, minus } from "../geometry/point.js";
import { spreadAlike } from "./principal-axes.js";
import { boundsOf, middle } from "../geometry/rect.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./stroke.js").Stroke} Stroke */

/** Samples that a tangent spans: a sixteenth of the stroke, longer than jitter and shorter than a side. */
const SPAN = 4;

/** Tangents left out at either end, a tenth. */
const ENDS = 6;

const DEGREES = 180 / Math.PI;

/**
 * @typedef {object} Roundness
 * @property {number} bend how far the direction is from growing evenly, root mean square in degrees: 0 in a
 * circle, 26 in a square
 * @property {number} sharpest share of all turn that is made in the sharpest third of the way: 1/3 in a
 * circle, 1 in a polygon
 * @property {number} turn radians by which the direction turns from the first point to the last; positive is
 * clockwise. The angle of an arc
 * @property {number} uneven how much the distance from the center differs, standard deviation as a share of its mean.
 * It is 0 in a circle, 0.4 in a loop with tails
 */

/**
 * @param {Stroke} stroke
 * @returns {Roundness}
 */
export function roundnessOf(stroke) {
  const points = spreadAlike(stroke.points);
  const directions = unrolled(tangents(points)).slice(ENDS, -ENDS);
  const turns = directions.slice(1).map((direction, index) => direction - (directions[index] ?? 0));
  return {
    bend: bend(directions) * DEGREES,
    sharpest: sharpest(turns),
    turn: turn(stroke.points),
    uneven: uneven(points),
  };
}

/**
 * A tangent stands for the middle of its span, so that half a span is missing at either end and made up for.
 * @param {readonly Point[]} points as drawn: stretching would change the angle of an arc
 */
function turn(points) {
  const directions = unrolled(tangents(points));
  return ((directions.at(-1) ?? 0) * (points.length - 1)) / (directions.length - 1);
}

/** @param {readonly Point[]} points */
function uneven(points) {
  const bounds = boundsOf(points);
  if (!bounds) return Infinity;
  const distances = points.map((point) => distance(point, middle(bounds)));
  const mean = total(distances) / distances.length;
  const variance = total(distances.map((value) => (value - mean) ** 2)) / distances.length;
  return mean > 0 ? Math.sqrt(variance) / mean : Infinity;
}

/** @param {readonly Point[]} points */
function tangents(points) {
  return points.slice(SPAN).map((point, index) => minus(point, points[index] ?? point));
}

/**
 * The angles of directions, going on beyond a half turn instead of jumping back.
 * @param {readonly Point[]} directions
 */
function unrolled(directions) {
  let angle = 0;
  return directions.map((direction, index) => (angle += angleBetween(directions[index - 1] ?? direction, direction)));
}

/**
 * Root mean square of what the straight line of least squares leaves of evenly spaced values.
 * @param {readonly number[]} values
 */
function bend(values) {
  const middle = (values.length - 1) / 2;
  const mean = total(values) / values.length;
  const spread = total(values.map((_, index) => (index - middle) ** 2));
  const slope = total(values.map((value, index) => (index - middle) * (value - mean))) / spread;
  const rest = values.map((value, index) => (value - mean - slope * (index - middle)) ** 2);
  return Math.sqrt(total(rest) / values.length);
}

/**
 * Turns against the sense of the whole count as turn, but not among the sharpest.
 * @param {readonly number[]} turns
 */
function sharpest(turns) {
  const sense = Math.sign(total(turns));
  const descending = turns.map((turn) => turn * sense).sort((a, b) => b - a);
  const third = descending.slice(0, Math.round(turns.length / 3));
  const all = total(turns.map(Math.abs));
  return all > 0 ? total(third) / all : 1;
}

/** @param {readonly number[]} values */
function total(values) {
  return values.reduce((sum, value) => sum + value, 0);
}
