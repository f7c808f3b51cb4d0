import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";

import { nameFor, renameDocument } from "../../../Public/board/saving/board-document.js";
import { BoardNaming } from "../../../Public/board/saving/board-naming.js";
import { BoardOpening } from "../../../Public/board/board-opening.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";

afterEach(() => { delete globalThis.matchMedia; });

/** Until nothing more follows from what has happened. */
function quiet() {
  return new Promise((resolve) => { setImmediate(resolve); });
}

/** The name of a board as it would stand in the window. */
class PlayedName {
  isEdited = false;
  words = "";
  calls = null;

  edit(words) { this.isEdited = true; this.words = words ?? "Board"; }

  show(name) { this.shown = name; }

  keep() {
    if (!this.isEdited) return;
    this.isEdited = false;
    this.calls.take(this.words);
  }
}

/** A model that tells of a change. */
class PlayedModel {
  changing = false;
  listeners = [];

  subscribe(listener) { this.listeners.push(listener); }

  change(changing) {
    this.changing = changing;
    for (const listener of this.listeners) listener("content");
  }
}

function played({ isNew = true, coarse = false, answer = (body) => ({ id: "b1", ...body }) } = {}) {
  globalThis.matchMedia = (query) => ({ matches: query === "(pointer: coarse)" && coarse });
  const leaving = new AbortController();
  const title = new PlayedName();
  const model = new PlayedModel();
  const heard = { sent: [], toasts: [], focused: 0, document: { id: "b1", name: "Board.board" } };
  const api = {
    ask: async (path, { body, ...options }) => {
      heard.sent.push([path, JSON.parse(body), options]);
      return answer(JSON.parse(body));
    },
  };
  const screen = {
    title, get document() { return heard.document; }, renamed: (document) => { heard.document = document; title.shown = document.name; },
    focusBoard: () => { heard.focused += 1; },
  };
  const notices = {
    show: (toast) => heard.toasts.push(toast), problem: (text) => heard.toasts.push({ text, problem: true }),
    refused: (problem) => { heard.problem = problem.code; },
  };
  const naming = new BoardNaming({ api, notices, screen }, isNew, leaving.signal);
  title.calls = naming.calls;
  const desk = new EventTarget();
  naming.follow(model, desk, leaving.signal);
  const press = () => {
    const event = new Event("pointerdown", { cancelable: true });
    desk.dispatchEvent(event);
    return event;
  };
  return { naming, title, model, desk, heard, leaving, press };
}

describe("the name for what was typed", () => {
  for (const [words, before, name] of [
    ["Garden", "Board.board", "Garden.board"],
    ["  Garden  ", "Board.board", "Garden.board"],
    ["Garden.board", "Board.board", "Garden.board"],
    ["v1.2", "Old.sheafboard", "v1.2.sheafboard"],
    ["Garden", "Board", "Garden"],
    ["", "Board.board", null],
    ["   ", "Board.board", null],
    [".board", "Board.board", null],
    ["Board", "Board.board", null],
    ["board", "Board.board", "board.board"],
  ]) {
    test(`“${words}” over ${before} is ${name}`, () => assert.equal(nameFor(words, before), name));
  }
});

test("another name is asked for in a way that outlives the page", async () => {
  const asked = [];
  await renameDocument({ ask: (...call) => Promise.resolve(asked.push(call)) }, "a/b", "Garden.board");
  assert.deepEqual(asked, [["/documents/a%2Fb", { method: "PATCH", body: "{\"name\":\"Garden.board\"}", keepalive: true }]]);
});

describe("a board's name", () => {
  test("is edited first where the board is new, and once", () => {
    const { naming, title, model, desk, leaving } = played();
    assert.equal(title.isEdited, true);
    title.isEdited = false;
    naming.follow(model, desk, leaving.signal);
    assert.equal(title.isEdited, false);
  });

  test("waits for a press on a board that is not new, and where a finger is at work", () => {
    assert.equal(played({ isNew: false }).title.isEdited, false);
    assert.equal(played({ coarse: true }).title.isEdited, false);
  });

  test("is kept when a hand changes the board, which has the focus then", async () => {
    const { title, model, heard } = played();
    title.words = "Garden";
    model.change(false);
    assert.equal(title.isEdited, true);
    model.change(true);
    model.change(true);
    await quiet();
    assert.deepEqual([heard.sent.length, heard.focused, heard.document.name], [1, 1, "Garden.board"]);
  });

  test("is kept by the first press on the board, which goes on to the board", async () => {
    const { title, desk, press, heard } = played();
    title.words = "Garden";
    let hasCome = 0;
    desk.addEventListener("pointerdown", () => { hasCome += 1; });
    const event = press();
    press();
    await quiet();
    assert.deepEqual([title.isEdited, heard.sent.length, heard.focused, heard.document.name], [false, 1, 1, "Garden.board"]);
    assert.deepEqual([hasCome, event.defaultPrevented], [2, false]);
  });

  test("hears of no press once the board is shown anew", () => {
    const { title, leaving, press } = played();
    leaving.abort();
    press();
    assert.equal(title.isEdited, true);
  });

  test("that is not another one is not sent", async () => {
    const { naming, heard } = played();
    naming.calls.take(" Board ");
    naming.calls.take("");
    await quiet();
    assert.deepEqual(heard.sent, []);
  });

  test("that is refused goes back, says why, and offers what was typed", async () => {
    const answer = () => { throw new ApiProblem(409, "name-taken", ""); };
    const { naming, title, heard } = played({ answer });
    title.isEdited = false;
    naming.calls.take("Garden");
    await quiet();
    const [toast] = heard.toasts;
    assert.equal(toast.text, "The board could not be called “Garden”. Something is named “Garden” there already.");
    assert.deepEqual([heard.problem, title.shown, toast.also.label], ["name-taken", "Board.board", "Edit name"]);
    toast.also.act();
    assert.deepEqual([title.isEdited, title.words], [true, "Garden"]);
  });

  test("that is refused after the user has left is told, and offers nothing", async () => {
    const answer = () => { throw ApiProblem.offline(); };
    const { naming, heard, leaving } = played({ answer });
    naming.calls.take("Garden");
    leaving.abort();
    await quiet();
    assert.deepEqual(heard.toasts, [{ text: "The board could not be called “Garden”. Sheaf cannot be reached.", problem: true }]);
  });

  test("that comes when the user has left changes nothing here", async () => {
    const { naming, heard, leaving } = played();
    naming.calls.take("Garden");
    leaving.abort();
    await quiet();
    assert.equal(heard.document.name, "Board.board");
  });
});

describe("a board that is opened", () => {
  const opening = () => {
    const gone = [];
    const api = { create: async () => ({ id: "b1", name: "Board.board" }) };
    globalThis.document = { getElementById: () => null };
    return { gone, boards: new BoardOpening(api, { router: { go: (path) => gone.push(path) }, notices: { failed: (error) => { throw error; } } }) };
  };

  afterEach(() => { delete globalThis.document; });

  test("is named first where it was made empty, once", async () => {
    const { boards, gone } = opening();
    await boards.create();
    assert.deepEqual(gone, ["/d/b1"]);
    assert.deepEqual([boards.take("b1"), boards.take("b1")], [{ add: [], naming: true }, null]);
  });

  test("is not where pages were brought along", async () => {
    const { boards } = opening();
    const choice = { document: { id: "d1" }, pages: [1] };
    await boards.create(choice);
    assert.deepEqual(boards.take("b1"), { add: [choice], naming: false });
  });
});
