import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import { BoardName } from "../../../Public/board/saving/board-name.js";

/** Until nothing more follows from what has happened. */
function quiet() {
  return new Promise((resolve) => { setImmediate(resolve); });
}

/** As much of an element as a name needs. */
class PlayedElement extends EventTarget {
  value = "";
  textContent = "";
  children = [];
  attributes = new Map();

  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { this.attributes.delete(name); }
  append(...children) { this.children.push(...children); }
  focus() { document.activeElement = this; }
  select() {}

  /** As in a browser: what is taken away has no focus any more. */
  replaceChildren(...children) {
    for (const child of this.children) {
      if (document.activeElement !== child) continue;
      document.activeElement = null;
      child.dispatchEvent(new Event("blur"));
    }
    this.children = children;
  }
}

beforeEach(() => { globalThis.document = { activeElement: null, createElement: () => new PlayedElement() }; });
afterEach(() => { delete globalThis.document; });

/** A board called “Board” whose name is edited; `answer` says whether it is taken. */
function edited({ answer = () => true } = {}) {
  const heard = { taken: [], done: 0 };
  const calls = {
    take: async (words) => {
      heard.taken.push(words);
      const before = shown();
      name.show(words.trim());
      const isTaken = answer(words);
      await quiet();
      if (!isTaken) name.show(before);
      return isTaken;
    },
    done: () => { heard.done += 1; },
  };
  const name = new BoardName(calls, new AbortController().signal);
  const [button] = name.element.children;
  const shown = () => button.textContent;
  name.show("Board");
  name.edit();
  const [field] = name.element.children;
  const typeSoFar = async (words = "Gar") => {
    field.value = words;
    name.takeSoFar();
    await quiet();
    await quiet();
  };
  const press = (key) => field.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
  return { name, field, shown, typeSoFar, press, heard };
}

describe("who looks into another tab while naming a board", () => {
  test("has kept what is typed so far, and comes back to it", async () => {
    const { name, field, press, heard, typeSoFar } = edited();
    await typeSoFar();
    assert.deepEqual([name.isEdited, document.activeElement === field, field.value], [true, true, "Gar"]);
    field.value = "Garden";
    press("Enter");
    assert.deepEqual([heard.taken, name.isEdited, heard.done], [["Gar", "Garden"], false, 1]);
  });

  test("keeps it once, however often they look", () => {
    const { name, field, press, heard } = edited();
    name.takeSoFar();
    assert.deepEqual(heard.taken, []);
    field.value = "Gar";
    name.takeSoFar();
    name.takeSoFar();
    press("Enter");
    assert.deepEqual(heard.taken, ["Gar"]);
  });

  test("gives the board its name back with Escape", async () => {
    const { name, press, heard, shown, typeSoFar } = edited();
    for (const words of ["Gar", "Gard"]) await typeSoFar(words);
    press("Escape");
    await quiet();
    assert.deepEqual([heard.taken, shown(), name.isEdited], [["Gar", "Gard", "Board"], "Board", false]);
  });

  test("gives it back also when Escape comes before the server has said yes", async () => {
    const { name, field, press, heard, shown } = edited();
    field.value = "Gar";
    name.takeSoFar();
    press("Escape");
    assert.deepEqual(heard.taken, ["Gar"]);
    await quiet();
    await quiet();
    assert.deepEqual([heard.taken, shown()], [["Gar", "Board"], "Board"]);
  });

  test("takes no name that was given elsewhere back with Escape", async () => {
    const { name, press, heard, shown, typeSoFar } = edited();
    await typeSoFar();
    name.show("Theirs");
    press("Escape");
    await quiet();
    assert.deepEqual([heard.taken, shown()], [["Gar"], "Theirs"]);
  });

  test("asks once more for a name that was refused meanwhile", async () => {
    const { press, heard, shown, typeSoFar } = edited({ answer: (words) => words !== "Gar" });
    await typeSoFar();
    press("Enter");
    assert.deepEqual(heard.taken, ["Gar", "Gar"]);
    await quiet();
    await quiet();
    assert.equal(shown(), "Board");
  });

  test("has nothing to take back with Escape where it was refused", async () => {
    const { press, heard, typeSoFar } = edited({ answer: () => false });
    await typeSoFar();
    press("Escape");
    await quiet();
    assert.deepEqual(heard.taken, ["Gar"]);
  });

  test("names the next time anew", async () => {
    const { name, press, heard, typeSoFar } = edited();
    await typeSoFar();
    press("Enter");
    name.edit();
    press("Escape");
    await quiet();
    assert.deepEqual(heard.taken, ["Gar"]);
  });
});

describe("a board's name that is edited", () => {
  test("has the focus when it is to be edited once more", () => {
    const { name, field } = edited();
    field.value = "Gar";
    document.activeElement = null;
    name.edit("Other");
    assert.deepEqual([document.activeElement === field, field.value], [true, "Gar"]);
  });

  test("is not taken where it stays, nor by Escape", () => {
    const { name, field, press, heard } = edited();
    name.keep();
    name.edit();
    field.value = "Gar";
    press("Escape");
    assert.deepEqual([heard.taken, heard.done], [[], 1]);
  });
});
