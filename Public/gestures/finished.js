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
  /** @type {Standing[]} */
  const over = [];
  let isAnyoneWaiting = false;
  for (const standing of engaged) {
    if (isOver(standing)) over.push(standing);
    else if (waitsForAny(standing)) isAnyoneWaiting = true;
  }
  return (isAnyoneWaiting ? withoutAwaited(over, engaged) : over).sort(byRank);
}

/** @param {Standing} standing */
function isOver(standing) {
  return standing.isTerminal && standing.down.length === 0;
}

/**
 * @param {readonly Standing[]} over
 * @param {ReadonlySet<Standing>} engaged
 */
function withoutAwaited(over, engaged) {
  const left = new Set(over);
  while (holdBack(left, engaged));
  return [...left];
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
