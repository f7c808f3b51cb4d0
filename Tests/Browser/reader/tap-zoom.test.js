import assert from "node:assert/strict";
import { test } from "node:test";
import { columnAt, tapped } from "../../../Public/reader/tap-zoom.js";
import { viewportOf } from "./page-scrolls.js";

test("E37 a double tap on a page that fits shows detail, and another one the fit again", () => {
  const detail = tapped(viewportOf());
  assert.ok(detail.zoom >= 1 && detail.zoom >= 2.5 * viewportOf().zoom);
  assert.equal(tapped(detail).mode, "automatic");
});

test("a double tap on a page that was made smaller makes it fit", () => {
  assert.equal(tapped(viewportOf().scaledTo(0.2)).mode, "automatic");
});

/** Two columns of ten lines, of three words each, below a title across both. */
function twoColumns() {
  const words = [[60, 40, 200, 20], [270, 40, 280, 20]];
  for (const left of [60, 320]) {
    for (let line = 0; line < 10; line += 1) {
      for (let word = 0; word < 3; word += 1) words.push([left + word * 80, 100 + line * 14, 70, 10]);
    }
  }
  return words;
}

test("a double tap on a column makes it as wide as the window, and another one shows the fit", () => {
  const viewport = viewportOf({ box: { width: 800, height: 900 } });
  const { left, right } = columnAt(twoColumns(), 400, 160);
  assert.deepEqual([left, right], [320, 550]);
  const shown = tapped(viewport, (right - left) / 612);
  assert.ok(Math.abs(shown.frame(1).width * ((right - left) / 612) - viewport.room.width) < 2);
  assert.equal(tapped(shown, (right - left) / 612).mode, "automatic");
});

test("a column is what lies together: the title above is none of it, and beside all words is none", () => {
  assert.deepEqual(columnAt(twoColumns(), 100, 50), { left: 60, right: 550 });
  assert.deepEqual(columnAt(twoColumns(), 100, 230), { left: 60, right: 290 });
  assert.equal(columnAt(twoColumns(), 300, 700), null);
  assert.equal(columnAt([], 1, 1), null);
});

test("a page number, and a column as narrow, is shown in detail instead, and no column larger than twice that", () => {
  const viewport = viewportOf();
  assert.equal(tapped(viewport, 0.02).zoom, tapped(viewport).zoom);
  assert.ok(tapped(viewportOf({ box: { width: 3000, height: 900 } }), 0.2).zoom <= 2 * 2.5);
});

test("a column that is nearly as wide as the page is shown in detail instead", () => {
  const viewport = viewportOf();
  assert.equal(tapped(viewport, 0.99).zoom, tapped(viewport).zoom);
});
