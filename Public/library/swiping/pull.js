/** How far a list follows a finger that draws it down at its top, and when that asks for it anew. Pure. */

/** The mark comes down so far and no farther, however far the finger goes, in CSS pixels. */
const MOST = 96;

/** So far down it asks for the list anew when it is let go. */
export const ENOUGH = 48;

/**
 * How far down the mark lies: it follows the finger less and less.
 * @param {number} way of the finger downwards, in CSS pixels
 */
export function markAt(way) {
  return way > 0 ? MOST * (1 - Math.exp(-way / (2 * MOST))) : 0;
}

/** @param {number} mark how far down it lies */
export function isEnough(mark) {
  return mark >= ENOUGH;
}
