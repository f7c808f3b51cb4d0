/**
 * Deceleration of a thrown thing: each millisecond a share of the velocity is left, v(t) = v₀ · rateᵗ, as in UIKit's
 * scroll views. The distance is the integral, v₀ · (1 - rateᵗ) / -ln rate.
 */

import { DECELERATION_NORMAL, REST_DISTANCE } from "../constants.js";
import { ending, resting, usableVelocity } from "./motion.js";

/** @typedef {import("./motion.js").Motion} Motion */

/**
 * How far something thrown glides in all.
 * @param {number} velocity px/s
 * @param {number} [rate] share of the velocity left after each ms, above 0 and below 1
 * @returns {number} px, signed
 */
export function glideDistance(velocity, rate = DECELERATION_NORMAL) {
  return usableVelocity(velocity) / 1000 / -Math.log(rate);
}

/**
 * The rate at which something thrown comes to rest after a way: the inverse of {@link glideDistance}.
 * @param {number} velocity px/s
 * @param {number} way px, in the direction of the velocity
 * @returns {number} share of the velocity left after each ms
 */
export function rateOver(velocity, way) {
  return Math.exp(-velocity / 1000 / way);
}

/**
 * When something thrown has gone a part of its way; Infinity where it never gets so far.
 * @param {number} way px
 * @param {number} distance px that it glides in all
 * @param {number} rate
 * @returns {number} ms
 */
export function timeToGlide(way, distance, rate) {
  const share = way / distance;
  return share < 1 ? Math.log(1 - Math.max(0, share)) / Math.log(rate) : Infinity;
}

/**
 * The glide of something thrown where nothing is in its way.
 * @param {number} from px
 * @param {number} velocity px/s
 * @param {number} [rate] share of the velocity left after each ms
 * @returns {Motion}
 */
export function deceleration(from, velocity, rate = DECELERATION_NORMAL) {
  const distance = glideDistance(velocity, rate);
  if (Math.abs(distance) <= REST_DISTANCE) return resting(from);
  const duration = Math.log(REST_DISTANCE / Math.abs(distance)) / Math.log(rate);
  return ending({ duration, destination: from + distance, still: from }, (time) => {
    const left = rate ** time;
    return { position: from + distance * (1 - left), velocity: velocity * left };
  });
}
