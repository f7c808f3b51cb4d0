import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NearlySame } from "../../../../Public/library/uploads/nearly-same.js";

const document = (id, facts = {}) => ({ id, name: `${id}.pdf`, folder: "", size: 10, ...facts });
const similar = (id, relation, facts = {}) => ({ document: document(id, facts), likeness: 0.9, relation });

function played(answers) {
  const told = { asked: [], shown: [], opened: [], trashed: [], paused: 0 };
  const nearly = new NearlySame({
    api: { ask: async (path) => {
      told.asked.push(path);
      const answer = typeof answers === "function" ? answers(path) : answers.shift();
      if (!answer) throw new Error("gone");
      return answer;
    } },
    notices: { show: (toast) => told.shown.push(toast) },
    open: ({ id }) => told.opened.push(id), trash: ({ id }) => told.trashed.push(id),
    pause: async () => void (told.paused += 1),
  });
  return { told, nearly };
}

describe("a file whose words are nearly those of another one", () => {
  test("is told of once its words are known, and either can be seen or moved to the Trash", async () => {
    const { told, nearly } = played([
      { state: "waiting", documents: [] },
      { state: "compared", documents: [similar("old", "nearly-same", { folder: "Papers/Bills" })] },
    ]);
    await nearly.arrived(document("new"));
    assert.deepEqual(told.asked, ["/documents/new/similar?limit=3", "/documents/new/similar?limit=3"]);
    const [toast] = told.shown;
    assert.equal(toast.text, "new.pdf is nearly the same as old.pdf in Bills.");
    toast.action.act();
    assert.deepEqual([told.opened, told.trashed], [["old"], []]);
    toast.also.act();
    assert.deepEqual([told.opened, told.trashed], [["old"], ["new"]]);
  });

  test("is not told of where others are alike or the same, or it is empty or gone", async () => {
    for (const documents of [[similar("a", "alike")], [similar("a", "earlier")], [similar("a", "same"), similar("b", "nearly-same")], []]) {
      const { told, nearly } = played([{ state: "compared", documents }]);
      await nearly.arrived(document("new"));
      assert.deepEqual(told.shown, []);
    }
    const gone = played([]);
    await gone.nearly.arrived(document("new"));
    await gone.nearly.arrived(document("empty", { size: 0 }));
    assert.deepEqual([gone.told.shown, gone.told.asked.length], [[], 1]);
  });

  test("is not waited for without end", async () => {
    const { told, nearly } = played(() => ({ state: "waiting", documents: [] }));
    await nearly.arrived(document("new"));
    assert.deepEqual([told.shown, told.paused], [[], 8]);
  });

  test("is told of in one sentence with others, and two that came together once", async () => {
    const { told, nearly } = played((path) => ({ state: "compared", documents: [similar(path.includes("one") ? "two" : "one", "nearly-same")] }));
    await Promise.all([nearly.arrived(document("one")), nearly.arrived(document("two"))]);
    assert.equal(told.shown.length, 1);
    assert.match(told.shown[0].text, /is nearly the same as/u);
    const many = played(() => ({ state: "compared", documents: [similar("old", "nearly-same")] }));
    await Promise.all(["a", "b", "c"].map((id) => many.nearly.arrived(document(id))));
    assert.equal(many.told.shown.length, 1);
    assert.match(many.told.shown[0].text, /^3 new documents are nearly the same/u);
  });
});
