/** The flight of a thrown card or view: the deceleration of the gestures' motions, within a field. */

import { DECELERATION_NORMAL, deceleration, glideDistance, inPlane, rateOver } from "../gestures/motion/index.js";
import { clamp } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {{readonly point: Point, readonly done: boolean}} FlightPosition */

/** Slower than this, in CSS pixels per second, a canvas is not thrown: it is put down. */
export const VIEW_THROW_SPEED = 120;

/** The same of a card, which is laid where it is meant to be more often than it is thrown. */
export const CARD_THROW_SPEED = 300;

/** No hand is faster, in CSS pixels per second; a bad clock can make it look so. */
const FASTEST = 12_000;

/**
 * The way of a thing thrown with a speed, slowing down exponentially. Where it would leave `field` it slows
 * down harder, so that it comes to rest at the edge. A thing already outside is not pulled in.
 * @param {Point} from
 * @param {Point} velocity in CSS pixels per second
 * @param {import("../gestures/geometry/index.js").Rect} field
 * @param {number} [rate] share of the velocity that is left after each millisecond
 * @returns {(milliseconds: number) => FlightPosition} its place after that time
 */
export function flightWithin(from, velocity, field, rate = DECELERATION_NORMAL) {
  const motion = inPlane(
    along(from.x, velocity.x, { low: field.x, high: field.x + field.width, rate }),
    along(from.y, velocity.y, { low: field.y, high: field.y + field.height, rate }),
  );
  return (milliseconds) => ({ point: motion.at(milliseconds).position, done: milliseconds >= motion.duration });
}

/**
 * @param {number} from
 * @param {number} velocity
 * @param {{low: number, high: number, rate: number}} limits
 */
function along(from, velocity, { low, high, rate }) {
  const speed = Number.isFinite(velocity) ? clamp(velocity, -FASTEST, FASTEST) : 0;
  const free = from + glideDistance(speed, rate);
  const edge = clamp(free, Math.min(low, from), Math.max(high, from));
  if (edge === free) return deceleration(from, speed, rate);
  return edge === from ? deceleration(from, 0) : deceleration(from, speed, rateOver(speed, edge - from));
}
