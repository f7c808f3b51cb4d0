/** The lines of a page's words, in the order of reading. Pure. */

/** @typedef {import("../api/page-source.js").PageWord} PageWord */

/**
 * A word that is placed, or a line as one: `parts` are the places of its words in its text, in UTF-16 code units.
 * @typedef {PageWord & {parts?: number[]}} PlacedWord
 */

/** Words of one line share at least so much of the height of the lower one. */
const SHARED_HEIGHT = 0.5;

/** More words make a layer slow; their lines are taken as wholes. */
const MOST_WORDS = 3_000;

/** Lines that are at least so much higher than most words of their page are headings of that level, if they are short. */
const HEADINGS = Object.freeze([{ height: 1.8, level: 2 }, { height: 1.4, level: 3 }, { height: 1.2, level: 4 }]);
const MOST_HEADING_WORDS = 20;

/** Ends a word that the line broke, so that a copy can join it. */
export const BROKEN = "\u00AD";

/**
 * @param {readonly PageWord[]} words in the order of reading
 * @returns {PlacedWord[][]}
 */
export function linesOf(words) {
  /** @type {PageWord[][]} */
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1)?.at(-1);
    if (last && areBeside(last, word)) lines[lines.length - 1]?.push(word);
    else lines.push([word]);
  }
  return words.length > MOST_WORDS ? lines.map((line) => [whole(line)]) : lines;
}

/**
 * Lines that follow one another and are of one level, as screen readers tell them; level 0 is no heading.
 * @param {readonly PlacedWord[][]} lines
 * @returns {{level: number, lines: PlacedWord[][]}[]}
 */
export function blocksOf(lines) {
  const usual = usualHeight(lines.flat());
  /** @type {{level: number, lines: PlacedWord[][]}[]} */
  const blocks = [];
  for (const line of lines) {
    const level = levelOf(line, usual);
    const last = blocks.at(-1);
    if (last && last.level === level) last.lines.push(line);
    else blocks.push({ level, lines: [line] });
  }
  return blocks;
}

/**
 * The median height of words; 0 of none.
 * @param {readonly PlacedWord[]} words
 */
function usualHeight(words) {
  const heights = words.map(({ box }) => box[3]).sort((first, second) => first - second);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

/**
 * @param {PlacedWord[]} line
 * @param {number} usual
 */
function levelOf(line, usual) {
  const count = line.reduce((sum, { parts }) => sum + (parts?.length ?? 1), 0);
  if (count > MOST_HEADING_WORDS) return 0;
  const share = usualHeight(line) / usual;
  return HEADINGS.find(({ height }) => share >= height)?.level ?? 0;
}

/**
 * @param {PageWord} first
 * @param {PageWord} second
 */
function areBeside({ box: [, top, , height] }, { box: [, otherTop, , otherHeight] }) {
  const shared = Math.min(top + height, otherTop + otherHeight) - Math.max(top, otherTop);
  return shared >= SHARED_HEIGHT * Math.min(height, otherHeight);
}

/**
 * @param {PageWord[]} line
 * @returns {PlacedWord}
 */
function whole(line) {
  const left = Math.min(...line.map(({ box }) => box[0]));
  const top = Math.min(...line.map(({ box }) => box[1]));
  const right = Math.max(...line.map(({ box }) => box[0] + box[2]));
  const bottom = Math.max(...line.map(({ box }) => box[1] + box[3]));
  /** @type {number[]} */
  const parts = [];
  let text = "";
  for (const word of line) {
    if (text) text += " ";
    parts.push(text.length);
    text += wordText(word);
  }
  return { text, parts, box: [left, top, right - left, bottom - top] };
}

/**
 * The letters of a word; those of a broken one end with {@link BROKEN} instead of the hyphen.
 * @param {PageWord} word
 */
export function wordText({ text, hyphenated = false }) {
  return hyphenated ? text.replace(/[-\u2010\u00AD]$/u, "") + BROKEN : text;
}

/**
 * A selected text as a person would write it: broken words are whole again.
 * @param {string} text
 */
export function joined(text) {
  return text.replace(/\u00AD[ \t]*\r?\n?/gu, "");
}
