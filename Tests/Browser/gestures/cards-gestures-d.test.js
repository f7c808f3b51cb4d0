/** Row D6 of `gestures`: what the motions of a card cannot show without a recognizer. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TapGestureRecognizer } from "../../../Public/gestures/index.js";
import { posed, UNTOUCHED } from "../../../Public/gestures/motion/free-transform.js";
import { Lab } from "./lab.js";

function cardWithReset() {
  const lab = new Lab();
  const card = { pose: posed(UNTOUCHED, { translation: { x: 30, y: 10 }, rotation: 0.5, scale: 2 }), resets: 0 };
  lab.add(lab.A, "reset", new TapGestureRecognizer({ taps: 3 })).addTarget(() => {
    card.pose = UNTOUCHED;
    card.resets += 1;
  });
  return { lab, card };
}

describe("gestures D", () => {
  test("D6 three taps put a card back as it was, two do not, and a fourth does nothing more", () => {
    const { lab, card } = cardWithReset();
    lab.play("D1(100,100)@0 U1@40 D1(100,100)@120 U1@160 T(1000)");
    assert.deepEqual([card.resets, card.pose.scale], [0, 2]);
    lab.play("D1(100,100)@2000 U1@2040 D1(100,100)@2120 U1@2160 D1(100,100)@2240 U1@2280");
    assert.deepEqual([card.resets, card.pose], [1, UNTOUCHED]);
    lab.play("D1(100,100)@2360 U1@2400 T(4000)");
    assert.equal(card.resets, 1);
  });

  test("D6 a third tap that is cancelled resets nothing", () => {
    const { lab, card } = cardWithReset();
    lab.play("D1(100,100)@0 U1@40 D1(100,100)@120 U1@160 D1(100,100)@240 C1@260 T(1000)");
    assert.equal(card.resets, 0);
  });
});
