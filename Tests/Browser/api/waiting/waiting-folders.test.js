import assert from "node:assert/strict";
import test from "node:test";

import { back, Browser, Server, settle, Tab } from "./server.js";

/** A tab that has seen the folders, and has no connection any more. */
async function away() {
  const server = new Server({ id: "a", name: "a.pdf" }, { id: "b", name: "b.pdf", folder: "Old" });
  const browser = new Browser();
  const tab = new Tab(server, browser, server.documents.values());
  server.tell = (one) => void tab.listed.set(one.id, one);
  await tab.ask("GET", "/folders?folder=");
  server.isReachable = false;
  tab.changes.setLost(true);
  return { server, browser, tab };
}

/** @param {Tab} tab */
async function names(tab, folder = "") {
  const { folders } = await tab.ask("GET", `/folders?folder=${folder}`);
  return folders.map((/** @type {{name: string}} */ { name }) => name);
}

test("a folder that is made without a connection is shown, takes documents, and is made before they come", async () => {
  const parts = await away();
  const { server, tab } = parts;
  await tab.ask("POST", "/folders", { folder: "New", parents: true });
  await tab.ask("PATCH", "/documents/a", { folder: "New" });
  assert.deepEqual(await names(tab), ["New", "Old"]);
  assert.deepEqual(await names(tab, "New"), []);
  assert.deepEqual(await tab.ask("GET", "/documents?folder=New"), { documents: [], next: null });
  assert.equal(tab.changes.changes.length, 2);
  await back(parts);
  assert.deepEqual(server.made, ["make New", 'a {"folder":"New"}']);
  assert.equal(tab.changes.changes.length, 0);
});

test("a folder that waits to be made and is renamed is made under its last name", async () => {
  const parts = await away();
  const { server, tab } = parts;
  await tab.ask("POST", "/folders", { folder: "New", parents: true });
  await tab.ask("PATCH", "/folders", { folder: "New", to: "Newer" });
  assert.deepEqual(await names(tab), ["Newer", "Old"]);
  await back(parts);
  assert.deepEqual(server.made, ["make Newer"]);
});

test("a folder that waits to be made and is removed is never made", async () => {
  const parts = await away();
  await parts.tab.ask("POST", "/folders", { folder: "New", parents: true });
  await parts.tab.ask("DELETE", "/folders?folder=New");
  assert.equal(parts.tab.changes.changes.length, 0);
  await back(parts);
  assert.deepEqual(parts.server.made, []);
});

test("documents go into a folder before it is renamed, and out of it afterwards", async () => {
  const parts = await away();
  const { server, tab } = parts;
  await tab.ask("PATCH", "/documents/a", { folder: "Old" });
  await tab.ask("PATCH", "/folders", { folder: "Old", to: "Renamed" });
  assert.deepEqual([tab.shown("a")?.folder, tab.shown("b")?.folder], ["Renamed", "Renamed"]);
  await tab.ask("PATCH", "/documents/b", { folder: "" });
  await tab.ask("PATCH", "/folders", { folder: "Renamed", to: "Last" });
  assert.equal(tab.shown("a")?.folder, "Last");
  await back(parts);
  assert.deepEqual([server.one("a").folder, server.one("b").folder], ["Last", ""]);
  assert.deepEqual(tab.told, []);
});

test("a folder that is renamed without a connection lists what it has on the server", async () => {
  const parts = await away();
  const { server, tab } = parts;
  await tab.ask("PATCH", "/folders", { folder: "Old", to: "Renamed" });
  server.isReachable = true;
  const { documents } = await tab.ask("GET", "/documents?folder=Renamed");
  assert.deepEqual(documents.map((/** @type {{id: string}} */ { id }) => id), ["b"]);
});

test("a folder goes to the Trash with what is in it, and an undo takes both out of the queue", async () => {
  const parts = await away();
  const { server, tab } = parts;
  const { step, waits } = await tab.ask("DELETE", "/folders?folder=Old");
  assert.ok(waits);
  assert.deepEqual(await names(tab), []);
  assert.ok(tab.shown("b")?.trashed);
  await tab.ask("POST", "/folders/restore", { folder: "Old", step });
  assert.equal(tab.changes.changes.length, 0);
  assert.equal(tab.shown("b")?.trashed, undefined);
  await back(parts);
  assert.deepEqual(server.made, []);
});

test("a removal that waited and was made is taken back all the same", async () => {
  const parts = await away();
  const { server, tab } = parts;
  const { step } = await tab.ask("DELETE", "/folders?folder=Old");
  await back(parts);
  assert.ok(server.one("b").trashed);
  await tab.ask("POST", "/folders/restore", { folder: "Old", step });
  await settle();
  assert.ok(server.folders.has("Old"));
  assert.equal(server.one("b").trashed, undefined);
});

test("a folder that was renamed elsewhere meanwhile is left alone, and that is told", async () => {
  const parts = await away();
  const { server, tab } = parts;
  await tab.ask("PATCH", "/folders", { folder: "Old", to: "Mine" });
  server.folders.delete("Old");
  server.folders.add("Theirs");
  await back(parts);
  assert.deepEqual(tab.told.map(({ code }) => code), ["folder-gone"]);
  assert.deepEqual(server.made, []);
});

test("a folder whose place is gone is moved after the place was made again", async () => {
  const parts = await away();
  const { server, tab } = parts;
  await tab.ask("PATCH", "/folders", { folder: "Old", to: "Shelf/Old" });
  await back(parts);
  assert.deepEqual(tab.told.map(({ code }) => code), ["target-gone"]);
  for (const refusal of tab.told) tab.changes.again(refusal, { makes: true });
  await settle();
  assert.deepEqual(server.made, ["rename Old Shelf/Old"]);
});

test("a name that a folder has already is refused at once", async () => {
  const { tab } = await away();
  await tab.ask("POST", "/folders", { folder: "New", parents: true });
  assert.equal((await tab.ask("PATCH", "/folders", { folder: "Old", to: "New" })).code, "name-taken");
  assert.equal(tab.changes.changes.length, 1);
});

test("an answer that is lost does not rename a folder twice", async () => {
  const parts = await away();
  const { server, browser, tab } = parts;
  await tab.ask("PATCH", "/folders", { folder: "Old", to: "New" });
  // It is looked for twice, and renamed; the answer to that does not come.
  server.answers = 2;
  await back(parts);
  tab.isOver = true;
  browser.end();
  server.answers = Infinity;
  const next = new Tab(server, browser, server.documents.values());
  next.changes.begin();
  await settle();
  assert.deepEqual(server.made, ["rename Old New"]);
  assert.deepEqual([next.changes.changes.length, next.told.length], [0, 0]);
});

test("folders that wait are there after a reload", async () => {
  const { server, browser, tab } = await away();
  await tab.ask("PATCH", "/folders", { folder: "Old", to: "New" });
  const next = new Tab(server, browser, server.documents.values());
  assert.equal(next.shown("b")?.folder, "New");
});

test("folders that were listed before the queue was here are known to it", async () => {
  const { server, browser } = await away();
  const tab = new Tab(server, browser, []);
  const page = { folder: { path: "", name: "", documents: 0, hasFolders: true, etag: "" }, folders: [{ path: "Old", name: "Old", documents: 1, hasFolders: false, etag: "" }], next: null };
  await tab.changes.noticeFolders("/api/v1/folders?folder=&limit=1000", new Response(JSON.stringify(page)));
  tab.changes.setLost(true);
  await tab.ask("POST", "/folders", { folder: "New", parents: true });
  assert.deepEqual(await names(tab), ["New", "Old"]);
});
