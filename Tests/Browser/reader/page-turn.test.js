import assert from "node:assert/strict";
import { test } from "node:test";
import { turned, turnedRect, turnedSize, turnOf, turnTransform, unturned } from "../../../Public/reader/page-turn.js";

test("a corner goes around the page clockwise", () => {
  const corners = [0, 90, 180, 270].map((turn) => turned({ x: 0, y: 0 }, turn));
  assert.deepEqual(corners.map(({ x, y }) => [x, y]), [[0, 0], [1, 0], [1, 1], [0, 1]]);
});

test("a point that is turned and turned back is where it was", () => {
  for (const turn of [0, 90, 180, 270]) {
    const back = unturned(turned({ x: 0.25, y: 0.75 }, turn), turn);
    assert.deepEqual([back.x, back.y], [0.25, 0.75]);
  }
});

test("a part of a page keeps its area, and its sides change places with those of the page", () => {
  assert.deepEqual(turnedRect({ x: 0, y: 0, width: 0.5, height: 0.25 }, 90), { x: 0.75, y: 0, width: 0.25, height: 0.5 });
  assert.deepEqual(turnedSize({ width: 3, height: 4 }, 270), { width: 4, height: 3 });
  assert.deepEqual(turnedSize({ width: 3, height: 4 }, 180), { width: 3, height: 4 });
});

test("F36 four quarters lead back to where a part was, and the corner of a page comes to the end of its upper edge", () => {
  const part = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
  let there = part;
  for (let quarter = 0; quarter < 4; quarter += 1) there = turnedRect(there, 90);
  for (const name of ["x", "y", "width", "height"]) assert.ok(Math.abs(there[name] - part[name]) < 1e-12, name);
  const size = { width: 612, height: 792 };
  const corner = turned({ x: 0, y: 0 }, 90);
  assert.deepEqual([corner.x * turnedSize(size, 90).width, corner.y], [size.height, 0]);
});

test("any number of degrees is the nearest quarter", () => {
  assert.deepEqual([360, -90, 100, 450, NaN].map(turnOf), [0, 270, 90, 90, 0]);
});

test("an element is laid on its frame by a turn about the corner that comes to the origin", () => {
  assert.equal(turnTransform({ width: 40, height: 30 }, 0), "");
  assert.equal(turnTransform({ width: 40, height: 30 }, 90), " translate(40px, 0px) rotate(90deg)");
});
