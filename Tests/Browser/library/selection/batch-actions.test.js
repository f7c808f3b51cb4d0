import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../../Public/api/api-problem.js";
import { documentItem, folderItem } from "../../../../Public/library/acting/library-item.js";
import { BatchActions } from "../../../../Public/library/selection/batch-actions.js";
import { changedTags, problemOfTag } from "../../../../Public/library/selection/tag-sheet.js";
import { document } from "../../factories.js";

/** A server that does what it is asked, or refuses the batch of a number; and actions on its documents. */
function served({ refusing = 0, code = "not-found", folders = {} } = {}) {
  const asked = /** @type {{path: string, count: number}[]} */ ([]);
  const api = {
    ask: /** @type {any} */ (async (/** @type {string} */ path, /** @type {RequestInit} */ { body } = {}) => {
      const operations = body ? JSON.parse(String(body)).operations : [];
      asked.push({ path, count: operations.length });
      if (asked.length === refusing) throw new ApiProblem(404, code, "no");
      return {
        id: `b${asked.length}`,
        results: operations.map((/** @type {any} */ { op, document: id }) => ({ document: document({ id, ...(op === "trash" ? { trashed: "2026" } : {}) }) })),
      };
    }),
  };
  const steps = /** @type {any[]} */ ([]);
  const said = /** @type {any[]} */ ([]);
  const works = /** @type {string[]} */ ([]);
  let stop = () => {};
  const actions = new BatchActions({
    api: /** @type {any} */ (api), folders: /** @type {any} */ (folders), list: { refresh: () => steps.push("folders") },
    library: { step: (action) => steps.push(action) },
    notices: {
      show: (toast) => said.push(toast), failed: (_, text) => said.push({ text }),
      working: (text, ending) => {
        stop = ending;
        works.push(text);
        return { report: (now) => works.push(now), end: () => works.push("end") };
      },
    },
  });
  return { actions, asked, steps, said, works, stop: () => stop() };
}

const documents = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => documentItem(document({ id: `d${index}`, name: `n${index}.txt` })));
const folder = (/** @type {string} */ path) => folderItem({ name: path.split("/").at(-1) ?? "", path, documents: 1, hasFolders: false, etag: "" });

describe("an action on documents", () => {
  test("is one batch, and one step to undo", async () => {
    const { actions, asked, said, steps } = served();
    await actions.trash(documents(3));
    assert.deepEqual(asked, [{ path: "/batches", count: 3 }]);
    assert.equal(said[0].text, "3 documents are in the Trash");
    assert.deepEqual(steps[0], { type: "going", ids: ["d0", "d1", "d2"] });
    said[0].action.act();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(asked[1], { path: "/batches/b1/undo", count: 0 });
    assert.equal(said[1].text, "Undone");
  });

  test("on one document says its name", async () => {
    const { actions, said } = served();
    await actions.move(documents(1), "Box/Old");
    assert.equal(said[0].text, "n0.txt is in Old now");
  });

  test("leaves alone what is there already", async () => {
    const { actions, asked, said } = served();
    await actions.move([documentItem(document({ id: "a", folder: "Box" }))], "Box");
    assert.deepEqual([asked.length, said.length], [0, 0]);
  });

  test("on very many documents is several batches, which it counts, and undoes the last one first", async () => {
    const { actions, asked, said, works } = served();
    await actions.trash(documents(600));
    assert.deepEqual(asked.map(({ count }) => count), [250, 250, 100]);
    assert.deepEqual(works, ["Changing documents…", "Changing document 250 of 600…", "Changing document 500 of 600…", "end"]);
    said[0].action.act();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(asked.slice(3).map(({ path }) => path), ["/batches/b3/undo", "/batches/b2/undo", "/batches/b1/undo"]);
  });

  test("that is refused in part says how much is done, and brings the rest back into the list", async () => {
    const { actions, said, steps } = served({ refusing: 2 });
    await actions.trash(documents(300));
    assert.match(said[0].text, /^250 documents are in the Trash, 50 could not be deleted. Some of it is no longer there/u);
    const stayed = steps.find(({ type }) => type === "stayed");
    assert.equal(stayed.documents.length, 50);
  });

  test("that is refused says so, and offers nothing to undo", async () => {
    const { actions, said } = served({ refusing: 1, code: "offline" });
    await actions.trash(documents(2));
    assert.deepEqual(said, [{ text: "2 documents could not be deleted. Sheaf cannot be reached." }]);
  });
});

describe("an action on folders and documents", () => {
  test("is one step to undo, the last thing first", async () => {
    const done = /** @type {string[]} */ ([]);
    const folders = { moveFolder: async (/** @type {string} */ from, /** @type {string} */ to) => void done.push(`${from} to ${to}`) };
    const { actions, asked, said } = served({ folders });
    const made = async () => void done.push("made");
    assert.equal(await actions.move([folder("Old"), folder("Old/In it"), folder("Other"), ...documents(2)], "Box", made), "done");
    assert.deepEqual(done, ["Old to Box/Old", "Other to Box/Other"]);
    assert.equal(said[0].text, "2 folders, 2 documents are in Box now");
    said[0].action.act();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(done.slice(2), ["Box/Other to Other", "Box/Old to Old", "made"]);
    assert.deepEqual(asked.map(({ path }) => path), ["/batches", "/batches/b1/undo"]);
  });

  test("moves no folder into itself, and says what could not be moved", async () => {
    const folders = { moveFolder: async () => { throw new ApiProblem(409, "name-taken", "no"); } };
    const { actions, said } = served({ folders });
    assert.equal(await actions.move([folder("Box"), folder("Old"), ...documents(1)], "Box/Deep"), "failed");
    assert.match(said[0].text, /^n0\.txt is in Deep now, 1 could not be moved\. Something has that name there already/u);
  });

  test("takes folders back with what was in them", async () => {
    const done = /** @type {string[]} */ ([]);
    const folders = {
      trashFolder: async (/** @type {string} */ path) => (done.push(`trash ${path}`), { documents: 3, step: "s1" }),
      makeFolder: async (/** @type {string} */ path) => void done.push(`make ${path}`),
      restoreFolder: async (/** @type {string} */ path, /** @type {string} */ step) => void done.push(`restore ${path} ${step}`),
    };
    const { actions, said } = served({ folders });
    await actions.trash([folder("Old"), folder("New")]);
    assert.equal(said[0].text, "2 folders are in the Trash");
    said[0].action.act();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(done, ["trash Old", "trash New", "make New", "restore New s1", "make Old", "restore Old s1"]);
  });
});

describe("tags", () => {
  test("are added and removed without regard to case", () => {
    assert.deepEqual(changedTags(["Tax", "2026"], { added: ["tax", "Paid"], removed: [] }), ["Tax", "2026", "Paid"]);
    assert.deepEqual(changedTags(["Tax", "2026"], { added: [], removed: ["TAX"] }), ["2026"]);
    assert.equal(changedTags(["Tax"], { added: ["tax"], removed: ["other"] }), null);
  });

  test("are checked before the server sees them", () => {
    assert.deepEqual(["Tax", "ä".repeat(50)].map(problemOfTag), ["", ""]);
    assert.match(problemOfTag("ä".repeat(51)), /too long/u);
    assert.match(problemOfTag("a\u0007"), /control/u);
  });
});
