import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { isOfControl, isTyping } from "../../../Public/shell/keys.js";

class FakeElement {
  /** @param {string} type */
  constructor(type) {
    this.type = type;
  }

  closest() {
    return this;
  }
}
class FakeInput extends FakeElement {}
class FakeSelect extends FakeElement {}
class FakeText extends FakeElement {}
Object.assign(globalThis, {
  Element: FakeElement, HTMLInputElement: FakeInput, HTMLSelectElement: FakeSelect, HTMLTextAreaElement: FakeText,
});

/** @param {string} type */
function input(type) {
  return /** @type {any} */ (new FakeInput(type));
}

/**
 * @param {string} key
 * @param {any} target
 */
function press(key, target) {
  return isOfControl(/** @type {any} */ ({ key, target }));
}

describe("typing", () => {
  test("is what letters are for: text, a search, a number, a list", () => {
    const fields = [...["text", "search", "password", "number", "email", "date"].map(input), new FakeSelect("select-one"), new FakeText("textarea")];
    assert.deepEqual(fields.map((field) => isTyping(/** @type {any} */ (field))), fields.map(() => true));
  });

  test("is not done in sliders, boxes and buttons", () => {
    const kinds = ["range", "checkbox", "radio", "button", "submit", "color", "file"];
    assert.deepEqual(kinds.filter((kind) => isTyping(input(kind))), []);
    assert.equal(isTyping(null), false);
  });
});

describe("a key", () => {
  test("is that of the button, box or link with the focus when it presses it", () => {
    assert.deepEqual([press(" ", input("checkbox")), press("Enter", new FakeElement("a")), press("k", input("checkbox"))], [true, true, false]);
  });

  test("moves among circles", () => {
    assert.deepEqual([press("ArrowDown", input("radio")), press("v", input("radio"))], [true, false]);
  });

  test("on the line of time is one of the player", () => {
    assert.deepEqual([" ", "ArrowRight", "Home", "k"].map((key) => press(key, input("range"))), [false, false, false, false]);
  });
});
