import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { TypeTree } from "../../../../Public/api/type-tree.js";
import { OPENED, openedIn, Openings } from "../../../../Public/library/openings.js";
import { namedDocuments } from "../../../../Public/library/named-documents.js";
import { wordsOf } from "../../../../Public/library/place-words.js";
import { belongs, comparisonOf, listQuery, PLACE_GROUPS, titleOf } from "../../../../Public/library/places.js";
import { renamedSearch, searchesIn, textOfSearches, withSearch } from "../../../../Public/library/sidebar/saved-searches.js";
import { moveInTree, opensFor, treeRows } from "../../../../Public/library/sidebar/tree-rows.js";
import { ApiProblem } from "../../../../Public/api/api-problem.js";
import { document } from "../../factories.js";

const query = (facts) => ({ place: "all", folder: "", name: "", q: "", sort: "name", ...facts });
const types = new TypeTree([{ identifier: "public.png", name: "PNG", conformsTo: ["public.image"] }]);

describe("a place", () => {
  test("asks for what it is about", () => {
    assert.deepEqual(listQuery(query({ place: "favourites" })), { sort: "name", favourite: true });
    assert.deepEqual(listQuery(query({ place: "tag", name: "paid" })), { sort: "name", tag: "paid" });
    assert.deepEqual(listQuery(query({ place: "inbox", q: "scan" })), { folder: "Inbox", deep: true, sort: "name", q: "scan" });
    assert.deepEqual(listQuery(query({ place: "added" })), { sort: "-created" });
  });

  test("takes in what belongs to it when that is heard of, and nothing else", () => {
    const is = (place, facts, more) => belongs(query({ place, ...more }), document(facts), types);
    assert.deepEqual([is("favourites", {}), is("favourites", { favourite: true })], [false, true]);
    assert.deepEqual([is("tag", { tags: ["Paid"] }, { name: "paid" }), is("tag", { tags: [] }, { name: "paid" })], [true, false]);
    assert.deepEqual([is("inbox", { folder: "Inbox/scans" }), is("inbox", { folder: "Inboxes" })], [true, false]);
    assert.deepEqual([is("images", { type: "public.png" }), is("images", {})], [true, false]);
    assert.deepEqual([is("drop", {}, { name: "scans" }), is("area", {}, { name: "Samples" })], [false, false]);
    assert.deepEqual([is("opened", {}, { ids: ["d2"] }), is("opened", { id: "d2" }, { ids: ["d2"] })], [false, true]);
  });

  test("of a tag has the tag for a title", () => {
    assert.equal(titleOf(query({ place: "tag", name: "paid" })), "paid");
  });

  test("says what it is for, each of them", () => {
    for (const { id, bare } of Object.values(PLACE_GROUPS).flat()) {
      const { purpose, empty, hint } = wordsOf(query({ place: id, name: "x" }));
      assert.ok(bare || (purpose && empty && hint), id);
    }
  });
});

describe("documents that were opened", () => {
  /** The choices of a browser, and a clock that goes on by one at each look. */
  function played(text = null) {
    let now = 0;
    const chosen = new Map(text === null ? [] : [[OPENED, text]]);
    const choices = { get: (key) => chosen.get(key) ?? null, set: (key, value) => chosen.set(key, value) };
    const openings = new Openings(choices, () => (now += 1));
    return { openings, ids: () => openedIn(choices.get(OPENED)).map(({ id }) => id), chosen };
  }

  test("are kept once each, the last one first", () => {
    const { openings, ids } = played();
    openings.begin();
    for (const id of ["a", "b", "a"]) openings.record(id);
    assert.deepEqual([ids(), openings.lastOpened("a"), openings.lastOpened("c")], [["a", "b"], 3, null]);
  });

  test("before the server has told of others come before these, and take none of them away", () => {
    const { openings, ids, chosen } = played();
    openings.record("a");
    openings.record("b");
    assert.deepEqual([ids(), openings.lastOpened("b")], [[], 2]);
    chosen.set(OPENED, JSON.stringify([["theirs", 1]]));
    openings.begin();
    assert.deepEqual(ids(), ["b", "a", "theirs"]);
  });

  test("are a bounded number", () => {
    const { openings, ids } = played();
    openings.begin();
    for (let number = 0; number < 60; number += 1) openings.record(`d${number}`);
    assert.deepEqual([ids().length, ids()[0]], [40, "d59"]);
  });

  test("of a record that is not understood are none", () => {
    for (const text of ["", "{}", "[1]", '[["a"]]', '[[1, 2]]', "nonsense"]) assert.deepEqual(openedIn(text), [], text);
  });

  test("are listed in the order of opening, without those that are gone", async () => {
    const known = new Map([["a", document({ id: "a" })], ["t", document({ id: "t", trashed: "2026-11-21T10:00:00Z" })], ["b", document({ id: "b" })]]);
    const api = { document: async (id) => known.get(id) ?? Promise.reject(new ApiProblem(404, "not-found", "")) };
    const asked = query({ place: "opened", ids: ["b", "gone", "t", "a"] });
    const { documents, next } = await namedDocuments(api, asked, types, new AbortController().signal);
    assert.deepEqual([documents.sort(comparisonOf(asked)).map(({ id }) => id), next], [["b", "a"], null]);
  });

  test("are not listed in part where the server cannot be reached", async () => {
    const api = { document: async () => Promise.reject(ApiProblem.offline()) };
    await assert.rejects(namedDocuments(api, query({ place: "opened", ids: ["a"] }), types, new AbortController().signal), { code: "offline" });
  });
});

describe("a saved search", () => {
  const search = { name: "Bills", path: "/?view=pdf&q=bill" };

  test("is read as it was written, and one of the same search takes its place", () => {
    const other = { name: "Unpaid bills", path: search.path };
    assert.deepEqual(searchesIn(textOfSearches(withSearch([search], other))), [other]);
    assert.deepEqual(renamedSearch([search], search.path, "All bills"), [{ ...search, name: "All bills" }]);
  });

  test("leads to the library and nowhere else", () => {
    const text = JSON.stringify([["a", "/d/x"], ["b", "//evil.test/?q=1"], ["c", "javascript:alert(1)"], ["", "/?q=1"], ["d", "/?q=1&else=2"]]);
    assert.deepEqual(searchesIn(text), [{ name: "d", path: "/?q=1" }]);
    for (const broken of ["", "{}", "[[1]]", "nonsense"]) assert.deepEqual(searchesIn(broken), []);
  });
});

describe("the tree of folders", () => {
  const folder = (path, hasFolders = false) => ({ path, name: path.split("/").at(-1), documents: 0, hasFolders, etag: "" });
  const known = new Map([["", [folder("A", true), folder("B"), folder("C", true)]], ["A", [folder("A/x", true), folder("A/y")]], ["A/x", [folder("A/x/deep")]]]);
  const rows = (...open) => treeRows(known, new Set(open));
  const paths = (lines) => lines.map((row) => row.folder.path);

  test("has a line for each folder in an open one", () => {
    assert.deepEqual(paths(rows()), ["A", "B", "C"]);
    assert.deepEqual(paths(rows("A", "A/x")), ["A", "A/x", "A/x/deep", "A/y", "B", "C"]);
    assert.deepEqual(rows("A").map(({ level, isOpen }) => [level, isOpen]), [[1, true], [2, false], [2, null], [1, null], [1, false]]);
    assert.deepEqual(paths(rows("A/x")), ["A", "B", "C"]);
  });

  test("is gone through by arrows, as trees are", () => {
    const lines = rows("A");
    const move = (index, key) => moveInTree(lines, index, key);
    assert.deepEqual([move(0, "ArrowDown"), move(0, "ArrowUp"), move(4, "ArrowDown")], [{ focus: 1 }, null, null]);
    assert.deepEqual([move(0, "ArrowRight"), move(1, "ArrowRight"), move(2, "ArrowRight")], [{ focus: 1 }, { open: "A/x" }, null]);
    assert.deepEqual([move(0, "ArrowLeft"), move(2, "ArrowLeft"), move(3, "ArrowLeft")], [{ close: "A" }, { focus: 0 }, null]);
    assert.deepEqual([move(2, "Home"), move(2, "End"), move(0, "c"), move(0, "z"), move(9, "Home")], [{ focus: 0 }, { focus: 4 }, { focus: 4 }, null, null]);
  });

  test("opens what a folder lies in", () => {
    assert.deepEqual([opensFor("A/x/deep"), opensFor("A"), opensFor("")], [["A", "A/x"], [], []]);
  });
});
