/** The lines of a page's words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { joined, linesOf, wordText } from "../../../Public/reader/text-lines.js";

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
