/** Recognizers that watch the same finger: the recognition of one is the other's business. */

import { byRank, watchersOf } from "./standing.js";

/** @typedef {import("./standing.js").Standing} Standing */

/**
 * Whether the two have a touch of their present attempts in common.
 * @param {Standing} a
 * @param {Standing} b
 */
export function areRivals(a, b) {
  if (a.attempt === b.attempt) return a.attempt.length > 0;
  return a.attempt.some((touch) => b.attempt.includes(touch));
}

/**
 * Those that watch one of the touches of `standing`, in the order of rank.
 * @param {Standing} standing
 * @param {(other: Standing) => boolean} which of them
 * @returns {Standing[]}
 */
export function rivalsOf(standing, which) {
  const { attempt } = standing;
  /** @type {Set<Standing>} */
  const rivals = new Set();
  for (const touch of attempt) {
    for (const other of watchersOf(touch)) {
      if (other !== standing && which(other) && other.attempt.includes(touch)) rivals.add(other);
    }
  }
  // Those of one touch lie in order already.
  return attempt.length === 1 ? [...rivals] : [...rivals].sort(byRank);
}
