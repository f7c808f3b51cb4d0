import assert from "node:assert/strict";
import { test } from "node:test";
import { scrolledBy } from "../../../Public/reader/scroll-thumbs.js";

const NONE = { top: 0, left: 0, bottom: 0, right: 0 };

const ofHeight = (height) => ({
  boundsSize: { width: 500, height: 500 }, contentSize: { width: 500, height }, contentInset: NONE, zoomScale: 1, centersContent: true,
});

test("a thumb that is dragged from end to end leads from end to end", () => {
  assert.equal(scrolledBy(250, ofHeight(1000), "y"), 500);
});

test("that of ten thousand pages can still be gripped: it leads along what is left of the bar", () => {
  const height = 1e7;
  assert.equal(Math.round(scrolledBy(500 - 32, ofHeight(height), "y")), height - 500);
});

test("where nothing is scrolled, none leads anywhere", () => {
  assert.equal(scrolledBy(100, ofHeight(400), "y"), 0);
});
