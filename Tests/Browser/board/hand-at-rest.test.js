/** The hand that lies on a board, and still, before the pen comes: `field-notes` b 11. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { board, card } from "./boards.js";
import { Hands } from "./hands.js";

describe("a hand at rest on a board", () => {
  test("11 a hand that has lain still for a while before the pen lands leaves no blot", () => {
    const hands = new Hands(board());
    hands.model.use("pen");
    hands.play("D1(200,200)@0 M1(203,202)@300 PD9(50,50)@900 PM9(90,60)@916 PU9@930 U1@1000 T(1200)");
    assert.deepEqual(hands.model.board.strokes.map(({ points }) => points[0]?.slice(0, 2)), [[50, 50]]);
    assert.deepEqual([hands.steps, hands.controller.liveStrokes.length], [[1, 0], 0]);
  });

  test("11 a hand that has pressed the desk or a card for long has selected nothing, when the pen lands", () => {
    for (const place of ["20,20", "110,150"]) {
      const hands = new Hands(board([card(), card({ id: "b", x: 300, z: 1 })]));
      hands.model.select(["b"]);
      hands.play(`D1(${place})@0 T(700)`);
      assert.notDeepEqual([...hands.model.selection], ["b"], place);
      hands.play("PD9(300,200)@900 PU9@940 U1@1000 T(2000)");
      assert.deepEqual([[...hands.model.selection], hands.steps, hands.arbiter.isIdle], [["b"], [0, 0], true], place);
    }
  });
});
