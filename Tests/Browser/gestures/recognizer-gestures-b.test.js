/** Rows B1 to B18 of `gestures`: what all recognizers have in common. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addGestureRecognizer, attachDeclared, IllegalTransition, LongPressGestureRecognizer, PanGestureRecognizer, PinchGestureRecognizer,
  removeGestureRecognizer, RotationGestureRecognizer, State, SwipeGestureRecognizer, TapGestureRecognizer, Trace,
} from "../../../Public/gestures/index.js";
import { Lab, labOf } from "./lab.js";
import { Probe } from "./own-recognizers.js";

function singleAndDouble(lab) {
  const single = lab.add(lab.B, "single", new TapGestureRecognizer());
  const double = lab.add(lab.B, "double", new TapGestureRecognizer({ taps: 2 }));
  single.requireToFail(double);
  return { single, double };
}

describe("gestures B", () => {
  test("B1 a recognizer tells its view, its touches and where they are", () => {
    const [lab, pinch] = labOf("R", "pinch", new PinchGestureRecognizer());
    lab.play("D1(100,100) D2(200,100)");
    assert.deepEqual([pinch.view, pinch.numberOfTouches, pinch.state], [lab.R, 2, State.Possible]);
    assert.deepEqual(pinch.locationOfTouch(0), { x: 100, y: 100 });
    assert.deepEqual(pinch.location(), { x: 150, y: 100 });
    assert.deepEqual(pinch.location(lab.A), { x: 100, y: 50 });
    assert.throws(() => pinch.locationOfTouch(2), RangeError);
  });

  test("B2 a message is sent for every state but Possible and Failed", () => {
    const [lab] = labOf("B", "pan", new PanGestureRecognizer());
    assert.deepEqual(lab.play("D1(80,80)"), []);
    assert.deepEqual(lab.play("M1(100,80) M1(110,80) M1(120,80) U1"), ["pan→Began", "pan→Changed", "pan→Changed", "pan→Ended"]);
    let actions = 0;
    const failing = new Lab();
    failing.add(failing.B, "tap", new TapGestureRecognizer()).addTarget(() => (actions += 1));
    failing.play("D1(80,80) M1(100,80) U1");
    assert.equal(actions, 0);
  });

  test("B3 a discrete recognizer cannot change: it is refused, and stays what it was", () => {
    const [lab, probe] = labOf("B", "probe", new Probe("discrete"));
    probe.decide = () => probe.go(State.Changed);
    lab.play("D1(80,80)");
    assert.equal(probe.state, State.Possible);
    assert.ok(lab.reports[0].error instanceof IllegalTransition);
    assert.match(lab.reports[0].error.message, /^a discrete recognizer cannot go from possible to changed$/);
  });

  test("B5 after a recognition the fingers that are still down do not count", () => {
    const [lab, probe] = labOf("B", "glyph", new Probe("discrete"));
    probe.decide = (phase) => phase === "moved" && probe.hooks.length === 7 && probe.go(State.Ended);
    const stroke = `D1(80,80) ${Array.from({ length: 20 }, (_, step) => `M1(${81 + step},80)`).join(" ")} U1`;
    lab.play(stroke);
    assert.deepEqual(lab.of("glyph"), ["glyph→Ended"]);
    assert.deepEqual(probe.hooks, ["began", ...Array(6).fill("moved"), "reset"]);
    probe.hooks = [];
    lab.play(stroke);
    assert.deepEqual(lab.of("glyph"), ["glyph→Ended", "glyph→Ended"]);
  });

  test("B6 a recognizer hears of touches in its view's children, and before them", () => {
    const [lab, probe] = labOf("A", "card", new Probe());
    probe.decide = (phase) => lab.log.push(`card.recognizer.${phase}`);
    lab.listen(lab.B, lab.S);
    assert.deepEqual(lab.play("D1(80,80)"), ["card.recognizer.began", "B.began"]);
    assert.deepEqual(lab.play("D2(300,100)"), ["S.began"]);
  });

  test("B7 a move in the same batch as the recognition changes nothing more", () => {
    const [lab] = labOf("B", "swipe", new SwipeGestureRecognizer());
    lab.play("D1(80,80)@0 M1(100,80)@10 [M1(140,80)@20 M1(170,80)@20] U1");
    assert.deepEqual(lab.of("swipe"), ["swipe→Ended"]);
    assert.deepEqual(lab.reports, []);
  });

  test("B8 a recognizer that cannot match fails at once, and frees those that wait for it", () => {
    const [lab, probe] = labOf("B", "circle", new Probe("discrete"));
    probe.decide = (_phase, touches) => (touches.size > 1 || probe.count > 1) && probe.go(State.Failed);
    const tap = lab.add(lab.B, "tap", new TapGestureRecognizer({ touches: 2 }));
    tap.requireToFail(probe);
    assert.deepEqual(lab.play("[D1(80,80) D2(90,90)]"), ["circle✗"]);
    assert.deepEqual(lab.play("[U1 U2]"), ["tap→Ended"]);
  });

  test("B9 a subclass has its hooks called and need not pass them on", () => {
    const [lab, probe] = labOf("B", "probe", new Probe());
    lab.play("D1(80,80) M1(81,80) M1(82,80) U1");
    assert.deepEqual(probe.hooks.splice(0), ["began", "moved", "moved", "ended", "reset"]);
    lab.play("D1(80,80) M1(81,80) M1(82,80) C1");
    assert.deepEqual(probe.hooks, ["began", "moved", "moved", "cancelled", "reset"]);
  });

  test("B10 switched off in the middle it is cancelled once, and works when it is on again", () => {
    const [lab, pan] = labOf("B", "pan", new PanGestureRecognizer());
    lab.play("D1(80,80) M1(100,80)");
    pan.enabled = false;
    lab.play("M1(120,80) U1");
    assert.deepEqual(lab.of("pan"), ["pan→Began", "pan→Cancelled"]);
    pan.enabled = true;
    assert.deepEqual(lab.play("D1(80,80) M1(100,80)"), ["pan→Began"]);
    removeGestureRecognizer(lab.B, pan);
    assert.deepEqual(lab.play("M1(120,80) U1 D1(80,80) M1(100,80) U1"), []);
    assert.deepEqual(lab.of("pan").slice(-1), ["pan→Cancelled"]);
  });

  test("B11 a delegate keeps touches away for as long as there is no document", () => {
    const lab = new Lab();
    let document = null;
    const swipe = lab.add(lab.R, "swipe", new SwipeGestureRecognizer());
    swipe.delegate = { shouldReceive: () => document !== null };
    const script = "D1(80,380) M1(140,380) M1(200,380) U1";
    assert.deepEqual(lab.play(script), []);
    document = "atlas.pdf";
    assert.deepEqual(lab.play(script), ["swipe→Ended"]);
  });

  test("B12 one takes charge, unless a delegate lets several", () => {
    const begun = (delegate) => {
      const lab = new Lab();
      const recognizers = [new PanGestureRecognizer(), new PinchGestureRecognizer(), new RotationGestureRecognizer()];
      recognizers.forEach((recognizer, index) => lab.add(lab.A, `r${index}`, recognizer).delegate = delegate);
      lab.play("D1(100,200) D2(200,200) [M1(90,240) M2(240,290)] [M1(80,260) M2(260,310)] U1 U2");
      return { begun: lab.log.filter((line) => line.endsWith("Began")).length, lab };
    };
    assert.equal(begun(null).begun, 1);
    const { lab, begun: all } = begun({ shouldRecognizeSimultaneously: () => true });
    assert.equal(all, 3);
    assert.equal(lab.log.filter((line) => line.endsWith("Changed")).length, 3);
  });

  test("B13 a single tap waits until a double tap is impossible", () => {
    const lab = new Lab();
    singleAndDouble(lab);
    lab.play("D1(80,80)@0 U1@50 T(349)");
    assert.deepEqual(lab.log, []);
    assert.deepEqual(lab.play("T(350)"), ["double✗", "single→Ended"]);
    assert.deepEqual(lab.play("D1(80,80)@1000 U1@1050 D1(80,80)@1150 U1@1200 T(3000)"), ["single✗", "double→Ended"]);
  });

  test("B14 a delegate's requirement is asked for once an attempt, and holds for it", () => {
    const lab = new Lab();
    let asked = 0;
    const pan = lab.add(lab.B, "pan", new PanGestureRecognizer());
    lab.add(lab.A, "swipe", new SwipeGestureRecognizer());
    pan.delegate = { shouldRequireFailure: () => Boolean(asked += 1) };
    const moves = Array.from({ length: 20 }, (_, step) => `M1(${100 + step},100)`).join(" ");
    lab.play(`D1(100,100)@0 ${moves} U1`);
    assert.equal(asked, 1);
    lab.play(`D1(100,100)@2000 ${moves} U1`);
    assert.equal(asked, 2);
    class EdgeSwipe extends SwipeGestureRecognizer {
      shouldBeRequiredToFail(other) {
        return other instanceof PanGestureRecognizer;
      }
    }
    const ruled = new Lab();
    ruled.add(ruled.B, "pan", new PanGestureRecognizer());
    ruled.add(ruled.A, "edge", new EdgeSwipe());
    ruled.play("D1(80,80) M1(110,80) M1(140,80) U1");
    assert.deepEqual(ruled.log, ["pan✗", "edge→Ended"]);
  });

  test("B15 a tap that waits for no other one acts in the moment of the lift", () => {
    const lab = new Lab();
    const { double } = singleAndDouble(lab);
    removeGestureRecognizer(lab.B, double);
    assert.deepEqual(lab.play("D1(80,80)@0 U1@50"), ["single→Ended"]);
    addGestureRecognizer(lab.B, double);
    assert.deepEqual(lab.play("D1(80,80)@1000 U1@1050"), []);
    lab.play("T(1350)");
    assert.equal(lab.transitions.findLast(({ to }) => to === State.Ended).time, 1350);
    removeGestureRecognizer(lab.B, double);
    assert.deepEqual(lab.play("D1(80,80)@2000 U1@2050"), ["single→Ended"]);
  });

  test("B16 raw handlers are cancelled by a recognition, unless the recognizer leaves them be", () => {
    const script = "D1(80,80) M1(110,80) U1";
    const [lab, pan] = labOf("B", "pan", new PanGestureRecognizer());
    lab.listen(lab.B);
    assert.deepEqual(lab.play(script), ["B.began", "B.cancelled", "pan→Began", "pan→Ended"]);
    pan.cancelsTouchesInView = false;
    assert.deepEqual(lab.play(script).filter((line) => line.startsWith("B.")), ["B.began", "B.moved", "B.ended"]);
  });

  test("B17 recognizers can be declared in data; a name that is not there is an error that says it", () => {
    const lab = new Lab();
    const turned = [];
    const actions = { next: () => turned.push("next"), previous: () => turned.push("previous") };
    const swipes = [
      { gesture: "swipe", direction: "right", action: "next" },
      { gesture: "swipe", direction: "left", action: "previous" },
    ];
    assert.equal(attachDeclared(lab.R, swipes, actions).length, 2);
    lab.play("D1(80,380) M1(140,380) U1 D1(200,380) M1(140,380) U1");
    assert.deepEqual(turned, ["next", "previous"]);
    assert.throws(() => attachDeclared(lab.R, [{ gesture: "tap", action: "fly" }], actions), /no action is called fly/);
    assert.throws(() => attachDeclared(lab.R, [{ gesture: "tap", action: "toString" }], actions), /toString/);
    assert.throws(() => attachDeclared(lab.R, [{ gesture: "frown", action: "next" }], actions), /no gesture is called frown/);
  });

  test("B18 a trace tells every transition and why, and changes nothing", () => {
    const run = (traced) => {
      const lab = new Lab();
      const trace = traced ? new Trace(lab.arbiter, 3) : null;
      singleAndDouble(lab);
      lab.add(lab.B, "pan", new PanGestureRecognizer());
      lab.play("D1(80,80)@0 M1(100,80)@20 U1@40 T(1000)");
      return { log: lab.log, trace };
    };
    const { log, trace } = run(true);
    assert.deepEqual(run(false).log, log);
    assert.deepEqual(trace.lines, [
      "40 pan: ended → possible, reset", "40 double: failed → possible, reset", "40 single: failed → possible, reset",
    ]);
  });

  test("B18 each transition that there is is in the trace once, in order, with the reason for it", () => {
    const lab = new Lab();
    const trace = new Trace(lab.arbiter, 1000);
    singleAndDouble(lab);
    const pan = lab.add(lab.B, "pan", new PanGestureRecognizer());
    lab.add(lab.R, "late", new PanGestureRecognizer({ slop: 40 }));
    const never = lab.add(lab.B, "never", new PanGestureRecognizer());
    never.delegate = { shouldBegin: () => false };
    const press = lab.add(lab.A, "press", new LongPressGestureRecognizer());
    lab.play("D1(80,80)@0 U1@40 T(1000)");
    lab.play("D1(80,80)@2000 M1(100,80)@2020 M1(120,80)@2040 U1@2060 T(3000)");
    lab.play("D1(80,80)@4000 T(4600)");
    press.enabled = false;
    lab.play("U1@4700 D1(80,80)@5000 M1(110,80)@5020 C1@5040 D1(80,80)@6000");
    pan.enabled = false;
    lab.play("U1@6040 T(8000)");
    assert.deepEqual(trace.lines, lab.transitions.map(({ time, name, from, to, reason }) => `${time} ${name}: ${from} → ${to}, ${reason}`));
    const reasons = {
      "failed → possible": /^reset$/, "ended → possible": /^reset$/, "cancelled → possible": /^reset$/,
      "possible → failed": /^(by itself|prevented by \w+|should not begin|disabled or removed|what it waited for was recognized|nothing left that could move it)$/,
      "possible → ended": /^by itself$/, "possible → began": /^by itself$/, "began → changed": /^by itself$/,
      "changed → ended": /^by itself$/, "began → cancelled": /^(by itself|disabled or removed)$/, "began → ended": /^by itself$/,
    };
    for (const { name, from, to, reason } of lab.transitions) assert.match(reason, reasons[`${from} → ${to}`] ?? /^$/, `${name}: ${from} → ${to}`);
    const reported = new Set(lab.transitions.map(({ reason }) => reason));
    for (const reason of ["by itself", "reset", "prevented by pan", "prevented by press", "should not begin", "disabled or removed"]) {
      assert.ok(reported.has(reason), `${reason} in ${[...reported]}`);
    }
  });
});
