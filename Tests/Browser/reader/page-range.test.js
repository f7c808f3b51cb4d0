import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PageNames } from "../../../Public/api/page-names.js";
import { pagesIn } from "../../../Public/reader/page-range.js";

describe("pages in words", () => {
  const names = PageNames.numbered(12);

  test("are single ones and ranges, each once and in order", () => {
    assert.deepEqual(pagesIn("8, 1-3;2 – 4,", names), [1, 2, 3, 4, 8]);
    assert.deepEqual(pagesIn("12", names), [12]);
  });

  test("are found by their labels, also those with a dash", () => {
    const labelled = new PageNames(["i", "ii", "A-1", "A-2", "1"]);
    assert.deepEqual(pagesIn("i-ii, A-2", labelled), [1, 2, 4]);
    assert.deepEqual(pagesIn("1", labelled), [5]);
    assert.deepEqual(pagesIn("ii - 1", labelled), [2, 3, 4, 5]);
  });

  test("are none where a part of them is none", () => {
    for (const text of ["", ",", "0", "13", "3-1", "1-", "-3", "1-2-3", "x", "1,x", "1e3", "2.5", "1-999999999"]) {
      assert.equal(pagesIn(text, names), null, text);
    }
  });
});
