/** How fast a finger is when it lifts: from its last tenth of a second, and nought when it rested. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { VelocityTracker } from "../../../Public/gestures/velocity-tracker.js";

/** Readings as pairs of a time and a place. */
function tracked(...readings) {
  const tracker = new VelocityTracker();
  for (const [time, x, y = 0] of readings) tracker.add(time, { x, y });
  return tracker;
}

/** Whole px a second at a time. */
function speed(tracker, now) {
  const { x, y } = tracker.velocity(now);
  return [Math.round(x), Math.round(y)];
}

test("The speed is that of the last 100 ms, whatever came before", () => {
  const slowThenQuick = tracked([0, 0], [50, 5], [100, 10], [120, 30], [140, 50], [160, 70], [180, 90], [200, 110]);
  assert.deepEqual(speed(slowThenQuick, 200), [1000, 0]);
  assert.deepEqual(speed(tracked([0, 0], [50, 50], [101, 50.5], [151, 51]), 151), [10, 0]);
});

test("A reading of exactly 100 ms ago counts", () => {
  assert.deepEqual(speed(tracked([0, 0], [100, 50]), 100), [500, 0]);
  assert.deepEqual(speed(tracked([0, 0], [101, 50]), 101), [0, 0]);
});

test("Each axis has its own speed, with its sign", () => {
  assert.deepEqual(speed(tracked([0, 0, 100], [20, 10, 80], [40, 20, 60]), 40), [500, -1000]);
});

test("A finger that has rested for 40 ms has no speed", () => {
  const readings = [[0, 0], [20, 20], [40, 40]];
  assert.deepEqual(speed(tracked(...readings), 79), [1000, 0]);
  assert.deepEqual(speed(tracked(...readings), 80), [0, 0]);
  assert.deepEqual(speed(tracked(...readings, [60, 40], [80, 40]), 80), [0, 0]);
});

test("A finger that moved along one axis alone has not rested", () => {
  assert.deepEqual(speed(tracked([0, 0, 0], [30, 0, 30], [60, 0, 60]), 60), [0, 1000]);
});

test("Over less than 25 ms the speed counts in part", () => {
  assert.deepEqual(speed(tracked([0, 0], [25, 25]), 25), [1000, 0]);
  assert.deepEqual(speed(tracked([100, 0], [105, 5]), 105), [200, 0]);
});

test("Of two readings of one moment the later counts, and one from before is left out", () => {
  assert.deepEqual(speed(tracked([0, 0], [50, 10], [50, 50]), 50), [1000, 0]);
  assert.deepEqual(speed(tracked([0, 0], [50, 50], [40, 500]), 50), [1000, 0]);
});

test("One reading is no speed, and a tracker that was cleared has none", () => {
  assert.deepEqual(speed(tracked([0, 7]), 0), [0, 0]);
  const tracker = tracked([0, 0], [50, 50]);
  tracker.clear();
  tracker.add(60, { x: 500, y: 0 });
  assert.deepEqual(speed(tracker, 60), [0, 0]);
});
