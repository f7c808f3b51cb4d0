/**
 * Is this stroke a circle? Tests in the order of Sadun's recipe 1-10; the first that fails rejects. Roundness was
 * added: without it half of all squares pass.
 *
 *     size ─► duration ─► inflections ─► gap ─► transit ─► roundness ─► Circle
 *
 * The sense of rotation does not matter. All but the duration is asked of the resampled {@link Stroke}.
 */

import { angleBetween, centroid, distance, minus } from "../geometry/point.js";
import { middle } from "../geometry/rect.js";
import { encloses } from "../geometry/polygon.js";
import {
  CIRCLE_MAX_BEND, CIRCLE_MAX_DURATION, CIRCLE_MAX_GAP, CIRCLE_MAX_GAP_SHARE, CIRCLE_MAX_INFLECTIONS,
  CIRCLE_MAX_SHARPEST, CIRCLE_MAX_TRANSIT, CIRCLE_MAX_UNEVEN, CIRCLE_MIN_ASPECT, CIRCLE_MIN_SIDE,
  CIRCLE_MIN_TRANSIT, CIRCLE_WOBBLE_SHARE,
} from "../constants.js";
import { inflections } from "./inflections.js";
import { roundnessOf } from "./roundness.js";
import { Stroke } from "./stroke.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/**
 * @typedef {object} Circle
 * @property {Point} center of the box
 * @property {number} radius mean of the box's half sides
 * @property {Rect} rect the least one round the reported points
 * @property {Point} centroid mean of the resampled points
 * @property {number} transit radians that the stroke goes about the center; positive is clockwise
 * @property {number} inflections
 * @property {readonly Point[]} outline the resampled stroke
 */

/**
 * @typedef {"no stroke" | "too small" | "too flat" | "excessive duration" | "too many inflections"
 *   | "start too far from end" | "too short" | "too long" | "not round"} CircleRejection
 */

/**
 * @typedef {object} CircleOptions
 * @property {number} [duration] ms from the first touch until now; not judged where left out
 * @property {number} [surfaceWidth] px; the ends must be within a third of it. Where left out, no further apart
 * than the stroke is large
 */

/**
 * The circle that a stroke draws, or null.
 * @param {readonly Point[]} points as reported
 * @param {CircleOptions} [options]
 * @returns {Circle | null}
 */
export function isCircle(points, options = {}) {
  const verdict = examineCircle(points, options);
  return typeof verdict === "string" ? null : verdict;
}

/**
 * The circle that a stroke draws, or why it is none. Never throws, whatever the points.
 * @param {readonly Point[]} points as reported
 * @param {CircleOptions} [options]
 * @returns {Circle | CircleRejection}
 */
export function examineCircle(points, options = {}) {
  const { duration = 0, surfaceWidth } = options;
  const stroke = Stroke.through(points);
  if (!stroke) return "no stroke";
  const circle = measured(stroke);
  const roundness = roundnessOf(stroke);
  const side = Math.max(stroke.bounds.width, stroke.bounds.height);
  const gap = surfaceWidth === undefined ? side * CIRCLE_MAX_GAP_SHARE : surfaceWidth * CIRCLE_MAX_GAP;
  return (
    sizeRejection(stroke.bounds) ??
    (duration <= CIRCLE_MAX_DURATION ? null : "excessive duration") ??
    (circle.inflections <= mostInflections(circle) ? null : "too many inflections") ??
    (gapOf(stroke) <= gap ? null : "start too far from end") ??
    transitRejection(Math.abs(circle.transit), Math.abs(roundness.turn)) ??
    (isRound(roundness) ? null : "not round") ??
    circle
  );
}

/**
 * Whether a circled thing counts as selected: its point lies within the drawn line, closed from end to start.
 * @param {Circle} circle
 * @param {Point} point
 */
export function circleEncloses(circle, point) {
  return encloses(circle.outline, point);
}

/**
 * @param {Stroke} stroke
 * @returns {Circle}
 */
function measured({ points, bounds }) {
  const center = middle(bounds);
  const wobble = Math.max(bounds.width, bounds.height) * CIRCLE_WOBBLE_SHARE;
  return {
    center,
    radius: (bounds.width + bounds.height) / 4,
    rect: bounds,
    centroid: centroid(points),
    transit: transit(points, center),
    inflections: inflections(points, wobble),
    outline: points,
  };
}

/**
 * The signed sum of the angles between neighbours: a line there and back makes 0, where the recipe's unsigned sum makes
 * a full turn. A point on the center adds 0, where the recipe's arc cosine makes NaN.
 * @param {readonly Point[]} points
 * @param {Point} center
 */
function transit(points, center) {
  const rays = points.map((point) => minus(point, center));
  return rays.reduce((angle, ray, index) => angle + angleBetween(rays[index - 1] ?? ray, ray), 0);
}

/** @param {Rect} bounds */
function sizeRejection({ width, height }) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < CIRCLE_MIN_ASPECT * long) return "too flat";
  return short < CIRCLE_MIN_SIDE ? "too small" : null;
}

/**
 * The recipe's five, which a circle once round keeps. One that goes on beyond its start turns back once more
 * every quarter, and must be allowed to as far as the transit is.
 * @param {Circle} circle
 */
function mostInflections({ transit }) {
  return Math.max(CIRCLE_MAX_INFLECTIONS, Math.ceil(Math.abs(transit) / (Math.PI / 2)) + 1);
}

/** @param {Stroke} stroke */
function gapOf({ points }) {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? distance(first, last) : Infinity;
}

/**
 * Of an arc the angle about its center and the turn of its direction are the same. Of a hasty circle, which
 * begins inside or leaves a gap, one of them may fall short; it is too short where both do.
 * @param {number} transit radians
 * @param {number} turn radians
 */
function transitRejection(transit, turn) {
  if (!(Math.max(transit, turn) >= CIRCLE_MIN_TRANSIT)) return "too short";
  return Math.min(transit, turn) <= CIRCLE_MAX_TRANSIT ? null : "too long";
}

/**
 * Both measures of corners must agree in the mean, so that neither alone decides near its border.
 * @param {import("./roundness.js").Roundness} roundness
 */
function isRound({ bend, sharpest, uneven }) {
  if (uneven > CIRCLE_MAX_UNEVEN) return false;
  return bend / CIRCLE_MAX_BEND + sharpest / CIRCLE_MAX_SHARPEST <= 2;
}
