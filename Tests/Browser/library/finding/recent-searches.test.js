import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { searchedIn, withoutSearched, withSearched } from "../../../../Public/library/finding/recent-searches.js";

describe("Recent searches", () => {
  test("are the last eight, the latest first, each once", () => {
    const all = Array.from({ length: 10 }, (_, index) => `search ${index}`).reduce(withSearched, /** @type {readonly string[]} */ ([]));
    assert.equal(all.length, 8);
    assert.equal(all[0], "search 9");
    assert.deepEqual(withSearched(["tea", "milk"], " Milk "), ["Milk", "tea"]);
  });

  test("are not kept where they are empty or endless", () => {
    assert.deepEqual(withSearched(["tea"], "  "), ["tea"]);
    assert.deepEqual(withSearched(["tea"], "x".repeat(201)), ["tea"]);
  });

  test("are taken away whatever their case", () => {
    assert.deepEqual(withoutSearched(["Tea", "milk"], "tea"), ["milk"]);
  });

  test("are none in a list that is not understood", () => {
    for (const text of [null, "", "{", "{}", "[1, null, [\"a\"], \"\"]"]) assert.deepEqual(searchedIn(text), []);
    assert.deepEqual(searchedIn("[\"tea\", 3]"), ["tea"]);
  });
});
