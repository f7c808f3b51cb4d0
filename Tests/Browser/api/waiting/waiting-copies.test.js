import assert from "node:assert/strict";
import test from "node:test";

import { back, Browser, Server, settle, Tab } from "./server.js";

const COPY = { operations: [{ op: "copy", document: "a" }] };

/** A document, and no connection. */
function away() {
  const server = new Server({ id: "a", name: "a.pdf" });
  const browser = new Browser();
  const tab = new Tab(server, browser, server.documents.values());
  server.tell = (one) => void tab.listed.set(one.id, one);
  server.isReachable = false;
  tab.changes.setLost(true);
  return { server, browser, tab };
}

/** @param {Server} server */
const namesOf = (server) => [...server.documents.values()].map(({ name }) => name);

test("a copy is shown under a free name, kept, and made when the server is back", async () => {
  const parts = away();
  const { server, browser, tab } = parts;
  const { results } = await tab.ask("POST", "/batches", COPY);
  assert.equal(results[0].document.name, "a 2.pdf");
  assert.deepEqual(tab.changes.documents.map(({ known }) => known.name), ["a 2.pdf"]);
  assert.equal(new Tab(server, browser, []).changes.documents.length, 1);
  await back(parts);
  assert.deepEqual([server.made, tab.changes.changes.length], [["a copy"], 0]);
});

test("what is done to a copy that waits is done to the one that is made", async () => {
  const parts = away();
  const { server, tab } = parts;
  const { results } = await tab.ask("POST", "/batches", COPY);
  const path = `/documents/${results[0].document.id}`;
  assert.equal((await tab.ask("PATCH", path, { name: "other.pdf" })).name, "other.pdf");
  await tab.ask("PATCH", path, { tags: ["mine"] });
  await back(parts);
  const made = server.one("copy-1");
  assert.deepEqual([made.name, made.tags], ["other.pdf", ["mine"]]);
  assert.deepEqual(tab.told, []);
});

test("an undo takes a copy out of the queue, and into the Trash where it is made by then", async () => {
  for (const isMade of [false, true]) {
    const parts = away();
    const { server, tab } = parts;
    const { id } = await tab.ask("POST", "/batches", COPY);
    if (isMade) await back(parts);
    await tab.ask("POST", `/batches/${id}/undo`);
    assert.equal(tab.changes.changes.length, isMade ? 1 : 0);
    await back(parts);
    assert.deepEqual(server.made, isMade ? ["a copy", "copy-1 trash"] : []);
  }
});

test("a copy in a folder that waits to be made comes after the folder", async () => {
  const parts = away();
  const { server, tab } = parts;
  await tab.ask("POST", "/folders", { folder: "New", parents: true });
  await tab.ask("POST", "/batches", { operations: [{ op: "copy", document: "a", folder: "New" }] });
  await back(parts);
  assert.deepEqual(server.made, ["make New", "a copy"]);
  assert.equal(server.one("copy-1").folder, "New");
});

test("an answer that is lost does not make a copy twice", async () => {
  const parts = away();
  const { server, browser, tab } = parts;
  await tab.ask("POST", "/batches", COPY);
  // The original and what lies beside it are read; the answer to the copy does not come.
  server.answers = 2;
  await back(parts);
  assert.deepEqual(server.made, ["a copy"]);
  tab.isOver = true;
  browser.end();
  server.answers = Infinity;
  const next = new Tab(server, browser, server.documents.values());
  next.changes.begin();
  await settle();
  assert.deepEqual([namesOf(server), next.changes.changes.length], [["a.pdf", "copy of a.pdf"], 0]);
});

test("a copy whose original is gone is told of", async () => {
  const parts = away();
  const { server, tab } = parts;
  await tab.ask("POST", "/batches", COPY);
  server.documents.delete("a");
  await back(parts);
  assert.deepEqual(tab.told.map(({ code, document }) => [code, document.name]), [["gone", "a 2.pdf"]]);
});

test("changes that waited for a copy that is refused are told of, and go with it when it is tried again", async () => {
  const parts = away();
  const { server, tab } = parts;
  server.put({ ...server.one("a"), id: "b", name: "b.pdf", folder: "Away" });
  const { results: [{ document: copy }] } = await tab.ask("POST", "/batches", { operations: [{ op: "copy", document: "a", folder: "Away" }] });
  await tab.ask("PATCH", `/documents/${copy.id}`, { name: "other.pdf" });
  await tab.ask("PATCH", `/documents/${copy.id}`, { note: "Mine" });
  await tab.ask("POST", "/batches", { operations: [{ op: "copy", document: copy.id, folder: "" }] });
  server.folders.delete("Away");
  await back(parts);
  assert.deepEqual(tab.told.map(({ code, field }) => [code, field]), [
    ["folder-gone", "copied"], ["copy-not-made", "place"], ["copy-not-made", "note"], ["copy-not-made", "copied"],
  ]);
  assert.deepEqual([tab.changes.changes.length, tab.changes.refusals.length], [0, 4]);
  const refused = tab.changes.refusals.find(({ code }) => code === "folder-gone");
  if (refused) tab.changes.again(refused, { makes: true });
  await settle();
  const made = [...server.documents.values()].filter(({ id }) => id.startsWith("copy-"));
  assert.deepEqual(made.map(({ name, note, folder }) => [name, note, folder]), [["other.pdf", "Mine", "Away"], ["copy of other.pdf", "Mine", ""]]);
  assert.deepEqual([tab.changes.changes.length, tab.changes.refusals.length], [0, 0]);
});
