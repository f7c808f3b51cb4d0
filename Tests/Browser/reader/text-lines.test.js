/** The lines of a page's words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf, joined, linesOf, wordText } from "../../../Public/reader/text-lines.js";

const word = (text, x, y, more = {}) => ({ text, box: [x, y, text.length * 5, 10], ...more });
const texts = (lines) => lines.map((line) => line.map(({ text }) => text).join(" "));

test("words side by side are a line, and words below them another one", () => {
  const words = [word("two", 0, 0), word("words", 20, 1), word("below", 0, 14)];
  assert.deepEqual(texts(linesOf(words)), ["two words", "below"]);
});

test("a raised figure belongs to the line beside it", () => {
  const figure = { text: "2", box: [30, -2, 3, 6] };
  assert.deepEqual(texts(linesOf([word("area", 0, 0), figure, word("of", 40, 0)])), ["area 2 of"]);
});

test("a column that begins anew at the top begins a line", () => {
  const words = [word("left", 0, 0), word("low", 0, 20), word("right", 100, 0)];
  assert.deepEqual(texts(linesOf(words)), ["left", "low", "right"]);
});

test("words from right to left stay in the order of reading", () => {
  assert.deepEqual(texts(linesOf([word("first", 60, 0), word("second", 0, 0)])), ["first second"]);
});

test("the lines of a page of very many words are wholes, around all their words", () => {
  const words = Array.from({ length: 4_000 }, (_, index) => word(`w${index}`, (index % 40) * 30, Math.floor(index / 40) * 12));
  const lines = linesOf(words);
  assert.equal(lines.length, 100);
  assert.equal(lines[0].length, 1);
  assert.match(lines[0][0].text, /^w0 w1 .* w39$/u);
  assert.deepEqual(lines[0][0].box, [0, 0, 39 * 30 + 15, 10]);
});

test("a word that the line broke is whole again in a copy", () => {
  const text = `${wordText({ text: "exam-", box: [0, 0, 1, 1], hyphenated: true })} \nple of a well-known`;
  assert.equal(joined(text), "example of a well-known");
});

test("short lines that stand out are headings of their page, and lines of one level are one heading", () => {
  const sized = (text, y, height) => text.split(" ").map((part, index) => ({ text: part, box: [index * 40, y, 30, height] }));
  const body = Array.from({ length: 12 }, (_, index) => sized("as most words are", 200 + index * 12, 10)).flat();
  const lines = linesOf([
    ...sized("A title", 0, 22), ...sized("of two lines", 30, 22), ...sized("its first part", 60, 13), ...body,
  ]);
  assert.deepEqual(blocksOf(lines).map(({ level, lines: of }) => [level, of.length]), [[2, 2], [4, 1], [0, 12]]);
});

test("a long line in large type is no heading, and a page of one size has none", () => {
  const long = Array.from({ length: 25 }, (_, index) => ({ text: "w", box: [index * 20, 0, 10, 30] }));
  const small = Array.from({ length: 60 }, (_, index) => ({ text: "w", box: [index * 20, 50, 10, 10] }));
  assert.deepEqual(blocksOf(linesOf([...long, ...small])).map(({ level }) => level), [0]);
  assert.deepEqual(blocksOf([]), []);
});
