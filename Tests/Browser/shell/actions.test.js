import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import { actionOfKey, fitting, isKey, lastEnded, menuOf, perform, reportEnd, usable } from "../../../Public/shell/actions.js";

// Before version 19 Node has none.
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

globalThis.HTMLInputElement ??= /** @type {any} */ (class {});
globalThis.HTMLSelectElement ??= /** @type {any} */ (class {});
globalThis.HTMLTextAreaElement ??= /** @type {any} */ (class {});

beforeEach(() => { globalThis.document = /** @type {any} */ (new EventTarget()); });
afterEach(() => { delete (/** @type {any} */ (globalThis).document); });

/** @param {Record<string, unknown>} parts */
const action = (parts) => /** @type {any} */ ({ id: "do", title: "Do", icon: "open", role: "change", takes: "many", act: () => "done", ...parts });
const isOf = (/** @type {{type: string}} */ { type }, /** @type {string} */ wanted) => type === wanted;
const [pdf, text] = [{ type: "pdf", name: "a" }, { type: "text", name: "b" }];
const key = (/** @type {string} */ name, /** @type {Record<string, unknown>} */ how = {}) => /** @type {any} */ ({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: null, ...how });
const from = /** @type {any} */ ({ anchor: {} });

describe("an action", () => {
  test("is offered where it can be done to at least one, and done to those alone", () => {
    const ofText = action({ types: ["text"] });
    assert.deepEqual(usable([ofText], [pdf], isOf), []);
    assert.deepEqual(usable([ofText], [pdf, text], isOf), [ofText]);
    assert.deepEqual(fitting(ofText, [pdf, text], isOf), [text]);
  });

  test("of one item is not offered for several", () => {
    const ofOne = action({ takes: "one" });
    assert.deepEqual([usable([ofOne], [pdf], isOf).length, usable([ofOne], [pdf, text], isOf).length, usable([ofOne], [], isOf).length], [1, 0, 0]);
  });

  test("of no item is offered always", () => {
    assert.equal(usable([action({ takes: "none" })], [], isOf).length, 1);
  });

  test("tells how it ended, and a failure too", async () => {
    const heard = /** @type {any[]} */ ([]);
    document.addEventListener("sheaf-action", (event) => heard.push(/** @type {CustomEvent} */ (event).detail));
    assert.equal(await perform(action({ act: async () => "cancelled" }), [pdf], from), "cancelled");
    await assert.rejects(perform(action({ id: "bad", act: async () => { throw new Error("no"); } }), [pdf], from));
    reportEnd(null, "cancelled");
    assert.deepEqual(heard.map(({ action: id, outcome }) => [id, outcome]), [["do", "cancelled"], ["bad", "failed"], [null, "cancelled"]]);
    assert.equal(lastEnded()?.action, null);
  });

  test("that tells by itself how it ended, and to which app something went, is not told of twice", async () => {
    const before = lastEnded()?.count ?? 0;
    const own = action({ id: "open-in", act: () => (reportEnd("open-in", "done", "Notes"), null) });
    assert.equal(await perform(own, [pdf], from), null);
    assert.deepEqual(lastEnded(), { action: "open-in", outcome: "done", to: "Notes", count: before + 1 });
  });

  test("has keys, of which Control is Command, too", () => {
    assert.ok(isKey("Control+X", key("x", { ctrlKey: true })) && isKey("Control+X", key("x", { metaKey: true })));
    assert.ok(!isKey("Control+X", key("x")) && !isKey("Control+X", key("x", { ctrlKey: true, shiftKey: true })));
    const remove = action({ keys: "Delete Backspace" });
    assert.deepEqual([actionOfKey([remove], key("Backspace")), actionOfKey([remove], key("x"))], [remove, null]);
  });

  test("stands in a menu with those of its role, behind a line", () => {
    const items = menuOf([action({ sign: "✂" }), action({ title: "Go", role: "place" }), action({ role: "remove", title: (/** @type {any[]} */ all) => `Remove ${all.length}` })], [pdf, text], () => {});
    assert.deepEqual(items.map(({ label, apart, danger }) => [label, Boolean(apart), Boolean(danger)]), [["Do", false, false], ["Go", true, false], ["Remove 2", true, true]]);
  });
});
