/** The order of items that lie in sections, as a list shows them, from the last round to the first. Pure. */

/**
 * An item: the how-manieth of which section, both from 0.
 * @typedef {{readonly section: number, readonly row: number}} ItemPlace
 */

/**
 * The item beside another one. Sections without items are passed over.
 * @param {readonly number[]} counts how many items each section has
 * @param {ItemPlace} place
 * @param {1 | -1} step to the next one or the one before
 * @returns {ItemPlace | null} null where there is no item at all, or no such place
 */
export function itemBeside(counts, place, step) {
  const count = counts[place.section] ?? 0;
  if (!(place.row >= 0 && place.row < count)) return null;
  const row = place.row + step;
  if (row >= 0 && row < count) return { section: place.section, row };
  const section = sectionBeside(counts, place.section, step);
  return { section, row: step > 0 ? 0 : (counts[section] ?? 1) - 1 };
}

/**
 * @param {readonly number[]} counts of which one at least is not nought
 * @param {number} section
 * @param {1 | -1} step
 */
function sectionBeside(counts, section, step) {
  let next = section;
  do next = (next + step + counts.length) % counts.length; while (!counts[next]);
  return next;
}
