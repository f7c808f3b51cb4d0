/** Rows B1 to B34 of `interaction`: attachment, messages, conflicts, dependencies, subclasses. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addGestureRecognizer, AxisPanGestureRecognizer, IllegalTransition, LongPressGestureRecognizer, PanGestureRecognizer, PinchGestureRecognizer,
  recognizersOf, RotationGestureRecognizer, ScreenEdgePanGestureRecognizer, State, SwipeGestureRecognizer, TapGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { Lab, labOf, rounded } from "./lab.js";
import { NShapeRecognizer, Probe } from "./own-recognizers.js";

const SURFACE = () => ({ width: 400, height: 400 });

/** A lab with one recognizer, called `g`, on B. */
const labWith = (recognizer, view = "B") => labOf(view, "g", recognizer)[0];

describe("interaction B", () => {
  test("B1 a view keeps its recognizers, and a recognizer has one view", () => {
    const lab = new Lab();
    let taps = 0;
    addGestureRecognizer(lab.A, new TapGestureRecognizer().addTarget(() => (taps += 1)));
    lab.play("D1(80,80) U1");
    assert.equal(taps, 1);
    const [tap] = recognizersOf(lab.A);
    addGestureRecognizer(lab.B, tap);
    assert.deepEqual([recognizersOf(lab.A), recognizersOf(lab.B)], [[], [tap]]);
  });

  test("B1 only the view keeps a recognizer: it lives as long, and no longer", async () => {
    assert.equal(typeof globalThis.gc, "function", "node --expose-gc");
    const collected = async () => {
      // Weak references are kept to the end of the task in which they were made or asked.
      for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
      globalThis.gc();
    };
    const lab = new Lab();
    let taps = 0;
    const kept = (() => {
      const tap = new TapGestureRecognizer().addTarget(() => (taps += 1));
      addGestureRecognizer(lab.A, tap);
      return new WeakRef(tap);
    })();
    const lost = (() => {
      const view = { superview: null };
      const tap = new TapGestureRecognizer();
      addGestureRecognizer(view, tap);
      return new WeakRef(tap);
    })();
    await collected();
    assert.deepEqual([kept.deref() !== undefined, lost.deref()], [true, undefined]);
    lab.play("D1(80,80) U1");
    assert.equal(taps, 1);
  });

  test("B2 fingers on two views are both seen by the recognizers of the view that holds them", () => {
    const lab = labWith(new RotationGestureRecognizer(), "R");
    lab.play("D1(100,100)@0 D2(300,100) [M1(150,50)@50 M2(250,150)@50]");
    assert.deepEqual(lab.of("g"), ["g→Began"]);
  });

  test("B3 every target is told, in the order in which they were added", () => {
    const lab = new Lab();
    const calls = [];
    const tap = new TapGestureRecognizer();
    const gone = () => calls.push("gone");
    tap.addTarget(gone).addTarget((recognizer) => calls.push(recognizer.view.name)).addTarget(() => calls.push("last"));
    tap.removeTarget(gone);
    addGestureRecognizer(lab.B, tap);
    lab.play("D1(80,80) U1");
    assert.deepEqual(calls, ["B", "last"]);
  });

  test("B5 the location is the middle of the fingers, and each can be asked for", () => {
    const lab = labWith(new PanGestureRecognizer(), "R");
    const [pan] = recognizersOf(lab.R);
    lab.play("D1(0,0) D2(100,0)");
    assert.deepEqual([pan.location(), pan.numberOfTouches, pan.locationOfTouch(1)], [{ x: 50, y: 0 }, 2, { x: 100, y: 0 }]);
  });

  test("B6 disabled in the middle, a pan sends one cancel and nothing more", () => {
    const lab = labWith(new PanGestureRecognizer());
    lab.play("D1(80,80) M1(100,80)");
    recognizersOf(lab.B)[0].enabled = false;
    assert.deepEqual(lab.log, ["g→Began", "g→Cancelled"]);
    assert.deepEqual(lab.play("M1(120,80) U1 D1(80,80) M1(120,80)"), []);
  });

  test("B6 what is disabled between two gestures works again when it is enabled", () => {
    const lab = labWith(new TapGestureRecognizer());
    lab.play("D1(80,80)@0 U1@50");
    for (const enabled of [false, true]) recognizersOf(lab.B)[0].enabled = enabled;
    assert.deepEqual(lab.play("D1(80,80)@1000 U1@1050"), ["g→Ended"]);
  });

  test("B7 a tap ends with the lift, and fails when it strays, stays or has too few fingers", () => {
    const tap = (script, options) => labWith(new TapGestureRecognizer(options)).play(script);
    const lab = labWith(new TapGestureRecognizer());
    lab.play("D1(100,100)@0 U1@80");
    assert.deepEqual(lab.transitions.map(({ to, time }) => `${to}@${time}`), ["ended@80", "possible@80"]);
    assert.deepEqual(tap("D1(100,100)@0 M1(100,115) U1"), ["g✗"]);
    assert.deepEqual(tap("D1(100,100)@0 U1@401"), ["g✗"]);
    assert.deepEqual(tap("D1(100,100)@0 U1@399"), ["g→Ended"]);
    assert.deepEqual(tap("D1(100,100)@0 U1@50", { touches: 2 }), ["g✗"]);
    assert.deepEqual(tap("D1(100,100)@0 U1@50 T(350)", { taps: 2 }), ["g✗"]);
  });

  test("B8 a pinch tells the factor since the fingers landed, and ends when one lifts", () => {
    const lab = labWith(new PinchGestureRecognizer(), "R");
    const [pinch] = recognizersOf(lab.R);
    lab.play("[D1(100,100)@0 D2(200,100)@0] [M1(50,100)@16 M2(250,100)@16]");
    assert.deepEqual([lab.of("g"), pinch.scale], [["g→Began"], 2]);
    assert.ok(pinch.velocity > 0);
    assert.deepEqual(lab.play("U1"), ["g→Ended"]);
  });

  test("B9 a rotation is unwrapped: a full turn is 2π and not nought", () => {
    const lab = labWith(new RotationGestureRecognizer(), "R");
    const [rotation] = recognizersOf(lab.R);
    lab.play("[D1(100,100) D2(200,100)] M2(100,200)");
    assert.ok(Math.abs(rotation.rotation - Math.PI / 2) < 0.001);
    lab.play("M2(200,100)");
    for (let step = 1; step <= 36; step += 1) {
      const angle = (step * Math.PI) / 18;
      lab.play(`M2(${100 + 100 * Math.cos(angle)},${100 + 100 * Math.sin(angle)})`);
    }
    assert.ok(Math.abs(rotation.rotation - 2 * Math.PI) < 0.001);
  });

  test("B10 a swipe is recognized before the lift, in the directions that it permits", () => {
    const script = "D1(100,100)@0 M1(140,102)@60 M1(170,105)@100";
    const swipe = (direction) => labWith(new SwipeGestureRecognizer({ direction })).play(script);
    assert.deepEqual(swipe("right"), ["g→Ended"]);
    assert.deepEqual(swipe("left"), ["g✗"]);
    assert.deepEqual(swipe(["left", "right"]), ["g→Ended"]);
  });

  test("B11 a pan tells how far it went in the coordinates of any view", () => {
    const lab = labWith(new PanGestureRecognizer());
    const [pan] = recognizersOf(lab.B);
    lab.B.turn = Math.PI / 2;
    const seen = [];
    pan.addTarget(() => seen.push([rounded(pan.translation(lab.A)), rounded(pan.translation(lab.B))]));
    assert.deepEqual(lab.play("D1(100,100) M1(100,130) M1(100,150) U1"), ["g→Began", "g→Changed", "g→Ended"]);
    assert.deepEqual(seen.at(-1), [[0, 40], [40, 0]]);
  });

  test("B11 a pan begins without a jump: what the slop took is subtracted, once", () => {
    const lab = labWith(new PanGestureRecognizer());
    const [pan] = recognizersOf(lab.B);
    const seen = [];
    pan.addTarget(() => seen.push(rounded(pan.translation())));
    lab.play("D1(100,100) M1(106,100) M1(112,100) M1(120,100) M1(112,109) U1");
    assert.deepEqual(seen, [[2, 0], [10, 0], [2, 9], [2, 9]]);
  });

  test("B12 an edge pan begins at exactly one edge", () => {
    const edge = (script) => labWith(new ScreenEdgePanGestureRecognizer("left", SURFACE), "R").play(script);
    assert.deepEqual(edge("D1(5,200) M1(60,200)"), ["g→Began"]);
    assert.deepEqual(edge("D1(20,200) M1(60,200)"), ["g→Began"]);
    assert.deepEqual(edge("D1(21,200)"), ["g✗"]);
    assert.throws(() => new ScreenEdgePanGestureRecognizer([], SURFACE), RangeError);
    assert.throws(() => new ScreenEdgePanGestureRecognizer(["left", "top"], SURFACE), RangeError);
  });

  test("B13 a long press begins when it has lasted, and may move then; before, it must not stray", () => {
    const lab = labWith(new LongPressGestureRecognizer());
    assert.deepEqual(lab.play("D1(80,80)@0 T(499)"), []);
    assert.deepEqual(lab.play("T(500)"), ["g→Began"]);
    assert.deepEqual(lab.play("M1(160,80)@600 U1@700"), ["g→Changed", "g→Ended"]);
    assert.deepEqual(labWith(new LongPressGestureRecognizer()).play("D1(80,80)@0 M1(92,80)@100 T(600)"), ["g✗"]);
    const tapped = labWith(new LongPressGestureRecognizer({ taps: 1 }));
    assert.deepEqual(tapped.play("D1(80,80)@0 U1@60 D2(80,80)@200 T(699)"), []);
    assert.deepEqual(tapped.play("T(700)"), ["g→Began"]);
  });

  test("B14 a drag by translation does not drift in a hundred steps", () => {
    const lab = labWith(new PanGestureRecognizer({ slop: 0 }));
    const [pan] = recognizersOf(lab.B);
    let centre = { x: 100, y: 100 };
    const stored = centre;
    pan.addTarget(() => (centre = { x: stored.x + pan.translation().x, y: stored.y + pan.translation().y }));
    lab.play("D1(80,80) M1(85,80) M1(89,84)");
    assert.deepEqual(centre, { x: 109, y: 104 });
    for (let step = 0; step < 100; step += 1) lab.play(`M1(${89 + 0.1 * step},${84 - 0.3 * step})`);
    lab.play("M1(89,84)");
    assert.deepEqual(rounded(centre, 9), [109, 104]);
  });

  test("B15 a translation that is reset counts on from there", () => {
    const lab = labWith(new PanGestureRecognizer({ slop: 0 }));
    const [pan] = recognizersOf(lab.B);
    lab.play("D1(80,80) M1(88,80)");
    assert.deepEqual(pan.translation(lab.A), { x: 8, y: 0 });
    pan.setTranslation({ x: 0, y: 0 }, lab.A);
    lab.play("M1(91,80)");
    assert.deepEqual(pan.translation(lab.A), { x: 3, y: 0 });
    lab.A.turn = Math.PI / 2;
    pan.setTranslation({ x: 5, y: 1 }, lab.A);
    assert.deepEqual(rounded(pan.translation(lab.A)), [5, 1]);
  });

  test("B17 a pan that is recognized makes the tap fail, which is silent", () => {
    const lab = labWith(new PanGestureRecognizer());
    lab.add(lab.B, "tap", new TapGestureRecognizer());
    lab.play("D1(80,80) M1(80,110) U1");
    assert.deepEqual([lab.of("g"), lab.of("tap")], [["g→Began", "g→Ended"], ["tap✗"]]);
  });

  for (const reversed of [false, true]) {
    test(`B18 single and double tap both act without a dependency, ${reversed ? "double" : "single"} added first`, () => {
      const lab = new Lab();
      const taps = [1, 2].map((count) => () => lab.add(lab.B, `t${count}`, new TapGestureRecognizer({ taps: count })));
      for (const add of reversed ? taps.reverse() : taps) add();
      lab.play("D1(80,80)@0 U1@50 D2(80,80)@200 U2@250 T(1000)");
      const ended = lab.transitions.filter(({ to }) => to === State.Ended).map(({ name, time }) => `${name}@${time}`);
      assert.deepEqual(ended, ["t1@50", "t2@250"]);
    });
  }

  test("B19 a requirement delays, and gives way when the other is recognized; circles are refused", () => {
    const build = () => {
      const [lab, t1] = labOf("B", "t1", new TapGestureRecognizer());
      const t2 = lab.add(lab.B, "t2", new TapGestureRecognizer({ taps: 2 }));
      t1.requireToFail(t2);
      assert.throws(() => t2.requireToFail(t1), RangeError);
      assert.throws(() => t1.requireToFail(t1), RangeError);
      return lab;
    };
    const single = build();
    single.play("D1(80,80)@0 U1@50 T(1000)");
    const steps = single.transitions.slice(0, 2).map(({ name, to, time }) => `${name} ${to} ${time}`);
    assert.deepEqual(steps, ["t2 failed 350", "t1 ended 350"]);
    const double = build();
    double.play("D1(80,80)@0 U1@50 D1(80,80)@200 U1@250");
    assert.deepEqual([double.of("t1"), double.of("t2")], [["t1✗"], ["t2→Ended"]]);
  });

  test("B19 who waits for one that has begun elsewhere fails, and is free when that has ended", () => {
    const lab = labWith(new LongPressGestureRecognizer(), "A");
    lab.add(lab.S, "tap", new TapGestureRecognizer()).requireToFail(recognizersOf(lab.A)[0]);
    assert.deepEqual(lab.play("D1(80,80)@0 T(500) D2(300,80)@600 U2@650"), ["g→Began", "tap✗"]);
    assert.deepEqual(lab.play("U1@700 D2(300,80)@800 U2@850"), ["g→Ended", "tap→Ended"]);
  });

  test("B19 who has failed takes no new finger while another that waited for it still waits", () => {
    const lab = labWith(new TapGestureRecognizer());
    const [tap] = recognizersOf(lab.B);
    tap.requireToFail(lab.add(lab.B, "press", new LongPressGestureRecognizer()));
    tap.requireToFail(lab.add(lab.B, "double", new TapGestureRecognizer({ taps: 2 })));
    assert.deepEqual(lab.play("D1(80,80)@0 U1@50 D1(160,160)@200"), ["press✗", "double✗", "g→Ended"]);
  });

  test("B19 who has no finger and no timer left fails, and sets free who waits for it", () => {
    const lab = labWith(new Probe());
    const [probe] = recognizersOf(lab.B);
    probe.touchesEnded = () => {};
    lab.add(lab.B, "tap", new TapGestureRecognizer()).requireToFail(probe);
    assert.deepEqual(lab.play("D1(80,80) U1"), ["g✗", "tap→Ended"]);
  });

  test("B19 who is set free by a failure competes with those that are not granted yet", () => {
    const lab = new Lab();
    const [last, loser, free, first] = ["last", "loser", "free", "first"].map((name) => lab.add(lab.B, name, new Probe("discrete")));
    for (const probe of [last, free, first]) probe.decide = (phase) => phase === "moved" && probe.go(State.Ended);
    free.requireToFail(loser);
    first.delegate = { shouldRecognizeSimultaneously: (_first, other) => other !== loser };
    assert.deepEqual(lab.play("D1(80,80) M1(81,80) U1"), ["loser✗", "last✗", "first→Ended", "free→Ended"]);
  });

  test("B19 of those that exclude each other in neither way both are granted, although one made a third fail", () => {
    const lab = new Lab();
    const [other, , first] = ["other", "loser", "first"].map((name) => lab.add(lab.B, name, new Probe("discrete")));
    for (const probe of [other, first]) probe.decide = (phase) => phase === "moved" && probe.go(State.Ended);
    first.delegate = { shouldRecognizeSimultaneously: (_first, { name }) => name === "other" };
    assert.deepEqual(lab.play("D1(80,80) M1(81,80)"), ["loser✗", "first→Ended", "other→Ended"]);
  });

  test("B20 a single tap without a dependency acts in the event of the lift", () => {
    const lab = labWith(new TapGestureRecognizer());
    lab.add(lab.B, "double", new TapGestureRecognizer({ taps: 2 }));
    assert.deepEqual(lab.play("D1(80,80)@0 U1@50"), ["g→Ended"]);
  });

  test("B21 a button defends itself against the taps of others, not against their pans", () => {
    const [lab, own] = labOf("B", "own", new TapGestureRecognizer());
    own.enabled = false;
    lab.add(lab.R, "R.tap", new TapGestureRecognizer());
    lab.add(lab.R, "R.pan", new PanGestureRecognizer());
    lab.B.gestureRecognizerShouldBegin = (recognizer) => recognizer.view === lab.B || !(recognizer instanceof TapGestureRecognizer);
    let pressed = 0;
    lab.B.touchesEnded = () => void (pressed += 1);
    lab.play("D1(80,80) U1");
    assert.deepEqual([pressed, lab.of("R.tap")], [1, ["R.tap✗"]]);
    own.enabled = true;
    lab.play("D1(80,80) U1");
    assert.deepEqual(lab.of("own"), ["own→Ended"]);
    lab.play("D1(80,80) M1(120,80)");
    assert.deepEqual(lab.of("R.pan").at(-1), "R.pan→Began");
  });

  test("B22 no recognizer makes itself possible again", () => {
    const lab = labWith(new Probe("discrete"));
    const [probe] = recognizersOf(lab.B);
    probe.decide = (phase) => phase === "moved" && probe.go(State.Ended);
    probe.addTarget(() => assert.throws(() => probe.go(State.Possible), IllegalTransition));
    assert.deepEqual([lab.play("D1(80,80) M1(81,80) U1"), lab.reports], [["g→Ended"], []]);
  });

  test("B22 a subclass may extend what it inherits; no other code may write the state", () => {
    class LoudTap extends TapGestureRecognizer {
      heard = 0;
      touchesBegan(touches, event) {
        this.heard += 1;
        super.touchesBegan(touches, event);
      }
    }
    const lab = labWith(new LoudTap());
    const [tap] = recognizersOf(lab.B);
    assert.throws(() => (tap.state = State.Ended), TypeError);
    assert.deepEqual([lab.play("D1(80,80) U1"), tap.heard], [["g→Ended"], 1]);
  });

  test("B23 a recognizer from scratch needs nothing but the base", () => {
    const lab = labWith(new NShapeRecognizer());
    assert.deepEqual(lab.play("D1(80,150) M1(80,110) M1(100,150) M1(100,110) U1"), ["g→Ended"]);
    assert.deepEqual(lab.play("D1(80,110) M1(80,150) U1"), ["g✗"]);
    assert.deepEqual(lab.play("D1(80,150) M1(80,110) U1"), ["g✗"]);
  });

  test("B24 each attempt is reset once, and then it is possible again", () => {
    const lab = labWith(new Probe());
    const [probe] = recognizersOf(lab.B);
    lab.play("D1(80,80) D2(90,90) M1(85,80) U1 U2 D1(80,80) C1");
    assert.deepEqual(probe.hooks.filter((hook) => hook === "reset").length, 2);
    assert.equal(probe.state, State.Possible);
  });

  test("B24 a timer that is set after the decision never runs, nor does one without a view, where it is never later than nought", () => {
    const lab = labWith(new Probe());
    const [probe] = recognizersOf(lab.B);
    const ran = [];
    probe.decide = () => {
      probe.go(State.Failed);
      probe.wait(50, () => ran.push(lab.clock.now()));
    };
    lab.play("D1(80,80)@0 U1@10 T(1000)");
    const loose = new Probe();
    loose.wait(0, () => ran.push("loose"))();
    assert.deepEqual([ran, loose.time, lab.reports], [[], 0, []]);
  });

  test("B25 who has lost hears nothing more but the reset", () => {
    const lab = labWith(new PanGestureRecognizer());
    const probe = lab.add(lab.B, "probe", new Probe());
    lab.play("D1(80,80) M1(120,80) M1(130,80)");
    assert.deepEqual(probe.hooks, ["began", "moved"]);
    lab.play("U1");
    assert.deepEqual(probe.hooks, ["began", "moved", "reset"]);
  });

  test("B26 of two pans of different axes one begins, and neither on the diagonal", () => {
    const build = () => {
      const [lab, h] = labOf("R", "h", new AxisPanGestureRecognizer("horizontal"));
      const v = lab.add(lab.R, "v", new AxisPanGestureRecognizer("vertical"));
      return { lab, h, v };
    };
    const { lab, h } = build();
    assert.deepEqual(lab.play("D1(0,0) M1(20,8)").sort(), ["h→Began", "v✗"].sort());
    assert.deepEqual(rounded(h.translation()), [10.715233, 0]);
    assert.deepEqual(h.velocity().y, 0);
    const { lab: down, v } = build();
    assert.deepEqual(down.play("D1(0,0) M1(8,20)").sort(), ["h✗", "v→Began"]);
    assert.deepEqual(rounded(v.translation()), [0, 10.715233]);
    const { lab: diagonal } = build();
    assert.deepEqual([diagonal.play("D1(0,0) M1(20,20)").sort(), diagonal.reports], [["h✗", "v✗"], []]);
  });

  test("B27 the view is asked before the delegate, which is not asked when it says no", () => {
    const ask = (view, delegate) => {
      const lab = labWith(new TapGestureRecognizer());
      const asked = [];
      lab.B.gestureRecognizerShouldBegin = () => Boolean(asked.push("view")) && view;
      recognizersOf(lab.B)[0].delegate = { shouldBegin: () => Boolean(asked.push("delegate")) && delegate };
      return [asked, lab.play("D1(80,80) U1")];
    };
    assert.deepEqual(ask(false, true), [["view"], ["g✗"]]);
    assert.deepEqual(ask(true, false), [["view", "delegate"], ["g✗"]]);
    assert.deepEqual(ask(true, true), [["view", "delegate"], ["g→Ended"]]);
    const lab = labWith(new TapGestureRecognizer());
    let asked = 0;
    recognizersOf(lab.B)[0].delegate = { shouldBegin: () => (asked += 1) === 1 };
    assert.deepEqual(lab.play("D1(80,80)@0 U1@50 D1(80,80)@1000 U1@1050"), ["g→Ended", "g✗"]);
  });

  test("B28 a touch that the delegate refuses never reaches the recognizer, but its view", () => {
    const lab = labWith(new Probe());
    const [probe] = recognizersOf(lab.B);
    probe.delegate = { shouldReceive: (_recognizer, touch) => touch.id !== 1 };
    lab.listen(lab.B);
    lab.play("D1(80,80)");
    assert.deepEqual([probe.hooks, lab.log], [[], ["B.began"]]);
    lab.play("D2(90,90) M1(85,80)");
    assert.deepEqual([probe.hooks, probe.count], [["began"], 1]);
  });

  test("B29 one yes of either delegate keeps both, and without it the first one wins", () => {
    const play = (delegates) => {
      const lab = new Lab();
      lab.add(lab.R, "pinch", new PinchGestureRecognizer()).delegate = delegates[0];
      lab.add(lab.R, "pan", new PanGestureRecognizer({ minimumTouches: 2 })).delegate = delegates[1];
      lab.play("[D1(100,300) D2(200,300)] [M1(90,320) M2(250,320)] [M1(80,330) M2(260,330)]");
      return lab.log.sort();
    };
    const yes = { shouldRecognizeSimultaneously: () => true };
    const no = { shouldRecognizeSimultaneously: () => false };
    const both = ["pan→Began", "pan→Changed", "pinch→Began", "pinch→Changed"];
    assert.deepEqual(play([yes, no]), both);
    assert.deepEqual(play([no, yes]), both);
    assert.deepEqual(play([no, null]), ["pan→Began", "pan→Changed", "pinch✗"]);
  });

  test("B30 every pair is asked in a fixed order until one says yes, once an attempt", () => {
    const lab = new Lab();
    const asked = [];
    let yes = null;
    const delegate = (name) => ({
      shouldRequireFailure: (_g, other) => Boolean(asked.push(`${name}.require(${other.name})`)) && false,
      shouldBeRequiredToFail: (_g, other) => Boolean(asked.push(`${name}.required(${other.name})`)) && `${name}${other.name}` === yes,
    });
    lab.add(lab.A, "z", new TapGestureRecognizer()).delegate = delegate("z");
    lab.add(lab.B, "y", new TapGestureRecognizer()).delegate = delegate("y");
    lab.add(lab.B, "x", new TapGestureRecognizer({ taps: 2 })).delegate = delegate("x");
    lab.play("D1(80,80)@0 U1@50 T(1000)");
    assert.deepEqual(asked.splice(0), ["xy", "xz", "yz"].flatMap(([a, b]) => [
      `${a}.require(${b})`, `${a}.required(${b})`, `${b}.require(${a})`, `${b}.required(${a})`,
    ]));
    yes = "xy";
    lab.log.length = 0;
    lab.play("D1(80,80)@2000 U1@2050 T(2349)");
    assert.deepEqual(asked.filter((question) => /x.*y|y.*x/.test(question)), ["x.require(y)", "x.required(y)"]);
    assert.equal(lab.log.includes("y→Ended"), false);
  });

  test("B31 tap, hold, drag moves a thing that a plain drag leaves alone", () => {
    const [lab, press] = labOf("B", "press", new LongPressGestureRecognizer({ taps: 1 }));
    const pan = lab.add(lab.B, "pan", new PanGestureRecognizer());
    pan.delegate = {
      shouldBegin: () => press.state !== State.Possible && press.state !== State.Failed,
      shouldRecognizeSimultaneously: () => true,
    };
    assert.deepEqual(lab.play("D1(80,80)@0 M1(120,80)@50 U1@100").filter((line) => line.includes("→")), []);
    lab.log.length = 0;
    lab.play("D1(80,80)@1000 U1@1060 D1(80,80)@1200 T(1700) M1(120,80)@1800 U1@1900");
    assert.deepEqual(lab.log, [
      "pan✗", "press→Began", "press→Changed", "pan→Began", "pan→Ended", "press→Ended",
    ]);
    assert.equal(lab.reports.length, 0);
  });

  test("B32 prevention needs both sides; the other direction is asked when one says no", () => {
    const negotiate = (answers) => {
      const lab = new Lab();
      const calls = [];
      for (const name of ["B", "A"]) {
        const probe = lab.add(lab.B, name, new Probe("discrete"));
        probe.canPrevent = () => Boolean(calls.push(`${name}.cp`)) && answers[`${name}.cp`];
        probe.canBePrevented = () => Boolean(calls.push(`${name}.cbp`)) && answers[`${name}.cbp`];
        probe.decide = (phase) => phase === "moved" && probe.go(State.Ended);
      }
      lab.play("D1(80,80) M1(81,80) U1");
      return [calls, lab.log];
    };
    assert.deepEqual(negotiate({ "A.cp": true, "B.cbp": false, "B.cp": true, "A.cbp": false }), [
      ["A.cp", "B.cbp", "B.cp", "A.cbp"], ["A→Ended", "B→Ended"],
    ]);
    assert.deepEqual(negotiate({ "A.cp": true, "B.cbp": true }), [["A.cp", "B.cbp"], ["B✗", "A→Ended"]]);
    assert.deepEqual(negotiate({ "A.cp": false, "B.cp": true, "A.cbp": true }), [["A.cp", "B.cp", "A.cbp"], ["A✗", "B→Ended"]]);
  });

  test("B32 of three that prevent each other in a circle the first one wins", () => {
    const lab = new Lab();
    for (const [name, next] of [["c", "a"], ["b", "c"], ["a", "b"]]) {
      const probe = lab.add(lab.B, name, new Probe("discrete"));
      probe.canPrevent = (other) => other.name === next;
      probe.decide = (phase) => phase === "moved" && probe.go(State.Ended);
    }
    assert.deepEqual(lab.play("D1(80,80) M1(81,80) U1"), ["b✗", "a→Ended", "c→Ended"]);
  });

  for (const [rule, broken] of [["canPrevent", "first"], ["canBePrevented", "second"], ["shouldRecognizeSimultaneously", "first"]]) {
    test(`B32 ${rule} that throws is reported, and prevention stays as if it had not been written`, () => {
      const lab = new Lab();
      for (const name of ["second", "first"]) {
        const probe = lab.add(lab.B, name, new Probe("discrete"));
        probe.decide = (phase) => phase === "moved" && probe.go(State.Ended);
        const fail = { [rule]: () => { throw new Error("broken"); } };
        if (name === broken) Object.assign(probe, rule.startsWith("can") ? fail : { delegate: fail });
      }
      assert.deepEqual(lab.play("D1(80,80) M1(81,80) U1"), ["second✗", "first→Ended"]);
      assert.ok(lab.reports.some(({ where }) => where.endsWith(rule)));
    });
  }

  test("B33 a class may wait for another without being told each time", () => {
    class PatientPan extends PanGestureRecognizer {
      shouldRequireFailure(other) {
        return other instanceof SwipeGestureRecognizer;
      }
    }
    const [lab] = labOf("B", "pan", new PatientPan());
    lab.add(lab.B, "swipe", new SwipeGestureRecognizer());
    assert.deepEqual(lab.play("D1(80,80)@0 M1(110,80)@100 T(400)"), ["swipe✗", "pan→Began"]);
  });

  test("B34 an ignored finger is not counted, and its view keeps it", () => {
    const lab = labWith(new PanGestureRecognizer({ maximumTouches: 1 }));
    const [pan] = recognizersOf(lab.B);
    lab.named = true;
    lab.B.multipleTouchEnabled = true;
    lab.play("D1(80,80) M1(120,80)");
    lab.listen(lab.B);
    assert.deepEqual(lab.play("D2(100,100) M2(110,100) U2"), ["B.began{2}", "B.moved{2}", "B.ended{2}"]);
    assert.equal(pan.numberOfTouches, 1);
    assert.deepEqual(lab.play("M1(130,80)"), ["g→Changed"]);
  });
});
