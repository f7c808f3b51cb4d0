/** Rows E25, E27, E28 and E39 to E42 of `interaction`: which tiles at which resolution. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TilePlan } from "../../../../Public/gestures/index.js";
import { size } from "./scroller.js";

const plan = (levelsOfDetail, levelsOfDetailBias, settings) => new TilePlan({
  contentSize: size(2000, 2000), levelsOfDetail, levelsOfDetailBias, ...settings,
});

describe("interaction E: tiling", () => {
  test("E25 the tiles that are seen are the columns and the rows that the bounds lie on", () => {
    const tiles = plan(1, 0).tilesIn(0, { x: 300, y: 500, width: 800, height: 600 });
    assert.deepEqual([tiles.length, tiles[0], tiles.at(-1)], [16, { column: 1, row: 1 }, { column: 4, row: 4 }]);
  });

  test("E25 nothing beside the content is a tile, and nothing is to be seen in no bounds", () => {
    const tiles = plan(1, 0);
    assert.equal(tiles.tilesIn(0, { x: -500, y: -500, width: 9000, height: 9000 }).length, 64);
    for (const rect of [{ x: 0, y: 0, width: 0, height: 9 }, { x: 5000, y: 0, width: 9, height: 9 }, { x: NaN, y: 0, width: 9, height: 9 }]) {
      assert.deepEqual(tiles.tilesIn(0, rect), []);
    }
    assert.deepEqual(tiles.tilesIn(0, { x: 256, y: 0, width: 256, height: 1 }), [{ column: 1, row: 0 }]);
  });

  test("E27 a tile covers half as much on a screen twice as dense", () => {
    assert.deepEqual(plan(1, 0, { density: 2 }).coverage(0), size(128, 128));
    assert.deepEqual(plan(1, 0, { density: 2, tileSize: size(512, 512) }).coverage(0), size(256, 256));
  });

  test("E28 a page of A4 at twice its size is 5 by 7 tiles, the last ones what is left", () => {
    const page = plan(1, 0, { contentSize: size(595, 842), density: 2 });
    assert.deepEqual(page.counts(0), { columns: 5, rows: 7 });
    assert.deepEqual(page.sizeOf(0, { column: 4, row: 6 }), size(166, 148));
    assert.deepEqual(page.sizeOf(0, { column: 0, row: 0 }), size(256, 256));
    assert.deepEqual([page.sizeOf(0, { column: 5, row: 0 }), page.sizeOf(0, { column: -1, row: 0 })], [null, null]);
  });

  test("E39 two levels, one of them above 1, are 2 and 1", () => {
    assert.deepEqual(plan(2, 1).scales, [2, 1]);
  });

  test("E40 the bias says how many of the levels are above 1", () => {
    assert.deepEqual([plan(2, 0).scales, plan(3, 2).scales, plan(4, 1).scales], [[1, 0.5], [4, 2, 1], [2, 1, 0.5, 0.25]]);
  });

  test("E41 the next level is taken as soon as the one below would be enlarged", () => {
    const levels = (tiles, zooms) => zooms.map((zoom) => 2 ** tiles.levelFor(zoom));
    assert.deepEqual(levels(plan(3, 2), [1, 1.01, 2, 2.01, 10, 0.1]), [1, 2, 2, 4, 4, 1]);
    assert.deepEqual(levels(plan(2, 0), [0.5, 0.51, 3, NaN, 0]), [0.5, 1, 1, 0.5, 0.5]);
  });

  test("E42 a picture of one, four and sixteen tiles", () => {
    const picture = plan(3, 2, { contentSize: size(208, 238), tileSize: size(416, 476), density: 2 });
    const counts = [1, 1.5, 3].map((zoom) => picture.counts(picture.levelFor(zoom)));
    assert.deepEqual(counts.map(({ columns, rows }) => columns * rows), [1, 4, 16]);
  });

  test("E27 lengths that are none, and no levels, are refused", () => {
    assert.throws(() => plan(0, 0), RangeError);
    for (const contentSize of [size(0, 1), size(NaN, 1), size(Infinity, 1)]) assert.throws(() => plan(1, 0, { contentSize }), RangeError);
  });
});
