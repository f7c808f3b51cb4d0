/** Each limit of the recognizers from both sides: what is just within it is the gesture, what is just beyond is none. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  AxisPanGestureRecognizer, LongPressGestureRecognizer, PanGestureRecognizer, RotationGestureRecognizer,
  ScreenEdgePanGestureRecognizer, SwipeGestureRecognizer, TapGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { Lab } from "./lab.js";

/** Whether the gesture is recognized by the input. */
function recognizes(make, script) {
  const lab = new Lab();
  lab.add(lab.R, "g", make());
  lab.play(script);
  return lab.of("g").some((line) => line !== "g✗");
}

function check(name, make, cases) {
  for (const [within, beyond, what] of cases) {
    test(`${name}: ${what}`, () => {
      assert.deepEqual([recognizes(make, within), recognizes(make, beyond)], [true, false]);
    });
  }
}

describe("limits", () => {
  check("a tap", () => new TapGestureRecognizer(), [
    ["D1(100,100)@0 U1@399", "D1(100,100)@0 U1@401", "lasts 400 ms at most"],
    ["D1(100,100)@0 M1(110,100)@50 U1@100", "D1(100,100)@0 M1(111,100)@50 U1@100", "strays by 10 px at most"],
    ["D1(100,100)@0 U1(110,100)@100", "D1(100,100)@0 U1(111,100)@100", "lifts so near, too"],
    ["D1(100,100)@0 U1@100", "D1(100,100)@0 D2(120,100)@10 U1@100 U2@110", "has one finger"],
  ]);
  check("a tap of two fingers", () => new TapGestureRecognizer({ touches: 2 }), [
    ["D1(100,100)@0 D2(140,100)@99 U1@120 U2@130", "D1(100,100)@0 D2(140,100)@101 U1@120 U2@130", "has them land within 100 ms"],
    ["[D1(100,100)@0 D2(140,100)@0] U1@50 U2@60", "D1(100,100)@0 U1@50 D2(140,100)@60 U2@80", "has both down at once"],
    ["[D1(100,100)@0 D2(140,100)@0] M2(150,100) U1@50 U2@60", "[D1(100,100)@0 D2(140,100)@0] M2(151,100) U1@50 U2@60", "has neither stray"],
  ]);
  check("a double tap", () => new TapGestureRecognizer({ taps: 2 }), [
    ["D1(100,100)@0 U1@50 D1(100,100)@349 U1@380", "D1(100,100)@0 U1@50 D1(100,100)@351 U1@380", "pauses for 300 ms at most"],
    ["D1(100,100)@0 U1@50 D1(130,100)@100 U1@150", "D1(100,100)@0 U1@50 D1(131,100)@100 U1@150", "is at one place, by 30 px"],
    ["D1(100,100)@0 U1@50 D1(100,100)@100 U1@499", "D1(100,100)@0 U1@50 D1(100,100)@100 U1@501", "has no long second tap"],
    ["D1(100,100)@0 U1@50 D1(100,100)@100 U1@150", "D1(100,100)@0 U1@50 T(1000)", "has two"],
  ]);
  check("a double tap of two fingers", () => new TapGestureRecognizer({ taps: 2, touches: 2 }), [
    ["D1(100,100)@0 D2(140,100)@5 [U1@30 U2@30] D1(100,100)@60 D2(140,100)@110 U1@120 U2@120",
      "D1(100,100)@0 D2(140,100)@5 [U1@30 U2@30] D1(100,100)@60 D2(140,100)@161 U1@170 U2@170", "has them land within 100 ms each time"],
    ["[D1(100,100)@0 D2(140,100)@0] [U1@30 U2@30] [D1(100,100)@60 D2(140,100)@60] U1@90 U2@90",
      "[D1(100,100)@0 D2(140,100)@0] [U1@30 U2@30] [D1(100,100)@60 D2(140,100)@60 D3(120,100)@60] U1@90 U2@90 U3@90", "has no third finger"],
  ]);
  check("a long press", () => new LongPressGestureRecognizer(), [
    ["D1(100,100)@0 T(500)", "D1(100,100)@0 T(499) U1@499", "lasts half a second"],
    ["D1(100,100)@0 M1(110,100)@50 T(500)", "D1(100,100)@0 M1(111,100)@50 T(500)", "strays by 10 px at most"],
    ["D1(100,100)@0 T(500)", "D1(100,100)@0 D2(140,100)@50 T(600)", "has one finger"],
  ]);
  check("a long press after a tap", () => new LongPressGestureRecognizer({ taps: 1 }), [
    ["D1(100,100)@0 U1@50 D1(100,100)@349 T(849)", "D1(100,100)@0 U1@50 D1(100,100)@351 T(1000)", "pauses for 300 ms at most"],
    ["D1(100,100)@0 U1@399 D1(100,100)@600 T(1100)", "D1(100,100)@0 U1@401 D1(100,100)@600 T(1200)", "has a tap of 400 ms at most"],
  ]);
  check("a long press of two fingers after a tap", () => new LongPressGestureRecognizer({ taps: 1, touches: 2 }), [
    ["[D1(100,100)@0 D2(140,100)@0] U1@50 U2@80 [D1(100,100)@200 D2(140,100)@200] T(700)",
      "[D1(100,100)@0 D2(140,100)@0] U1@50 U2@80 [D1(100,100)@200 D2(140,100)@200] U1@400 T(900)", "lifts one after the other but while it lasts"],
  ]);
  check("a long press of two fingers", () => new LongPressGestureRecognizer({ touches: 2 }), [
    ["D1(100,100)@0 D2(140,100)@99 T(700)", "D1(100,100)@0 D2(140,100)@101 T(900)", "has them land within 100 ms"],
  ]);
  check("a pan", () => new PanGestureRecognizer(), [
    ["D1(100,100) M1(111,100)", "D1(100,100) M1(110,100)", "goes more than 10 px"],
    ["D1(100,100) M1(108,108)", "D1(100,100) M1(107,107)", "goes so far in any direction"],
  ]);
  check("a pan along the horizontal", () => new AxisPanGestureRecognizer("horizontal"), [
    ["D1(100,100) M1(111,100)", "D1(100,100) M1(110,100)", "goes more than 10 px"],
    ["D1(100,100) M1(120,119)", "D1(100,100) M1(120,120)", "goes more along than across"],
  ]);
  check("a rotation of its own slop", () => new RotationGestureRecognizer({ slop: Math.PI / 2 }), [
    ["D1(100,200) D2(200,200) M2(99,300)", "D1(100,200) D2(200,200) M2(100,300)", "turns by more than that"],
  ]);
  check("a swipe to the right", () => new SwipeGestureRecognizer(), [
    ["D1(100,100)@0 M1(150,100)@50 U1@60", "D1(100,100)@0 M1(149,100)@50 U1@60", "goes 50 px at least"],
    ["D1(100,100)@0 M1(150,125)@50 U1@60", "D1(100,100)@0 M1(150,126)@50 U1@60", "strays by 25 px at most"],
    ["D1(100,100)@0 M1(150,75)@50 U1@60", "D1(100,100)@0 M1(150,74)@50 U1@60", "strays so far to the other side"],
    ["D1(100,100)@0 M1(150,100)@399 U1@399", "D1(100,100)@0 M1(150,100)@401 U1@401", "lasts 400 ms at most"],
    ["D1(100,100)@0 M1(76,100)@30 M1(150,100)@90 U1@99", "D1(100,100)@0 M1(75,100)@30 M1(150,100)@90 U1@99", "goes back by less than 25 px"],
  ]);
  for (const [edge, within, beyond] of [
    ["left", "D1(20,200) M1(60,200)", "D1(21,200) M1(60,200)"], ["right", "D1(380,200) M1(340,200)", "D1(379,200) M1(340,200)"],
    ["top", "D1(200,20) M1(200,60)", "D1(200,21) M1(200,60)"], ["bottom", "D1(200,380) M1(200,340)", "D1(200,379) M1(200,340)"],
  ]) {
    check(`a pan from the ${edge} edge`, () => new ScreenEdgePanGestureRecognizer(edge, () => ({ width: 400, height: 400 })), [
      [within, beyond, "begins 20 px from it at most"],
    ]);
  }
});
