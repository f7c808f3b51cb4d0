/** Which way something is pulled. Pure. */

import { PULL_ACROSS, PULL_ALONG } from "../constants.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../recognizers/swipe.js").Direction} Direction */

/**
 * @typedef {object} PullLimits
 * @property {number} [along] px that the way must exceed along a direction; 16 when it is missing
 * @property {number} [across] px that it must stay below off its axis; 12 when it is missing
 */

/**
 * The direction of a way, or null as long as it has none. The whole way counts and not its steps: who strayed and came
 * back pulls all the same.
 * @param {Point} way px from where the finger landed
 * @param {PullLimits} [limits]
 * @returns {Direction | null}
 */
export function pullDirection({ x, y }, limits = {}) {
  const { along = PULL_ALONG, across = PULL_ACROSS } = limits;
  if (Math.abs(y) < across && Math.abs(x) > along) return x < 0 ? "left" : "right";
  if (Math.abs(x) < across && Math.abs(y) > along) return y < 0 ? "up" : "down";
  return null;
}
