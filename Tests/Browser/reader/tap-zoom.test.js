import assert from "node:assert/strict";
import { test } from "node:test";
import { tapped } from "../../../Public/reader/tap-zoom.js";
import { viewportOf } from "./page-scrolls.js";

test("E37 a double tap on a page that fits shows detail, and another one the fit again", () => {
  const detail = tapped(viewportOf());
  assert.ok(detail.zoom >= 1 && detail.zoom >= 2.5 * viewportOf().zoom);
  assert.equal(tapped(detail).mode, "automatic");
});

test("a double tap on a page that was made smaller makes it fit", () => {
  assert.equal(tapped(viewportOf().scaledTo(0.2)).mode, "automatic");
});
