import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { closeFromBeside } from "../../../Public/shell/modal.js";
import { keepWhile } from "../../../Public/shell/popover.js";

const INSIDE = { clientX: 150, clientY: 150 };
const MARGIN = { clientX: 105, clientY: 105 };
const BESIDE = [{ clientX: 99, clientY: 150 }, { clientX: 301, clientY: 150 }, { clientX: 150, clientY: 99 }, { clientX: 150, clientY: 301 }];

/** A dialog from 100 to 300, with something in it. */
class PlayedDialog extends EventTarget {
  closed = 0;

  getBoundingClientRect() { return { left: 100, top: 100, right: 300, bottom: 300 }; }
  close() { this.closed += 1; }
}

function opened() {
  const [dialog, listening] = [new PlayedDialog(), new AbortController()];
  closeFromBeside(dialog, listening.signal);
  // An event of an element in the dialog comes to the dialog, too, with its own target.
  const dispatch = (type, place, target = dialog) => {
    const event = Object.assign(new Event(type), place);
    Object.defineProperty(event, "target", { value: target });
    dialog.dispatchEvent(event);
  };
  const press = (from, to, [pressed, clicked] = [dialog, dialog]) => {
    dispatch("pointerdown", from, pressed);
    dispatch("click", to, clicked);
    return dialog.closed;
  };
  return { dialog, listening, dispatch, press, field: new EventTarget() };
}

describe("a sheet", () => {
  for (const place of BESIDE) {
    test(`closes when it is pressed beside it (${Object.values(place)})`, () => {
      assert.equal(opened().press(place, place), 1);
    });
  }

  test("stays when its margin is pressed", () => {
    assert.equal(opened().press(MARGIN, MARGIN), 0);
  });

  test("stays when a press begins in a field and ends beside it, as when text is selected", () => {
    const { dialog, press, field } = opened();
    assert.equal(press(INSIDE, BESIDE[0], [field, dialog]), 0);
  });

  test("stays when a press begins on its margin and ends beside it, or the other way about", () => {
    const { press } = opened();
    assert.deepEqual([press(MARGIN, BESIDE[1]), press(BESIDE[1], MARGIN)], [0, 0]);
  });

  test("stays when something in it is clicked by a key, or lies out of it", () => {
    const { dispatch, dialog, press, field } = opened();
    dispatch("click", { clientX: 0, clientY: 0 }, field);
    assert.deepEqual([dialog.closed, press(BESIDE[0], BESIDE[0], [field, field])], [0, 0]);
  });

  test("stays when a click comes without the press that closed nothing before", () => {
    const { dispatch, dialog } = opened();
    dispatch("pointerdown", BESIDE[0]);
    dispatch("click", INSIDE);
    dispatch("click", BESIDE[0]);
    assert.equal(dialog.closed, 0);
  });

  test("asks before it closes by a press beside it, and tells of it after", () => {
    const { dialog, press } = opened();
    const log = [];
    for (const name of ["shouldDismiss", "didDismiss"]) dialog.addEventListener(name, () => log.push(`${name} ${dialog.closed}`));
    press(BESIDE[0], BESIDE[0]);
    assert.deepEqual(log, ["shouldDismiss 0", "didDismiss 1"]);
  });

  test("stays, and tells of nothing, while something in it would be lost", () => {
    const { dialog, press, listening } = opened();
    const log = [];
    let isUnsaved = true;
    dialog.addEventListener("didDismiss", () => log.push("didDismiss"));
    keepWhile(dialog, () => isUnsaved, listening.signal);
    assert.equal(press(BESIDE[0], BESIDE[0]), 0);
    assert.deepEqual(log, []);
    isUnsaved = false;
    assert.equal(press(BESIDE[0], BESIDE[0]), 1);
    assert.deepEqual(log, ["didDismiss"]);
  });

  test("closed by code, it neither asks nor tells", () => {
    const { dialog } = opened();
    const log = [];
    for (const name of ["shouldDismiss", "didDismiss"]) dialog.addEventListener(name, () => log.push(name));
    dialog.close();
    assert.deepEqual([dialog.closed, log], [1, []]);
  });

  test("hears nothing once it is forgotten", () => {
    const { listening, press } = opened();
    listening.abort();
    assert.equal(press(BESIDE[0], BESIDE[0]), 0);
  });
});
