/** Lines of points in the plane. Pure. */

/** @typedef {import("./vec.js").Vec} Vec */

/**
 * Whether a closed line winds around a point (even-odd rule; the last point is joined to the first).
 * Shimrat, "Algorithm 112", CACM 5(8), 1962.
 * @param {readonly Vec[]} line
 * @param {Vec} point
 */
export function encloses(line, point) {
  let inside = false;
  let previous = line[line.length - 1];
  for (const current of line) {
    if (previous && (current.y > point.y) !== (previous.y > point.y)) {
      const along = (point.y - current.y) / (previous.y - current.y);
      if (point.x < current.x + along * (previous.x - current.x)) inside = !inside;
    }
    previous = current;
  }
  return inside;
}

/**
 * How far a point is from a segment.
 * @param {Vec} point
 * @param {Vec} from
 * @param {Vec} to
 */
export function distanceToSegment(point, from, to) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const square = dx * dx + dy * dy;
  const along = square > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / square : 0;
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy);
}

/**
 * Whether two segments cross in a point that is inside both.
 * @param {Vec} a
 * @param {Vec} b
 * @param {Vec} c
 * @param {Vec} d
 */
export function cross(a, b, c, d) {
  const side = (/** @type {Vec} */ p, /** @type {Vec} */ q, /** @type {Vec} */ r) =>
    Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
