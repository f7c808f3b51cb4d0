import assert from "node:assert/strict";
import { test } from "node:test";
import { scrolledBy, thumbOf } from "../../../Public/reader/scroll-thumbs.js";

const AXIS = { track: 500, seen: 500, limit: 500, offset: 0 };

test("E13 the thumb is as long a part of its track as is seen of the content", () => {
  assert.deepEqual(thumbOf(AXIS), { length: 250, start: 0 });
});

test("E13 at the end of the content the thumb touches the end of its track", () => {
  const { length, start } = thumbOf({ ...AXIS, offset: 500 });
  assert.equal(length + start, 500);
});

test("a thumb of ten thousand pages can still be gripped", () => {
  assert.equal(thumbOf({ ...AXIS, limit: 1e7 }).length, 32);
});

test("pulled beyond an end it is pressed against it", () => {
  const { length, start } = thumbOf({ ...AXIS, offset: 540 });
  assert.deepEqual([length, start + length], [210, 500]);
});

test("dragged from end to end it leads from end to end", () => {
  assert.equal(scrolledBy(250, AXIS), 500);
});
