import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { wordsState } from "../../../../Public/library/details/words-state.js";

/** @param {Partial<import("../../../../Public/api/search-api.js").DocumentWords>} words */
function said(words) {
  return wordsState({ state: "read", pages: 12, pageCount: 12, recognized: 0, scans: 0, ...words });
}

describe("The words of a document in its details", () => {
  test("are those of all pages, of which some or all were read in pictures", () => {
    assert.equal(said({}), "All 12 pages");
    assert.equal(said({ pages: 1 }), "Its page");
    assert.equal(said({ recognized: 12 }), "Read from the pictures of 12 pages");
    assert.equal(said({ recognized: 3 }), "12 pages, 3 of them read from pictures");
    assert.equal(said({ recognized: 3, scans: 2 }), "10 pages, 3 of them read from pictures; 2 pictures are still to be read");
    assert.equal(said({ scans: 12 }), "None yet; 12 pictures are still to be read");
  });

  test("are being read, page by page", () => {
    assert.equal(said({ state: "waiting", pages: 3 }), "Being read, 3 of 12");
    assert.equal(said({ state: "waiting", pages: 0, pageCount: null }), "To be read");
  });

  test("are none for a reason", () => {
    assert.equal(said({ state: "refused", reason: "password-required" }), "None: the document is locked");
    assert.equal(said({ state: "refused", reason: "no-such-code" }), "None: it could not be read");
    assert.equal(said({ pages: 0 }), "None");
  });
});
