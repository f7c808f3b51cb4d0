import assert from "node:assert/strict";
import test from "node:test";

import { back, Browser, Server, settle, Tab } from "./server.js";

const BOARD = "org.sheaf.board";

/** A board, two documents, and no connection. */
function away() {
  const server = new Server({ id: "board", name: "Plan.board", type: BOARD, sha256: "0" }, { id: "a", name: "a.pdf" }, { id: "b", name: "b.pdf" });
  const browser = new Browser();
  const tab = new Tab(server, browser, server.documents.values());
  server.tell = (one) => void tab.listed.set(one.id, one);
  server.isReachable = false;
  tab.changes.setLost(true);
  return { server, browser, tab, lay: () => tab.changes.lay(server.one("board"), [server.one("a"), server.one("b")]) };
}

/**
 * The documents whose pages lie on a board.
 * @param {Server} server
 * @param {string} [board]
 */
const lying = (server, board = "board") => server.cards(board).map(({ document }) => document);

test("pages that are laid on a board wait, are kept and counted, and lie there when the server is back", async () => {
  const parts = away();
  const { server, browser, tab, lay } = parts;
  lay();
  assert.deepEqual(tab.changes.changes.map(({ document, field }) => [document.name, field]), [["Plan.board", "laid"]]);
  assert.deepEqual(tab.changes.documents.map(({ id }) => id), ["board"]);
  assert.equal(new Tab(server, browser, []).changes.changes.length, 1);
  await back(parts);
  assert.deepEqual([lying(server), tab.changes.changes.length, tab.told], [["a", "b"], 0, []]);
});

test("pages that are laid twice lie there twice", async () => {
  const parts = away();
  parts.lay();
  parts.lay();
  assert.equal(parts.tab.changes.changes.length, 2);
  await back(parts);
  assert.deepEqual(lying(parts.server), ["a", "b", "a", "b"]);
});

test("an undo takes them out of the queue, and off the board where they lie by then", async () => {
  for (const isLaid of [false, true]) {
    const parts = away();
    const undo = parts.lay();
    if (isLaid) await back(parts);
    undo();
    assert.equal(parts.tab.changes.changes.length, isLaid ? 1 : 0);
    await back(parts);
    assert.deepEqual([lying(parts.server), parts.tab.changes.changes.length], [[], 0]);
    assert.equal(parts.server.made.length, isLaid ? 2 : 0);
  }
});

test("an answer that is lost does not lay them twice", async () => {
  const parts = away();
  const { server, browser, tab, lay } = parts;
  lay();
  // The board is read twice, then its file, and each document with its pages; the answer to the change does not come.
  server.answers = 7;
  await back(parts);
  assert.deepEqual(lying(server), ["a", "b"]);
  tab.isOver = true;
  browser.end();
  server.answers = Infinity;
  const next = new Tab(server, browser, server.documents.values());
  next.changes.begin();
  await settle();
  assert.deepEqual([lying(server), next.changes.changes.length], [["a", "b"], 0]);
});

test("what others laid on the board meanwhile stays", async () => {
  const parts = away();
  parts.lay();
  const card = { id: "theirs", document: "c", page: 1, x: 0, y: 0, width: 400 };
  parts.server.contents.set("board", JSON.stringify({ format: BOARD, formatVersion: 1, cards: [card], strokes: [] }));
  await back(parts);
  assert.deepEqual(lying(parts.server), ["c", "a", "b"]);
});

test("a new board is made once, and has the pages", async () => {
  const parts = away();
  const { server, browser, tab } = parts;
  const undo = tab.changes.lay({ name: "Board.board", folder: "", type: BOARD }, [server.one("a")]);
  assert.deepEqual([tab.changes.changes.length, tab.changes.documents], [1, []]);
  // The answer to its making does not come.
  server.answers = 0;
  await back(parts);
  assert.deepEqual(server.made, ["made-3 made"]);
  tab.isOver = true;
  browser.end();
  server.answers = Infinity;
  const next = new Tab(server, browser, server.documents.values());
  next.changes.begin();
  await settle();
  assert.deepEqual([server.made, lying(server, "made-3")], [["made-3 made", "made-3 content"], ["a"]]);
  assert.equal(typeof undo, "function");
});

test("an undo of pages on a new board leaves none on it, and makes none where it was not made", async () => {
  for (const isMade of [false, true]) {
    const parts = away();
    const { server, tab } = parts;
    const undo = tab.changes.lay({ name: "Board.board", folder: "", type: BOARD }, [server.one("a")]);
    if (isMade) await back(parts);
    undo();
    await back(parts);
    assert.deepEqual([server.keys.size, tab.changes.changes.length], [isMade ? 1 : 0, 0]);
    if (isMade) assert.deepEqual(lying(server, "made-3"), []);
  }
});

test("a copy that waits lies on the board as the one that is made", async () => {
  const parts = away();
  const { server, tab } = parts;
  const { results } = await tab.ask("POST", "/batches", { operations: [{ op: "copy", document: "a" }] });
  tab.changes.lay(server.one("board"), [results[0].document]);
  await back(parts);
  assert.deepEqual(lying(server), ["copy-3"]);
});

test("documents without pages are told of, and keep no others from the board", async () => {
  const parts = away();
  parts.server.put({ ...parts.server.one("a"), previewable: false });
  parts.lay();
  await back(parts);
  assert.deepEqual(lying(parts.server), ["b"]);
  assert.deepEqual(parts.tab.told.map(({ code, after }) => [code, after]), [["pages-missing", ["a"]]]);
});

test("a board that is gone, in the Trash or unreadable is told of", async () => {
  /** @type {[string, (server: Server) => void][]} */
  const cases = [
    ["gone", (server) => void server.documents.delete("board")],
    ["in-trash", (server) => server.put({ ...server.one("board"), trashed: "2026-11-28T00:00:00Z" })],
    ["not-a-board", (server) => void server.contents.set("board", "no board")],
  ];
  for (const [code, change] of cases) {
    const parts = away();
    parts.lay();
    change(parts.server);
    await back(parts);
    assert.deepEqual([parts.tab.told.map((one) => one.code), parts.tab.changes.changes.length], [[code], 0]);
  }
});

test("a board in the Trash is taken back and has the pages, where that is wished for", async () => {
  const parts = away();
  const { server, tab, lay } = parts;
  lay();
  server.put({ ...server.one("board"), trashed: "2026-11-28T00:00:00Z" });
  await back(parts);
  const [refusal] = tab.changes.refusals;
  if (refusal) tab.changes.again(refusal);
  await settle();
  assert.deepEqual([server.one("board").trashed, lying(server), tab.changes.refusals], [undefined, ["a", "b"], []]);
});
