/**
 * Immutable lists of touches. Dozens of recognizers watch the same fingers and share one list, so a landing finger
 * costs no list for each of them.
 */

/** @typedef {import("./touch.js").Touch} Touch */

/** @type {readonly Touch[]} */
export const NO_TOUCHES = Object.freeze([]);

/** @typedef {{from: readonly Touch[], touch: Touch | null, to: readonly Touch[]}} Step the latest that was made */

/** @type {Step} */
let added = { from: NO_TOUCHES, touch: null, to: NO_TOUCHES };
/** @type {Step} */
let removed = { from: NO_TOUCHES, touch: null, to: NO_TOUCHES };

/**
 * @param {readonly Touch[]} from
 * @param {Touch} touch that is not in it
 */
export function withTouch(from, touch) {
  if (added.from !== from || added.touch !== touch) added = { from, touch, to: [...from, touch] };
  return added.to;
}

/**
 * The list without one; the same one where it is not in it.
 * @param {readonly Touch[]} from
 * @param {Touch} touch
 */
export function withoutTouch(from, touch) {
  if (from.length === 0) return from;
  if (removed.from !== from || removed.touch !== touch) {
    const left = from.includes(touch) ? from.filter((other) => other !== touch) : from;
    removed = { from, touch, to: left.length > 0 ? left : NO_TOUCHES };
  }
  return removed.to;
}
