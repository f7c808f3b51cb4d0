import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { allSelected, NOTHING_SELECTED } from "../../../../Public/library/selection/selection.js";

const ORDER = ["a", "b", "c", "d", "e", "f"];

/** @param {import("../../../../Public/library/selection/selection.js").Selection} selection */
function names(selection) {
  return [...selection.ids].sort().join("");
}

describe("a selection", () => {
  test("has an item more, or less, when it is toggled", () => {
    const two = NOTHING_SELECTED.toggled("b").toggled("d");
    assert.equal(names(two), "bd");
    assert.equal(names(two.toggled("b")), "d");
    assert.equal(names(two), "bd", "it is not changed itself");
    assert.deepEqual([two.size, two.has("b"), two.has("c")], [2, true, false]);
  });

  test("goes from the anchor to an item, either way", () => {
    const anchored = NOTHING_SELECTED.toggled("c");
    assert.equal(names(anchored.extended("e", ORDER)), "cde");
    assert.equal(names(anchored.extended("a", ORDER)), "abc");
    assert.equal(names(anchored.extended("e", ORDER).extended("b", ORDER)), "bc", "the second range takes the place of the first");
  });

  test("keeps beside a range what was selected before", () => {
    const before = NOTHING_SELECTED.toggled("a").toggled("d");
    assert.equal(names(before.extended("e", ORDER)), "ade");
    assert.equal(names(before.extended("e", ORDER).extended("d", ORDER)), "ad");
    assert.equal(names(before.extended("e", ORDER).toggled("c").extended("b", ORDER)), "abcde");
  });

  test("begins a range at the first item where none was toggled, or the one that was has left", () => {
    assert.equal(names(NOTHING_SELECTED.extended("c", ORDER)), "abc");
    assert.equal(names(NOTHING_SELECTED.toggled("x").within(new Set(ORDER)).extended("b", ORDER)), "ab");
    assert.equal(names(NOTHING_SELECTED.extended("x", ORDER)), "");
  });

  test("has what a frame holds as it is drawn, beside what was selected", () => {
    const begun = NOTHING_SELECTED.toggled("a").extended("b", ORDER).settled();
    assert.equal(names(begun.framed(["c", "d"])), "abcd");
    assert.equal(names(begun.framed(["c", "d"]).framed(["d"])), "abd");
    assert.equal(names(begun.framed([])), "ab");
    assert.equal(names(begun.framed(["d", "e"]).settled().extended("f", ORDER)), "abdef");
  });

  test("loses what leaves the list, and stays the same object where nothing does", () => {
    const all = allSelected(ORDER);
    assert.equal(all.within(new Set(ORDER)), all);
    assert.equal(names(all.within(new Set(["b", "e"]))), "be");
    assert.equal(names(NOTHING_SELECTED.toggled("a").extended("c", ORDER).within(new Set(["c"]))), "c");
  });
});
