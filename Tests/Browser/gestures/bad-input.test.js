/** Bad input of any kind: no error escapes, states stay legal, and everything is possible again when all pointers are up. */

import assert from "node:assert/strict";
import { afterEach, before, describe, test } from "node:test";
import {
  LongPressGestureRecognizer, PalmFilter, PanGestureRecognizer, PinchGestureRecognizer, removeGestureRecognizer, RotationGestureRecognizer,
  State, SwipeGestureRecognizer, TapGestureRecognizer, TransformGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { isLegal } from "../../../Public/gestures/recognizer-state.js";
import { Lab } from "./lab.js";
import { Probe } from "./own-recognizers.js";

const ALL = [
  TapGestureRecognizer, LongPressGestureRecognizer, PanGestureRecognizer, SwipeGestureRecognizer, PinchGestureRecognizer,
  RotationGestureRecognizer, TransformGestureRecognizer,
];

let lab;
/** Whether all input goes through a filter, as it does on a surface of a page. */
let isFiltered = false;

function newLab() {
  lab = new Lab();
  lab.palm = isFiltered ? new PalmFilter() : null;
  return lab;
}

function crowded() {
  newLab();
  lab.listen(lab.A, lab.B);
  for (const view of [lab.R, lab.A, lab.B]) {
    for (const Recognizer of ALL) lab.add(view, `${view.name}.${Recognizer.name}`, new Recognizer());
  }
  return lab;
}

for (const [name, filtered] of [["bad input", false], ["bad input, through the palm filter", true]]) describe(name, () => {
  before(() => { isFiltered = filtered; });

  afterEach(() => {
    for (const { kind, from, to } of lab.transitions) assert.ok(isLegal(kind, from, to), `${kind}: ${from} to ${to}`);
    for (const { id } of lab.arbiter.touches) lab.feed([{ phase: "ended", id, time: lab.clock.now() + 1 }]);
    lab.clock.advance(lab.clock.now() + 10_000);
    assert.equal(lab.arbiter.isIdle, true);
    lab.log.length = 0;
    const from = lab.clock.now() + 5000;
    assert.ok(lab.play(`D1(80,80)@${from} U1@${from + 50}`).some((line) => line.endsWith("→Ended")), "a tap still works");
  });

  test("a pointer that comes again without having gone is cancelled first", () => {
    crowded();
    assert.deepEqual(lab.play("D1(80,80) D1(90,90)").filter((line) => line.startsWith("B.") && !line.includes("Recognizer")), [
      "B.began", "B.cancelled", "B.began",
    ]);
    assert.equal(lab.arbiter.touches.length, 1);
  });

  test("a missing up, then another sequence", () => {
    crowded();
    lab.play("D1(80,80) M1(120,80) D2(90,90) M2(140,90) U2 D2(80,80) U2");
    assert.deepEqual(lab.reports, []);
  });

  test("moves, lifts and cancels without a down change nothing", () => {
    crowded();
    assert.deepEqual(lab.play("M1(80,80) U1 C1 M2(90,90) U7 T(1000)"), []);
  });

  test("places that are no number, or huge, leave no trace in what is told", () => {
    crowded();
    const pan = lab.add(lab.R, "pan", new PanGestureRecognizer());
    const reported = [];
    pan.addTarget(() => reported.push(pan.translation().x, pan.velocity().y));
    for (const view of [lab.A, lab.B]) view.superview.subviews.splice(0, 9, view);
    lab.play("D1(NaN,80) M1(90,80) U1 D1(300,300) M1(NaN,NaN) M1(1e308,-1e308) M1(-1e308,300) M1(310,310)");
    lab.feed([{ phase: "moved", id: 1, time: lab.clock.now(), x: Infinity, y: -Infinity }]);
    lab.play("M1(320,320) U1");
    assert.ok(reported.length > 4 && reported.every(Number.isFinite));
  });

  test("time that goes backwards, stands still or is no number does not turn anything back", () => {
    crowded();
    lab.clock.advance(1000);
    for (const [phase, time, x] of [["began", 1000, 80], ["moved", 500, 90], ["moved", NaN, 120], ["moved", -Infinity, 130], ["ended", 1e300, 140]]) {
      lab.dispatch([{ phase, id: 1, time, x, y: 80 }]);
    }
    const times = lab.transitions.map(({ time }) => time);
    assert.deepEqual(times, [...times].sort((a, b) => a - b));
    assert.ok(times.every((time) => time <= 1000));
  });

  test("a view that is taken out in the middle of a gesture takes its touches and recognizers along", () => {
    crowded();
    lab.play("D1(80,80) M1(120,80)");
    lab.B.remove();
    lab.B.isInWindow = false;
    lab.play("M1(130,80) U1");
    assert.ok(lab.log.some((line) => line.endsWith("→Cancelled")));
    assert.equal(lab.arbiter.touches.length, 0);
    lab.B.isInWindow = true;
    lab.A.subviews.push(lab.B);
  });

  test("delegates, actions, handlers, timers and views that throw are reported and stop no recognizer", () => {
    newLab();
    const fail = () => {
      throw new Error("broken");
    };
    const tap = lab.add(lab.B, "tap", new TapGestureRecognizer());
    tap.addTarget(fail).addTarget(() => lab.log.push("second target"));
    tap.delegate = {
      shouldBegin: fail, shouldReceive: fail, shouldRecognizeSimultaneously: fail, shouldRequireFailure: fail, shouldBeRequiredToFail: fail,
    };
    const probe = lab.add(lab.A, "probe", new Probe());
    Object.assign(probe, { decide: fail, reset: fail, canPrevent: fail, canBePrevented: fail, admits: () => true });
    lab.add(lab.R, "own", new Probe()).admits = fail;
    Object.assign(lab.B, { touchesBegan: fail, touchesCancelled: fail, gestureRecognizerShouldBegin: fail });
    lab.arbiter.observe({ dispatched: fail, delivered: fail, moved: fail });
    assert.deepEqual(lab.play("D1(80,80) U1").filter((line) => !line.includes("✗")), ["tap→Ended", "second target"]);
    assert.ok(lab.reports.length > 10);
    assert.ok(lab.reports.every(({ error, where }) => error.message === "broken" && where.length > 0));
  });

  test("a report that throws, and a hit test that does, are borne", () => {
    crowded();
    lab.R.hitTest = ((hitTest) => (point) => {
      if (lab.thrown) return hitTest(point);
      lab.thrown = true;
      throw new Error("broken");
    })(lab.R.hitTest.bind(lab.R));
    lab.reports.push = () => {
      throw new Error("no listener");
    };
    assert.deepEqual(lab.play("D1(80,80) U1"), []);
  });

  test("an action may disable, remove, cancel, and send more input", () => {
    crowded();
    const pan = lab.add(lab.B, "pan", new PanGestureRecognizer());
    pan.addTarget(() => {
      pan.enabled = false;
      lab.arbiter.cancelTouches();
      lab.arbiter.dispatch([{ phase: "began", id: 5, x: 300, y: 300, time: lab.clock.now() }]);
      lab.arbiter.removeView(lab.S);
      removeGestureRecognizer(lab.B, pan);
      assert.equal(lab.arbiter.perform(pan), false);
    });
    lab.play("D1(80,80) M1(120,80) M1(130,80) U1");
    assert.deepEqual(lab.of("pan"), ["pan→Began", "pan→Cancelled"]);
    assert.deepEqual(lab.reports, []);
    assert.deepEqual(lab.arbiter.touches.map(({ id }) => id), [5]);
  });

  test("a recognizer that never decides is failed when its fingers are up, so that no other one waits for ever", () => {
    newLab();
    const lazy = lab.add(lab.B, "lazy", new Probe("discrete"));
    lazy.touchesEnded = () => {};
    const tap = lab.add(lab.B, "tap", new TapGestureRecognizer());
    tap.requireToFail(lazy);
    assert.deepEqual(lab.play("D1(80,80) U1"), ["lazy✗", "tap→Ended"]);
    const stuck = lab.add(lab.A, "stuck", new Probe());
    stuck.decide = (phase) => phase === "moved" && stuck.state === State.Possible && stuck.go(State.Began);
    stuck.touchesEnded = () => {};
    lab.play("D1(200,200) M1(210,200) U1");
    assert.deepEqual(lab.of("stuck"), ["stuck→Began", "stuck→Cancelled"]);
  });

  test("requirements of delegates that would close a circle are reported and left out", () => {
    newLab();
    const names = ["x", "y", "z"];
    const next = { x: "y", y: "z", z: "x" };
    for (const name of names) {
      lab.add(lab.B, name, new TapGestureRecognizer()).delegate = { shouldRequireFailure: (_g, other) => other.name === next[name] };
    }
    const log = lab.play("D1(80,80) U1 T(1000)");
    assert.equal(log.filter((line) => line.endsWith("→Ended")).length, 1);
    assert.match(lab.reports[0].error.message, /cannot wait for/);
  });

  test("ten pointers at a thousand events a second", () => {
    crowded();
    for (let id = 1; id <= 10; id += 1) lab.play(`D${id}(${60 + 10 * id},80)@0`);
    for (let time = 1; time <= 1000; time += 1) {
      const samples = Array.from({ length: 10 }, (_, index) => ({
        phase: "moved", id: index + 1, time, x: 80 + ((time * (index + 3)) % 97), y: 80 + ((time * (index + 7)) % 89),
      }));
      lab.feed(samples);
    }
    assert.deepEqual(lab.reports, []);
  });

  test("a pen that never lifts, one that moves or lifts without having landed, and one of another time", () => {
    crowded();
    lab.play("PD9(80,80) PM9(90,90)");
    lab.play("PM8(80,80) PU7 PC6 D1(90,90) M1(120,90) U1");
    lab.dispatch([{ phase: "began", type: "pen", id: 5, time: 1e12, x: 80, y: 80 }]);
    lab.dispatch([{ phase: "moved", type: "pen", id: 5, time: NaN, x: 80, y: 80 }]);
    for (const time of [1e300, 1e12, NaN, Infinity]) {
      lab.dispatch([{ phase: "moved", type: "hover", device: "pen", id: 9, time, x: 80, y: 80 }]);
      lab.dispatch([{ phase: "ended", type: "pen", id: 9, time }]);
    }
    assert.deepEqual(lab.reports, []);
  });

  test("cancels as palm of what never was, of what has gone long ago, and again", () => {
    crowded();
    const palm = (id) => lab.dispatch([{ phase: "cancelled", id, time: lab.clock.now(), cause: "palm" }]);
    palm(1);
    lab.play("D1(80,80)@100 U1@140 T(1000)");
    palm(1);
    lab.play("D1(80,80)@1100 M1(120,80)");
    palm(1);
    palm(1);
    assert.deepEqual(lab.reports, []);
  });

  test("a view that throws when it is asked whether it is in the window is reported and stays touched", () => {
    newLab();
    lab.add(lab.B, "tap", new TapGestureRecognizer());
    lab.add(lab.B, "pan", new PanGestureRecognizer());
    lab.play("D1(80,80)");
    const broken = { configurable: true, get: () => { throw new Error("broken"); } };
    Object.defineProperty(lab.B, "isInWindow", broken);
    assert.equal(lab.arbiter.hasTouch(1), true);
    assert.deepEqual(lab.play("M1(120,80) U1"), ["tap✗", "pan→Began", "pan→Ended"]);
    assert.ok(lab.reports.length > 0 && lab.reports.every(({ where }) => where === "isInWindow"));
    assert.equal(lab.arbiter.touches.length, 0);
    delete lab.B.isInWindow;
  });
});
