/**
 * The one form in which strokes are recognized: {@link SAMPLES} points at equal distances along the line.
 *
 * A finger is reported 30 to 1,000 times a second, in whole pixels or in fractions. Counting points, or looking at one
 * step between two, would give different answers to one drawing. Here
 *
 *     reported points ──► usable ──► steady ──► curve ──► equal steps
 *
 * points that are no finite numbers are dropped; of points closer together than a hand can mean, one is kept. A curve
 * through them turns nine points of a quick circle into a circle again; its equal steps are the form.
 */

import { distance } from "../geometry/point.js";
import { boundsOf, diagonal } from "../geometry/rect.js";
import { COORDINATE_LIMIT, STROKE_CURVE_PIECES, STROKE_SAMPLES, STROKE_STEADY_SHARE } from "../constants.js";
import { walk } from "./walk.js";
import { curveThrough } from "./spline.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/** Points with coordinates that a surface can have. */
const usable = (/** @type {Point} */ { x, y }) => Math.abs(x) <= COORDINATE_LIMIT && Math.abs(y) <= COORDINATE_LIMIT;

export class Stroke {
  /**
   * The stroke that passes through reported points, or null where they are no stroke: fewer than two
   * different usable points.
   * @param {readonly Point[]} points as reported, in drawing order
   */
  static through(points) {
    const reported = points.filter(usable);
    const bounds = boundsOf(reported);
    if (!bounds || diagonal(bounds) === 0) return null;
    return new Stroke(reported, bounds);
  }

  /**
   * Points at equal distances, first and last as drawn.
   * @readonly
   */
  points;

  /**
   * The least rectangle round the reported points.
   * @type {Rect}
   * @readonly
   */
  bounds;

  /**
   * @param {readonly Point[]} reported
   * @param {Rect} bounds
   */
  constructor(reported, bounds) {
    const curve = curveThrough(steady(reported, diagonal(bounds) * STROKE_STEADY_SHARE), STROKE_CURVE_PIECES);
    this.points = walk(curve, STROKE_SAMPLES);
    this.bounds = bounds;
  }

  /** How far the stroke gets for its length: 1 for a straight line, 0.7 for a half circle. */
  get straightness() {
    const length = this.points.reduce((way, point, index) => way + distance(this.points[index - 1] ?? point, point), 0);
    return diagonal(this.bounds) / length;
  }
}

/**
 * Without the points that are nearer than `step` to the one kept before them; the last one always stays.
 * @param {readonly Point[]} points
 * @param {number} step
 */
function steady(points, step) {
  /** @type {Point[]} */
  const kept = [];
  for (const point of points) {
    const before = kept.at(-1);
    if (!before || distance(before, point) >= step) kept.push(point);
  }
  const last = points.at(-1);
  const before = kept.at(-1);
  if (!last || !before || distance(before, last) === 0) return kept;
  // The last kept point makes room for the end, lest the two of them make a hook.
  if (kept.length > 2) kept.pop();
  return [...kept, last];
}
