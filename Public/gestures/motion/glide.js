/**
 * The motion of a scroll view after the finger has lifted:
 *
 *     within its limits ── glides ──► rests
 *         │ reaches an edge                 bounces: flies over it and a spring brings it back
 *         ▼                                 else:    stops at the edge
 *     beyond a limit ─────── a spring brings it back
 */

import { DECELERATION_NORMAL } from "../constants.js";
import { deceleration, glideDistance, timeToGlide } from "./deceleration.js";
import { ending, resting } from "./motion.js";
import { spring } from "./spring.js";

/** @typedef {import("./motion.js").Motion} Motion */

/**
 * @typedef {object} GlideOptions
 * @property {number} low least offset at rest, px
 * @property {number} high greatest offset at rest, px; where it is less than `low` all rests at `low`
 * @property {boolean} [bounces] yes where left out
 * @property {number} [rate] share of the velocity left after each ms
 */

/**
 * The motion after a drag.
 * @param {number} from px that are shown when the finger leaves, perhaps beyond a limit
 * @param {number} velocity px/s
 * @param {GlideOptions} options
 * @returns {Motion}
 */
export function glide(from, velocity, { low, high, bounces = true, rate = DECELERATION_NORMAL }) {
  const within = Math.max(low, Math.min(Math.max(low, high), from));
  if (from !== within) return bounces ? spring(from, within, { velocity }) : resting(within);
  const free = deceleration(from, velocity, rate);
  const edge = Math.max(low, Math.min(Math.max(low, high), free.destination));
  if (edge === free.destination) return free;
  const meeting = timeToGlide(edge - from, glideDistance(velocity, rate), rate);
  const back = bounces ? spring(edge, edge, { velocity: velocity * rate ** meeting }) : resting(edge);
  return ending({ duration: meeting + back.duration, destination: edge, still: from }, (time) => {
    return time < meeting ? free.at(time) : back.at(time - meeting);
  });
}
