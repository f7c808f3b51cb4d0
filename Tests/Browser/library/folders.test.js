import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { folderArchiveUrl } from "../../../Public/api/urls.js";
import { emptyList, reduceList } from "../../../Public/library/document-store.js";
import { FolderList } from "../../../Public/library/folders/folder-list.js";
import { folderIn, isWithin, nameOf, parentOf, problemOfName, trailOf } from "../../../Public/api/folder-path.js";
import { belongs, listQuery, shownFolder } from "../../../Public/library/places.js";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { document } from "../factories.js";

const query = (folder, q = "") => ({ place: "folders", folder, q, sort: "name" });

/** As many turns of the event loop as answers take that are there already. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("paths of folders", () => {
  test("have a name, a folder above, and the way down to them", () => {
    assert.deepEqual([nameOf("a/b c/d"), parentOf("a/b c/d"), folderIn("a", "b")], ["d", "a/b c", "a/b"]);
    assert.deepEqual([nameOf("a"), parentOf("a"), folderIn("", "b")], ["a", "", "b"]);
    assert.deepEqual([nameOf(""), parentOf(""), trailOf("")], ["", "", []]);
    assert.deepEqual(trailOf("a/b/c"), ["a", "a/b", "a/b/c"]);
  });

  test("lie within those above them, and not within one whose name begins alike", () => {
    assert.ok(isWithin("a/b", "a") && isWithin("a", "a") && isWithin("a", ""));
    assert.ok(!isWithin("ab", "a") && !isWithin("a", "a/b") && !isWithin("", "a"));
  });

  test("have names that the server takes, or it is said why not", () => {
    const taken = ["a.b", "\u00E9".repeat(127), "e\u0301".repeat(127), "a:b", "CON", ""];
    assert.deepEqual(taken.map(problemOfName), taken.map(() => ""));
    const refused = new Map([
      ["a/b", "slash."], ["a\\b", "slash."], [".a", "dot."], ["a\u202Eb", "direction of reading."], ["a\u200Fb", "direction of reading."],
      ["a\u0007b", "control character."], ["a\u0085b", "control character."], ["a\uFEFFb", "control character."],
      ["\u200B\u2060", "be seen."], ["a".repeat(256), "too long."],
    ]);
    for (const [name, why] of refused) assert.match(problemOfName(name), new RegExp(`[^.]${why}$`), JSON.stringify(name));
  });

  test("are told whole in the address of their archive, whatever is in their names", () => {
    for (const folder of ["a", "a/b c", "Zo\u00EB & \"co\"/50%#?", "a+b"]) {
      const { pathname, searchParams, hash } = new URL(folderArchiveUrl(folder), "http://localhost");
      assert.equal(pathname, "/api/v1/folders/archive");
      assert.deepEqual([...searchParams], [["folder", folder]]);
      assert.equal(hash, "");
    }
  });
});

describe("a folder that is shown", () => {
  test("asks for what is directly in it, and searches below it", () => {
    assert.deepEqual(listQuery(query("")), { folder: "", sort: "name" });
    assert.deepEqual(listQuery(query("a/b")), { folder: "a/b", sort: "name" });
    assert.deepEqual(listQuery(query("a", "x")), { folder: "a", deep: true, sort: "name", q: "x" });
    assert.equal(shownFolder(query("a")), "a");
    assert.equal(shownFolder(query("a", "x")), null);
    assert.equal(shownFolder({ place: "all", folder: "", q: "", sort: "name" }), null);
  });

  test("takes documents of its own, and of those below only what was searched for", () => {
    const types = new TypeTree([]);
    const inside = document({ name: "x.txt", folder: "a/b" });
    assert.ok(belongs(query("a/b"), inside, types));
    assert.ok(!belongs(query("a"), inside, types) && !belongs(query(""), inside, types));
    assert.ok(belongs(query("a", "x"), inside, types));
    assert.ok(!belongs(query("ab", "x"), inside, types));
  });

  test("loses a document that is moved elsewhere, and has one that is moved into it", () => {
    const types = new TypeTree([]);
    const page = { type: "page", query: query("a"), cursor: null, documents: [document({ id: "d1", folder: "a" })], next: null };
    const start = emptyList(page.query);
    const moved = (sequence, id, folder) => (
      { type: "event", kind: "document.moved", sequence, document: document({ id, folder }) }
    );
    const after = [page, moved(1, "d1", "b"), moved(2, "d2", "a")].reduce(
      (state, action) => reduceList(state, action, types), start,
    );
    assert.deepEqual(after.documents.map(({ id }) => id), ["d2"]);
  });
});

describe("the folders in a folder", () => {
  const folder = (path) => ({ name: nameOf(path), path, documents: 0, hasFolders: false, etag: "" });

  /** A server whose answers are given one after the other. */
  function served(answers) {
    const asked = [];
    const api = {
      async folders(path, part) {
        asked.push(`${path}:${part.cursor ?? ""}`);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    return { api, asked };
  }

  test("come with all their pages", async () => {
    const { api, asked } = served([
      { folders: [folder("a/x")], next: "a/x" }, { folders: [folder("a/y")], next: null },
    ]);
    let changes = 0;
    const list = new FolderList(api, () => { changes += 1; }, new AbortController().signal);
    assert.ok(list.fresh);
    list.show("a");
    assert.ok(!list.fresh);
    await settled();
    assert.deepEqual([list.folders.map(({ name }) => name), asked, changes], [["x", "y"], ["a:", "a:a/x"], 1]);
    list.show("a");
    await settled();
    assert.equal(asked.length, 2);
  });

  test("of another folder count, however late those of the one before come", async () => {
    let release = () => {};
    const late = new Promise((resolve) => { release = resolve; });
    const api = {
      async folders(path) {
        if (path === "a") await late;
        return { folders: [folder(`${path}/x`)], next: null };
      },
    };
    const list = new FolderList(api, () => {}, new AbortController().signal);
    list.show("a");
    list.show("b");
    await settled();
    release();
    await settled();
    assert.deepEqual(list.folders.map(({ path }) => path), ["b/x"]);
    list.show(null);
    assert.deepEqual([list.folders, list.fresh], [[], true]);
  });

  test("of a folder that is gone are none, and the reason is kept", async () => {
    const gone = Object.assign(new Error("gone"), { name: "TypeError" });
    const { api } = served([{ folders: [folder("a/x")], next: null }, gone, { folders: [], next: null }]);
    const list = new FolderList(api, () => {}, new AbortController().signal);
    list.show("a");
    await settled();
    list.refresh();
    await settled();
    assert.ok(list.problem);
    assert.equal(list.folders.length, 1);
    list.refresh();
    await settled();
    assert.deepEqual([list.problem, list.folders], [null, []]);
  });
});
