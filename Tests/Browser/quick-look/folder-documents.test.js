import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { FolderDocuments } from "../../../Public/quick-look/folder-documents.js";

/** @param {string} id */
const document = (id, more = {}) => /** @type {any} */ ({ id, name: id, ...more });

/** @param {readonly (readonly string[])[]} parts of the folder, as the server answers them */
function folder(...parts) {
  const asked = /** @type {any[]} */ ([]);
  const api = {
    list: async (/** @type {any} */ query, /** @type {any} */ { cursor }) => {
      asked.push({ ...query, cursor });
      const place = Number(cursor ?? 0);
      return { documents: (parts[place] ?? []).map((id) => document(id)), next: place + 1 < parts.length ? String(place + 1) : null };
    },
  };
  const called = { changed: 0 };
  const list = new FolderDocuments(api, "Letters", () => (called.changed += 1), new AbortController().signal);
  return { list, asked, called, names: () => list.documents.map(({ name }) => name).join("") };
}

describe("All documents of a folder", () => {
  test("are those at any depth, part by part", async () => {
    const { list, asked, names } = folder(["a", "b"], ["c"]);
    await list.begin();
    assert.deepEqual(asked, [{ folder: "Letters", deep: true, sort: "name", cursor: null }]);
    assert.equal(list.isWhole, false);
    list.more();
    list.more();
    await new Promise(setImmediate);
    assert.equal(names(), "abc");
    assert.deepEqual([list.isWhole, asked.length], [true, 2]);
  });

  test("follow what is done with them", async () => {
    const { list, called, names } = folder(["a", "b", "c"]);
    await list.begin();
    list.take({ type: "going", ids: ["b"] });
    assert.equal(names(), "ac");
    list.take({ type: "came", documents: [document("b")] });
    assert.equal(names(), "abc");
    list.take({ type: "came", documents: [document("a", { favourite: true })] });
    assert.deepEqual([names(), list.documents[0]?.favourite, called.changed], ["abc", true, 4]);
  });

  test("say why they cannot be had", async () => {
    const list = new FolderDocuments(
      { list: () => Promise.reject(new TypeError("no line")) }, "Letters", () => {}, new AbortController().signal,
    );
    await assert.rejects(list.begin(), { code: "offline" });
    assert.equal(list.isFresh, false);
  });
});
