/** A run of words in a document: from one word to another, both included, on one page or several. Pure. */

/** A word of a page: number of the page, from 1, and of the word on it, from 0. */
/** @typedef {{readonly page: number, readonly word: number}} WordPlace */

/** @typedef {{readonly start: WordPlace, readonly end: WordPlace}} WordRange */

/** A place before a letter of a word, from 0 and in UTF-16 units; beyond its letters it is the end of the word. */
/** @typedef {WordPlace & {readonly letter: number}} LetterPlace */

/** @typedef {{readonly start: LetterPlace, readonly end: LetterPlace}} LetterRange */

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
 * All letters of a run of words.
 * @param {WordRange} range
 * @returns {LetterRange}
 */
export function lettersOf({ start, end }) {
  return { start: { ...start, letter: 0 }, end: { ...end, letter: Infinity } };
}

/**
 * The letters from one place to another, in whichever order they come.
 * @param {LetterPlace} a
 * @param {LetterPlace} b
 * @returns {LetterRange}
 */
export function lettersBetween(a, b) {
  return (compare(a, b) || a.letter - b.letter) <= 0 ? { start: a, end: b } : { start: b, end: a };
}

/**
 * A run as it is kept: JSON knows no end of a document.
 * @param {LetterRange} range
 */
export function keptRange({ start, end }) {
  const kept = (/** @type {LetterPlace} */ { page, word, letter }) => [page, word, letter].map((number) => (number === Infinity ? null : number));
  return [kept(start), kept(end)];
}

/**
 * @param {unknown} kept
 * @returns {LetterRange | null} null where it is no run
 */
export function rangeFrom(kept) {
  const places = (Array.isArray(kept) ? kept : []).map(placeFrom);
  const [start, end] = places;
  return places.length === 2 && start && end ? lettersBetween(start, end) : null;
}

/**
 * @param {unknown} kept
 * @returns {LetterPlace | null}
 */
function placeFrom(kept) {
  if (!Array.isArray(kept) || kept.length !== 3) return null;
  const [page, word, letter] = kept.map((number) => (number === null ? Infinity : Number.isSafeInteger(number) && number >= 0 ? number : NaN));
  return page > 0 && page < Infinity && word >= 0 && letter >= 0 ? { page, word, letter } : null;
}

/**
 * The part of a run that lies on a page; null where none does.
 * @param {LetterRange} range
 * @param {number} page
 * @param {number} count of the words on the page
 * @returns {import("./quoted-words.js").WordSpan | null}
 */
export function spanOn({ start, end }, page, count) {
  if (page < start.page || page > end.page || count === 0) return null;
  const last = Math.min(count - 1, end.page === page ? end.word : Infinity);
  const from = start.page === page ? start : { word: 0, letter: 0 };
  if (from.word > last) return null;
  return { start: [from.word, from.letter], end: [last, end.page === page && last === end.word ? end.letter : Infinity] };
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
