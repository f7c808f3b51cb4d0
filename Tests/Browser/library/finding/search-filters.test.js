import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { facetChoices, fieldText, filtersIn, hasWords, withFilter, withoutFilter } from "../../../../Public/library/finding/search-filters.js";

/** @param {string} text */
function read(text) {
  return filtersIn(text).map(({ kind, value, isExcluded }) => `${isExcluded ? "-" : ""}${kind}=${value}`);
}

describe("Filters in the text of a search", () => {
  test("are fields with a word or a phrase; words, names and phrases are none", () => {
    assert.deepEqual(read("invoice type:pdf folder:\"Taxes 2024\" -tag:paid name:may \"see type:pdf\" 12:30"), ["type=pdf", "folder=Taxes 2024", "-tag=paid"]);
    assert.deepEqual(read("TYPE:pdf is:favourite type: tag:„offen“"), ["type=pdf", "is=favourite", "tag=offen"]);
  });

  test("of the beginning and the end of a year are one", () => {
    assert.deepEqual(read("after:2024 before:2025"), ["year=2024"]);
    assert.deepEqual(read("after:2024 before:2026"), ["after=2024", "before=2026"]);
    assert.deepEqual(read("after:2024-05 before:2025"), ["after=2024-05", "before=2025"]);
  });

  test("are added before the words, of which the last may go on", () => {
    assert.equal(withFilter("zebraf", "type:pdf"), "type:pdf zebraf");
    assert.equal(withFilter(" zebra ", "tag:a"), "tag:a zebra ");
  });

  test("are taken away where they stand", () => {
    const text = "after:2024 zebra before:2025 folder:\"A b\" finch";
    const without = (/** @type {string} */ kind) => withoutFilter(text, /** @type {any} */ (filtersIn(text).find((filter) => filter.kind === kind)));
    assert.equal(without("folder"), "after:2024 zebra before:2025 finch");
    assert.equal(without("year"), "zebra folder:\"A b\" finch");
  });

  test("leave words beside them, or none", () => {
    assert.equal(hasWords("type:pdf tag:a"), false);
    assert.equal(hasWords("type:pdf tag:a b"), true);
  });

  test("name what has spaces between quotation marks, and not what has these itself", () => {
    assert.equal(fieldText("folder", "Taxes/2024"), "folder:Taxes/2024");
    assert.equal(fieldText("folder", "Taxes 2024"), "folder:\"Taxes 2024\"");
    assert.equal(fieldText("tag", "6\" wide"), null);
    assert.equal(fieldText("folder", ""), null);
  });
});

describe("Values that are offered", () => {
  const facets = {
    types: [{ value: "com.adobe.pdf", documents: 3 }, { value: "public.plain-text", documents: 1 }], folders: [{ value: "", documents: 2 }, { value: "A b", documents: 2 }],
    tags: [{ value: "Paid", documents: 4 }], years: [{ value: "2024", documents: 1 }],
  };
  const typeWord = (/** @type {string} */ type) => (type === "com.adobe.pdf" ? "pdf" : type);

  test("make fewer of what is found, and can be typed", () => {
    const texts = facetChoices(facets, { text: "zebra", total: 4, typeWord }).map(({ text }) => text);
    assert.deepEqual(texts, ["type:pdf", "type:public.plain-text", "folder:\"A b\"", "after:2024 before:2025"]);
  });

  test("are not those that are chosen", () => {
    const kinds = facetChoices(facets, { text: "type:PDF after:2024 before:2025 zebra", total: 9, typeWord }).map(({ kind, value }) => `${kind} ${value}`);
    assert.deepEqual(kinds, ["type public.plain-text", "folder A b", "tag Paid"]);
  });

  test("are six of each kind at most", () => {
    const many = { types: [], folders: [], years: [], tags: Array.from({ length: 9 }, (_, index) => ({ value: `t${index}`, documents: 1 })) };
    assert.equal(facetChoices(many, { text: "", total: 20, typeWord }).length, 6);
  });
});
