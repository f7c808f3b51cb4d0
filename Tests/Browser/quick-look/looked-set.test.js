import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { LookedSet } from "../../../Public/quick-look/looked-set.js";

const named = (/** @type {string} */ names) => [...names].map((id) => /** @type {any} */ ({ id }));

/** @param {string} names of a list, of which more may come */
function list(names, isWhole = true) {
  const made = {
    documents: named(names), isFresh: true, isWhole, asked: 0,
    more: () => { made.asked += 1; },
    become: (/** @type {string} */ others, whole = true) => [made.documents, made.isWhole] = [named(others), whole],
  };
  return made;
}

/** @param {LookedSet} set */
const shown = (set) => set.document?.id ?? null;

describe("A set of documents that is looked at", () => {
  test("begins where it was asked to, or at its first document", () => {
    assert.equal(shown(new LookedSet(list("abc"), null, "b")), "b");
    assert.equal(shown(new LookedSet(list("abc"), null, null)), "a");
    assert.equal(shown(new LookedSet(list("abc"), null, "x")), "a");
    assert.equal(shown(new LookedSet(list(""), null, null)), null);
  });

  test("goes on from the last one to the first one, and back", () => {
    const set = new LookedSet(list("abc"), null, "c");
    assert.equal(set.step(1), true);
    assert.equal(shown(set), "a");
    set.step(-1);
    assert.equal(shown(set), "c");
    assert.equal(set.position, "3 of 3");
  });

  test("of one document leads nowhere", () => {
    const set = new LookedSet(list("a"), null, "a");
    assert.equal(set.beside(1), null);
    assert.equal(set.step(-1), false);
  });

  test("has the chosen documents alone, in the order of the list", () => {
    const set = new LookedSet(list("abcde", false), new Set("eca"), "c");
    assert.deepEqual(set.documents.map(({ id }) => id), ["a", "c", "e"]);
    assert.equal(set.position, "2 of 3");
    set.step(1);
    set.step(1);
    assert.equal(shown(set), "a");
  });

  test("says that more are to come, and has no last one then", () => {
    const parts = list("abc", false);
    const set = new LookedSet(parts, null, "a");
    assert.equal(set.position, "1 of 3+");
    assert.equal(set.step(-1), false);
  });

  test("waits at the end of what is here, and goes on when the next part comes", () => {
    const parts = list("abc", false);
    const set = new LookedSet(parts, null, "b");
    set.step(1);
    assert.equal(parts.asked, 1);
    assert.equal(set.step(1), false);
    assert.equal(shown(set), "c");
    parts.become("abcd");
    assert.equal(set.follow(), "moved");
    assert.equal(shown(set), "d");
  });

  test("does not go on by itself when one has gone back meanwhile", () => {
    const parts = list("abc", false);
    const set = new LookedSet(parts, null, "c");
    set.step(1);
    set.step(-1);
    parts.become("abcd");
    assert.equal(set.follow(), "changed");
    assert.equal(shown(set), "b");
  });

  test("shows the next document where the shown one has left, or the one before", () => {
    const parts = list("abc");
    const set = new LookedSet(parts, null, "b");
    parts.become("ac");
    assert.equal(set.follow(), "moved");
    assert.equal(shown(set), "c");
    parts.become("a");
    set.follow();
    assert.equal(shown(set), "a");
    parts.become("");
    set.follow();
    assert.equal(shown(set), null);
  });

  test("follows no list that is being asked for anew", () => {
    const parts = list("abc");
    const set = new LookedSet(parts, null, "b");
    Object.assign(parts, { documents: [], isFresh: false });
    assert.equal(set.follow(), "same");
    assert.equal(shown(set), "b");
  });

  test("keeps the shown one where others come before it", () => {
    const parts = list("bc");
    const set = new LookedSet(parts, null, "b");
    parts.become("abc");
    assert.equal(set.follow(), "changed");
    assert.equal(set.position, "2 of 3");
  });
});
