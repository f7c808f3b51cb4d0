/**
 * The form in which unistrokes are compared: places and directions at equal steps. Pure.
 *
 * As in the $1 recognizer (J. O. Wobbrock, A. D. Wilson, Y. Li, UIST 2007) the stroke is resampled, moved to its
 * centroid and scaled. The directions between points are those of Penny Pincher (E. M. Taranta II, J. J. LaViola Jr.,
 * GI 2015); they see corners, which places blur.
 *
 * Unlike $1, the best turn is found in comparing, in closed form. The box is made nearly square, so that a long
 * rectangle is one and a bracket is no square.
 */

import { centroid, minus } from "../geometry/point.js";
import { UNISTROKE_MIN_ASPECT, UNISTROKE_POINTS, UNISTROKE_SQUARING } from "../constants.js";
import { walk } from "./walk.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/** @typedef {import("./stroke.js").Stroke} Stroke */

/**
 * For each of the samples four numbers: its place, on average 1 away from the centroid, and the unit vector
 * of its direction.
 * @typedef {Float64Array} UnistrokeForm
 */

/** Numbers that a sample has in a form. */
export const STRIDE = 4;

/**
 * @param {Stroke} stroke
 * @returns {UnistrokeForm}
 */
export function unistrokeForm(stroke) {
  const samples = squared(walk(stroke.points, UNISTROKE_POINTS), stroke.bounds);
  const center = centroid(samples);
  const places = samples.map((sample) => minus(sample, center));
  const spread = Math.sqrt(places.reduce((sum, { x, y }) => sum + x * x + y * y, 0) / places.length) || 1;
  const numbers = places.flatMap(({ x, y }, index) => [x / spread, y / spread, ...direction(places, index)]);
  return Float64Array.from(numbers);
}

/**
 * The samples with the sides of their box more alike, unless it is nearly a line.
 * @param {readonly Point[]} samples
 * @param {Rect} bounds
 */
function squared(samples, { width, height }) {
  const long = Math.max(width, height);
  if (Math.min(width, height) < UNISTROKE_MIN_ASPECT * long) return samples;
  const [byX, byY] = [width, height].map((side) => (long / side) ** UNISTROKE_SQUARING);
  return samples.map(({ x, y }) => ({ x: x * (byX ?? 1), y: y * (byY ?? 1) }));
}

/**
 * The direction at a sample: from the one before to the one behind it.
 * @param {readonly Point[]} samples
 * @param {number} index
 */
function direction(samples, index) {
  const here = /** @type {Point} */ (samples[index]);
  const { x, y } = minus(samples[index + 1] ?? here, samples[index - 1] ?? here);
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}
