/** Counting how often a stroke turns back along an axis. Pure. */

/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * How often the points turn back along x or along y. A way back shorter than `wobble` is none, and a pause is
 * none, so that neither jitter nor the number of points changes the count.
 * @param {readonly Point[]} points
 * @param {number} wobble in the unit of the points
 */
export function inflections(points, wobble) {
  return reversals(points.map(({ x }) => x), wobble) + reversals(points.map(({ y }) => y), wobble);
}

/**
 * @param {readonly number[]} values
 * @param {number} wobble
 */
function reversals(values, wobble) {
  let count = 0;
  let sense = 0;
  let extreme = values[0] ?? 0;
  for (const value of values) {
    const way = value - extreme;
    if (sense === 0 ? Math.abs(way) > wobble : way * sense < -wobble) {
      count += Math.abs(sense);
      sense = Math.sign(way);
    }
    if (way * sense > 0) extreme = value;
  }
  return count;
}
