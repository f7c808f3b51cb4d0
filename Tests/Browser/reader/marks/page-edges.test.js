/** The marks that are drawn over the edges of a page. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CutLine, heldOnPage, isOnPage } from "../../../../Public/reader/marks/page-edges.js";

const PAGE = { width: 600, height: 800 };

const line = (...places) => places.map(([x, y], time) => ({ x, y, time }));

const placesOf = (samples) => samples.map(({ x, y }) => [x, y]);

describe("a line over the edge of a page", () => {
  test("ends at the edge", () => {
    const cut = new CutLine(PAGE);
    assert.deepEqual(placesOf(cut.take(line([100, 700], [100, 790], [100, 810], [100, 900]))), [[100, 700], [100, 790], [100, 800]]);
  });

  test("that comes from beside it begins there", () => {
    const cut = new CutLine(PAGE);
    assert.deepEqual(cut.take(line([-40, 100], [-20, 100])), []);
    assert.deepEqual(placesOf(cut.take(line([20, 140], [60, 140]))), [[0, 120], [20, 140], [60, 140]]);
  });

  test("has no point where it never comes to the page", () => {
    const cut = new CutLine(PAGE);
    assert.deepEqual(cut.take(line([100, -9], [140, -4], [180, -2])), []);
  });

  test("is within the page wherever it leaves it, and its time goes on", () => {
    for (const outside of [[700, 900], [-5, -70], [900, 400], [300, -1]]) {
      const samples = new CutLine(PAGE).take(line([300, 400], outside, [310, 410]));
      assert.ok(samples.every((sample) => isOnPage(sample, PAGE)), String(outside));
      assert.ok(samples.every(({ time }, index) => index === 0 || time >= samples[index - 1].time));
      assert.equal(samples.length, 4);
    }
  });

  test("is predicted without being drawn", () => {
    const cut = new CutLine(PAGE);
    cut.take(line([100, 790]));
    assert.deepEqual(placesOf(cut.ahead(line([100, 810]))), [[100, 800]]);
    assert.deepEqual(placesOf(cut.take(line([100, 795]))), [[100, 795]]);
  });
});

test("A corner of a shape beyond a page is held at its edge", () => {
  assert.deepEqual(heldOnPage({ x: 650, y: -3 }, PAGE), { x: 600, y: 0 });
  assert.deepEqual(heldOnPage({ x: 65, y: 3 }, PAGE), { x: 65, y: 3 });
});
