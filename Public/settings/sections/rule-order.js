/** The order of rules: where a line that is dragged comes to lie, and how the others make room. Pure. */

/**
 * The heights of lines and the space between them, in CSS pixels.
 * @typedef {{readonly heights: readonly number[], readonly gap: number}} Lines
 */

/**
 * The place of a line that was dragged so far: past another one once its middle is.
 * @param {Lines} lines
 * @param {number} from its place before
 * @param {number} way downwards, in CSS pixels
 */
export function placeAfter({ heights, gap }, from, way) {
  let [place, passed] = [from, 0];
  const direction = way < 0 ? -1 : 1;
  for (let next = from + direction; next >= 0 && next < heights.length; next += direction) {
    const height = (heights[next] ?? 0) + gap;
    if (Math.abs(way) < passed + height / 2) break;
    [place, passed] = [next, passed + height];
  }
  return place;
}

/**
 * How far each line moves aside, in CSS pixels, while one is held over a place; that one itself stays under the hand.
 * @param {Lines} lines
 * @param {number} from
 * @param {number} to
 * @returns {readonly number[]}
 */
export function shifts({ heights, gap }, from, to) {
  const room = (heights[from] ?? 0) + gap;
  return heights.map((_, place) => {
    if (place > from && place <= to) return -room;
    return place < from && place >= to ? room : 0;
  });
}

/**
 * How far a line can be dragged, in CSS pixels: it stays in the list.
 * @param {Lines} lines
 * @param {number} from
 * @param {number} way
 */
export function wayWithin({ heights, gap }, from, way) {
  const total = (/** @type {readonly number[]} */ some) => some.reduce((sum, height) => sum + height + gap, 0);
  return Math.min(Math.max(way, -total(heights.slice(0, from))), total(heights.slice(from + 1)));
}
