import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { lookRequest } from "../../../Public/library/looking.js";

const documents = ["a", "b", "c"].map((id) => /** @type {any} */ ({ id }));
const library = /** @type {any} */ ({ state: { documents, fresh: true, next: "more" }, more: () => {} });

/** @param {{focused?: string | null, selected?: string, id?: string | null}} state */
function asked({ focused = null, selected = "", id = null }) {
  const request = lookRequest({ library, list: /** @type {any} */ ({ focused }), selected: new Set(selected), id });
  return { id: request.id, chosen: request.chosen && [...request.chosen].join("") };
}

describe("A quick look", () => {
  test("begins with the document that has the focus, and goes through the list", () => {
    assert.deepEqual(asked({ focused: "b" }), { id: "b", chosen: null });
    assert.deepEqual(asked({}), { id: null, chosen: null });
  });

  test("goes through a selection of several, from the one with the focus if it is of them", () => {
    assert.deepEqual(asked({ focused: "c", selected: "bc" }), { id: "c", chosen: "bc" });
    assert.deepEqual(asked({ focused: "a", selected: "bc" }), { id: "b", chosen: "bc" });
  });

  test("begins with the one that is selected, and goes through the list", () => {
    assert.deepEqual(asked({ focused: "a", selected: "c" }), { id: "c", chosen: null });
  });

  test("of a document that was asked for leaves a selection without it alone", () => {
    assert.deepEqual(asked({ focused: "b", selected: "bc", id: "a" }), { id: "a", chosen: null });
    assert.deepEqual(asked({ focused: "a", selected: "bc", id: "b" }), { id: "b", chosen: "bc" });
  });

  test("follows the list as it is then", () => {
    const { list } = lookRequest({ library, list: /** @type {any} */ ({ focused: null }), selected: new Set(), id: null });
    assert.deepEqual([list.documents, list.isFresh, list.isWhole], [documents, true, false]);
    library.state = { documents: [], fresh: false, next: null };
    assert.deepEqual([list.documents, list.isFresh, list.isWhole], [[], false, true]);
  });
});
