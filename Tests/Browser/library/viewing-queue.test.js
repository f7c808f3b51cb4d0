import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ViewingQueue } from "../../../Public/library/viewing-queue.js";
import { document } from "../factories.js";

const list = (ids) => ids.split("").map((id) => document({ id }));
const beside = (queue) => [queue.previous?.id ?? null, queue.next?.id ?? null];

describe("the queue of a list", () => {
  test("7.5 has the document before and behind each", () => {
    assert.deepEqual(beside(ViewingQueue.of(list("abc"), "b")), ["a", "c"]);
    assert.deepEqual(beside(ViewingQueue.of(list("abc"), "a")), [null, "b"]);
  });

  test("7.6 ends with the last one, and does not begin anew", () => {
    assert.deepEqual(beside(ViewingQueue.of(list("abc"), "c")), ["b", null]);
    assert.deepEqual(beside(ViewingQueue.of(list("a"), "a")), [null, null]);
  });

  test("7.6 has no document that is not in the list, and does not take it for the first", () => {
    assert.equal(ViewingQueue.of(list("abc"), "x"), null);
    assert.equal(ViewingQueue.of([], "x"), null);
  });
});

describe("a queue follows its list", () => {
  const queue = ViewingQueue.of(list("abcde"), "c");
  const followed = (ids, isGone = true) => queue.following(list(ids), "c", isGone);

  test("when documents come and go, and when the order is another", () => {
    assert.deepEqual(beside(followed("abxcde")), ["x", "d"]);
    assert.deepEqual(beside(followed("ace")), ["a", "e"]);
    assert.deepEqual(beside(followed("edcba")), ["d", "b"]);
    assert.deepEqual(beside(followed("cabde")), [null, "a"]);
  });

  test("when one is renamed, and has its new name", () => {
    const renamed = list("abcde").map((one) => (one.id === "d" ? { ...one, name: "New.pdf" } : one));
    assert.equal(queue.following(renamed, "c", false).next.name, "New.pdf");
  });

  test("when the open document leaves it: what was behind it is next", () => {
    assert.deepEqual(beside(followed("abde")), ["b", "d"]);
    assert.deepEqual(beside(followed("abd")), ["b", "d"]);
  });

  test("when it leaves with its neighbours, between those that are left", () => {
    assert.deepEqual(beside(followed("ae")), ["a", "e"]);
    assert.deepEqual(beside(followed("ab")), ["b", null]);
    assert.deepEqual(beside(followed("de")), [null, "d"]);
  });

  test("when it leaves, further changes, and when it comes back", () => {
    const left = followed("abde");
    assert.deepEqual(beside(left.following(list("axbyde"), "c", false)), ["b", "y"]);
    assert.deepEqual(beside(left.following(list("abde").slice(0, 2), "c", false)), ["b", null]);
    assert.deepEqual(beside(left.following(list("cabde"), "c", false)), [null, "a"]);
  });

  test("7.6 into one that has nothing of it: there is no next, and not the first one", () => {
    const nowhere = followed("xyz");
    assert.deepEqual(beside(nowhere), [null, null]);
    assert.deepEqual(beside(nowhere.following(list("xyz"), "c", true)), [null, null]);
    assert.deepEqual(beside(followed("")), [null, null]);
  });

  test("and stays as it was while the document may be in a part that is not fetched", () => {
    assert.deepEqual(beside(followed("ab", false)), ["b", "d"]);
  });
});
