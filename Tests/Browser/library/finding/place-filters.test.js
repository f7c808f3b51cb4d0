import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { textInPlace } from "../../../../Public/library/finding/place-filters.js";

/** @param {Partial<import("../../../../Public/library/places.js").Query>} query */
function asked(query) {
  return textInPlace({ place: "all", folder: "", name: "", q: "tea", sort: "-created", ...query });
}

describe("Words in the place that is shown", () => {
  test("are looked for everywhere where the place has all documents", () => {
    assert.deepEqual(["all", "added", "recent"].map((place) => asked({ place })), ["tea", "tea", "tea"]);
    assert.equal(asked({ place: "folders" }), "tea");
  });

  test("are looked for with a filter where it has some", () => {
    assert.equal(asked({ place: "folders", folder: "Taxes 2024" }), "folder:\"Taxes 2024\" tea");
    assert.equal(asked({ place: "inbox" }), "folder:Inbox tea");
    assert.equal(asked({ place: "tag", name: "paid" }), "tag:paid tea");
    assert.equal(asked({ place: "pdf" }), "type:com.adobe.pdf tea");
    assert.equal(asked({ place: "favourites" }), "is:favourite tea");
  });

  test("are not looked for where no filter can say it, and without words", () => {
    assert.deepEqual(["trash", "opened", "drop", "area"].map((place) => asked({ place })), [null, null, null, null]);
    assert.equal(asked({ place: "tag", name: "6\" wide" }), null);
    assert.equal(asked({ q: "" }), null);
  });
});
