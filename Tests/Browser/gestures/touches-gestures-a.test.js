/** Rows A1 to A17 of `gestures`: touches and their delivery. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PanGestureRecognizer, PinchGestureRecognizer, State, TapGestureRecognizer } from "../../../Public/gestures/index.js";
import { Lab, LabView, rounded } from "./lab.js";

/** A card that follows a pan, and tells a server once. */
class Card {
  centre = { x: 150, y: 150 };
  sent = [];

  constructor(lab, view, { revertOnCancel = false } = {}) {
    const pan = new PanGestureRecognizer({ slop: 0 });
    let base = this.centre;
    lab.add(view, `${view.name}.pan`, pan).addTarget(() => {
      if (pan.state === State.Began) base = this.centre;
      const { x, y } = pan.translation();
      this.centre = { x: base.x + x, y: base.y + y };
      if (pan.state === State.Cancelled && revertOnCancel) this.centre = base;
      else if (pan.state === State.Ended || pan.state === State.Cancelled) this.sent.push({ from: base, to: this.centre });
    });
  }
}

describe("gestures A", () => {
  test("A1 a touch says where it is, where it was, its phase, its time and its count", () => {
    const lab = new Lab();
    lab.play("D1(10,20)@0 M1(15,26)@16");
    const [touch] = lab.arbiter.touches;
    assert.deepEqual(touch.location(), { x: 15, y: 26 });
    assert.deepEqual(touch.previousLocation(), { x: 10, y: 20 });
    assert.deepEqual([touch.phase, touch.timestamp, touch.tapCount], ["moved", 16, 1]);
  });

  test("A2 a finger that is still while another moves is stationary; one whose card goes is cancelled", () => {
    const lab = new Lab().listen();
    const phases = [];
    lab.R.touchesMoved = (_touches, event) => phases.push([...event.allTouches].map((touch) => touch.phase));
    lab.play("D1(10,10) D2(20,20) M1(12,10)");
    lab.R.multipleTouchEnabled = true;
    assert.deepEqual(phases, [["moved", "stationary"]]);
    const gone = new Lab();
    gone.listen(gone.B);
    gone.play("D1(80,80)");
    const [touch] = gone.arbiter.touches;
    gone.B.remove();
    gone.arbiter.removeView(gone.B);
    assert.deepEqual([touch.phase, touch.cancelCause], ["cancelled", "removed"]);
    assert.deepEqual(gone.log, ["B.began", "B.cancelled"]);
  });

  test("A3 handlers hear of the touches that changed and never of a stationary one", () => {
    const lab = new Lab().listen();
    lab.named = true;
    lab.B.multipleTouchEnabled = true;
    lab.listen(lab.B);
    assert.deepEqual(lab.play("D1(80,80) D2(90,90) M1(82,80) U1 U2"), [
      "B.began{1}", "B.began{2}", "B.moved{1}", "B.ended{1}", "B.ended{2}",
    ]);
  });

  test("A4 a cancel finishes what was begun: ink is kept, a card goes back", () => {
    const lab = new Lab();
    const live = new Map();
    const strokes = [];
    const finish = (touches) => touches.forEach((touch) => strokes.push(live.get(touch)) && live.delete(touch));
    lab.S.touchesBegan = (touches) => touches.forEach((touch) => live.set(touch, [touch.location()]));
    lab.S.touchesMoved = (touches) => touches.forEach((touch) => live.get(touch).push(touch.location()));
    lab.S.touchesEnded = finish;
    lab.S.touchesCancelled = finish;
    lab.play("D1(270,60) M1(280,60) C1");
    assert.deepEqual([strokes.length, strokes[0].length, live.size], [1, 2, 0]);
    const card = new Card(lab, lab.A, { revertOnCancel: true });
    lab.play("D1(200,200) M1(240,200) C1");
    assert.deepEqual([card.centre, card.sent], [{ x: 150, y: 150 }, []]);
  });

  test("A5 two pointers that moved at one moment are one call with both", () => {
    const lab = new Lab();
    lab.B.multipleTouchEnabled = true;
    lab.named = true;
    lab.listen(lab.B);
    let all = 0;
    lab.B.heard = (_phase, _touches, event) => (all = event.allTouches.size);
    assert.deepEqual(lab.play("D1(80,80) D2(90,90) [M1(82,80) M2(92,90)]").slice(-1), ["B.moved{1,2}"]);
    assert.equal(all, 2);
  });

  test("A6 a touch climbs from the badge to the view that handles it, and no further", () => {
    const lab = new Lab();
    const visited = [];
    const app = { touchesBegan: () => Boolean(visited.push("app")) && false };
    const root = { nextResponder: app, touchesBegan: () => Boolean(visited.push("root")) && false };
    lab.R.nextResponder = root;
    for (const view of [lab.R, lab.A, lab.B]) view.touchesBegan = () => Boolean(visited.push(view.name)) && false;
    lab.play("D1(80,80) U1");
    assert.deepEqual(visited.splice(0), ["B", "A", "R", "root", "app"]);
    lab.A.touchesBegan = () => void visited.push("A");
    lab.play("D1(80,80) U1");
    assert.deepEqual(visited, ["B", "A"]);
    assert.deepEqual(lab.reports, []);
  });

  test("A9 an exclusive view has the surface to itself while it is touched", () => {
    const lab = new Lab();
    lab.S.exclusiveTouch = true;
    lab.listen(lab.S, lab.B);
    assert.deepEqual(lab.play("D1(300,100) D2(80,80) M2(85,80) U1 U2 D3(80,80)"), ["S.began", "S.ended", "B.began"]);
  });

  test("A10 a view that takes one finger hears of the first one only", () => {
    const lab = new Lab();
    lab.named = true;
    lab.listen(lab.B);
    const script = "D1(80,80) D2(90,90) M2(92,90) U2 M1(82,80) U1";
    assert.deepEqual(lab.play(script), ["B.began{1}", "B.moved{1}", "B.ended{1}"]);
    lab.B.multipleTouchEnabled = true;
    assert.equal(lab.play(script.replaceAll("@", "")).length, 6);
  });

  test("A11 an identity holds from down to up and is free for another after", () => {
    const lab = new Lab();
    const keys = () => lab.arbiter.touches.map((touch) => touch.id).sort();
    lab.play("D1(80,80) D2(90,90)");
    const [first, second] = lab.arbiter.touches;
    lab.play("U1 D3(100,100) M2(92,90) M3(102,100)");
    assert.deepEqual(keys(), [2, 3]);
    assert.equal(lab.arbiter.touches[0], second);
    lab.play("U2 U3");
    assert.deepEqual(keys(), []);
    lab.play("D1(80,80)");
    assert.notEqual(lab.arbiter.touches[0], first);
  });

  test("A14 a touch knows the recognizers that receive it", () => {
    const lab = new Lab();
    const names = () => [...lab.arbiter.touches[0].gestureRecognizers].map((recognizer) => recognizer.name);
    lab.play("D1(300,100)");
    assert.deepEqual(names(), []);
    lab.play("U1");
    lab.add(lab.A, "pinch", new PinchGestureRecognizer());
    lab.add(lab.A, "pan", new PanGestureRecognizer());
    lab.add(lab.R, "boardTap", new TapGestureRecognizer());
    lab.play("D1(80,80)");
    assert.deepEqual(names(), ["pan", "pinch", "boardTap"]);
  });

  test("A15 a handler can tell of a drag of sixty moves once, when it is over", () => {
    const lab = new Lab();
    const card = new Card(lab, lab.A);
    lab.play("D1(100,100)");
    for (let step = 1; step <= 60; step += 1) lab.play(`M1(${100 + step},100)`);
    assert.deepEqual(card.sent, []);
    lab.play("U1");
    assert.deepEqual(card.sent, [{ from: { x: 150, y: 150 }, to: { x: 210, y: 150 } }]);
  });

  test("A16 a touched card comes to the front before anything moves", () => {
    const lab = new Lab();
    const cards = ["a", "b", "c"].map((name) => new LabView(name, [0, 0, 40, 40], lab.R));
    cards.forEach((card, index) => (card.x = 300 + 5 * index) && (card.y = 300));
    const order = () => lab.R.subviews.slice(-3).map((view) => view.name).join("");
    for (const card of cards) {
      card.touchesBegan = () => lab.R.subviews.push(...lab.R.subviews.splice(lab.R.subviews.indexOf(card), 1));
    }
    lab.play("D1(301,310)");
    assert.equal(order(), "bca");
    lab.play("U1");
    assert.equal(order(), "bca");
  });

  test("A17 two people drag two cards at once, each with their own pointer", () => {
    const lab = new Lab();
    const [one, two] = [new Card(lab, lab.A), new Card(lab, lab.S)];
    lab.play("[D1(200,200) D2(300,100)] [M1(220,200) M2(300,120)] [M1(240,200) M2(300,140)] [U1 U2]");
    assert.deepEqual([rounded(one.centre), rounded(two.centre)], [[190, 150], [150, 190]]);
  });
});
