/** How a thing goes on that was let go of in flight. Pure functions of time. */

import { clamp } from "../geometry/interval.js";
import { vec } from "../geometry/vec.js";

/** @typedef {import("../geometry/vec.js").Vec} Vec */
/** @typedef {{readonly point: Vec, readonly done: boolean}} GlidePosition */

/** What is left of the speed after each millisecond: `UIScrollView.DecelerationRate.normal`. */
export const DECELERATION_PER_MILLISECOND = 0.998;

/** Slower than this, in CSS pixels per second, is rest. */
const REST_SPEED = 10;

/** Slower than this, in CSS pixels per second, nothing is thrown: it is put down. */
export const THROW_SPEED = 120;

/** No hand is faster, in CSS pixels per second; a bad clock can make it look so. */
const FASTEST = 12_000;

/** Decay of the speed, per millisecond. */
const DECAY = -Math.log(DECELERATION_PER_MILLISECOND);

/**
 * The way of a thing thrown with a speed, slowing down exponentially. Where it would leave `field` it slows
 * down harder, so that it comes to rest at the edge; a thing already outside is not pulled in.
 * @param {Vec} from
 * @param {Vec} velocity in CSS pixels per second
 * @param {import("../geometry/rect.js").Rect} field
 * @returns {(milliseconds: number) => GlidePosition} its place after that time
 */
export function glide(from, velocity, field) {
  const x = axis(from.x, velocity.x, field.x, field.x + field.width);
  const y = axis(from.y, velocity.y, field.y, field.y + field.height);
  return (milliseconds) => {
    const [a, b] = [x(milliseconds), y(milliseconds)];
    return { point: vec(a.place, b.place), done: a.done && b.done };
  };
}

/**
 * @param {number} from
 * @param {number} velocity
 * @param {number} low
 * @param {number} high
 */
function axis(from, velocity, low, high) {
  const speed = Number.isFinite(velocity) ? clamp(velocity, -FASTEST, FASTEST) / 1000 : 0;
  const end = clamp(from + speed / DECAY, Math.min(low, from), Math.max(high, from));
  const way = end - from;
  const decay = way === 0 ? 0 : speed / way;
  const slow = REST_SPEED / 1000;
  return (/** @type {number} */ milliseconds) => {
    const left = Math.exp(-decay * Math.max(0, milliseconds));
    const done = decay <= 0 || Math.abs(speed) * left < slow;
    return { place: done ? end : from + way * (1 - left), done };
  };
}
