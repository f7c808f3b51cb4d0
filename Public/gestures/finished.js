/** Which recognizers start anew. */

import { requires, waitsForAny } from "./failure-requirements.js";
import { byRank } from "./standing.js";

/** @typedef {import("./standing.js").Standing} Standing */

/**
 * Those whose attempt is over and whose fingers are up, in the order of rank. Whoever somebody still waits
 * for rests, although it has failed, until that one starts anew, too.
 * @param {ReadonlySet<Standing>} engaged
 * @returns {Standing[]}
 */
export function finishedAmong(engaged) {
  /** @type {Set<Standing>} */
  const over = new Set();
  for (const standing of engaged) if (standing.isTerminal && standing.down.size === 0) over.add(standing);
  if (over.size === 0) return [];
  while (holdBack(over, engaged));
  return [...over].sort(byRank);
}

/**
 * Takes out of `over` whom somebody outside waits for.
 * @param {Set<Standing>} over
 * @param {ReadonlySet<Standing>} engaged
 * @returns {boolean} whether there was one
 */
function holdBack(over, engaged) {
  const before = over.size;
  const waiting = [...engaged].filter((other) => !over.has(other) && waitsForAny(other));
  for (const other of waiting) {
    for (const standing of over) if (requires(other, standing)) over.delete(standing);
  }
  return over.size < before;
}
