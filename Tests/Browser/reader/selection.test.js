/** Runs of letters, keys that extend them, and pages that scroll under a drag. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeScroll, edgeSpeed } from "../../../Public/reader/selection/edge-scroll.js";
import { extensionOf } from "../../../Public/reader/selection/extending-keys.js";
import { cut, quoted } from "../../../Public/reader/selection/quoted-words.js";
import { keptRange, lettersBetween, lettersOf, rangeBetween, rangeFrom, spanOn } from "../../../Public/reader/selection/word-range.js";
import { rect } from "../../../Public/gestures/geometry/index.js";

const place = (page, word, letter = 0) => ({ page, word, letter });
const words = ["one", "two", "three"].map((text, index) => ({ text, box: [index * 40, 0, 30, 10] }));
const room = rect(0, 100, 800, 500);

test("letters from one place to another are in the order of reading, whichever was first", () => {
  const [before, behind] = [place(1, 4, 2), place(2, 0, 1)];
  assert.deepEqual(lettersBetween(behind, before), { start: before, end: behind });
  assert.deepEqual(lettersBetween(place(1, 4, 3), place(1, 4, 1)), { start: place(1, 4, 1), end: place(1, 4, 3) });
});

test("each page has its part of a run", () => {
  const run = { start: place(1, 1, 2), end: place(3, 1, 2) };
  assert.deepEqual(spanOn(run, 1, 3), { start: [1, 2], end: [2, Infinity] });
  assert.deepEqual(spanOn(run, 2, 3), { start: [0, 0], end: [2, Infinity] });
  assert.deepEqual(spanOn(run, 3, 3), { start: [0, 0], end: [1, 2] });
  assert.equal(spanOn(run, 4, 3), null);
  assert.equal(spanOn(run, 2, 0), null);
});

test("all words of a document are a run to its very end", () => {
  const all = { start: place(1, 0), end: place(9, Infinity, Infinity) };
  assert.deepEqual(spanOn(all, 9, 3), { start: [0, 0], end: [2, Infinity] });
});

test("a run of words holds all their letters", () => {
  const { start, end } = lettersOf(rangeBetween({ page: 1, word: 2 }, { page: 1, word: 0 }));
  assert.deepEqual(cut(words, { start: [start.word, start.letter], end: [end.word, end.letter] }), words);
});

test("a run is cut at its letters, and knows the words around it", () => {
  const span = { start: [0, 1], end: [1, 2] };
  assert.deepEqual(cut(words, span).map(({ text }) => text), ["ne", "tw"]);
  assert.deepEqual([quoted(words, span).exact, quoted(words, span).suffix], ["ne tw", "three"]);
});

test("keys with Shift extend by letters, words and lines", () => {
  const key = (name, more = {}) => extensionOf({ key: name, shiftKey: true, ctrlKey: false, altKey: false, metaKey: false, ...more });
  assert.deepEqual(key("ArrowRight"), ["right", "character"]);
  assert.deepEqual(key("ArrowLeft", { ctrlKey: true }), ["left", "word"]);
  assert.deepEqual(key("ArrowDown"), ["forward", "line"]);
  assert.deepEqual(key("End"), ["forward", "lineboundary"]);
  assert.equal(key("ArrowRight", { shiftKey: false }), null);
  assert.equal(key("ArrowDown", { ctrlKey: true }), null);
  assert.equal(key("x"), null);
});

test("pages scroll at their edge, faster beyond it, and not in the middle", () => {
  assert.deepEqual(edgeSpeed({ x: 400, y: 300 }, room), { x: 0, y: 0 });
  const [near, beyond] = [edgeSpeed({ x: 400, y: 590 }, room), edgeSpeed({ x: 400, y: 700 }, room)];
  assert.ok(near.y > 0 && beyond.y > near.y && near.x === 0, JSON.stringify([near, beyond]));
  assert.ok(edgeSpeed({ x: 400, y: 110 }, room).y < 0);
  assert.equal(edgeSpeed({ x: 400, y: 1e6 }, room).y, 2_400);
});

const atRest = { room: () => room, nextFrame: () => () => {}, scrollBy: () => true, awaited: () => null };

test("a drag at the edge waits for the words of a page, takes them when they come, and goes on", () => {
  let [frame, page, scrolled] = [null, null, 0];
  const reported = [];
  const ports = { ...atRest, nextFrame: (callback) => (frame = callback, () => {}), scrollBy: () => (scrolled += 1, true), awaited: () => page };
  const owner = new AbortController();
  const edges = new EdgeScroll(ports, owner.signal);
  const step = (now) => {
    const taken = frame;
    frame = null;
    taken(now);
  };
  edges.follow({ x: 400, y: 620 }, (at) => reported.push(at));
  step(16);
  page = 3;
  step(32);
  assert.deepEqual([frame, scrolled, reported.length], [null, 0, 0], "no frame is asked for while it waits");
  page = null;
  edges.wordsCame();
  assert.equal(reported.length, 1);
  step(48);
  step(64);
  assert.deepEqual([scrolled, reported.length], [1, 2]);
  owner.abort();
});

test("a drag at the very end rests, and takes the words that come there", () => {
  let frame = null;
  const reported = [];
  const ports = { ...atRest, nextFrame: (callback) => (frame = callback, () => {}), scrollBy: () => false };
  const edges = new EdgeScroll(ports, new AbortController().signal);
  edges.follow({ x: 400, y: 620 }, (at) => reported.push(at));
  frame(16);
  const last = frame;
  frame = null;
  last(32);
  assert.equal(frame, null);
  edges.wordsCame();
  assert.equal(reported.length, 1);
});

test("a drag at the edge scrolls with each frame until it lifts, and selects what comes", () => {
  let [frame, scrolled] = [null, 0];
  const edges = new EdgeScroll({
    ...atRest, nextFrame: (callback) => (frame = callback, () => { frame = null; }), scrollBy: ({ y }) => (scrolled += y, true),
  }, new AbortController().signal);
  const reported = [];
  edges.follow({ x: 400, y: 620 }, (at) => reported.push(at));
  [16, 32, 48].forEach((now) => frame(now));
  assert.equal(reported.length, 2);
  assert.ok(Math.abs(scrolled - 0.032 * 52 * 12) < 1e-6, String(scrolled));
  edges.stop();
  assert.equal(frame, null);
});

test("a drag back from the edge rests, and scrolls again at the next", () => {
  let frame = null;
  const reported = [];
  const edges = new EdgeScroll({ ...atRest, nextFrame: (callback) => (frame = callback, () => {}) }, new AbortController().signal);
  edges.follow({ x: 400, y: 300 }, (at) => reported.push(at));
  const taken = frame;
  frame = null;
  taken(16);
  assert.deepEqual([frame, reported.length], [null, 0]);
  edges.follow({ x: 400, y: 610 }, (at) => reported.push(at));
  frame(32);
  frame(48);
  assert.equal(reported.length, 1);
});

test("SR-1 a run that was kept as JSON is the same run, also one to the end of the document", () => {
  for (const range of [{ start: place(1, 0, 0), end: place(9, Infinity, Infinity) }, { start: place(2, 5, 3), end: place(2, 5, 7) }]) {
    assert.deepEqual(rangeFrom(JSON.parse(JSON.stringify(keptRange(range)))), range);
  }
});

test("what is no run is none, and one whose ends have changed places is put right", () => {
  const faults = [null, 7, "x", {}, [], [[1, 0, 0]], [[1, 0], [1, 1]], [[0, 0, 0], [1, 0, 0]], [[1, -1, 0], [1, 0, 0]], [[1, "0", 0], [1, 0, 0]], [[null, 0, 0], [null, 1, 1]]];
  assert.deepEqual(faults.map(rangeFrom), faults.map(() => null));
  assert.equal(rangeFrom([[3, 0, 0], [2, 0, 0]]).start.page, 2);
});
