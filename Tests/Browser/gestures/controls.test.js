/** Controls of the page that lie on a surface: its own views defend them. Rows of `gestures` G and `interaction` B. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addGestureRecognizer, GlyphGestureRecognizer, GlyphPattern, LETTER_R, PanGestureRecognizer, TapGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { FakeElement, pointer } from "./fake-dom.js";

/** How often each recognizer was recognized when a finger tapped twice and then drew an r on a control, if it is one. */
function recognizedOn(role) {
  const element = new FakeElement();
  const control = new FakeElement({ left: 0, top: 0, width: 200, height: 200 }, element, role);
  const icon = new FakeElement({ left: 0, top: 0, width: 200, height: 200 }, control);
  control.clock = icon.clock = element.clock;
  const { surface } = element.surface();
  const counts = { tap: 0, double: 0, letter: 0, pan: 0, own: 0 };
  const add = (of, name, recognizer) => {
    recognizer.delegate = { shouldRecognizeSimultaneously: () => true };
    recognizer.cancelsTouchesInView = false;
    addGestureRecognizer(surface.views.viewFor(of), recognizer.addTarget(({ state }) => (counts[name] += Number(state === "ended"))));
  };
  add(element, "tap", new TapGestureRecognizer());
  add(element, "double", new TapGestureRecognizer({ taps: 2 }));
  add(element, "letter", new GlyphGestureRecognizer(new GlyphPattern(LETTER_R)));
  add(element, "pan", new PanGestureRecognizer());
  add(control, "own", new TapGestureRecognizer({ taps: 2 }));
  for (const time of [0, 150]) {
    icon.fire("pointerdown", pointer(50, 50, time));
    icon.fire("pointerup", pointer(50, 50, time + 40));
  }
  const letter = [[50, 50], [50, 70], [50, 90], [51, 75], [52, 65], [58, 53], [66, 52], [75, 51]];
  letter.forEach(([x, y], step) => icon.fire(step ? "pointermove" : "pointerdown", pointer(x, y, 1000 + 16 * step)));
  icon.fire("pointerup", pointer(75, 51, 1200));
  return counts;
}

describe("gestures G, interaction B: controls of the page", () => {
  test("G9 a letter that begins on a button is none, and beside it is one", () => {
    assert.deepEqual(["button", "slider", null].map((role) => recognizedOn(role).letter), [0, 0, 1]);
  });

  test("B21 a button refuses the taps of others, lets their pans pass and keeps its own; a slider refuses all but its own", () => {
    const { letter: onButton, ...button } = recognizedOn("button");
    const { letter: onSlider, ...slider } = recognizedOn("slider");
    const { letter, ...free } = recognizedOn(null);
    assert.deepEqual([button, onButton], [{ tap: 0, double: 0, pan: 1, own: 1 }, 0]);
    assert.deepEqual([slider, onSlider], [{ tap: 0, double: 0, pan: 0, own: 1 }, 0]);
    assert.deepEqual([free, letter], [{ tap: 2, double: 1, pan: 1, own: 1 }, 1]);
  });
});
