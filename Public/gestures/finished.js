/** Which recognizers start anew. */

import { requires, waitsForAny } from "./failure-requirements.js";
import { byRank } from "./candidate.js";

/** @typedef {import("./candidate.js").Candidate} Candidate */

/**
 * Candidates whose attempt is over and whose fingers are up, in the order of rank. A failed one that another still
 * waits for rests until that one starts anew.
 * @param {ReadonlySet<Candidate>} engaged
 * @returns {Candidate[]}
 */
export function finishedAmong(engaged) {
  /** @type {Candidate[]} */
  const over = [];
  let isAnyoneWaiting = false;
  for (const candidate of engaged) {
    if (isOver(candidate)) over.push(candidate);
    else if (waitsForAny(candidate)) isAnyoneWaiting = true;
  }
  return (isAnyoneWaiting ? withoutAwaited(over, engaged) : over).sort(byRank);
}

/** @param {Candidate} candidate */
function isOver(candidate) {
  return candidate.isTerminal && candidate.down.length === 0;
}

/**
 * @param {readonly Candidate[]} over
 * @param {ReadonlySet<Candidate>} engaged
 */
function withoutAwaited(over, engaged) {
  const left = new Set(over);
  while (holdBack(left, engaged));
  return [...left];
}

/**
 * Takes one out of `over` for which a candidate outside waits.
 * @param {Set<Candidate>} over
 * @param {ReadonlySet<Candidate>} engaged
 * @returns {boolean} whether there was one
 */
function holdBack(over, engaged) {
  const before = over.size;
  const waiting = [...engaged].filter((other) => !over.has(other) && waitsForAny(other));
  for (const other of waiting) {
    for (const candidate of over) if (requires(other, candidate)) over.delete(candidate);
  }
  return over.size < before;
}
