/** Recognizers that watch the same finger: the recognition of one is the other's business. */

import { byRank, standingOf } from "./standing.js";

/** @typedef {import("./standing.js").Standing} Standing */

/**
 * Whether the two have a touch of their present attempts in common.
 * @param {Standing} a
 * @param {Standing} b
 */
export function areRivals(a, b) {
  for (const touch of a.attempt) if (b.attempt.has(touch)) return true;
  return false;
}

/**
 * Those that watch one of the touches of `standing`, in the order of rank.
 * @param {Standing} standing
 * @returns {Standing[]}
 */
export function rivalsOf(standing) {
  /** @type {Set<Standing>} */
  const rivals = new Set();
  for (const touch of standing.attempt) {
    for (const recognizer of touch.gestureRecognizers) rivals.add(standingOf(recognizer));
  }
  rivals.delete(standing);
  return [...rivals].filter((other) => areRivals(other, standing)).sort(byRank);
}
