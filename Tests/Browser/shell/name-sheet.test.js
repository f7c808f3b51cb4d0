import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { askToConfirm } from "../../../Public/shell/confirm-sheet.js";
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

  querySelector(tag) { return this.find(tag); }
  find(tag) { return this.all(tag)[0]; }
  all(tag) { return [...this.tag === tag ? [this] : [], ...this.children.filter((child) => child.all).flatMap((child) => child.all(tag))]; }
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
  const dismissals = [];
  askForName({
    dismissed: (byCode) => dismissals.push(byCode), title: "New folder", label: "Name", name: "", action: "Make folder", problemOf: () => "",
    take: () => new Promise((resolve) => { answer = resolve; }), refused: (reason) => said.push(reason),
  });
  const sheet = document.body.find("dialog");
  sheet.find("input").value = "Taken";
  sheet.find("form").dispatchEvent(new Event("submit", { cancelable: true }));
  const answered = async (reason) => {
    answer(reason);
    await new Promise((resolve) => { setImmediate(resolve); });
  };
  return { sheet, said, answered, dismissals };
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

describe("a sheet that asks", () => {
  const settled = () => new Promise((resolve) => { setImmediate(resolve); });
  const press = (button) => button.dispatchEvent(new Event("click"));
  /** Escape, as browsers tell of it. */
  const escape = (sheet) => {
    if (sheet.dispatchEvent(new Event("cancel", { cancelable: true }))) sheet.close();
  };
  const asking = () => {
    const dismissals = [];
    const answer = askToConfirm({ title: "Delete it?", text: "For good.", action: "Delete" }, (byCode) => dismissals.push(byCode));
    const sheet = document.body.find("dialog");
    const [cancel, confirm] = sheet.all("button");
    return { sheet, cancel, confirm, answer, dismissals };
  };

  test("tells of no dismissal when it is confirmed", async () => {
    const { confirm, answer, dismissals } = asking();
    press(confirm);
    assert.deepEqual([await answer, dismissals], [true, []]);
  });

  for (const [title, close] of [["Cancel", ({ cancel }) => press(cancel)], ["Escape", ({ sheet }) => escape(sheet)]]) {
    test(`tells that a person dismissed it by ${title}`, async () => {
      const asked = asking();
      close(asked);
      assert.deepEqual([await asked.answer, asked.dismissals], [false, [false]]);
    });
  }

  test("tells that code dismissed it, and nobody answered", async () => {
    const { sheet, answer, dismissals } = asking();
    sheet.close();
    assert.deepEqual([await answer, dismissals], [false, [true]]);
  });

  test("for a name tells so once the name that is tried is known not to do", async () => {
    const byCode = trying();
    byCode.sheet.close();
    await byCode.answered("It is taken.");
    assert.deepEqual(byCode.dismissals, [true]);
    document.body.children = [];
    const byHand = trying();
    press(byHand.sheet.all("button").at(-2));
    await byHand.answered(null);
    assert.deepEqual(byHand.dismissals, [], "the name was taken all the same");
    document.body.children = [];
    const left = trying();
    press(left.sheet.all("button")[0]);
    await left.answered("It is taken.");
    await settled();
    assert.deepEqual(left.dismissals, [false]);
  });
});
