/** When a board is saved, in milliseconds, and what each event leaves of its state. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CLEAN, stepSave } from "../../../Public/saving/autosave.js";

const NOTHING = { phase: "clean", conflict: false, again: false, since: 0, due: Infinity, attempts: 0, reason: "" };

/** The state after some events, from clean. */
const after = (...events) => events.reduce(stepSave, CLEAN);
const changed = (now, clean = false) => ({ type: "changed", now, clean });
const failed = (now, chance) => ({ type: "failed", now, reason: "away", chance });

test("A board that was not touched has nothing to save", () => {
  assert.deepEqual(CLEAN, NOTHING);
});

test("It is saved when it was left for 1 s, and 5 s after the first change at the latest", () => {
  assert.deepEqual(after(changed(100)), { ...NOTHING, phase: "dirty", since: 100, due: 1100 });
  assert.deepEqual(after(changed(100), changed(900)), { ...NOTHING, phase: "dirty", since: 100, due: 1900 });
  assert.deepEqual(after(changed(100), changed(4500)), { ...NOTHING, phase: "dirty", since: 100, due: 5100 });
});

test("While it is saved a change is noted, and saved when the first is stored", () => {
  const saving = after(changed(0), { type: "due", now: 1000 });
  assert.deepEqual(saving, { ...NOTHING, phase: "saving" });
  const again = stepSave(saving, changed(1100));
  assert.deepEqual(again, { ...NOTHING, phase: "saving", again: true });
  assert.deepEqual(stepSave(again, { type: "stored", now: 1200 }), { ...NOTHING, phase: "dirty", since: 1200, due: 2200 });
  assert.deepEqual(stepSave(again, { type: "overtaken" }), { ...NOTHING, phase: "saving" });
});

test("A failure is tried again after 1 s, then 2, then 4 and at most 30, or half of that by chance", () => {
  let state = after(changed(0));
  const waits = [];
  for (const chance of [1, 0, 1, 1, 1, 1, 1, 7, -7]) {
    state = stepSave(stepSave(stepSave(state, { type: "due", now: 0 }), changed(0)), failed(0, chance));
    waits.push(state.due);
    assert.deepEqual([state.phase, state.again, state.reason], ["failed", false, "away"]);
  }
  assert.deepEqual(waits, [1000, 1000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 15_000]);
});

test("A change while what is saved meets a conflict is due 1 s after that", () => {
  const again = after(changed(0), { type: "due", now: 1000 }, changed(1100));
  const { phase, conflict, since, due } = stepSave(again, { type: "conflict", now: 1200 });
  assert.deepEqual([phase, conflict, since, due], ["dirty", true, 1200, 2200]);
});

test("A change after a refusal is a first change", () => {
  const refused = after(changed(0), { type: "due", now: 1000 }, changed(1100), { type: "refused", reason: "too large" });
  assert.deepEqual([refused.phase, refused.due, refused.reason], ["refused", Infinity, "too large"]);
  const { phase, since, due, again } = stepSave(refused, changed(9000));
  assert.deepEqual([phase, since, due, again], ["dirty", 9000, 10_000, false]);
});
