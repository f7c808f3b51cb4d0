/** Selected words as what a mark needs: their boxes, one for each line, and the words with those around them. Pure. */

import { textOf } from "../text-lines.js";

/** @typedef {import("../../api/page-source.js").PageWord} PageWord */
/** @typedef {readonly [number, number, number, number]} Box */

/**
 * Words of a page from one place to another: a place is a word, from 0, and a place between its letters, in UTF-16 units.
 * @typedef {{readonly start: readonly [number, number], readonly end: readonly [number, number]}} WordSpan
 */

/** Words before and after a quote, by which it is found again. */
const AROUND = 6;

/** Words of one line share at least so much of the height of the lower one. */
const SHARED_HEIGHT = 0.5;

/**
 * @param {readonly PageWord[]} words of the page, in the order of reading
 * @param {WordSpan} span
 */
export function quoted(words, span) {
  const { start: [first, from], end: [last, to] } = span;
  return {
    boxes: lineBoxes(words.slice(first, last + 1).map((word, index) => part(word, index === 0 ? from : 0, first + index === last ? to : Infinity))),
    exact: textOf(cut(words, span), " ").trim(), prefix: textOf(words.slice(Math.max(0, first - AROUND), first), " "),
    suffix: textOf(words.slice(last + 1, last + 1 + AROUND), " "),
  };
}

/**
 * The words of a span, without the letters before and behind it.
 * @param {readonly PageWord[]} words
 * @param {WordSpan} span
 * @returns {PageWord[]}
 */
export function cut(words, { start: [first, from], end: [last, to] }) {
  return words.slice(first, last + 1).map((word, index) => {
    const text = word.text.slice(index === 0 ? from : 0, first + index === last ? to : Infinity);
    return text === word.text ? word : { ...word, text };
  });
}

/**
 * The box of some letters of a word, which are about equally wide.
 * @param {PageWord} word
 * @param {number} from
 * @param {number} to
 * @returns {Box}
 */
function part({ text, box: [left, top, width, height] }, from, to) {
  const letter = width / Math.max(1, text.length);
  const end = Math.min(to, text.length);
  const isWhole = (from === 0 && end === text.length) || /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text);
  return isWhole ? [left, top, width, height] : [left + from * letter, top, Math.max(0, end - from) * letter, height];
}

/**
 * @param {readonly Box[]} boxes in the order of reading
 * @returns {Box[]}
 */
function lineBoxes(boxes) {
  /** @type {Box[]} */
  const lines = [];
  for (const box of boxes.filter(([, , width]) => width > 0)) {
    const last = lines.at(-1);
    if (last && isBeside(last, box)) lines[lines.length - 1] = union(last, box);
    else lines.push(box);
  }
  return lines.map((box) => /** @type {Box} */ (/** @type {unknown} */ (box.map((value) => Math.round(value * 100) / 100))));
}

/**
 * @param {Box} line
 * @param {Box} box
 */
function isBeside([, top, , height], [, otherTop, , otherHeight]) {
  const shared = Math.min(top + height, otherTop + otherHeight) - Math.max(top, otherTop);
  return shared >= SHARED_HEIGHT * Math.min(height, otherHeight);
}

/**
 * @param {Box} a
 * @param {Box} b
 * @returns {Box}
 */
function union([x, y, w, h], [u, v, s, t]) {
  const [left, top] = [Math.min(x, u), Math.min(y, v)];
  return [left, top, Math.max(x + w, u + s) - left, Math.max(y + h, v + t) - top];
}
