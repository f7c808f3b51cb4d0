import assert from "node:assert/strict";
import { test } from "node:test";
import { FoundHits } from "../../../Public/reader/find/found-hits.js";
import { countInWords } from "../../../Public/reader/find/find-bar.js";

/** @param {number} top */
const hit = (top) => ({ start: [0, 0], end: [0, 1], boxes: [[0, top, 10, 10]], before: "", text: "x", after: "" });
const page = (/** @type {number} */ number, /** @type {number[]} */ ...tops) => ({ page: number, hits: tops.map(hit) });
const piece = (/** @type {number} */ searched, /** @type {any[]} */ pages, more = {}) => ({ searched, pageCount: 10, pages, ...more });
const chosen = (/** @type {FoundHits} */ hits) => hits.chosen && [hits.chosen.page, hits.chosen.index];

test("the first hit at or behind the place where one reads is chosen as soon as it is known", () => {
  const hits = new FoundHits({ page: 4, top: 100 });
  hits.add(piece(1, [page(4, 20, 90)]));
  assert.equal(hits.chosen, null);
  hits.add(piece(3, [page(6, 5)]));
  assert.deepEqual(chosen(hits), [6, 0]);
  hits.add(piece(10, [page(1, 5)], { done: true }));
  assert.deepEqual(chosen(hits), [6, 0]);
  assert.deepEqual([hits.place, hits.count], [4, 4]);
});

test("where none is behind it the first of all is chosen at the end", () => {
  const hits = new FoundHits({ page: 4, top: 100 });
  hits.add(piece(1, [page(4, 20)]));
  hits.add(piece(9, [page(2, 5)]));
  assert.equal(hits.place, 0);
  hits.add(piece(10, [], { done: true }));
  assert.deepEqual(chosen(hits), [2, 0]);
});

test("a step before that takes the first that is known, or the last", () => {
  const hits = new FoundHits({ page: 9, top: 0 });
  hits.add(piece(5, [page(2, 5, 9), page(3, 1)]));
  hits.step(1);
  assert.deepEqual(chosen(hits), [2, 0]);
  const back = new FoundHits({ page: 9, top: 0 });
  back.add(piece(5, [page(2, 5, 9), page(3, 1)]));
  back.step(-1);
  assert.deepEqual(chosen(back), [3, 0]);
});

test("pages that cannot be read are told where nothing is found", () => {
  const hits = new FoundHits({ page: 1, top: 0 });
  hits.add(piece(10, [], { done: true, failed: [3, 4] }));
  assert.equal(countInWords(hits), "Not found; 2 pages cannot be read");
});

test("steps go from hit to hit and from page to page, and round at the ends", () => {
  const hits = new FoundHits({ page: 1, top: 0 });
  hits.add(piece(10, [page(2, 1, 2), page(9, 1)], { done: true }));
  const seen = [chosen(hits)];
  for (const direction of /** @type {const} */ ([1, 1, 1, -1, -1])) {
    hits.step(direction);
    seen.push(chosen(hits));
  }
  assert.deepEqual(seen, [[2, 0], [2, 1], [9, 0], [2, 0], [9, 0], [2, 1]]);
  hits.choose(9, 7);
  assert.deepEqual(chosen(hits), [2, 1]);
});

test("without a hit there is nothing to step to", () => {
  const hits = new FoundHits({ page: 1, top: 0 });
  hits.step(1);
  hits.add(piece(10, [], { done: true }));
  hits.step(-1);
  assert.equal(hits.chosen, null);
});

test("the count says how many there are, whether there may be more, and how far it is", () => {
  const hits = new FoundHits({ page: 3, top: 0 });
  assert.equal(countInWords(hits), "Searching… 0 %");
  hits.add(piece(4, []));
  assert.equal(countInWords(hits), "Searching… 40 %");
  hits.add(piece(5, [page(3, 1, 2)]));
  assert.equal(countInWords(hits), "1 of 2…");
  hits.step(1);
  hits.add(piece(10, [], { done: true, cutOff: true }));
  assert.equal(countInWords(hits), "2 of 2+");
  const none = new FoundHits({ page: 1, top: 0 });
  none.add(piece(10, [], { done: true }));
  assert.equal(countInWords(none), "Not found");
});
