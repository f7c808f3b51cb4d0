import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CLOSED, reduceSwipe, sideOf } from "../../../../Public/library/swiping/row-swipe.js";

const ROOM = Object.freeze({ start: 76, end: 152, row: 360 });

/** The state after a finger has come to a row and gone so far. */
function drawn(way, { room = ROOM, before = CLOSED, key = "a" } = {}) {
  return reduceSwipe(reduceSwipe(before, { type: "began", key, room }), { type: "moved", way });
}

const letGo = (swipe, velocity = 0) => reduceSwipe(swipe, { type: "let", velocity });

describe("a row that is drawn aside", () => {
  test("follows the finger, and shows the buttons of the side that it leaves", () => {
    assert.deepEqual([drawn(-40).offset, sideOf(drawn(-40))], [-40, "end"]);
    assert.deepEqual([drawn(40).offset, sideOf(drawn(40))], [40, "start"]);
    assert.equal(sideOf(CLOSED), null);
  });

  test("stays where it is towards a side without buttons, and goes no farther than its own width", () => {
    assert.equal(drawn(90, { room: { ...ROOM, start: 0 } }).offset, 0);
    assert.equal(drawn(-90, { room: { ...ROOM, end: 0 } }).offset, 0);
    assert.equal(drawn(-900).offset, -360);
  });

  test("opens as wide as its buttons after half of them, and closes before that", () => {
    assert.deepEqual([letGo(drawn(-80)).phase, letGo(drawn(-80)).offset], ["open", -152]);
    assert.equal(letGo(drawn(-70)), CLOSED);
  });

  test("opens by a fast finger that went little, and closes by one that came back", () => {
    assert.equal(letGo(drawn(-30), -500).phase, "open");
    assert.equal(letGo(drawn(-140), 500), CLOSED);
    assert.equal(letGo(drawn(30), 500).phase, "open");
  });

  test("does its first thing where it is let go far away", () => {
    assert.equal(drawn(-207).isFar, false);
    assert.equal(drawn(-208).isFar, true, "its buttons and some more");
    assert.deepEqual([letGo(drawn(-220)).phase, letGo(drawn(-220)).offset], ["done", -360]);
    assert.equal(letGo(drawn(-220), 500), CLOSED, "not by a finger that takes it back");
  });

  test("is not far away before a finger has passed the buttons, however wide they are, nor out of reach in a wide row", () => {
    const wide = { start: 76, end: 152, row: 1000 };
    assert.deepEqual([drawn(-319, { room: wide }).isFar, drawn(-320, { room: wide }).isFar], [false, true]);
    const narrow = { start: 144, end: 200, row: 288 };
    assert.deepEqual([drawn(-255, { room: narrow }).isFar, drawn(-256, { room: narrow }).isFar], [false, true]);
  });

  test("goes on from where it lies when a finger comes again", () => {
    const open = letGo(drawn(-80));
    assert.equal(drawn(100, { before: open }).offset, -52);
    assert.equal(letGo(drawn(100, { before: open })), CLOSED);
  });

  test("is the only one: another begins in its place", () => {
    const other = drawn(-20, { before: letGo(drawn(-80)), key: "b" });
    assert.deepEqual([other.key, other.offset], ["b", -20]);
  });

  test("goes back to where it was when the finger is taken away", () => {
    assert.equal(reduceSwipe(drawn(-300), { type: "cancelled" }), CLOSED);
    const open = letGo(drawn(-80));
    assert.equal(reduceSwipe(drawn(-200, { before: open }), { type: "cancelled" }).offset, -152);
  });

  test("hears of a finger only while it follows one", () => {
    const open = letGo(drawn(-80));
    assert.equal(reduceSwipe(open, { type: "moved", way: 50 }), open);
    assert.equal(letGo(open, 900), open);
    assert.equal(reduceSwipe(open, { type: "closed" }), CLOSED);
  });
});
