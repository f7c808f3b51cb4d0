/** Notes that come over a page when it is turned to. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NOTE_MILLISECONDS, REST_MILLISECONDS, TimedNotes } from "../../../../Public/reader/along/timed-notes.js";
import { FakeTimer } from "./fake-timer.js";

const note = (words, more = {}) => ({ id: words, kind: "note", page: 1, note: words, isPlaced: true, ...more });

function notes(onPages, { isOn = true } = {}) {
  const timer = new FakeTimer();
  const state = { isOn, page: 0, onPages, shown: [] };
  const timed = new TimedNotes({
    isOn: () => state.isOn, notes: () => state.onPages && (state.onPages[state.page] ?? []), show: (one) => state.shown.push(one?.note ?? null), timer,
  });
  const turnTo = (page) => (state.page = page, timed.turnedTo(page));
  return { timed, state, timer, turnTo };
}

describe("Timed notes", () => {
  test("of page 2 are shown for 4 s when it is turned to, and those of page 5 then", () => {
    const { state, timer, turnTo } = notes({ 2: [note("two")], 5: [note("five")] });
    turnTo(1);
    timer.run(10_000);
    assert.deepEqual(state.shown, []);
    turnTo(2);
    timer.run(REST_MILLISECONDS);
    assert.deepEqual(state.shown, ["two"]);
    timer.run(NOTE_MILLISECONDS - 1);
    assert.deepEqual(state.shown, ["two"]);
    timer.run(1);
    assert.deepEqual(state.shown, ["two", null]);
    turnTo(5);
    timer.run(REST_MILLISECONDS + NOTE_MILLISECONDS);
    assert.deepEqual(state.shown, ["two", null, "five", null]);
    assert.equal(NOTE_MILLISECONDS, 4_000);
  });

  test("are shown one at a time, in order", () => {
    const { state, timer, turnTo } = notes({ 2: [note("first"), note("second")] });
    turnTo(2);
    timer.run(REST_MILLISECONDS + NOTE_MILLISECONDS);
    assert.deepEqual(state.shown, ["first", "second"]);
    timer.run(NOTE_MILLISECONDS);
    assert.deepEqual(state.shown, ["first", "second", null]);
  });

  test("go with their page, and come again with it", () => {
    const { state, timer, turnTo } = notes({ 2: [note("first"), note("second")] });
    turnTo(2);
    timer.run(REST_MILLISECONDS + 100);
    turnTo(3);
    timer.run(20_000);
    assert.deepEqual(state.shown, ["first", null]);
    turnTo(2);
    timer.run(REST_MILLISECONDS);
    assert.deepEqual(state.shown, ["first", null, "first"]);
  });

  test("of pages that fly by are not shown", () => {
    const { state, timer, turnTo } = notes({ 2: [note("two")], 3: [note("three")] });
    turnTo(2);
    timer.run(REST_MILLISECONDS - 1);
    turnTo(3);
    timer.run(REST_MILLISECONDS - 1);
    turnTo(4);
    timer.run(20_000);
    assert.deepEqual(state.shown, []);
  });

  test("are notes alone, with words, whose place was found", () => {
    const { state, timer, turnTo } = notes({ 2: [note("", {}), note("a mark", { kind: "highlight" }), note("lost", { isPlaced: false }), note("kept")] });
    turnTo(2);
    timer.run(20_000);
    assert.deepEqual(state.shown, ["kept", null]);
  });

  test("are none where they are off, and go at once when they are turned off", () => {
    const { timed, state, timer, turnTo } = notes({ 2: [note("two")] }, { isOn: false });
    turnTo(2);
    timer.run(20_000);
    assert.deepEqual(state.shown, []);
    state.isOn = true;
    timed.again();
    timer.run(REST_MILLISECONDS);
    state.isOn = false;
    timed.again();
    assert.deepEqual([state.shown, timer.pending], [["two", null], 0]);
  });

  test("that are not known yet are shown when they come, unless another page is shown by then", () => {
    const { timed, state, timer, turnTo } = notes(null);
    turnTo(2);
    timer.run(1_000);
    state.onPages = { 2: [note("two")] };
    timed.came();
    assert.deepEqual(state.shown, ["two"]);
    timed.came();
    assert.deepEqual(state.shown, ["two"]);
  });
});
