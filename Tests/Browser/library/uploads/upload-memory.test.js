import assert from "node:assert/strict";
import { File } from "node:buffer";
import { describe, test } from "node:test";
import { MOST_UNFINISHED, UploadMemory } from "../../../../Public/library/uploads/upload-memory.js";

// Before version 20 Node has it in a module alone.
globalThis.File ??= File;

const DAY = 24 * 60 * 60 * 1000;

function memory(text = null) {
  const kept = { text, now: 10 * DAY };
  const storage = { get: () => kept.text, set: (_, value) => { kept.text = value; } };
  return { kept, memory: new UploadMemory(storage, () => kept.now) };
}

const file = (name = "long.mov") => new File([new Uint8Array(5)], name, { lastModified: 7 });

describe("the memory of unfinished uploads", () => {
  test("has what is needed to go on with the same file", () => {
    const { kept, memory: first } = memory();
    first.begin(file(), "Films", "/api/v1/uploads/a");
    first.progress("/api/v1/uploads/a", 3);
    first.progress("/api/v1/uploads/other", 9);
    const [found] = memory(kept.text).memory.uploads;
    assert.deepEqual(found, {
      address: "/api/v1/uploads/a", name: "long.mov", folder: "Films", size: 5, modified: 7, sent: 3, begun: 10 * DAY,
    });
  });

  test("forgets what has arrived, and takes no place when it is empty", () => {
    const { kept, memory: one } = memory();
    one.begin(file(), "", "/api/v1/uploads/a");
    one.forget("/api/v1/uploads/a");
    assert.equal(kept.text, null);
  });

  test("does not offer what the server is about to drop", () => {
    const { kept, memory: one } = memory();
    one.begin(file(), "", "/api/v1/uploads/a");
    kept.now += 6 * DAY;
    assert.deepEqual(one.uploads, []);
  });

  test("keeps what another tab has begun meanwhile", () => {
    const { memory: one } = memory();
    one.begin(file("a.mov"), "", "/api/v1/uploads/a");
    one.begin(file("b.mov"), "", "/api/v1/uploads/b");
    one.forget("/api/v1/uploads/a");
    assert.deepEqual(one.uploads.map(({ name }) => name), ["b.mov"]);
  });

  test("is bounded", () => {
    const { memory: one } = memory();
    for (let number = 0; number <= MOST_UNFINISHED; number += 1) one.begin(file(`${number}`), "", `/api/v1/uploads/${number}`);
    assert.equal(one.uploads.length, MOST_UNFINISHED);
    assert.equal(one.uploads[0].name, "1");
  });

  for (const text of ["", "{", "null", "7", "[1, null, {}]", '[{"address": "https://evil.example/", "name": "a", "folder": "", "size": 1, "modified": 1, "sent": 0, "begun": 9e9}]']) {
    test(`is empty where the browser kept ${text || "nothing"}`, () => {
      assert.deepEqual(memory(text).memory.uploads, []);
    });
  }
});
