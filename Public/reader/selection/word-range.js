/** A run of words in a document: from one word to another, both included, on one page or several. Pure. */

/** A word of a page: number of the page, from 1, and of the word on it, from 0. */
/** @typedef {{readonly page: number, readonly word: number}} WordPlace */

/** @typedef {{readonly start: WordPlace, readonly end: WordPlace}} WordRange */

/**
 * Below 0 where `a` comes before `b`, above 0 where it comes behind it.
 * @param {WordPlace} a
 * @param {WordPlace} b
 */
export function compare(a, b) {
  return a.page - b.page || a.word - b.word;
}

/**
 * The run from one word to another, in whichever order they come.
 * @param {WordPlace} a
 * @param {WordPlace} b
 * @returns {WordRange}
 */
export function rangeBetween(a, b) {
  return compare(a, b) <= 0 ? { start: a, end: b } : { start: b, end: a };
}

/**
 * The run after one of its ends was dragged to a word. Beyond the other end, the ends change places.
 * @param {WordRange} range
 * @param {"start" | "end"} end that is dragged
 * @param {WordPlace} to
 * @returns {{range: WordRange, end: "start" | "end"}} the end that is under the finger then
 */
export function dragged(range, end, to) {
  const fixed = end === "start" ? range.end : range.start;
  const isBefore = compare(to, fixed) < 0 || (end === "start" && compare(to, fixed) === 0);
  return { range: rangeBetween(to, fixed), end: isBefore ? "start" : "end" };
}

/**
 * The word of a page that is nearest to a place: lines first, and in a line what is beside it.
 * @param {readonly (readonly [number, number, number, number])[]} boxes of the words: left, top, width and height
 * @param {number} x in the units of the boxes
 * @param {number} y
 * @returns {{word: number, distance: number} | null} the distance to its box; null on a page without words
 */
export function nearestWord(boxes, x, y) {
  /** @type {{word: number, distance: number} | null} */
  let nearest = null;
  let least = Infinity;
  boxes.forEach(([left, top, width, height], word) => {
    const across = Math.max(left - x, 0, x - left - width);
    const down = Math.max(top - y, 0, y - top - height);
    // A finger at the end of a line means that line, however near the next one is.
    const cost = across + LINES_FIRST * down;
    if (cost >= least) return;
    least = cost;
    nearest = { word, distance: Math.hypot(across, down) };
  });
  return nearest;
}

/** So much farther a word of another line seems. */
const LINES_FIRST = 4;
