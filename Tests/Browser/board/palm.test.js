/** The acts of a palm on a board are undone, also when it has lifted before the pen lands. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { board, card } from "./boards.js";
import { Hands } from "./hands.js";

const NEAR_B = { id: "b", x: 300, z: 1 };

describe("a palm that has lifted before the pen lands, and cards", () => {
  test("11 a palm that has tapped a card and lifted before the pen lands leaves no step, nothing forward and nothing selected", () => {
    const hands = new Hands(board([card(), card({ id: "b", x: 180, z: 1 })]));
    const before = hands.model.board;
    hands.model.select(["b"]);
    hands.play("D1(110,150)@0 U1@40");
    assert.deepEqual([[...hands.model.selection], hands.steps], [["a"], [1, 0]]);
    hands.play("PD9(30,30)@120");
    assert.deepEqual([[...hands.model.selection], hands.steps, hands.model.board === before], [["b"], [0, 0], true]);
    hands.play("PU9@700 D1(110,150)@2000 U1@2040");
    assert.deepEqual([[...hands.model.selection], hands.steps, hands.model.changing], [["a"], [1, 0], false]);
  });

  test("11 a card that the palm has thrown is back and flies no more, and what was undone can be redone again", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 M1(180,150)@20 U1@600");
    hands.controller.undo();
    assert.deepEqual([hands.place(), hands.steps], [[150, 150, 1, 0], [0, 1]]);
    hands.play("D1(150,150)@1000 M1(200,150)@1016 M1(250,150)@1032 U1@1033");
    assert.deepEqual([hands.controller.gliding, hands.steps], [true, [1, 0]]);
    hands.play("PD9(30,30)@1200");
    assert.deepEqual([hands.controller.gliding, hands.model.changing], [false, false]);
    hands.frames.at(100_000);
    assert.deepEqual([hands.place(), hands.steps], [[150, 150, 1, 0], [0, 1]]);
  });

  test("11 two fingers of a palm that have undone something have not", () => {
    const hands = new Hands(board([card()])).play("D1(150,150)@0 M1(200,150)@20 U1@600");
    hands.play("D1(30,30)@1000 D2(60,30)@1010 U1@1050 U2@1060");
    assert.deepEqual(hands.steps, [0, 1]);
    hands.play("PD9(30,200)@1200");
    assert.deepEqual([hands.place(), hands.steps], [[190, 150, 1, 0], [1, 0]]);
  });

  test("11 what another hand does at the same time is not undone with the palm's", () => {
    const hands = new Hands(board([card(), card(NEAR_B)])).play("D5(300,150)@0 M5(300,200)@400 D1(20,20)@500 U1@540 PD9(30,280)@600 PU9@640");
    assert.deepEqual([hands.place("b"), hands.steps, hands.model.changing], [[300, 190, 1, 0], [1, 0], false]);
  });

  test("cards that two fingers have raised go back where they only tapped, and those of another hand stay forward", () => {
    const content = () => board(["a", "b", "c"].map((id, z) => card({ id, z: 2 * z, x: 80 + 120 * z, width: 80 })));
    const order = (/** @type {Hands} */ hands) => [...hands.model.board.cards].sort((a, b) => a.z - b.z).map(({ id }) => id).join("");
    const held = new Hands(content());
    held.play("D2(200,150)@0 D1(80,150)@200");
    assert.equal(order(held), "cba");
    held.feed([{ phase: "cancelled", id: 1, time: 250, cause: "palm" }]);
    assert.equal(order(held), "acb");
    held.play("U2@400");
    assert.deepEqual([order(held), held.steps], ["acb", [1, 0]]);
    const first = new Hands(content());
    first.play("D1(80,150)@0 D2(200,150)@200");
    first.feed([{ phase: "cancelled", id: 1, time: 250, cause: "palm" }]);
    assert.equal(order(first), "acb");
    first.feed([{ phase: "cancelled", id: 2, time: 260, cause: "palm" }]);
    assert.deepEqual([order(first), first.model.board.cards.map(({ z }) => z), first.steps], ["abc", [0, 2, 4], [0, 0]]);
  });

  test("fingers move cards again when a pen was lost", () => {
    const hands = new Hands(board([card()])).play("PD9(30,30)@0 T(60000) D1(150,150)@60100 M1(200,150)@60150 U1@60400");
    assert.deepEqual([hands.place(), hands.arbiter.isIdle], [[190, 150, 1, 0], true]);
  });
});

describe("a palm that has lifted before the pen lands, and ink", () => {
  const start = { x: 200, y: 150, zoom: 1, rotation: 0 };

  test("11 what it has written is gone, and the pen's stroke is the only step", () => {
    const hands = new Hands(board());
    hands.model.use("pen");
    hands.play("D1(200,200)@0 M1(205,203)@20 U1@60");
    assert.deepEqual([hands.model.board.strokes.length, hands.steps], [1, [1, 0]]);
    hands.play("PD9(50,50)@150 PM9(90,60)@166 PM9(120,80)@200 PU9@260 T(2000)");
    assert.deepEqual([hands.model.board.strokes.length, hands.steps], [1, [1, 0]]);
    assert.ok(hands.model.board.strokes[0].points.every(([x, y]) => x < 130 && y < 90), "it is the pen's");
    hands.controller.undo();
    assert.deepEqual([hands.model.board.strokes.length, hands.steps], [0, [0, 1]]);
  });

  test("11 what the system took from it is gone, too", () => {
    const hands = new Hands(board());
    hands.model.use("pen");
    hands.play("D1(200,200)@0 M1(205,203)@20 C1@60 PD9(50,50)@150");
    assert.deepEqual([hands.model.board.strokes.length, hands.steps], [0, [0, 0]]);
  });

  test("11 beside a finger that has written for long only the palm's stroke is gone", () => {
    const hands = new Hands(board());
    hands.model.use("pen");
    hands.play("D5(50,250)@0 M5(90,250)@400 D1(200,200)@500 M1(205,203)@520 U1@560 M5(120,250)@570 PD9(50,50)@650");
    assert.deepEqual([hands.model.board.strokes.length, hands.steps], [1, [1, 0]]);
    assert.ok(hands.model.board.strokes[0].points.every(([, y]) => y > 240));
  });

  test("11 what a finger has written long before stays", () => {
    const hands = new Hands(board());
    hands.model.use("pen");
    hands.play("D1(200,200)@0 M1(205,203)@20 U1@60 PD9(50,50)@400 PM9(90,50)@420 PU9@440");
    assert.equal(hands.model.board.strokes.length, 2);
  });

  test("11 the desk that it has flicked or zoomed by two taps shows what it showed", () => {
    const flick = new Hands(board([card({ x: 380, y: 280 })])).play("D1(50,50)@0 M1(90,50)@16 M1(140,50)@32 U1@33");
    assert.equal(flick.controller.gliding, true);
    flick.play("PD9(300,200)@200");
    flick.frames.at(10_000);
    assert.deepEqual([flick.model.viewport.facts, flick.controller.gliding], [start, false]);
    const taps = new Hands(board([card({ width: 50 })])).play("D1(150,150)@0 U1@40 D1(150,150)@120 U1@160");
    assert.ok(taps.model.viewport.zoom > 2);
    taps.play("PD9(300,200)@280");
    assert.deepEqual([taps.model.viewport.facts, [...taps.model.selection]], [start, []]);
  });
});
