import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PageNames } from "../../../Public/api/page-names.js";

describe("names of pages", () => {
  test("say the number where it is the label, else label and number", () => {
    const names = new PageNames(["i", "", "3"]);
    assert.deepEqual([1, 2, 3].map((page) => names.name(page)), ["Page i (1 of 3)", "Page 2 of 3", "Page 3 of 3"]);
  });

  test("find a page by its label, in any case, before its number", () => {
    const names = new PageNames(["II", "ii", "1", "2"]);
    assert.deepEqual(["ii", "II", " 1 ", "2", "4", "99", "0", "x", ""].map((text) => names.find(text)),
      [2, 1, 3, 4, 4, 4, 1, null, null]);
  });

  test("numbers have separators, and are found with them or without", () => {
    const names = new PageNames([...Array(1233).fill(""), "", "A-1", ...Array(8765).fill("")]);
    assert.deepEqual([1234, 1235].map((page) => names.name(page)), ["Page 1,234 of 10,000", "Page A-1 (1,235 of 10,000)"]);
    assert.deepEqual(["1,234", "1234", "12,34", "20,000", "1,235"].map((text) => names.find(text)), [1234, 1234, 12, 10_000, 1235]);
    assert.equal(names.exactly("1,234"), 1234);
  });

  test("of numbers alone can be typed with digits", () => {
    assert.deepEqual([PageNames.numbered(3).isNumeric, new PageNames(["A-1"]).isNumeric], [true, false]);
  });
});
