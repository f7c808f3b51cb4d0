import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ListSelecting } from "../../../../Public/library/selection/list-selecting.js";

const ORDER = ["a", "b", "c", "d"];
const PLACE = { place: "all", folder: "", q: "", sort: "name" };

/** A list of four documents, and what happens on it. */
function listed() {
  const list = new EventTarget();
  const called = { changed: 0, all: 0 };
  const focus = { id: /** @type {string | null} */ (null) };
  const renamed = /** @type {string[]} */ ([]);
  const selecting = new ListSelecting(/** @type {any} */ (list), {
    order: () => ORDER, focused: () => focus.id, changed: () => (called.changed += 1), selectAll: () => (called.all += 1), rename: (key) => renamed.push(key),
  }, new AbortController().signal);
  selecting.follow(PLACE, ORDER);
  /** @param {string} id @param {Record<string, unknown>} how @param {string} part of the card */
  const click = (id, how = {}, part = ".card-main") => {
    const event = new Event("click", { cancelable: true });
    const closest = (/** @type {string} */ selector) => (
      selector.startsWith("[data-document]") ? { dataset: id.startsWith("/") ? { folder: id.slice(1) } : { document: id } } : selector.startsWith(part) || (part === ".card-name" && selector.startsWith(".card-main")) ? {} : null
    );
    Object.assign(event, { detail: 1, ctrlKey: false, metaKey: false, shiftKey: false, ...how });
    const { late } = /** @type {{late?: number}} */ (how);
    if (late !== undefined) Object.defineProperty(event, "timeStamp", { value: performance.now() + late });
    Object.defineProperty(event, "target", { value: { closest } });
    Object.defineProperty(event, "stopPropagation", { value: () => {} });
    list.dispatchEvent(event);
    return event.defaultPrevented;
  };
  /** @param {string} key @param {Record<string, unknown>} how */
  const press = (key, how = {}) => selecting.pressed(/** @type {any} */ ({
    key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, target: null, ...how,
  }));
  return { selecting, called, focus, renamed, click, press, names: () => [...selecting.selection.ids].sort().join("") };
}

globalThis.HTMLInputElement ??= /** @type {any} */ (class {});
globalThis.HTMLSelectElement ??= /** @type {any} */ (class {});
globalThis.HTMLTextAreaElement ??= /** @type {any} */ (class {});

describe("a click in the list", () => {
  test("opens, unless something is selected or a key is held", () => {
    const { click, names } = listed();
    assert.equal(click("a"), false);
    assert.equal(click("a", { ctrlKey: true }), true);
    assert.equal(click("c"), true);
    assert.equal(names(), "ac");
    assert.equal(click("c"), true);
    assert.equal(names(), "a");
  });

  test("on the check of a card selects", () => {
    const { click, names } = listed();
    assert.equal(click("b", {}, ".card-check"), true);
    assert.equal(names(), "b");
  });

  test("with Shift selects from the anchor", () => {
    const { click, names } = listed();
    click("d", { shiftKey: true });
    assert.equal(names(), "d", "without an anchor it is one itself");
    click("b", { shiftKey: true });
    assert.equal(names(), "bcd");
  });

  test("selects folders, too", () => {
    const { click, selecting } = listed();
    click("/Box/Old", { ctrlKey: true });
    assert.deepEqual([...selecting.selection.ids], ["folder Box/Old"]);
  });

  test("on the name of the only selected one edits it, unless it is the second of a double click", () => {
    const { click, renamed, names } = listed();
    click("a", { ctrlKey: true });
    const slow = { pointerType: "mouse" };
    const at = (/** @type {number} */ after) => ({ ...slow, late: after });
    click("a", at(0), ".card-name");
    assert.deepEqual([renamed, names()], [[], ""], "too soon");
    click("a", { ctrlKey: true });
    click("a", at(600), ".card-name");
    assert.deepEqual([renamed, names()], [["a"], "a"]);
    click("a", { ...at(600), pointerType: "touch" }, ".card-name");
    assert.equal(names(), "", "a finger takes it out");
    click("a", { ctrlKey: true });
    click("b", { ctrlKey: true });
    click("a", at(600), ".card-name");
    assert.deepEqual([renamed, names()], [["a"], "b"], "several are no one");
  });

  test("that a key makes opens always, and one on the card's button is the button's", () => {
    const { click, selecting } = listed();
    selecting.toggle("a");
    assert.equal(click("b", { detail: 0 }), false);
    assert.equal(click("b", {}, ".card-action"), false);
  });

  test("selects from the first one on in the Select mode", () => {
    const { click, selecting, names } = listed();
    selecting.open();
    assert.deepEqual([selecting.isOn, click("b"), names()], [true, true, "b"]);
    assert.deepEqual([selecting.close(), selecting.isOn, names(), selecting.close()], [true, false, "", false]);
  });
});

describe("a key in the list", () => {
  test("selects all, or the document with the focus", () => {
    const { press, focus, called, names } = listed();
    assert.equal(press("a", { ctrlKey: true }), true);
    assert.equal(called.all, 1);
    assert.equal(press("x"), false, "nothing has the focus");
    focus.id = "c";
    assert.deepEqual([press("x"), press("x", { repeat: true }), names()], [true, true, "c"]);
    assert.deepEqual([press(" ", { ctrlKey: true }), names(), press(" ")], [true, "", false]);
  });

  test("that moves with Shift extends from where the focus was", () => {
    const { selecting, names } = listed();
    selecting.extend("b", "c");
    selecting.extend("c", "d");
    assert.equal(names(), "bcd");
    selecting.extend("d", "c");
    assert.equal(names(), "bc");
  });
});

describe("a selection in a list that changes", () => {
  test("loses what leaves the list, and all of it at another place", () => {
    const { selecting, names } = listed();
    selecting.all();
    selecting.follow({ ...PLACE, sort: "-name" }, ["b", "c"]);
    assert.equal(names(), "bc");
    selecting.follow({ ...PLACE, place: "folders", folder: "x" }, ["b"]);
    assert.deepEqual([names(), selecting.isOn], ["", false]);
  });

  test("keeps beside a frame what was selected before it", () => {
    const { selecting, names } = listed();
    selecting.toggle("a");
    selecting.frame(null);
    selecting.frame(["b", "c"]);
    selecting.frame(["c"]);
    selecting.frame(null);
    assert.equal(names(), "ac");
  });
});
