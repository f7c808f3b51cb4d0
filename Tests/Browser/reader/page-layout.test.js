import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GAP, ONE_COLUMN, PageLayout, SPINE } from "../../../Public/reader/page-layout.js";

const PAGE = { width: 400, height: 500 };

const layoutOf = (sizes, changes = {}) => new PageLayout(sizes, { ...ONE_COLUMN, ...changes });
const column = (count, size = PAGE) => layoutOf(Array(count).fill(size));

describe("pages in a column", () => {
  test("without gaps pages touch one another, and the two of a spread", () => {
    const sizes = [1, 2, 3, 4].map(() => ({ width: 400, height: 500 }));
    const column = new PageLayout(sizes, { ...ONE_COLUMN, isSeamless: true });
    assert.deepEqual([column.frame(3).y, column.content(0)], [1000, { width: 400, height: 2000 }]);
    const pairs = new PageLayout(sizes, { flow: "down", spread: "double", isSeamless: true });
    assert.deepEqual([pairs.frame(2).x, pairs.frame(3).y], [400, 500]);
  });

  test("lie below each other with space between them", () => {
    const layout = column(3);
    assert.deepEqual([1, 2, 3].map((page) => layout.frame(page).y), [0, 500 + GAP, 2 * (500 + GAP)]);
    assert.deepEqual(layout.content(0), { width: 400, height: 3 * 500 + 2 * GAP });
  });

  test("have one middle, whatever their widths", () => {
    const layout = layoutOf([PAGE, { width: 200, height: 100 }]);
    assert.equal(layout.frame(2).x, 100);
  });

  test("are near where something of them reaches in", () => {
    const layout = column(5);
    assert.deepEqual(layout.pagesBetween(-20, 530, 0), { first: 1, last: 2 });
    assert.deepEqual(layout.pagesBetween(505, 1000, 0), { first: 2, last: 2 });
    assert.deepEqual(layout.pagesBetween(1e9, 1e9, 0), { first: 5, last: 5 });
  });

  test("are found among ten thousand", () => {
    const layout = column(10_000);
    assert.equal(layout.spreadAt(layout.frame(9_876).y + 1), 9_875);
  });
});

describe("pages in a row", () => {
  test("lie beside each other, in the middle of the highest one", () => {
    const layout = layoutOf([PAGE, { width: 300, height: 100 }], { flow: "across" });
    assert.deepEqual(layout.frame(2), { x: 400 + GAP, y: 200, width: 300, height: 100 });
    assert.deepEqual(layout.content(0), { width: 700 + GAP, height: 500 });
    assert.equal(layout.axis, "x");
  });
});

describe("two pages a spread", () => {
  test("are found by their page, with a cover and without", () => {
    const spreads = (spread) => [1, 2, 3, 4, 5].map((page) => layoutOf(Array(5).fill(PAGE), { spread }).spreadOf(page));
    assert.deepEqual(spreads("double"), [0, 0, 1, 1, 2]);
    assert.deepEqual(spreads("cover"), [0, 1, 1, 2, 2]);
    const runs = (spread, count) => {
      const layout = layoutOf(Array(count).fill(PAGE), { spread });
      return Array.from({ length: layout.spreadCount }, (_, index) => layout.pagesOf(index)).map(({ first, last }) => [first, last]);
    };
    assert.deepEqual(runs("double", 5), [[1, 2], [3, 4], [5, 5]]);
    assert.deepEqual(runs("cover", 5), [[1, 1], [2, 3], [4, 5]]);
    assert.deepEqual(runs("cover", 4), [[1, 1], [2, 3], [4, 4]]);
  });

  test("meet at one spine; the cover stands on its right, a last page alone on its left", () => {
    const layout = layoutOf(Array(4).fill(PAGE), { spread: "cover" });
    assert.deepEqual([1, 2, 3, 4].map((page) => layout.frame(page).x), [400 + SPINE, 0, 400 + SPINE, 0]);
    assert.equal(layout.content(0).width, 800 + SPINE);
  });

  test("the page at a place is that on its side of the spine", () => {
    const layout = layoutOf(Array(4).fill(PAGE), { spread: "double" });
    assert.deepEqual([0, 399, 405, 900].map((x) => layout.pageIn(1, x)), [3, 3, 4, 4]);
  });
});

describe("pages one at a time", () => {
  test("lie each at its own corner and have their own size", () => {
    const layout = layoutOf([PAGE, { width: 100, height: 900 }], { flow: "paged" });
    assert.deepEqual([layout.frame(2).x, layout.frame(2).y], [0, 0]);
    assert.deepEqual([layout.content(0), layout.content(1)], [PAGE, { width: 100, height: 900 }]);
    assert.deepEqual(layout.pagesBetween(0, 1e6, 1), { first: 2, last: 2 });
  });

  test("of two a spread, the lower one stands in the middle of the higher one", () => {
    const layout = layoutOf([PAGE, { width: 100, height: 100 }], { flow: "paged", spread: "double" });
    assert.deepEqual(layout.frame(2), { x: 400 + SPINE, y: 200, width: 100, height: 100 });
  });
});
