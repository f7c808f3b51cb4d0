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

/** Lines of a paragraph lie closer than this share of their height, and differ no more than that in height. */
const MOST_GAP = 0.8;
const MOST_DIFFERENCE = 1.25;

/** A line that begins so much farther in than the one before it, in heights, begins a paragraph. */
const INDENT = 0.8;

/** No letters are so narrow, as a share of their height: a word that is stands upright. */
const NARROWEST = 0.14;

/** Words of a run may overlap by this share of their height, as slanted ones do. */
const OVERLAP = 0.5;

/**
 * @param {readonly PageWord[]} words in the order of reading
 * @returns {PlacedWord[][]}
 */
export function linesOf(words) {
  /** @type {PageWord[][]} */
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1)?.at(-1);
    if (last && isUpright([last]) === isUpright([word]) && areBeside(last, word)) lines[lines.length - 1]?.push(word);
    else lines.push([word]);
  }
  return words.length > MOST_WORDS ? lines.map((line) => [whole(line)]) : lines;
}

/**
 * The first word and the last one of the line of a word.
 * @param {readonly PageWord[]} words
 * @param {number} word
 * @returns {[number, number]}
 */
export function lineAround(words, word) {
  const isBroken = (/** @type {number} */ at) => {
    const [one, other] = [words[at], words[at + 1]];
    return !one || !other || !areBeside(one, other);
  };
  let [first, last] = [word, word];
  while (!isBroken(first - 1)) first -= 1;
  while (!isBroken(last)) last += 1;
  return [first, last];
}

/**
 * Paragraphs and headings, as screen readers tell them: lines below one another in one column; level 0 is no heading.
 * @param {readonly PlacedWord[][]} lines
 * @returns {{level: number, lines: PlacedWord[][]}[]}
 */
export function paragraphsOf(lines) {
  const usual = usualHeight(lines.flat());
  /** @type {{level: number, lines: PlacedWord[][]}[]} */
  const paragraphs = [];
  for (const line of lines) {
    const level = levelOf(line, usual);
    const last = paragraphs.at(-1);
    const before = last?.lines.at(-1);
    if (last && before && last.level === level && goesOn(before, line)) last.lines.push(line);
    else paragraphs.push({ level, lines: [line] });
  }
  return paragraphs;
}

/**
 * Whether a line belongs to the paragraph of the line before it.
 * @param {PlacedWord[]} before
 * @param {PlacedWord[]} line
 */
function goesOn(before, line) {
  const [[left, top, width, height], [x, y, w, h]] = [boxAround(before), boxAround(line)];
  const gap = y - (top + height);
  const isBelow = y > top && gap < MOST_GAP * height;
  const isInColumn = Math.min(left + width, x + w) > Math.max(left, x);
  const isAlike = Math.max(height, h) <= MOST_DIFFERENCE * Math.min(height, h);
  // A centered line is in at both ends.
  const [atLeft, atRight] = [x - left, left + width - (x + w)];
  const [indent, end] = isLeftward(line) ? [atRight, atLeft] : [atLeft, atRight];
  const isIndented = indent > INDENT * h && end < indent / 2;
  return isBelow && isInColumn && isAlike && !isIndented && !isUpright(before) && !isUpright(line);
}

/**
 * The words of a line that lie one beside the other in one direction.
 * @param {PlacedWord[]} line
 * @returns {{words: PlacedWord[], isLeftward: boolean}[]}
 */
export function runsOf(line) {
  const wholeIsLeftward = isLeftward(line);
  /** @type {{words: PlacedWord[], isLeftward: boolean}[]} */
  const runs = [];
  for (const word of line) {
    const run = runs.at(-1);
    const last = run?.words.at(-1);
    if (run && last && follows(last, word, run.isLeftward)) run.words.push(word);
    else runs.push({ words: [word], isLeftward: wholeIsLeftward });
  }
  return runs;
}

/**
 * Whether most words of a line lie left of the word before them.
 * @param {PlacedWord[]} line
 */
function isLeftward(line) {
  const steps = line.slice(1).filter(({ box }, index) => box[0] < (line[index]?.box[0] ?? 0)).length;
  return steps > (line.length - 1) / 2;
}

/**
 * @param {PlacedWord} before
 * @param {PlacedWord} word
 * @param {boolean} isLeftward
 */
function follows({ box: [left, , width, height] }, { box: [x, , w] }, isLeftward) {
  const gap = isLeftward ? left - (x + w) : x - (left + width);
  return gap > -OVERLAP * height;
}

/**
 * Whether a line is letters below one another, or lies on its side.
 * @param {readonly PlacedWord[]} line
 */
export function isUpright(line) {
  return line.every(({ text, box: [, , width, height] }) => {
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    return letters > 1 && height > width && width < NARROWEST * letters * height;
  });
}

/**
 * The median height of words; 0 of none.
 * @param {readonly PlacedWord[]} words
 */
export function usualHeight(words) {
  return median(words.map(({ box }) => box[3])) ?? 0;
}

/**
 * The top of a run for letters of a usual height. Most words say where their letters stand; signs of other fonts may
 * have boxes twice as high.
 * @param {readonly PlacedWord[]} words of the run
 * @param {number} usual height
 * @param {number} ascent as a share of a height
 */
export function topOf(words, usual, ascent) {
  return median(words.map(({ box: [, top, , height] }) => top + ascent * (height - usual))) ?? 0;
}

/**
 * The usual way from one line to the next; null for a single line. Runs beside one another are no lines of their own.
 * @param {readonly number[]} tops of the runs
 * @param {number} usual height of their words
 */
export function pitchOf(tops, usual) {
  return median(tops.slice(1).map((top, index) => top - (tops[index] ?? 0)).filter((way) => way > usual * SHARED_HEIGHT));
}

/**
 * The middle one of some numbers; null of none.
 * @param {readonly number[]} values
 */
function median(values) {
  return [...values].sort((first, second) => first - second)[Math.floor(values.length / 2)] ?? null;
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
  /** @type {number[]} */
  const parts = [];
  let text = "";
  for (const word of line) {
    if (text) text += " ";
    parts.push(text.length);
    text += wordText(word);
  }
  return { text, parts, box: boxAround(line) };
}

/**
 * The box around some words, in page units.
 * @param {readonly PlacedWord[]} words
 * @returns {[number, number, number, number]}
 */
export function boxAround(words) {
  const left = Math.min(...words.map(({ box }) => box[0]));
  const top = Math.min(...words.map(({ box }) => box[1]));
  const right = Math.max(...words.map(({ box }) => box[0] + box[2]));
  const bottom = Math.max(...words.map(({ box }) => box[1] + box[3]));
  return [left, top, right - left, bottom - top];
}

/**
 * The letters of a word; a hyphen by which the line broke it is none of them.
 * @param {PageWord} word
 */
export function wordText({ text, hyphenated = false }) {
  return hyphenated ? text.replace(/[-\u2010\u00AD]$/u, "") : text;
}

/**
 * Words as a person would write them: broken ones are whole again, at the end of the line that broke them.
 * @param {readonly PageWord[]} words in the order of reading
 * @param {string} [lineEnd] between lines
 */
export function textOf(words, lineEnd = "\n") {
  let text = "";
  words.forEach((word, index) => {
    const [broken, before] = [words[index - 2], words[index - 1]];
    const isBeside = before && areBeside(before, word) && !broken?.hyphenated;
    if (before && !before.hyphenated) text += isBeside ? " " : lineEnd;
    text += wordText(word);
  });
  return text;
}
