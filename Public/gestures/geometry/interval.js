/** Numbers on a line: the one-dimensional half of the geometry. Pure. */

/**
 * The number in `[low, high]` that is nearest to `value`; `low` where the interval is empty.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}

/**
 * How much of two intervals is common; 0 where they do not meet.
 * @param {number} startA
 * @param {number} endA
 * @param {number} startB
 * @param {number} endB
 */
export function overlap(startA, endA, startB, endB) {
  return Math.max(0, Math.min(endA, endB) - Math.max(startA, startB));
}

/**
 * The index of the last entry of an ascending list that is not above `value`; 0 where all are above.
 * @param {ArrayLike<number>} ascending
 * @param {number} value
 */
export function lastNotAbove(ascending, value) {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? Infinity) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
