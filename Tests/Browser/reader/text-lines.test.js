/** The lines of a page's words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isUpright, lineAround, linesOf, paragraphsOf, pitchOf, runsOf, textOf, topOf } from "../../../Public/reader/text-lines.js";

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

test("a word that the line broke is whole again in a copy, and lines are lines", () => {
  const words = [word("an", 0, 0), word("exam-", 20, 0, { hyphenated: true }), word("ple", 0, 14), word("of", 20, 14), word("a", 0, 28)];
  assert.equal(textOf(words), "an example\nof\na");
  assert.equal(textOf(words, " "), "an example of a");
  assert.equal(textOf([word("well-known", 0, 0), word("fact", 60, 0)]), "well-known fact");
});

test("a line is found around a word", () => {
  const words = [word("one", 0, 0), word("two", 20, 0), word("three", 0, 14), word("four", 30, 14)];
  assert.deepEqual(words.map((_, index) => lineAround(words, index)), [[0, 1], [0, 1], [2, 3], [2, 3]]);
});

const line = (text, x, y, height = 10) => text.split(" ").map((part, index) => ({ text: part, box: [x + index * 40, y, 30, height] }));
const paragraphs = (...lines) => paragraphsOf(linesOf(lines.flat())).map(({ lines: of }) => of.length);

test("lines below one another are a paragraph", () => {
  assert.deepEqual(paragraphs(line("one two", 0, 0), line("three four", 0, 12), line("five", 0, 24)), [3]);
});

test("a gap, an indent and another column begin a paragraph", () => {
  assert.deepEqual(paragraphs(line("one two", 0, 0), line("three four", 0, 12), line("after a gap", 0, 40)), [2, 1]);
  assert.deepEqual(paragraphs(line("one two", 0, 0), line("indented line", 15, 12), line("goes on here", 0, 24)), [1, 2]);
  assert.deepEqual(paragraphs(line("left", 0, 0), line("left", 0, 12), line("right", 200, 0), line("right", 200, 12)), [2, 2]);
});

test("a centered line begins none", () => {
  assert.deepEqual(paragraphs(line("a line of four", 0, 0), line("of two", 40, 12)), [2]);
});

test("an indent of Hebrew is at the right", () => {
  const hebrew = (x, y, count) => Array.from({ length: count }, (_, index) => ({ text: "מלה", box: [x - index * 40, y, 30, 10] }));
  assert.deepEqual(paragraphs(hebrew(200, 0, 4), hebrew(185, 12, 4), hebrew(200, 24, 4)), [1, 2]);
});

test("words in one direction are a run, and a change of it begins another", () => {
  const mixed = [{ text: "אחת", box: [200, 0, 30, 10] }, { text: "two", box: [100, 0, 30, 10] }, { text: "three", box: [140, 0, 40, 10] }, { text: "ארבע", box: [60, 0, 30, 10] }];
  const runs = runsOf(mixed);
  assert.deepEqual(runs.map(({ words, isLeftward }) => [words.map(({ text }) => text), isLeftward]), [[["אחת", "two"], true], [["three", "ארבע"], true]]);
  assert.deepEqual(runsOf(line("one two three", 0, 0)).map(({ isLeftward, words }) => [isLeftward, words.length]), [[false, 3]]);
});

test("words written downwards or lying on their side stand by themselves, and narrow words do not", () => {
  assert.equal(isUpright([{ text: "縦書き", box: [0, 0, 12, 36] }]), true);
  assert.equal(isUpright([{ text: "arXiv:1234", box: [0, 0, 12, 90] }]), true);
  assert.equal(isUpright([{ text: "ill", box: [0, 0, 8, 13] }]), false);
  assert.equal(isUpright([{ text: "I", box: [0, 0, 3, 13] }]), false);
  const side = { text: "arXiv:1234", box: [0, 0, 12, 90] };
  assert.deepEqual(texts(linesOf([side, word("beside", 30, 10)])), ["arXiv:1234", "beside"]);
});

test("short lines that stand out are headings of their page, and lines of one level below one another are one heading", () => {
  const sized = (text, y, height) => text.split(" ").map((part, index) => ({ text: part, box: [index * 40, y, 30, height] }));
  const body = Array.from({ length: 12 }, (_, index) => sized("as most words are", 200 + index * 12, 10)).flat();
  const lines = linesOf([
    ...sized("A title", 0, 22), ...sized("of two lines", 30, 22), ...sized("its first part", 60, 13), ...body,
  ]);
  assert.deepEqual(paragraphsOf(lines).map(({ level, lines: of }) => [level, of.length]), [[2, 2], [4, 1], [0, 12]]);
});

test("a long line in large type is no heading, and a page of one size has none", () => {
  const long = Array.from({ length: 25 }, (_, index) => ({ text: "w", box: [index * 20, 0, 10, 30] }));
  const small = Array.from({ length: 60 }, (_, index) => ({ text: "w", box: [index * 20, 50, 10, 10] }));
  assert.deepEqual(paragraphsOf(linesOf([...long, ...small])).map(({ level }) => level), [0, 0]);
  assert.deepEqual(paragraphsOf([]), []);
});

test("a run stands where most of its words do, whatever boxes the signs in it have", () => {
  const sign = { text: "∩", box: [40, 1, 7, 19] };
  const small = { text: "2", box: [50, 5, 3, 5] };
  assert.equal(topOf([word("a", 0, 2), word("set", 10, 2), sign, small, word("is", 60, 2)], 10, 0.8), 2);
  assert.equal(topOf([sign], 10, 0.8), 1 + 0.8 * 9);
  assert.equal(topOf([], 10, 0.8), 0);
});

test("the way from line to line is that of most lines; runs beside one another are none", () => {
  assert.equal(pitchOf([0, 14, 14.5, 28.5, 42.5], 10), 14);
  assert.equal(pitchOf([0], 10), null);
  assert.equal(pitchOf([10, 9.8, 4], 10), null);
});
