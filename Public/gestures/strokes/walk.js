/** Walking a polyline in equal steps: the resampling that all stroke matchers begin with. Pure. */

import { between, distance } from "../geometry/point.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * `count` points at equal distances along a polyline, its two ends among them: step 1 of the $1 recognizer.
 * J. O. Wobbrock, A. D. Wilson, Y. Li: Gestures without libraries, toolkits or training, UIST 2007.
 * @param {readonly Point[]} line at least one point
 * @param {number} count at least 2
 * @returns {Point[]} empty where `line` is
 */
export function walk(line, count) {
  const travelled = distancesAlong(line);
  const step = (travelled.at(-1) ?? 0) / (count - 1);
  let leg = 0;
  const pointAt = (/** @type {number} */ way) => {
    while (leg + 2 < line.length && (travelled[leg + 1] ?? Infinity) < way) leg++;
    return onLeg(line, travelled, leg, way);
  };
  return line.length === 0 ? [] : Array.from({ length: count }, (_, index) => pointAt(index * step));
}

/**
 * For each point how far along the line it lies.
 * @param {readonly Point[]} line
 */
function distancesAlong(line) {
  let way = 0;
  return line.map((point, index) => (way += distance(line[index - 1] ?? point, point)));
}

/**
 * @param {readonly Point[]} line
 * @param {readonly number[]} travelled
 * @param {number} leg index of the point that the leg begins with
 * @param {number} way
 */
function onLeg(line, travelled, leg, way) {
  const [from, to] = [/** @type {Point} */ (line[leg]), line[leg + 1]];
  const start = travelled[leg] ?? 0;
  const length = (travelled[leg + 1] ?? start) - start;
  return to && length > 0 ? between(from, to, Math.min(1, (way - start) / length)) : from;
}
