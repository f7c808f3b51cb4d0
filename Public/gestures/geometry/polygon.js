/** Areas bounded by straight lines. Pure. */

/** @typedef {import("./point.js").Point} Point */

/**
 * Whether a point lies within a polygon by the even-odd rule: a ray to the right crosses the outline an odd number of
 * times.
 *
 * M. Shimrat: Algorithm 112, Communications of the ACM 5 (1962), half-open so that a corner on the ray counts once.
 * @param {readonly Point[]} outline closed from its last point to its first
 * @param {Point} point
 */
export function encloses(outline, point) {
  return crossings(outline, point) % 2 === 1;
}

/**
 * How many edges of a closed outline a ray from the point to the right crosses. Of a shape of several
 * outlines the counts are added.
 * @param {readonly Point[]} outline
 * @param {Point} point
 */
export function crossings(outline, { x, y }) {
  let count = 0;
  let from = outline[outline.length - 1];
  for (const to of outline) {
    if (from && from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) count++;
    from = to;
  }
  return count;
}

/**
 * @param {Point} point
 * @param {Point} from
 * @param {Point} to
 */
export function distanceToSegment(point, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / square : 0;
  const nearest = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - nearest * dx, point.y - from.y - nearest * dy);
}

/**
 * @param {Point} point
 * @param {readonly Point[]} line one point is a line of no length; no point is Infinity away
 */
export function distanceToLine(point, line) {
  return line.reduce((nearest, to, index) => Math.min(nearest, distanceToSegment(point, line[index - 1] ?? to, to)), Infinity);
}

/**
 * Whether two segments cross in a point that is inside both.
 * @param {Point} a
 * @param {Point} b
 * @param {Point} c
 * @param {Point} d
 */
export function cross(a, b, c, d) {
  const side = (/** @type {Point} */ p, /** @type {Point} */ q, /** @type {Point} */ r) =>
    Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
