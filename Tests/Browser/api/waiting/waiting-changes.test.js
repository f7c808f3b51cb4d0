import assert from "node:assert/strict";
import test from "node:test";

import { back, Browser, Server, settle, Tab } from "./server.js";

/** @typedef {import("../../../../Public/api/api.js").Document} Document */

const PATH = "/documents/a";

/** @param {...Partial<Document>} documents */
function away(...documents) {
  const server = new Server(...documents.length ? documents : [{ id: "a", name: "a.pdf" }]);
  const browser = new Browser();
  const tab = new Tab(server, browser, server.documents.values());
  server.isReachable = false;
  tab.changes.setLost(true);
  return { server, browser, tab };
}

test("a rename without a connection is answered as done, shown, kept, and made when the server is back", async () => {
  const { server, browser, tab } = away();
  assert.equal((await tab.ask("PATCH", PATH, { name: "b.pdf" })).name, "b.pdf");
  assert.equal(tab.shown("a")?.name, "b.pdf");
  assert.equal(tab.changes.changes.length, 1);
  const reloaded = new Tab(server, browser, server.documents.values());
  assert.equal(reloaded.shown("a")?.name, "b.pdf");
  await back({ server, tab });
  assert.equal(server.one("a").name, "b.pdf");
  assert.deepEqual([tab.changes.changes.length, browser.kept.size], [0, 0]);
});

test("a request that is lost on its way waits, though the connection was not known to be lost", async () => {
  const { server, tab } = away();
  tab.changes.setLost(false);
  assert.equal((await tab.ask("PATCH", PATH, { favourite: true })).favourite, true);
  assert.equal(tab.changes.changes.length, 1);
  await back({ server, tab });
  tab.later?.();
  await settle();
  assert.equal(server.one("a").favourite, true);
});

test("with a connection a change goes at once, and nothing waits", async () => {
  const server = new Server({ id: "a", name: "a.pdf" });
  const tab = new Tab(server, new Browser(), server.documents.values());
  await tab.ask("PATCH", PATH, { name: "b.pdf" });
  assert.equal(server.one("a").name, "b.pdf");
  assert.equal(tab.changes.changes.length, 0);
});

test("the opposite of a change takes it out of the queue", async () => {
  const { server, tab } = away();
  await tab.ask("PATCH", PATH, { name: "b.pdf" });
  await tab.ask("DELETE", PATH);
  await tab.ask("POST", `${PATH}/restore`);
  await tab.ask("PATCH", PATH, { name: "a.pdf" });
  assert.equal(tab.changes.changes.length, 0);
  await back({ server, tab });
  assert.deepEqual(server.made, []);
});

test("changes of one field are one change", async () => {
  const { server, tab } = away();
  for (const name of ["b.pdf", "c.pdf", "d.pdf"]) await tab.ask("PATCH", PATH, { name });
  assert.equal(tab.changes.changes.length, 1);
  await back({ server, tab });
  assert.deepEqual(server.made, ['a {"name":"d.pdf"}']);
});

test("names that are handed on keep their order", async () => {
  const parts = away({ id: "a", name: "a.pdf" }, { id: "b", name: "b.pdf" });
  const { server, tab } = parts;
  await tab.ask("PATCH", PATH, { name: "old.pdf" });
  await tab.ask("PATCH", "/documents/b", { name: "a.pdf" });
  await tab.ask("PATCH", PATH, { name: "b.pdf" });
  await back(parts);
  assert.deepEqual([server.one("a").name, server.one("b").name, tab.told.length], ["b.pdf", "a.pdf", 0]);
});

test("a batch waits as one, and is undone as one", async () => {
  const parts = away({ id: "a", tags: ["x"] }, { id: "b" });
  const { server, tab } = parts;
  const operations = ["a", "b"].map((id) => ({ op: "mark", document: id, tags: id === "a" ? ["x", "new"] : ["new"] }));
  const batch = await tab.ask("POST", "/batches", { operations });
  assert.deepEqual(batch.results.map((/** @type {{document: Document}} */ { document }) => document.tags), [["x", "new"], ["new"]]);
  assert.equal(tab.changes.changes.length, 2);
  await tab.ask("POST", `/batches/${batch.id}/undo`);
  assert.equal(tab.changes.changes.length, 0);
  await back(parts);
  assert.deepEqual(server.made, []);
});

test("a batch that has gone meanwhile is undone on the server", async () => {
  const parts = away();
  const { server, tab } = parts;
  const batch = await tab.ask("POST", "/batches", { operations: [{ op: "mark", document: "a", favourite: true }] });
  await back(parts);
  assert.equal(server.one("a").favourite, true);
  await tab.ask("POST", `/batches/${batch.id}/undo`);
  await settle();
  assert.equal(server.one("a").favourite, false);
});

test("tags that others put on meanwhile stay", async () => {
  const parts = away({ id: "a", tags: ["old"] });
  await parts.tab.ask("PATCH", PATH, { tags: ["mine"] });
  parts.server.put({ ...parts.server.one("a"), tags: ["old", "theirs"] });
  await back(parts);
  assert.deepEqual(parts.server.one("a").tags, ["theirs", "mine"]);
});

test("of two who rename one document the first one's name stays, and the other is told, once", async () => {
  const parts = away();
  const { server, tab } = parts;
  await tab.ask("PATCH", PATH, { name: "mine.pdf" });
  server.put({ ...server.one("a"), name: "theirs.pdf" });
  await back(parts);
  assert.equal(server.one("a").name, "theirs.pdf");
  assert.deepEqual(tab.told.map(({ code, document }) => [code, document.name]), [["renamed", "theirs.pdf"]]);
  assert.equal(tab.shown("a")?.name, "theirs.pdf");
  assert.equal(tab.changes.refusals.length, 1);
  const [refusal] = tab.told;
  if (refusal) tab.changes.again(refusal);
  await settle();
  assert.deepEqual([server.one("a").name, tab.changes.refusals.length], ["mine.pdf", 0]);
});

test("a name that was given here is no name that others gave", async () => {
  const parts = away();
  const { server, tab } = parts;
  await tab.ask("PATCH", PATH, { name: "b.pdf" });
  server.answers = 1;
  await back(parts);
  assert.equal(server.one("a").name, "b.pdf");
  // The answer never came: the tab ends, and another one goes on with another name.
  const browser = parts.browser;
  browser.end();
  server.answers = Infinity;
  const next = new Tab(server, browser, server.documents.values());
  await next.ask("PATCH", PATH, { name: "c.pdf" });
  await settle();
  assert.deepEqual([server.one("a").name, next.told.length], ["c.pdf", 0]);
});

test("a folder that is gone is told, and made again only when it is asked for", async () => {
  const parts = away({ id: "a", folder: "In" });
  const { server, tab } = parts;
  await tab.ask("POST", "/batches", { operations: [{ op: "move", document: "a", folder: "Gone", conflict: "rename" }] });
  await back(parts);
  assert.deepEqual([server.one("a").folder, tab.told.map(({ code }) => code)], ["In", ["folder-gone"]]);
  const [refusal] = tab.told;
  if (refusal) tab.changes.again(refusal, { makes: true });
  await settle();
  assert.equal(server.one("a").folder, "Gone");
});

test("a name that is taken in the other folder gets a number where several were moved", async () => {
  const parts = away({ id: "a", name: "a.pdf" }, { id: "b", name: "a.pdf", folder: "To" });
  const { server, tab } = parts;
  await tab.ask("POST", "/batches", { operations: [{ op: "move", document: "a", folder: "To", conflict: "rename" }] });
  await back(parts);
  assert.deepEqual([server.one("a").folder, server.one("a").name, tab.told.length], ["To", "2 a.pdf", 0]);
});

test("a document that is gone for good is told of, with all that was to become of it", async () => {
  const parts = away({ id: "a" }, { id: "b" });
  const { server, tab } = parts;
  await tab.ask("PATCH", PATH, { note: "words" });
  await tab.ask("PATCH", "/documents/b", { favourite: true });
  server.documents.delete("a");
  await back(parts);
  assert.deepEqual(tab.told.map(({ code, after }) => [code, after]), [["gone", "words"]]);
  assert.equal(server.one("b").favourite, true);
});

test("a document in the Trash is taken back before it is changed, when that is asked for", async () => {
  const parts = away();
  const { server, tab } = parts;
  await tab.ask("PATCH", PATH, { name: "b.pdf" });
  server.put({ ...server.one("a"), trashed: "2026-11-27T00:00:00Z" });
  await back(parts);
  assert.deepEqual(tab.told.map(({ code }) => code), ["in-trash"]);
  const [refusal] = tab.told;
  if (refusal) tab.changes.again(refusal);
  await settle();
  assert.deepEqual([server.one("a").name, server.one("a").trashed], ["b.pdf", undefined]);
});

test("notes of two are both kept: theirs on the server, the other with what could not be made", async () => {
  const parts = away({ id: "a", note: "before" });
  await parts.tab.ask("PATCH", PATH, { note: "mine" });
  parts.server.put({ ...parts.server.one("a"), note: "theirs" });
  await back(parts);
  assert.equal(parts.server.one("a").note, "theirs");
  const reloaded = new Tab(parts.server, parts.browser, []);
  assert.deepEqual(reloaded.changes.refusals.map(({ code, after }) => [code, after]), [["other-note", "mine"]]);
});

test("a session that has ended keeps what waits", async () => {
  const parts = away();
  await parts.tab.ask("PATCH", PATH, { name: "b.pdf" });
  parts.server.refusing = () => 401;
  await back(parts);
  assert.deepEqual([parts.tab.stopped.at(-1), parts.tab.changes.changes.length, parts.tab.later], [401, 1, null]);
  parts.server.refusing = () => null;
  parts.tab.changes.begin();
  await settle();
  assert.equal(parts.server.one("a").name, "b.pdf");
});

test("a busy server is asked again, and nothing overtakes", async () => {
  const parts = away({ id: "a" }, { id: "b" });
  await parts.tab.ask("PATCH", PATH, { favourite: true });
  await parts.tab.ask("PATCH", "/documents/b", { favourite: true });
  parts.server.refusing = () => 503;
  await back(parts);
  assert.deepEqual([parts.server.made.length, parts.tab.changes.changes.length], [0, 2]);
  parts.server.refusing = () => null;
  parts.tab.later?.();
  await settle();
  assert.deepEqual(parts.server.made.map((line) => line.slice(0, 1)), ["a", "b"]);
});

test("private documents leave nothing in the browser, and ask before the tab is closed", async () => {
  const parts = away({ id: "a", tags: ["private"] }, { id: "b" });
  await parts.tab.ask("PATCH", PATH, { name: "secret.pdf" });
  assert.deepEqual([parts.browser.kept.size, parts.tab.changes.losing], [0, true]);
  await parts.tab.ask("PATCH", "/documents/b", { name: "plain.pdf" });
  await parts.tab.ask("PATCH", "/documents/b", { tags: ["private"] });
  assert.deepEqual([...parts.browser.kept.values()], []);
  await back(parts);
  assert.deepEqual([parts.server.one("a").name, parts.server.one("b").tags, parts.tab.changes.losing], ["secret.pdf", ["private"], false]);
});

test("a browser without room keeps changes in the tab", async () => {
  const parts = away();
  parts.browser.isFull = true;
  await parts.tab.ask("PATCH", PATH, { name: "b.pdf" });
  assert.deepEqual([parts.tab.shown("a")?.name, parts.tab.changes.losing], ["b.pdf", true]);
  await back(parts);
  assert.equal(parts.server.one("a").name, "b.pdf");
});

test("copies of whole folders, removals for good and other facts do not wait", async () => {
  const { tab } = away();
  await assert.rejects(tab.ask("POST", "/batches", { operations: [{ op: "copy", document: "a", name: "b.pdf" }] }));
  await assert.rejects(tab.ask("DELETE", `${PATH}?permanently=true`));
  await assert.rejects(tab.ask("PATCH", PATH, { open: false }));
  await assert.rejects(tab.ask("PATCH", "/documents/unknown", { name: "b.pdf" }));
  assert.equal(tab.changes.changes.length, 0);
});
