import assert from "node:assert/strict";
import { test } from "node:test";
import { newAnnotation } from "../../../../Public/reader/marks/annotation.js";
import { markAt, marksAlong } from "../../../../Public/reader/marks/mark-hits.js";
import { quoted } from "../../../../Public/reader/selection/quoted-words.js";

const mark = (id, kind, parts) => newAnnotation({ id, kind, page: 1, color: "#000000", ...parts }, new Date(0));
const line = mark("line", "line", { points: [[0, 0], [100, 0]], width: 2 });
const box = mark("box", "rectangle", { boxes: [[0, 50, 100, 40]], width: 2 });
const words = mark("words", "highlight", { boxes: [[10, 200, 80, 12], [0, 214, 40, 12]] });
const note = mark("note", "note", { points: [[300, 300]] });
const dot = mark("dot", "ink", { points: [[200, 10]], width: 4 });
const round = mark("round", "ellipse", { boxes: [[0, 300, 100, 100]], width: 2 });
const all = [line, box, words, note, dot, round];
const at = (x, y, reach = 3) => markAt(all, { x, y }, reach)?.id ?? null;

test("a line, the side of a box and a dot are hit within reach, the middle of a box is not", () => {
  assert.equal(at(50, 3), "line");
  assert.equal(at(50, 6), null);
  assert.equal(at(0, 70), "box");
  assert.equal(at(50, 70), null);
  assert.equal(at(203, 11), "dot");
  assert.equal(at(50, 301), "round");
  assert.equal(at(1, 301), null);
});

test("marked words and notes are hit as areas", () => {
  assert.equal(at(50, 205), "words");
  assert.equal(at(20, 220), "words");
  assert.equal(at(70, 222), null);
  assert.equal(at(306, 293), "note");
});

test("of two marks the nearer one is meant, and of equally near ones the newer", () => {
  const over = mark("over", "highlight", { boxes: [[10, 200, 80, 12]] });
  assert.equal(markAt([words, over], { x: 50, y: 205 }, 3)?.id, "over");
  assert.equal(markAt([over, words], { x: 50, y: 205 }, 3)?.id, "words");
});

test("a way over marks touches those that it crosses", () => {
  const along = (from, to) => marksAlong(all, from, to, 2).map(({ id }) => id);
  assert.deepEqual(along({ x: 50, y: -10 }, { x: 50, y: 60 }), ["line", "box"]);
  assert.deepEqual(along({ x: 150, y: -10 }, { x: 150, y: 400 }), []);
});

test("selected words have a box for each line and the words around them", () => {
  const page = ["one", "two", "three", "bro-", "ken", "last"].map((text, index) => (
    { text, box: [(index % 3) * 50, Math.floor(index / 3) * 20, 40, 10], ...(text === "bro-" && { hyphenated: true }) }
  ));
  const found = quoted(page, { start: [1, 0], end: [4, 3] });
  assert.equal(found.exact, "two three broken");
  assert.deepEqual(found.boxes, [[50, 0, 90, 10], [0, 20, 90, 10]]);
  assert.equal(found.prefix, "one");
  assert.equal(found.suffix, "last");
});

test("a part of a word has a part of its box", () => {
  const found = quoted([{ text: "reading", box: [0, 0, 70, 10] }], { start: [0, 2], end: [0, 4] });
  assert.equal(found.exact, "ad");
  assert.deepEqual(found.boxes, [[20, 0, 20, 10]]);
});
