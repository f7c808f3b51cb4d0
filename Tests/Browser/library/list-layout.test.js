import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { areRowsTall, bandsBetween, cardByKey, cardPosition, cardsBetween, layoutGrid, layoutRows } from "../../../Public/library/list-layout.js";

/** Sections of these numbers of items. */
function sections(...counts) {
  let first = 0;
  return counts.map((count, index) => {
    const section = { title: `Section ${index}`, first, count };
    first += count;
    return section;
  });
}

describe("a grid in sections", () => {
  const layout = layoutGrid(12, 1144, 16, { sections: sections(7, 2, 3) });

  test("begins each section in a row of its own, under its head", () => {
    assert.deepEqual(layout.bands.map(({ first, end }) => [first, end]), [[0, 7], [7, 9], [9, 12]]);
    assert.equal(cardPosition(layout, 0).y, layout.headHeight);
    assert.equal(cardPosition(layout, 7).x, 0);
    assert.ok(cardPosition(layout, 7).y > cardPosition(layout, 6).y + layout.cardHeight + layout.headHeight);
    assert.equal(layout.height, cardPosition(layout, 11).y + layout.cardHeight);
  });

  test("has what is before the first section without a head", () => {
    const { bands, headHeight } = layoutGrid(4, 1144, 16, { sections: [{ title: "A", first: 1, count: 3 }] });
    assert.deepEqual(bands.map(({ first, section }) => [first, section?.title]), [[0, undefined], [1, "A"]]);
    assert.deepEqual([bands[0].body, bands[1].body - bands[1].top], [0, headHeight]);
  });

  test("draws the cards of each section that is near, and no others", () => {
    const second = layout.bands[1];
    assert.deepEqual(cardsBetween(layout, 12, second.body + 1, second.bottom - 1), { first: 7, end: 9 });
    assert.deepEqual(cardsBetween(layout, 12, second.top - 1, second.top + 1), { first: 7, end: 7 });
    assert.deepEqual(bandsBetween(layout, second.body, second.bottom).map(({ first }) => first), [7]);
  });

  test("arrows go from section to section in the same column, or the last one there is", () => {
    const to = (index, key) => cardByKey(layout, 12, index, key);
    assert.equal(layout.columns, 5);
    assert.deepEqual([to(6, "ArrowDown"), to(8, "ArrowDown"), to(3, "ArrowDown"), to(11, "ArrowDown")], [8, 10, 6, 11]);
    assert.deepEqual([to(8, "ArrowUp"), to(11, "ArrowUp"), to(7, "ArrowUp"), to(2, "ArrowUp")], [6, 8, 5, 2]);
    assert.deepEqual([to(0, "PageDown"), to(11, "PageUp"), to(4, "PageUp")], [9, 1, 4]);
  });
});

describe("the sizes of a grid", () => {
  test("the larger the pictures, the fewer the columns", () => {
    const columns = (width) => ["small", "medium", "large"].map((size) => layoutGrid(9, width, 16, { size }).columns);
    assert.deepEqual([columns(1144), columns(358)], [[8, 5, 3], [3, 2, 1]]);
  });
});

describe("rows", () => {
  test("are as wide as the list, without gaps, and no lower than a target", () => {
    const layout = layoutRows(50_000, 1144, 16, { least: 44 });
    assert.deepEqual([layout.cardHeight, cardPosition(layout, 2).y, layout.height], [44, 88, 50_000 * 44]);
    assert.deepEqual(cardsBetween(layout, 50_000, 44_000, 44_880), { first: 1000, end: 1020 });
  });

  test("have their section's head nearer than the rows before it", () => {
    const layout = layoutRows(4, 1144, 16, { sections: [{ title: "A", first: 0, count: 2 }, { title: "B", first: 2, count: 2 }] });
    const { cardHeight, headHeight } = layout;
    const [before, after] = [cardPosition(layout, 1).y + cardHeight, cardPosition(layout, 2).y];
    const [, { top = 0 } = {}] = layout.bands;
    assert.deepEqual([top - before, after - top], [16, headHeight]);
    // As in `library.css`: the words are in the middle of the head, without 8 px at its foot.
    const words = top + (headHeight - 8) / 2;
    assert.ok(words - before > after - words);
  });

  test("have two lines where there is no room for columns", () => {
    assert.deepEqual([358, 1144].map(areRowsTall), [true, false]);
    assert.ok(layoutRows(9, 358, 16).cardHeight > layoutRows(9, 1144, 16).cardHeight);
  });
});
