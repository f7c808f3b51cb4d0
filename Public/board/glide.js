/** How a thing goes on that was let go of in flight: the glide of the gestures' motions, that knows a field. */

import { deceleration, glideDistance, inPlane } from "../gestures/motion/index.js";
import { clamp } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {{readonly point: Point, readonly done: boolean}} GlidePosition */

/** Slower than this, in CSS pixels per second, nothing is thrown: it is put down. */
export const THROW_SPEED = 120;

/** No hand is faster, in CSS pixels per second; a bad clock can make it look so. */
const FASTEST = 12_000;

/**
 * The way of a thing thrown with a speed, slowing down exponentially. Where it would leave `field` it slows
 * down harder, so that it comes to rest at the edge; a thing already outside is not pulled in.
 * @param {Point} from
 * @param {Point} velocity in CSS pixels per second
 * @param {import("../gestures/geometry/index.js").Rect} field
 * @returns {(milliseconds: number) => GlidePosition} its place after that time
 */
export function glide(from, velocity, field) {
  const motion = inPlane(
    along(from.x, velocity.x, field.x, field.x + field.width),
    along(from.y, velocity.y, field.y, field.y + field.height),
  );
  return (milliseconds) => ({ point: motion.at(milliseconds).position, done: milliseconds >= motion.duration });
}

/**
 * The rate at which it comes to rest at the edge is the one whose whole way is the way to there.
 * @param {number} from
 * @param {number} velocity
 * @param {number} low
 * @param {number} high
 */
function along(from, velocity, low, high) {
  const speed = Number.isFinite(velocity) ? clamp(velocity, -FASTEST, FASTEST) : 0;
  const free = from + glideDistance(speed);
  const edge = clamp(free, Math.min(low, from), Math.max(high, from));
  if (edge === free) return deceleration(from, speed);
  return edge === from ? deceleration(from, 0) : deceleration(from, speed, Math.exp(-speed / 1000 / (edge - from)));
}
