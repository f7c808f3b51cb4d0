import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { DocumentQueue } from "../../../Public/app/document-queue.js";
import { document } from "../factories.js";

/** The list of a library: documents, and whether it goes on. */
function listOf(ids, facts = {}) {
  return { documents: ids.split("").map((id) => document({ id })), next: null, fresh: true, gone: new Set(), ...facts };
}

/** A queue around a document, and what it has asked for. */
function queueOf(list, id) {
  const asked = [];
  const library = { list };
  const queue = new DocumentQueue({
    list: () => library.list, more: () => asked.push("more"), open: ({ id: other }) => asked.push(`open ${other}`),
  }, () => id);
  const becomes = (changed) => {
    library.list = changed;
    queue.follow();
  };
  return { queue, asked, becomes };
}

const key = (name, more = {}) => ({ key: name, shiftKey: true, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...more });

describe("the queue of the open document", () => {
  test("7.6 opens the one behind it, once", () => {
    const { queue, asked } = queueOf(listOf("abc"), "b");
    assert.equal(queue.go(1), true);
    assert.deepEqual(asked, ["open c"]);
  });

  test("7.6 at the last one does nothing", () => {
    const { queue, asked } = queueOf(listOf("abc"), "c");
    assert.deepEqual([queue.go(1), queue.pressed(key("PageDown")), asked], [false, true, []]);
  });

  test("is none where the library shows no list, or one without it", () => {
    for (const { queue, asked } of [queueOf(null, "a"), queueOf(listOf("abc"), "x"), queueOf(listOf("abc", { fresh: false }), "a")]) {
      assert.deepEqual([queue.next, queue.previous, queue.go(1), queue.go(-1), asked], [null, null, false, false, []]);
      assert.equal(queue.pressed(key("PageDown")), false);
    }
  });

  test("takes its keys, each for one document", () => {
    const { queue, asked } = queueOf(listOf("abc"), "b");
    assert.equal(queue.pressed(key("PageDown")), true);
    assert.equal(queue.pressed(key("PageUp")), true);
    assert.deepEqual(asked, ["open c", "open a"]);
  });

  test("a key that is held leads nowhere, and other keys are not its own", () => {
    const { queue, asked } = queueOf(listOf("abc"), "b");
    assert.equal(queue.pressed(key("PageDown", { repeat: true })), true);
    assert.equal(queue.pressed(key("PageDown", { shiftKey: false })), false);
    assert.equal(queue.pressed(key("PageDown", { ctrlKey: true })), false);
    assert.equal(queue.pressed(key("ArrowDown")), false);
    assert.deepEqual(asked, []);
  });

  test("fetches more where it is the last one that is fetched", () => {
    const { queue, asked, becomes } = queueOf(listOf("abc", { next: "cursor" }), "c");
    assert.deepEqual([queue.next, asked], [null, ["more"]]);
    becomes(listOf("abcdef"));
    assert.deepEqual([queue.next.id, asked], ["d", ["more"]]);
  });

  test("fetches nothing where others follow it", () => {
    assert.deepEqual(queueOf(listOf("abc", { next: "cursor" }), "b").asked, []);
  });

  test("keeps its neighbours while the list is asked for anew, and while it is only partly there", () => {
    const { queue, becomes } = queueOf(listOf("abcdef"), "d");
    becomes(listOf("", { fresh: false, next: null }));
    assert.equal(queue.next.id, "e");
    becomes(listOf("abc", { next: "cursor" }));
    assert.equal(queue.next.id, "e");
    becomes(listOf("abcdxef"));
    assert.equal(queue.next.id, "x");
  });

  test("goes on behind a document that was thrown away", () => {
    const { queue, becomes } = queueOf(listOf("abcdef", { next: "cursor" }), "b");
    becomes(listOf("acdef", { next: "cursor", gone: new Set(["b"]) }));
    assert.deepEqual([queue.previous.id, queue.next.id], ["a", "c"]);
  });

  test("tells those who watch of each change, until they end", () => {
    const { queue, becomes } = queueOf(listOf("abc"), "c");
    const [end, heard] = [new AbortController(), []];
    queue.watch(() => heard.push(queue.next?.id ?? null), end.signal);
    becomes(listOf("abcd"));
    end.abort();
    becomes(listOf("abcx"));
    assert.deepEqual(heard, ["d"]);
  });
});
