/** Wheel, trackpad and keys as sources of gestures. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  KeyEquivalents, PanGestureRecognizer, PinchGestureRecognizer, RotationGestureRecognizer, State, TapGestureRecognizer,
  TrackpadTouches, TransformGestureRecognizer, WheelSource,
} from "../../../Public/gestures/index.js";
import { Lab, labOf, rounded } from "./lab.js";

function wheelLab() {
  const lab = new Lab();
  const wheel = new WheelSource(lab.arbiter, lab.clock);
  lab.turn = (time, turn) => {
    lab.clock.advance(time);
    wheel.turn({ x: 100, y: 100, deltaX: 0, deltaY: 0, time, ...turn });
  };
  return lab;
}

describe("field notes b: wheel and trackpad", () => {
  test("5 a wheel with Control is a pinch about the pointer, and ends when it rests", () => {
    const lab = wheelLab();
    const pinch = lab.add(lab.R, "pinch", new PinchGestureRecognizer());
    lab.turn(0, { deltaY: -10, control: true });
    lab.turn(16, { deltaY: -10, control: true });
    assert.ok(Math.abs(pinch.scale - Math.exp(0.2)) < 1e-9);
    assert.deepEqual(rounded(pinch.location()), [100, 100]);
    lab.clock.advance(165);
    assert.deepEqual(lab.log, ["pinch→Began", "pinch→Changed"]);
    lab.clock.advance(166);
    assert.deepEqual(lab.log, ["pinch→Began", "pinch→Changed", "pinch→Ended"]);
    assert.equal(lab.arbiter.isIdle, true);
  });

  test("5 opposite turns of the wheel undo each other exactly", () => {
    const lab = wheelLab();
    const pinch = lab.add(lab.R, "pinch", new PinchGestureRecognizer());
    for (const [time, deltaY] of [[0, 120], [10, 3.5], [20, -120], [30, -3.5]]) lab.turn(time, { deltaY, control: true });
    assert.ok(Math.abs(pinch.scale - 1) < 1e-12);
  });

  test("5 no view, tap or pan takes a trackpad for fingers", () => {
    const lab = wheelLab();
    lab.listen(lab.B, lab.A, lab.R);
    lab.add(lab.B, "tap", new TapGestureRecognizer({ touches: 2 }));
    lab.add(lab.B, "pan", new PanGestureRecognizer());
    lab.turn(0, { deltaY: -40, control: true });
    lab.clock.advance(1000);
    assert.deepEqual(lab.log, []);
  });

  test("5 a wheel or a trackpad hides no press from a view, nor from one that is exclusive", () => {
    for (const control of [false, true]) {
      const lab = wheelLab();
      lab.S.exclusiveTouch = true;
      lab.listen(lab.B, lab.S);
      lab.add(lab.S, "tap", new TapGestureRecognizer());
      lab.turn(0, { deltaY: 10, control });
      assert.deepEqual(lab.play("XD1(80,80)@50 XU1@70"), ["B.began", "B.ended"]);
      lab.turn(80, { deltaY: 10, control });
      assert.deepEqual(lab.play("XD1(300,100)@100 XU1@120"), ["S.began", "S.cancelled", "tap→Ended"]);
    }
  });

  test("5 a wheel turns nothing while an exclusive view is touched", () => {
    const lab = wheelLab();
    lab.S.exclusiveTouch = true;
    const pan = lab.add(lab.B, "pan", new PanGestureRecognizer({ slop: 0 }));
    pan.allowedTouchTypes.add("scroll");
    lab.play("XD1(300,100)@0");
    lab.turn(20, { deltaY: 10 });
    assert.deepEqual(lab.log, []);
  });

  test("5 a pinch on a trackpad hits what the pointer is over", () => {
    const lab = wheelLab();
    lab.add(lab.B, "pinch", new PinchGestureRecognizer());
    lab.turn(0, { x: 75, y: 75, deltaY: -10, control: true });
    assert.deepEqual(lab.log, ["pinch→Began"]);
  });

  test("a wheel drags what asks to be scrolled, against its direction, without a second inertia", () => {
    const lab = wheelLab();
    const pan = lab.add(lab.R, "pan", new PanGestureRecognizer({ slop: 0 }));
    pan.allowedTouchTypes.add("scroll");
    const seen = [];
    pan.addTarget(() => seen.push([pan.state, rounded(pan.translation()), Math.round(pan.velocity().y)]));
    lab.turn(0, { deltaY: 3, deltaMode: 1 });
    lab.turn(16, { deltaY: 10, deltaX: -4 });
    lab.clock.advance(1000);
    assert.deepEqual(seen.map(([state, translation]) => [state, translation]), [
      ["began", [0, -48]], ["changed", [4, -58]], ["ended", [4, -58]],
    ]);
    assert.equal(seen.at(-1)[2], 0);
  });

  test("a wheel that counts in pages scrolls by 400 px, and one with Control zooms by no more than 20 px at once", () => {
    const lab = wheelLab();
    const [pan, pinch] = [new PanGestureRecognizer({ slop: 0 }), new PinchGestureRecognizer()];
    lab.add(lab.R, "pan", pan).allowedTouchTypes.add("scroll");
    lab.add(lab.R, "pinch", pinch);
    lab.turn(0, { deltaY: 1, deltaMode: 2 });
    assert.deepEqual(rounded(pan.translation()), [0, -400]);
    lab.turn(10, { deltaY: -19, control: true });
    assert.equal(pinch.scale.toFixed(6), Math.exp(0.19).toFixed(6));
    lab.turn(20, { deltaY: -1000, control: true });
    assert.equal(pinch.scale.toFixed(6), Math.exp(0.39).toFixed(6));
  });

  test("a turn that makes no sense is left out, and Control in the middle of a scroll starts a pinch", () => {
    const lab = wheelLab();
    lab.add(lab.R, "pinch", new PinchGestureRecognizer());
    lab.add(lab.R, "pan", new PanGestureRecognizer({ slop: 0 })).allowedTouchTypes.add("scroll");
    lab.turn(0, { deltaY: NaN });
    lab.turn(1, { deltaY: Infinity, control: true });
    assert.deepEqual(lab.log, []);
    lab.turn(2, { deltaY: 5 });
    lab.turn(10, { deltaY: 5, control: true });
    lab.turn(20, { deltaY: 5 });
    lab.clock.advance(1000);
    assert.deepEqual(lab.log, ["pan→Began", "pan→Ended", "pinch→Began", "pinch→Ended", "pan→Began", "pan→Ended"]);
  });

  test("5 Safari's scale and rotation arrive exactly, event by event", () => {
    const lab = new Lab();
    const touches = new TrackpadTouches(lab.arbiter);
    const pinch = lab.add(lab.R, "pinch", new PinchGestureRecognizer());
    const rotation = lab.add(lab.R, "rotation", new RotationGestureRecognizer());
    rotation.delegate = { shouldRecognizeSimultaneously: () => true };
    const transform = lab.add(lab.R, "transform", new TransformGestureRecognizer());
    transform.delegate = rotation.delegate;
    lab.clock.advance(100);
    touches.begin({ x: 200, y: 200 }, 0);
    for (const [scale, turn, time] of [[1.1, 0.1, 10], [NaN, 0, 12], [-1, 0, 13], [1.7, -0.4, 20]]) {
      touches.move({ x: 200, y: 200 }, scale, turn, time);
    }
    assert.deepEqual(rounded({ x: pinch.scale, y: rotation.rotation }), [1.7, -0.4]);
    const step = transform.takeStep();
    assert.deepEqual(rounded({ x: step.scale, y: step.rotation }), [1.7, -0.4]);
    touches.cancel(30);
    assert.deepEqual(lab.log.filter((line) => line.endsWith("Cancelled")).length, 3);
  });
});

describe("keys", () => {
  test("a key does what a tap does, and a veto holds for it too", () => {
    const [lab, tap] = labOf("B", "tap", new TapGestureRecognizer());
    const keys = new KeyEquivalents(lab.arbiter);
    keys.bind({ key: "Enter" }, tap);
    assert.equal(keys.press({ key: "Enter" }), true);
    assert.equal(keys.press({ key: "Enter", shiftKey: true }), false);
    assert.deepEqual(lab.log, ["tap→Ended"]);
    tap.delegate = { shouldBegin: () => false };
    assert.equal(keys.press({ key: "Enter" }), false);
    assert.deepEqual(lab.log, ["tap→Ended", "tap✗"]);
    assert.equal(tap.state, State.Possible);
  });

  test("a key does nothing while its gesture would have to wait for fingers", () => {
    const [lab, tap] = labOf("B", "tap", new TapGestureRecognizer());
    const pan = lab.add(lab.R, "pan", new PanGestureRecognizer());
    tap.requireToFail(pan);
    const keys = new KeyEquivalents(lab.arbiter);
    keys.bind({ key: "Enter" }, tap);
    lab.play("D1(300,300)");
    assert.equal(keys.press({ key: "Enter" }), false);
    lab.play("U1");
    assert.equal(keys.press({ key: "Enter" }), true);
    assert.deepEqual(lab.of("tap"), ["tap→Ended"]);
  });

  test("a key does nothing in the middle of an action, and nothing later", () => {
    const lab = new Lab();
    const tap = lab.add(lab.B, "tap", new TapGestureRecognizer());
    const other = lab.add(lab.R, "other", new TapGestureRecognizer());
    let done = null;
    tap.addTarget(() => (done = lab.arbiter.perform(other)));
    lab.arbiter.perform(tap);
    assert.deepEqual([done, lab.log], [false, ["tap→Ended"]]);
  });

  test("a key pinches, with a value, and not while fingers do", () => {
    const [lab, pinch] = labOf("R", "pinch", new PinchGestureRecognizer());
    const seen = [];
    pinch.addTarget(() => seen.push([pinch.state, pinch.scale]));
    const keys = new KeyEquivalents(lab.arbiter);
    keys.bind({ key: "+", ctrlKey: true }, pinch, () => (pinch.scale = 1.25));
    assert.equal(keys.press({ key: "+", ctrlKey: true }), true);
    assert.deepEqual(seen, [["began", 1.25], ["changed", 1.25], ["ended", 1.25]]);
    lab.play("D1(100,100) D2(200,100)");
    assert.equal(keys.press({ key: "+", ctrlKey: true }), false);
    pinch.enabled = false;
    lab.play("U1 U2");
    assert.equal(keys.press({ key: "+", ctrlKey: true }), false);
  });
});
