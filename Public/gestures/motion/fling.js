/**
 * A thrown card that stays on its board: at an edge it turns back with a share of its velocity. The rest of a glide is
 * proportional to the velocity, so a bounce scales it.
 */

import { EDGE_ELASTICITY, FLING_DECELERATION, REST_DISTANCE } from "../constants.js";
import { glideDistance, timeToGlide } from "./deceleration.js";
import { ending, resting } from "./motion.js";

/** @typedef {import("./motion.js").Motion} Motion */

/**
 * A way between two bounces: when it begins, where, and how far it would glide.
 * @typedef {{readonly start: number, readonly from: number, readonly distance: number}} Leg
 */

/**
 * @typedef {object} FlingOptions
 * @property {number} low least position, px
 * @property {number} high greatest position, px; where it is less than `low` all is kept at it, as dragging does
 * @property {number} [elasticity] share of the velocity that is kept at an edge, 0 to 1
 * @property {number} [rate] share of the velocity left after each ms
 */

/** Bounces that are followed; between walls so near that there are more, it rests. */
const MOST_BOUNCES = 32;

/**
 * The motion of a card thrown along one axis.
 * @param {number} from px
 * @param {number} velocity px/s
 * @param {FlingOptions} options
 * @returns {Motion} never outside the limits
 */
export function fling(from, velocity, { low, high, elasticity = EDGE_ELASTICITY, rate = FLING_DECELERATION }) {
  const start = Math.min(high, Math.max(low, from));
  const legs = legsOf(start, glideDistance(velocity, rate), { low, high, elasticity, rate });
  const last = legs.at(-1);
  if (!last) return resting(start);
  const rest = Math.max(0, Math.log(REST_DISTANCE / Math.abs(last.distance)) / Math.log(rate));
  const destination = Math.min(high, Math.max(low, last.from + last.distance));
  return ending({ duration: last.start + rest, destination, still: start }, (time) => {
    const leg = legs.filter(({ start: begin }) => begin <= time).at(-1) ?? last;
    const left = rate ** (time - leg.start);
    return { position: leg.from + leg.distance * (1 - left), velocity: leg.distance * left * -Math.log(rate) * 1000 };
  });
}

/**
 * @param {number} from
 * @param {number} distance
 * @param {{low: number, high: number, elasticity: number, rate: number}} options
 */
function legsOf(from, distance, { low, high, elasticity, rate }) {
  /** @type {Leg[]} */
  const legs = [];
  let leg = { start: 0, from, distance };
  while (Math.abs(leg.distance) > REST_DISTANCE) {
    if (legs.length === MOST_BOUNCES) return [...legs, { ...leg, distance: 0 }];
    legs.push(leg);
    const wall = Math.min(high, Math.max(low, leg.from + leg.distance));
    const meeting = timeToGlide(wall - leg.from, leg.distance, rate);
    if (!Number.isFinite(meeting)) break;
    leg = { start: leg.start + meeting, from: wall, distance: (wall - leg.from - leg.distance) * elasticity };
  }
  return legs;
}
