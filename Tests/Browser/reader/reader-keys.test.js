/** The keys of pages that are read. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pressScreenKey } from "../../../Public/reader/reader-keys.js";

globalThis.HTMLInputElement ??= class {};
globalThis.HTMLSelectElement ??= class {};
globalThis.HTMLTextAreaElement ??= class {};

/** The calls that a key makes in an open document, and whether it means anything. */
function calls(key, { modifiers = {}, player = null } = {}) {
  const made = [];
  const note = (name) => (...values) => void made.push([name, ...values].join(" "));
  const reader = {
    pageCount: 9, goBeside: note("goBeside"), goTo: note("goTo"), goOn: note("goOn"), rotate: note("rotate"), choose: note("choose"),
    stopCopying: () => false, clearSelection: () => false, selection: { extend: () => false }, selectAll: note("selectAll"),
  };
  const event = { key, target: null, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers };
  const nothing = { pressed: () => false };
  const isTaken = pressScreenKey(event, {
    reader: player ? null : reader, player, find: null, marking: null, next: nothing, bars: { areHidden: false, show: () => {} }, panels: { isOpen: false },
    hasInfo: true, hasContents: true, act: (label) => (made.push(label), true), touched: note("touched"),
    commands: { thumbnails: note("all pages"), along: { togglePresenting: note("present") }, print: note("print"), info: note("info"), contents: note("contents") },
  });
  return isTaken ? made : null;
}

describe("Keys of pages", () => {
  test("n and j turn to the next page, p and k to the one before, as in PDF.js", () => {
    for (const key of ["n", "j", "ArrowRight"]) assert.deepEqual(calls(key), ["goBeside 1", "touched"], key);
    for (const key of ["p", "k", "ArrowLeft"]) assert.deepEqual(calls(key), ["goBeside -1", "touched"], key);
  });

  test("are the browser's with Control, Alt or Command, but for printing", () => {
    for (const key of ["n", "j", "k"]) {
      for (const name of ["ctrlKey", "altKey", "metaKey"]) assert.equal(calls(key, { modifiers: { [name]: true } }), null, `${name} ${key}`);
    }
    assert.deepEqual(calls("p", { modifiers: { ctrlKey: true } }), ["print"]);
  });

  test("g shows all pages, a capital P presents, and a capital S plays a slideshow", () => {
    assert.deepEqual(calls("g"), ["all pages"]);
    assert.deepEqual(calls("P", { modifiers: { shiftKey: true } }), ["present"]);
    assert.deepEqual(calls("S", { modifiers: { shiftKey: true } }), ["Play slideshow"]);
  });

  test("are the player's where a film is shown", () => {
    const pressed = [];
    const player = { pressed: ({ key }) => (pressed.push(key), true) };
    for (const key of ["k", "j", "p"]) assert.deepEqual(calls(key, { player }), []);
    assert.deepEqual(pressed, ["k", "j", "p"]);
  });
});
