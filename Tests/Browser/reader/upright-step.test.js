import assert from "node:assert/strict";
import { test } from "node:test";
import { uprightStep } from "../../../Public/reader/scroll-hold.js";
import { compose, stepBetween } from "../../../Public/gestures/recognizers/grip.js";

function grip(first, second) {
  const centre = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
  return {
    centre, span: Math.hypot(second.x - first.x, second.y - first.y),
    bearing: Math.atan2(second.y - first.y, second.x - first.x),
  };
}

const near = (actual, wanted) => {
  for (const axis of ["x", "y"]) assert.ok(Math.abs(actual[axis] - wanted[axis]) < 1e-9, `${axis}: ${actual[axis]}`);
};

test("what is under the middle of two fingers stays under it, about whatever point their step is told", () => {
  const [before, after] = [
    grip({ x: 120, y: 320 }, { x: 180, y: 320 }), grip({ x: 118, y: 344 }, { x: 180, y: 320 }),
  ];
  const far = { translation: { x: 0, y: 0 }, scale: 1, rotation: 0, centre: { x: 0, y: 0 } };
  const upright = uprightStep(compose(far, stepBetween(before, after)), after.centre);
  near(upright.centre, before.centre);
  near(upright.translation, { x: -1, y: 12 });
  assert.equal(upright.scale, after.span / before.span);
});

test("one finger moves by its way", () => {
  const step = { translation: { x: 7, y: -3 }, scale: 1, rotation: 0, centre: { x: 0, y: 0 } };
  near(uprightStep(step, { x: 50, y: 60 }).translation, { x: 7, y: -3 });
});
