/** Defects of other gesture libraries, as listed in `field-notes` b 1 to 12, that cannot happen here. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  LongPressGestureRecognizer, PanGestureRecognizer, PinchGestureRecognizer, removeGestureRecognizer, RotationGestureRecognizer,
  State, SwipeGestureRecognizer, TapGestureRecognizer, TransformGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { FakeElement, pointer } from "./fake-dom.js";
import { Lab, labOf, rounded } from "./lab.js";

/** A surface of the page with a recognizer on its root. */
function surfaceWith(recognizer, options) {
  const element = new FakeElement();
  const surface = element.surface(options);
  const log = [];
  recognizer.addTarget(({ state }) => log.push(state));
  surface.attach(recognizer);
  return { element, log, ...surface };
}

describe("field notes b", () => {
  test("1 pointercancel is no lift: the pan is cancelled, sends nothing more, and the next one works", () => {
    const pan = new PanGestureRecognizer();
    const { element, log } = surfaceWith(pan);
    element.fire("pointerdown", pointer(100, 100, 0));
    element.fire("pointermove", pointer(130, 100, 20));
    element.fire("pointercancel", pointer(0, 0, 40));
    element.fire("pointermove", pointer(900, 100, 60));
    assert.deepEqual(log.splice(0), ["began", "cancelled"]);
    element.fire("pointerdown", pointer(100, 100, 100));
    element.fire("pointermove", pointer(130, 100, 120));
    element.fire("pointerup", pointer(130, 100, 140));
    assert.deepEqual(log, ["began", "ended"]);
  });

  test("2 what the browser may do by itself is said before any finger lands", () => {
    const { element } = surfaceWith(new PanGestureRecognizer());
    assert.equal(element.style.touchAction, "none");
    assert.equal(surfaceWith(new PanGestureRecognizer(), { touchAction: "pan-y" }).element.style.touchAction, "pan-y");
  });

  test("3 a cancel of all pointers at once leaves nothing behind", () => {
    const lab = new Lab();
    for (const recognizer of [new PinchGestureRecognizer(), new RotationGestureRecognizer(), new PanGestureRecognizer()]) {
      lab.add(lab.R, recognizer.constructor.name, recognizer);
    }
    lab.play("D1(100,300) D2(200,300) M2(240,340) [C1 C2]");
    assert.equal(lab.log.filter((line) => line.endsWith("→Cancelled")).length, 1);
    assert.equal(lab.arbiter.isIdle, true);
  });

  test("4 the wheel is listened to where it can be prevented, and prevented only where that is possible", () => {
    const { element } = surfaceWith(new PinchGestureRecognizer());
    assert.equal(element.options("wheel").passive, false);
    const wheel = { deltaX: 0, deltaY: 10, deltaMode: 0, ctrlKey: true, clientX: 10, clientY: 10, timeStamp: 0 };
    assert.equal(element.fire("wheel", { ...wheel, cancelable: true }).defaultPrevented, true);
    assert.equal(element.fire("wheel", { ...wheel, cancelable: false }).defaultPrevented, false);
    assert.equal(element.fire("wheel", { ...wheel, ctrlKey: false, cancelable: true }).defaultPrevented, false);
  });

  test("5 Safari's own pinch is a pinch, and not one more while fingers make it", () => {
    const pinch = new PinchGestureRecognizer();
    const { element, log } = surfaceWith(pinch);
    const gesture = { clientX: 100, clientY: 100, rotation: 0, cancelable: true };
    element.fire("gesturestart", { ...gesture, scale: 1, timeStamp: 0 });
    element.fire("gesturechange", { ...gesture, scale: 1.5, timeStamp: 10 });
    assert.ok(Math.abs(pinch.scale - 1.5) < 1e-9);
    element.fire("gestureend", { ...gesture, scale: 1.5, timeStamp: 20 });
    assert.deepEqual(log.splice(0), ["began", "changed", "ended"]);
    element.fire("pointerdown", pointer(100, 100, 30));
    element.fire("pointerdown", pointer(200, 100, 30, { pointerId: 2 }));
    element.fire("gesturestart", { ...gesture, scale: 1, timeStamp: 31 });
    element.fire("pointermove", pointer(300, 100, 40, { pointerId: 2 }));
    element.fire("gesturechange", { ...gesture, scale: 2, timeStamp: 41 });
    assert.equal(pinch.scale, 2);
  });

  test("6 the order in which taps are added changes nothing, and a tap that waits for no other one acts at once", () => {
    const play = (reversed) => {
      const lab = new Lab();
      const taps = [1, 2, 3].map((taps) => Object.assign(new TapGestureRecognizer({ taps }), { name: `t${taps}` }));
      for (const tap of reversed ? [...taps].reverse() : taps) lab.add(lab.B, tap.name, tap);
      taps[0].requireToFail(taps[1]);
      taps[1].requireToFail(taps[2]);
      return [
        lab.play("D1(80,80)@0 U1@50 T(900)"), lab.play("D1(80,80)@1000 U1@1050 D1(80,80)@1150 U1@1200 T(1900)"),
        lab.play("D1(80,80)@2000 U1@2050 D1(80,80)@2150 U1@2200 D1(80,80)@2300 U1@2350 T(2900)"),
      ].map((log) => log.filter((line) => line.includes("→")));
    };
    assert.deepEqual(play(false), [["t1→Ended"], ["t2→Ended"], ["t3→Ended"]]);
    assert.deepEqual(play(true), play(false));
  });

  test("6 who was waited for and is taken away is waited for no more", () => {
    const [lab, single] = labOf("B", "single", new TapGestureRecognizer());
    const double = lab.add(lab.B, "double", new TapGestureRecognizer({ taps: 2 }));
    single.requireToFail(double);
    lab.play("D1(80,80)@0 U1@50");
    removeGestureRecognizer(lab.B, double);
    assert.deepEqual(lab.of("single"), ["single→Ended"]);
    assert.deepEqual(lab.play("D1(80,80)@500 U1@550"), ["single→Ended"]);
  });

  test("7 no timer outlives its touch", () => {
    const [lab] = labOf("B", "press", new LongPressGestureRecognizer());
    lab.add(lab.B, "swipe", new SwipeGestureRecognizer());
    lab.add(lab.B, "tap", new TapGestureRecognizer());
    lab.play("D1(80,80)@0 U1@50");
    assert.equal(lab.arbiter.isIdle, true);
    assert.deepEqual(lab.play("T(5000)"), []);
  });

  test("7 no timer acts on a view that has gone, whether the finger rests on it or has lifted", () => {
    for (const script of ["D1(80,80)@0", "D1(80,80)@0 U1@40"]) {
      const lab = new Lab();
      const [press, single, double] = [new LongPressGestureRecognizer(), new TapGestureRecognizer(), new TapGestureRecognizer({ taps: 2 })];
      single.requireToFail(double);
      lab.add(lab.B, "press", press);
      lab.add(lab.B, "single", single);
      lab.add(lab.B, "double", double);
      lab.play(script);
      lab.B.remove();
      lab.B.isInWindow = false;
      assert.deepEqual(lab.play("T(900)").filter((line) => line.includes("→")), []);
      assert.equal(lab.arbiter.isIdle, true);
    }
  });

  test("7 a long press of the view that holds one that has gone is none", () => {
    const [lab] = labOf("R", "press", new LongPressGestureRecognizer());
    lab.listen(lab.B);
    lab.play("D1(80,80)@0");
    lab.B.isInWindow = false;
    assert.deepEqual(lab.play("T(900)"), ["press✗", "B.cancelled"]);
  });

  test("8 a capture that is lost, a window that is left and a page that is hidden end all touches", () => {
    for (const lose of [
      (element) => element.fire("lostpointercapture", pointer(110, 100, 40)),
      (element) => element.window.dispatchEvent(new Event("blur")),
      (element) => {
        element.ownerDocument.hidden = true;
        element.ownerDocument.dispatchEvent(new Event("visibilitychange"));
      },
      (element) => element.fire("pointermove", pointer(110, 100, 40, { buttons: 0 })),
      (element) => element.abort(),
    ]) {
      const pan = new PanGestureRecognizer();
      const { element, log, arbiter } = surfaceWith(pan);
      element.fire("pointerdown", pointer(100, 100, 0));
      element.fire("pointermove", pointer(130, 100, 20));
      lose(element);
      assert.deepEqual(log, ["began", "cancelled"]);
      assert.equal(arbiter.isIdle, true);
    }
  });

  test("8 four fingers and then some leave the system as it was", () => {
    const [lab] = labOf("R", "pinch", new PinchGestureRecognizer());
    lab.add(lab.R, "tap", new TapGestureRecognizer());
    lab.play("D1(10,300) D2(60,300) D3(110,300) D4(160,300) D5(210,300) M1(5,300) M5(240,300) U3 U1 U5 U2 U4");
    assert.equal(lab.arbiter.isIdle, true);
    assert.deepEqual(lab.play("D1(10,300) U1 D1(100,300) D2(200,300) M2(240,300)").filter((line) => line.includes("→")), [
      "tap→Ended", "pinch→Began",
    ]);
  });

  test("9 mouse and touch events that browsers make up after a touch are not listened to", () => {
    const { element } = surfaceWith(new TapGestureRecognizer());
    assert.deepEqual(element.heardNames().filter((name) => /^(mouse|touch)/.test(name)), []);
  });

  test("10 from two fingers to one and back nothing jumps", () => {
    const [lab, transform] = labOf("R", "transform", new TransformGestureRecognizer());
    lab.play("[D1(100,300) D2(200,300)] [M1(100,320) M2(220,320)] U1");
    transform.takeStep();
    lab.play("D3(50,50)");
    const { translation, scale, rotation } = transform.takeStep();
    assert.deepEqual([translation, scale, rotation], [{ x: 0, y: 0 }, 1, 0]);
  });

  test("10 a second finger on another card does not touch what the first one does", () => {
    const [lab, pan] = labOf("A", "A.pan", new PanGestureRecognizer());
    lab.add(lab.S, "S.tap", new TapGestureRecognizer());
    lab.play("D1(200,200) M1(230,200) D2(300,100) U2 M1(240,200)");
    assert.deepEqual(rounded(pan.translation()), [30, 0]);
    assert.deepEqual(lab.log, ["A.pan→Began", "S.tap→Ended", "A.pan→Changed"]);
  });

  test("12 coalesced events are used where there are any, and the event itself where the list is empty or missing", () => {
    for (const [getCoalescedEvents, expected] of [
      [undefined, [120]], [() => [], [120]],
      [() => [pointer(110, 100, 10), pointer(120, 100, 20)], [110, 120]],
    ]) {
      const { element, arbiter } = surfaceWith(new PanGestureRecognizer());
      element.fire("pointerdown", pointer(100, 100, 0));
      element.fire("pointermove", pointer(120, 100, 20, { getCoalescedEvents }));
      assert.deepEqual(arbiter.touches[0].moments.map(({ x }) => x), expected);
    }
  });

  test("12 predicted places are told apart from real ones, and gone with the next event", () => {
    const { element, arbiter } = surfaceWith(new PanGestureRecognizer());
    element.fire("pointerdown", pointer(100, 100, 0));
    element.fire("pointermove", pointer(120, 100, 20, { getPredictedEvents: () => [pointer(140, 100, 36)] }));
    const [touch] = arbiter.touches;
    assert.deepEqual([touch.predicted.map(({ x }) => x), touch.location().x], [[140], 120]);
    element.fire("pointermove", pointer(121, 100, 36));
    assert.deepEqual(touch.predicted, []);
  });

  test("A press that turned into a drag pans, although both were possible", () => {
    const [lab] = labOf("B", "press", new LongPressGestureRecognizer());
    const pan = lab.add(lab.B, "pan", new PanGestureRecognizer());
    assert.deepEqual(lab.play("D1(80,80)@0 M1(120,80)@300 T(900) U1"), ["press✗", "pan→Began", "pan→Ended"]);
    assert.equal(pan.state, State.Possible);
  });
});
