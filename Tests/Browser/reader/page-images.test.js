import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_COLUMN } from "../../../Public/reader/page-layout.js";
import { PageImages } from "../../../Public/reader/tiles/page-images.js";
import { CSS_PIXELS_PER_POINT, Viewport } from "../../../Public/reader/viewport.js";

const SHEET = { width: 612, height: 792 };
const VIEWPORT = new Viewport({
  pages: Array(12).fill(SHEET), unit: CSS_PIXELS_PER_POINT, raster: false, box: { width: 1200, height: 800 }, pixelRatio: 1,
  zoom: { mode: "scale", scale: 1 }, arrangement: ONE_COLUMN, turn: 0, bars: { top: 0, bottom: 0 },
});

/** The pages whose images were asked for, in order; all of them stay on their way. */
function askedFor(seen, visible) {
  const asked = [];
  const tiles = { clear: () => {}, show: () => {} };
  const view = (page) => ({ loading: true, pixels: 0, tiles, show: (_url, priority) => asked.push([page, priority]) });
  const source = { imageUrl: (page, width) => `${page}?${width}` };
  new PageImages(source, { view }, () => {}).load(VIEWPORT, seen, visible);
  return asked;
}

test("the page that is read is asked for before an edge of the one above it", () => {
  const second = VIEWPORT.frame(2);
  const seen = { x: 0, y: second.y - 20, width: 1200, height: 800 };
  assert.deepEqual(askedFor(seen, [1, 2]), [[2, "high"], [1, "high"]]);
});

test("of pages that are seen alike the first is asked for first", () => {
  const { y } = VIEWPORT.frame(2);
  const middle = y - (y - VIEWPORT.frame(1).y - VIEWPORT.frame(1).height) / 2;
  assert.deepEqual(askedFor({ x: 0, y: middle - 400, width: 1200, height: 800 }, [1, 2]), [[1, "high"], [2, "high"]]);
});
