/** Recognizers that watch the same finger: the recognition of one is the other's business. */

import { byRank, watchersOf } from "./candidate.js";

/** @typedef {import("./candidate.js").Candidate} Candidate */

/**
 * Whether the two have a touch of their present attempts in common.
 * @param {Candidate} a
 * @param {Candidate} b
 */
export function areRivals(a, b) {
  if (a.attempt === b.attempt) return a.attempt.length > 0;
  return a.attempt.some((touch) => b.attempt.includes(touch));
}

/**
 * Those that watch one of the touches of `candidate`, in the order of rank.
 * @param {Candidate} candidate
 * @param {(other: Candidate) => boolean} which of them
 * @returns {Candidate[]}
 */
export function rivalsOf(candidate, which) {
  const { attempt } = candidate;
  /** @type {Set<Candidate>} */
  const rivals = new Set();
  for (const touch of attempt) {
    for (const other of watchersOf(touch)) {
      if (other !== candidate && which(other) && other.attempt.includes(touch)) rivals.add(other);
    }
  }
  // Those of one touch lie in order already.
  return attempt.length === 1 ? [...rivals] : [...rivals].sort(byRank);
}
