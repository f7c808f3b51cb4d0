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
 * @param {(other: Standing) => boolean} which of them
 * @returns {Standing[]}
 */
export function rivalsOf(standing, which) {
  /** @type {Standing[]} */
  const rivals = [];
  const { attempt } = standing;
  for (const touch of attempt) {
    for (const recognizer of touch.gestureRecognizers) {
      const other = standingOf(recognizer);
      if (other === standing || !which(other) || !other.attempt.has(touch)) continue;
      if (attempt.size === 1 || !rivals.includes(other)) rivals.push(other);
    }
  }
  // Those of one touch lie in order already.
  return attempt.size === 1 ? rivals : rivals.sort(byRank);
}
