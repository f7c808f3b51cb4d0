/** The phases of a scroll view, and the ways between them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ScrollPhase } from "../../../../Public/gestures/scrolling/scroll-phase.js";

test("A scroll view rests, is touched while a finger tracks or drags, and is not when it glides", () => {
  const phase = new ScrollPhase();
  const touched = [phase.isTouched];
  for (const next of ["tracking", "dragging", "decelerating", "tracking"]) {
    phase.go(next);
    touched.push(phase.isTouched);
  }
  assert.deepEqual(touched, [false, true, true, false, true]);
  assert.deepEqual([phase.is("tracking"), phase.is("resting")], [true, false]);
});

test("A way that there is not is an error, and the phase stays what it is", () => {
  const phase = new ScrollPhase();
  assert.throws(() => phase.go("dragging"), /cannot go from resting to dragging/);
  assert.ok(phase.is("resting"));
});
