import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SameContent } from "../../../../Public/library/uploads/same-content.js";

const document = (id, facts = {}) => ({ id, name: `${id}.pdf`, folder: "", sha256: "f".repeat(64), size: 10, ...facts });

function played(others) {
  const told = { asked: 0, shown: [], opened: [], trashed: [] };
  const same = new SameContent({
    api: { ask: async (path, { body } = {}) => {
      if (body) {
        told.trashed.push(...JSON.parse(body).operations.map(({ document: id }) => id));
        return { id: "batch", results: [] };
      }
      told.asked += path.startsWith("/documents?") ? 1 : 0;
      return { documents: others };
    } },
    notices: { show: (toast) => told.shown.push(toast) },
    open: ({ id }) => told.opened.push(id), trash: ({ id }) => told.trashed.push(id),
  });
  return { told, same };
}

const last = { isPasted: false, isRenamed: false, more: () => 0 };

describe("a file that is there already", () => {
  test("is told of, with the one that is there and with keeping both", async () => {
    const { told, same } = played([document("old", { folder: "Papers/Bills" }), document("new")]);
    await same.arrived(document("new"), last);
    const [toast] = told.shown;
    assert.equal(toast.text, "new.pdf is there already, as old.pdf in Bills.");
    assert.deepEqual([toast.action.label, toast.also.label], ["Open the one in Bills", "Keep both"]);
    toast.also.act();
    assert.deepEqual([told.trashed, told.opened], [[], []]);
    toast.action.act();
    assert.deepEqual([told.trashed, told.opened], [["new"], ["old"]]);
  });

  test("is not told of where it is the only one, is empty, or the server cannot say", async () => {
    const alone = played([document("new")]);
    await alone.same.arrived(document("new"), last);
    await alone.same.arrived(document("empty", { size: 0 }), last);
    assert.deepEqual([alone.told.shown, alone.told.asked], [[], 1]);
  });

  test("is told of once for many, when no more come", async () => {
    const { told, same } = played([document("old")]);
    await same.arrived(document("a"), { isPasted: false, isRenamed: false, more: () => 1 });
    assert.deepEqual(told.shown, []);
    await same.arrived(document("b"), last);
    assert.equal(told.shown[0].text, "2 of the files are there already.");
    told.shown[0].action.act();
    await new Promise(setImmediate);
    assert.deepEqual(told.trashed, ["a", "b"]);
    assert.deepEqual([told.shown[1].text, told.shown[1].action.label], ["2 documents are in the Trash", "Undo"]);
  });

  test("is not asked for while hundreds more come", async () => {
    const { told, same } = played([document("old")]);
    await same.arrived(document("a"), { isPasted: false, isRenamed: false, more: () => 500 });
    assert.equal(told.asked, 0);
  });

  test("is asked for even then where its name was taken: a folder that is added once more is told of", async () => {
    const { told, same } = played([document("old")]);
    await same.arrived(document("a"), { isPasted: false, isRenamed: true, more: () => 500 });
    await same.arrived(document("b"), { isPasted: false, isRenamed: true, more: () => 0 });
    assert.equal(told.shown[0].text, "2 of the files are there already.");
  });

  test("what was pasted can be undone", async () => {
    const { told, same } = played([]);
    await same.arrived(document("new"), { isPasted: true, isRenamed: false, more: () => 0 });
    told.shown[0].action.act();
    assert.deepEqual([told.shown[0].action.label, told.trashed], ["Undo", ["new"]]);
  });
});
