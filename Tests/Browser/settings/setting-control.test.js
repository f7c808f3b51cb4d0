import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import { settingControl } from "../../../Public/settings/setting-control.js";

/** As much of a field as is written and typed into; as in a browser, not every value stays as it is written. */
class PlayedField extends EventTarget {
  #value = "";
  attributes = new Map();
  validity = { badInput: false };

  get type() { return this.attributes.get("type"); }
  get value() { return this.#value; }

  set value(words) {
    const isNumber = words.trim() !== "" && Number.isFinite(Number(words));
    this.#value = this.type === "number" ? (isNumber ? words : "") : words.replace(/[\r\n]/g, "");
    this.validity.badInput = false;
  }

  setAttribute(name, value) { this.attributes.set(name, value); }
  append() {}

  /** A text that is no number is no value of a field for numbers. */
  typeIn(words) {
    this.value = words;
    this.validity.badInput = this.value !== words;
  }
}

beforeEach(() => { globalThis.document = { activeElement: null, createElement: () => new PlayedField() }; });
afterEach(() => { delete globalThis.document; });

/** A field for a setting, which has the focus; what is chosen is shown at once, as in the sheet. */
function focused(initial, value = initial) {
  const chosen = [];
  const control = settingControl({
    setting: { key: "key", title: "Title", initial }, id: "setting-0", described: "setting-0-problem",
    calls: { choose: (words) => { chosen.push(words); control.show(words); }, refuse: (text) => chosen.push(text) },
    signal: new AbortController().signal,
  });
  const field = control.element;
  control.show(value);
  document.activeElement = field;
  const escape = () => {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key: "Escape" });
    field.dispatchEvent(event);
    return event.defaultPrevented ? "dropped" : "left to the sheet";
  };
  const enter = () => field.dispatchEvent(new Event("change"));
  const leave = () => {
    document.activeElement = null;
    field.dispatchEvent(new Event("blur"));
  };
  return { control, field, chosen, escape, enter, leave };
}

describe("in a field of the settings", () => {
  for (const [name, initial, value] of [
    ["words", "Desk", "Desk"], ["words of two lines", "", "one\ntwo"], ["a number", 4, 4], ["what is no number", 4, "many"],
  ]) {
    test(`Escape is the sheet's where the user has not typed over ${name}`, () => {
      assert.equal(focused(initial, value).escape(), "left to the sheet");
    });

    test(`the choice of other clients instead of ${name} shows, though the field has the focus`, () => {
      const { control, field } = focused(initial, value);
      control.show(typeof initial === "number" ? 7 : "Oak");
      assert.equal(field.value, typeof initial === "number" ? "7" : "Oak");
    });
  }

  test("the first Escape drops what was typed, the next one is the sheet's", () => {
    const { field, escape } = focused("", "one\ntwo");
    field.typeIn("three");
    assert.deepEqual([escape(), field.value, escape()], ["dropped", "onetwo", "left to the sheet"]);
  });

  test("Escape drops what is no number, too", () => {
    const { field, escape } = focused(4);
    field.typeIn("4e");
    assert.deepEqual([escape(), field.value, escape()], ["dropped", "4", "left to the sheet"]);
  });

  test("choices of other clients do not disturb typing, and show once that is dropped", () => {
    const { control, field, escape } = focused("Desk");
    field.typeIn("Cher");
    control.show("Beech");
    assert.deepEqual([field.value, escape(), field.value], ["Cher", "dropped", "Beech"]);
  });

  test("after a return to the first words by hand, leaving shows the choices of other clients", () => {
    const { control, field, chosen, leave } = focused("Desk");
    field.typeIn("Cher");
    control.show("Beech");
    field.typeIn("Desk");
    leave();
    assert.deepEqual([field.value, chosen], ["Beech", []]);
  });

  test("typed words stay when the user looks into another window", () => {
    const { field } = focused("Desk");
    field.typeIn("Cher");
    field.dispatchEvent(new Event("blur"));
    assert.equal(field.value, "Cher");
  });

  test("a choice with Enter gives way to later choices of other clients", () => {
    const { control, field, chosen, enter, escape } = focused("Desk");
    field.typeIn("Cherry");
    enter();
    assert.deepEqual([chosen, escape()], [["Cherry"], "left to the sheet"]);
    control.show("Beech");
    assert.equal(field.value, "Beech");
  });

  test("text that is no number is not chosen, and the number is there again", () => {
    const { field, chosen, enter } = focused(4);
    field.typeIn("many");
    enter();
    assert.deepEqual([field.value, chosen], ["4", ["That is no number. It is as it was before."]]);
  });
});
