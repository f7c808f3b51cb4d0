import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { askForName } from "../../../Public/shell/name-sheet.js";

/** As much of a dialog, a form and a field as asks for a name. */
class PlayedElement extends EventTarget {
  children = [];
  attributes = new Map();
  open = false;
  value = "";
  textContent = "";

  constructor(tag) {
    super();
    this.tag = tag;
  }

  get ownerDocument() { return document; }

  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { this.attributes.delete(name); }
  append(...children) { this.children.push(...children); }
  remove() {}
  focus() {}
  select() {}
  showModal() { this.open = true; }

  close() {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  }

  find(tag) {
    return this.tag === tag ? this : this.children.filter((child) => child.find).map((child) => child.find(tag)).find(Boolean);
  }
}

beforeEach(() => {
  globalThis.document = Object.assign(new EventTarget(), {
    body: new PlayedElement("body"), createElement: (tag) => new PlayedElement(tag), createElementNS: (_, tag) => new PlayedElement(tag),
  });
});
afterEach(() => { delete globalThis.document; });

/** A sheet in which a name was given that is being tried. */
function trying() {
  const said = [];
  let answer = () => {};
  askForName({
    title: "New folder", label: "Name", name: "", action: "Make folder", problemOf: () => "",
    take: () => new Promise((resolve) => { answer = resolve; }), refused: (reason) => said.push(reason),
  });
  const sheet = document.body.find("dialog");
  sheet.find("input").value = "Taken";
  sheet.find("form").dispatchEvent(new Event("submit", { cancelable: true }));
  const answered = async (reason) => {
    answer(reason);
    await new Promise((resolve) => { setImmediate(resolve); });
  };
  return { sheet, said, answered };
}

describe("a name that is tried", () => {
  test("and will not do is asked for again, with the reason", async () => {
    const { sheet, said, answered } = trying();
    await answered("It is taken.");
    assert.deepEqual([sheet.open, sheet.find("p").textContent, said], [true, "It is taken.", []]);
  });

  test("and will not do is told of where the sheet was closed meanwhile", async () => {
    const { sheet, said, answered } = trying();
    sheet.close();
    await answered("It is taken.");
    assert.deepEqual(said, ["It is taken."]);
  });

  test("and will do closes the sheet, and says nothing", async () => {
    const { sheet, said, answered } = trying();
    await answered(null);
    assert.deepEqual([sheet.open, said], [false, []]);
  });
});
