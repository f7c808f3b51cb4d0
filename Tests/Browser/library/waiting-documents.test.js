import assert from "node:assert/strict";
import test from "node:test";

import { emptyList, reduceList, withWaiting } from "../../../Public/library/document-store.js";
import { refusalInWords } from "../../../Public/library/waiting/change-words.js";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { document } from "../factories.js";

const TYPES = new TypeTree([]);
const QUERY = { place: "all", folder: "", name: "", q: "", sort: "name" };

/**
 * @param {Partial<import("../../../Public/library/places.js").Query>} query
 * @param {...Partial<import("../../../Public/api/api.js").Document>} documents
 */
function list(query, ...documents) {
  const asked = { ...QUERY, ...query };
  return reduceList(emptyList(asked), { type: "page", query: asked, cursor: null, documents: documents.map(document), next: null }, TYPES);
}

/** @param {import("../../../Public/library/document-store.js").ListState} state */
function names({ documents }) {
  return documents.map(({ name }) => name);
}

test("a document that waits with another name stands where it belongs then", () => {
  const state = list({}, { id: "a", name: "a" }, { id: "b", name: "b" });
  assert.deepEqual(names(withWaiting(state, [document({ id: "a", name: "z" })], TYPES)), ["b", "z"]);
  assert.deepEqual(names(state), ["a", "b"]);
});

test("one that is to lie elsewhere leaves the folder, and comes to the other one", () => {
  const moved = document({ id: "a", name: "a", folder: "To" });
  assert.deepEqual(names(withWaiting(list({ place: "folders" }, { id: "a", name: "a" }), [moved], TYPES)), []);
  assert.deepEqual(names(withWaiting(list({ place: "folders", folder: "To" }), [moved], TYPES)), ["a"]);
});

test("one that was thrown away is in the Trash, and nowhere else", () => {
  const thrown = document({ id: "a", name: "a", trashed: "2026-11-28T00:00:00Z" });
  assert.deepEqual(names(withWaiting(list({}, { id: "a", name: "a" }), [thrown], TYPES)), []);
  assert.deepEqual(names(withWaiting(list({ place: "trash" }), [thrown], TYPES)), ["a"]);
});

test("a change that was made stays where the server has it", () => {
  const state = reduceList(list({}, { id: "a", name: "a" }), { type: "settled", document: document({ id: "a", name: "b" }) }, TYPES);
  assert.deepEqual(names(state), ["b"]);
});

test("whatever could not be made is told in words, with a way on where there is one", () => {
  const [before, after] = [{ name: "a", folder: "" }, { name: "mine", folder: "" }];
  const refusal = { id: "r", detail: "", document: document({ id: "a", name: "theirs" }), field: /** @type {const} */ ("place"), before, after };
  const renamed = refusalInWords({ ...refusal, code: "renamed" });
  assert.equal(renamed.text, "a was renamed elsewhere meanwhile, and is called theirs now.");
  assert.equal(renamed.again?.label, "Call it mine");
  const gone = refusalInWords({ ...refusal, code: "gone", field: "note", before: "", after: "my words" });
  assert.deepEqual([gone.kept, gone.again], ["my words", null]);
  const moved = { ...refusal, before: { name: "a", folder: "" }, after: { name: "a", folder: "To" } };
  assert.deepEqual(refusalInWords({ ...moved, code: "folder-gone" }).again?.how, { makes: true });
  assert.deepEqual(refusalInWords({ ...moved, code: "name-taken" }).again?.how, { numbered: true });
});
