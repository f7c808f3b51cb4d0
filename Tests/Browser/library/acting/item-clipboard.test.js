import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ItemClipboard } from "../../../../Public/library/acting/item-clipboard.js";
import { documentItem, folderItem } from "../../../../Public/library/acting/library-item.js";
import { document } from "../../factories.js";

/** The clipboard of a browser, of which each window has its own view. */
function browser() {
  let kept = /** @type {string | null} */ (null);
  const store = { read: () => kept, write: (/** @type {string | null} */ text) => { kept = text; } };
  const changes = { count: 0 };
  const opened = () => new ItemClipboard(store, () => { changes.count += 1; });
  return { store, opened, changes };
}

const ITEMS = [documentItem(document({ id: "a", name: "one.txt" })), folderItem({ name: "Box", path: "In/Box", documents: 0, hasFolders: false, etag: "" })];

describe("the clipboard of the library", () => {
  test("knows what was cut, in all windows", () => {
    const { opened, changes } = browser();
    const [one, other] = [opened(), opened()];
    assert.equal(one.take(ITEMS, true), "one.txt\nBox");
    assert.deepEqual([...other.cut], ["a", "folder In/Box"]);
    assert.deepEqual(other.clip?.items.map(({ name }) => name), ["one.txt", "Box"]);
    assert.equal(changes.count, 1);
  });

  test("marks nothing that was copied", () => {
    const clipboard = browser().opened();
    clipboard.take(ITEMS, false);
    assert.deepEqual([[...clipboard.cut], clipboard.drop(), clipboard.clip?.isCut], [[], false, false]);
  });

  test("counts no more where the system's was filled later", () => {
    const clipboard = browser().opened();
    const text = clipboard.take(ITEMS, true);
    assert.equal(clipboard.pastedWith("something else"), null);
    assert.equal(clipboard.pastedWith(`${text.replace("\n", "\r\n")}\n`)?.items.length, 2);
  });

  test("stands alone where the system's could not be filled", () => {
    const clipboard = browser().opened();
    clipboard.take(ITEMS, true);
    clipboard.standAlone();
    assert.equal(clipboard.pastedWith("what was there before")?.isCut, true);
  });

  test("leaves what was cut where it is", () => {
    const clipboard = browser().opened();
    clipboard.take(ITEMS, true);
    assert.deepEqual([clipboard.drop(), clipboard.clip, clipboard.drop()], [true, null, false]);
  });

  test("takes nothing that is no clip", () => {
    const { store, opened } = browser();
    const clipboard = opened();
    for (const text of ["", "{", "null", "[]", '{"items":[]}', '{"items":[{"key":1}]}', '{"items":[{"key":"a"}]}']) {
      store.write(text);
      assert.equal(clipboard.clip, null, text);
    }
  });
});
