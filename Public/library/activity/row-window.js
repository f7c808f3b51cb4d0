/** Rows of one height, of which only those in view are drawn. Pure. */

/** Rows beyond the edges of what is seen, so that a fast finger finds no gap. */
export const SPARE_ROWS = 4;

/**
 * The rows to draw: from the first up to, but without, the end.
 * @param {number} count
 * @param {number} rowHeight
 * @param {number} top how far it is scrolled
 * @param {number} height of what is seen
 */
export function rowsInView(count, rowHeight, top, height) {
  const clamp = (/** @type {number} */ row) => Math.min(count, Math.max(0, row));
  return {
    first: clamp(Math.floor(top / rowHeight) - SPARE_ROWS),
    end: clamp(Math.ceil((top + height) / rowHeight) + SPARE_ROWS),
  };
}
