/** Rows D14 to D28 of `interaction`: what recognizers and views hear, when, and in which order. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  PanGestureRecognizer, PinchGestureRecognizer, State, SwipeGestureRecognizer, TapGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { Lab, labOf } from "./lab.js";
import { Probe } from "./own-recognizers.js";

describe("interaction D", () => {
  test("D14 a recorded session plays back to the same log", () => {
    const build = () => {
      const lab = new Lab();
      lab.listen(lab.A, lab.B, lab.S);
      lab.add(lab.B, "pan", new PanGestureRecognizer());
      lab.add(lab.A, "double", new TapGestureRecognizer({ taps: 2 }));
      lab.add(lab.R, "pinch", new PinchGestureRecognizer());
      return lab;
    };
    const recorded = [];
    const first = build();
    first.arbiter.observe({ dispatched: (samples) => recorded.push(JSON.stringify(samples)) });
    first.play("D1(80,80)@0 U1@50 D1(82,80)@150 U1@190 D1(80,80)@900 M1(120,80)@950 D2(300,100)@960 U1@990 C2@999 T(2000)");
    const second = build();
    for (const line of recorded) second.feed(JSON.parse(line));
    second.play("T(2000)");
    assert.ok(first.log.length > 10);
    assert.equal(JSON.stringify(second.log), JSON.stringify(first.log));
  });

  test("D15 the view hears of a touch until it is recognized, and then that it is cancelled", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    lab.add(lab.B, "pan", new PanGestureRecognizer());
    assert.deepEqual(lab.play("D1(100,100) M1(105,100) M1(120,100) M1(130,100) U1"), [
      "B.began", "B.moved", "B.cancelled", "pan→Began", "pan→Changed", "pan→Ended",
    ]);
  });

  test("D16 a recognizer that does not cancel leaves the view its touches", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    lab.add(lab.B, "tap", new TapGestureRecognizer()).cancelsTouchesInView = false;
    assert.deepEqual(lab.play("D1(80,80) U1").sort(), ["B.began", "B.ended", "tap→Ended"]);
  });

  test("D17 a touch that the winner ignores stays with its view", () => {
    const lab = new Lab();
    lab.named = true;
    lab.B.multipleTouchEnabled = true;
    lab.listen(lab.B);
    const probe = lab.add(lab.B, "pan", new Probe());
    probe.decide = (phase, touches) => {
      for (const touch of touches) if (phase === "began" && touch.id === 2) probe.drop(touch);
      if (phase === "moved" && probe.state === State.Possible) probe.go(State.Began);
    };
    assert.deepEqual(lab.play("D1(80,80) D2(90,90) M1(120,80) M2(95,90) U2"), [
      "B.began{1}", "B.began{2}", "B.cancelled{1}", "pan→Began", "B.moved{2}", "B.ended{2}",
    ]);
  });

  test("D18 the end of a touch is withheld while a recognizer may still want it", () => {
    const build = () => {
      const lab = new Lab();
      lab.listen(lab.B);
      lab.add(lab.B, "t2", new TapGestureRecognizer({ taps: 2 }));
      return lab;
    };
    const single = build();
    const stamps = [];
    single.B.heard = (phase, touches) => stamps.push([phase, single.clock.now(), [...touches][0].timestamp]);
    single.play("D1(80,80)@0 U1@50 T(350)");
    assert.deepEqual(stamps, [["Began", 0, 0], ["Ended", 350, 50]]);
    const double = build();
    double.named = true;
    assert.deepEqual(double.play("D1(80,80)@0 U1@50 D2(80,80)@200 U2@250"), [
      "B.began{1}", "B.began{2}", "B.cancelled{1,2}", "t2→Ended",
    ]);
  });

  test("D19 a view hears nothing until a delaying recognizer has failed, and never when it is recognized", () => {
    const build = () => {
      const lab = new Lab();
      lab.listen(lab.B);
      lab.add(lab.B, "swipe", new SwipeGestureRecognizer()).delaysTouchesBegan = true;
      return lab;
    };
    const failed = build();
    assert.deepEqual(failed.play("D1(80,80)@0 M1(82,80)@10 M1(84,80)@20 M1(86,80)@30"), []);
    assert.deepEqual(failed.play("U1@40"), ["swipe✗", "B.began", "B.moved", "B.ended"]);
    assert.deepEqual(build().play("D1(80,80)@0 M1(110,80)@20 M1(140,80)@40 U1@60"), ["swipe→Ended"]);
  });

  test("D20 what is delivered late says when it happened", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    lab.add(lab.B, "swipe", new SwipeGestureRecognizer()).delaysTouchesBegan = true;
    const heard = [];
    lab.B.heard = (phase, touches) => {
      const [touch] = touches;
      heard.push([touch.phase, touch.timestamp, touch.location().x, lab.clock.now()]);
    };
    lab.play("D1(80,80)@0 M1(82,80)@10 M1(84,80)@20 M1(86,80)@30 U1@40");
    assert.deepEqual(heard, [["began", 0, 80, 40], ["moved", 30, 86, 40], ["ended", 40, 86, 40]]);
  });

  test("D21 a second finger that its view does not take is its recognizers' all the same", () => {
    const lab = new Lab();
    lab.named = true;
    lab.listen(lab.B);
    lab.add(lab.B, "tap2f", new TapGestureRecognizer({ touches: 2 }));
    assert.deepEqual(lab.play("D1(80,80)@0 D2(90,90)@20 U1@80 U2@90"), ["B.began{1}", "B.cancelled{1}", "tap2f→Ended"]);
  });

  test("D22 what an exclusive view refuses its recognizers do not hear of either", () => {
    const lab = new Lab();
    lab.S.exclusiveTouch = true;
    lab.listen(lab.S, lab.B);
    const ofS = lab.add(lab.S, "S.tap", new TapGestureRecognizer());
    lab.add(lab.B, "B.tap", new TapGestureRecognizer());
    lab.play("D1(80,80)@0 D2(300,100)@10 U2@20");
    assert.equal(ofS.numberOfTouches, 0);
    assert.deepEqual(lab.log, ["B.began"]);
    lab.play("U1@30");
    assert.deepEqual(lab.play("D1(300,100)@1000 D2(80,80)@1010 U2@1020"), ["S.began"]);
    assert.deepEqual(lab.play("U1@1030 D3(80,80)@1040 U3@1050").filter((line) => line.startsWith("B.tap")), ["B.tap→Ended"]);
  });

  test("D23 of two that win at once the deeper view's has it, on one view the one added last", () => {
    const [lab] = labOf("B", "deep", new TapGestureRecognizer());
    lab.add(lab.A, "high", new TapGestureRecognizer());
    assert.deepEqual(lab.play("D1(80,80) U1"), ["high✗", "deep→Ended"]);
    lab.add(lab.B, "later", new TapGestureRecognizer());
    assert.deepEqual(lab.play("D1(80,80) U1 T(900)").slice(-1), ["later→Ended"]);
    assert.equal(lab.of("deep").filter((line) => line === "deep→Ended").length, 1);
  });

  test("D24 who waits is let go when the other fails, and that one rests until both start anew", () => {
    const [lab, pan] = labOf("R", "pan", new PanGestureRecognizer());
    const swipe = lab.add(lab.R, "swipe", new SwipeGestureRecognizer());
    pan.requireToFail(swipe);
    assert.deepEqual(lab.play("D1(100,300)@0 M1(120,300)@100 M1(130,300)@200"), []);
    assert.deepEqual(lab.play("T(400)"), ["swipe✗", "pan→Began"]);
    lab.play("D2(200,300)@450 M2(300,300)@460");
    assert.equal(swipe.state, State.Failed);
    assert.equal(swipe.numberOfTouches, 1);
    lab.play("U2@470 M1(140,300)@480 U1@500");
    const resets = lab.transitions.filter(({ to }) => to === State.Possible);
    assert.deepEqual(resets.map(({ name, time }) => `${name}@${time}`), ["swipe@500", "pan@500"]);
    assert.deepEqual(lab.of("pan").at(-1), "pan→Ended");
    lab.log.length = 0;
    assert.deepEqual(lab.play("D1(100,300)@600 M1(140,300)@620 M1(180,300)@640 U1@660"), ["pan✗", "swipe→Ended"]);
  });

  test("D24 a drag that was over before its rival failed still begins and ends", () => {
    const [lab, pan] = labOf("B", "pan", new PanGestureRecognizer());
    pan.requireToFail(lab.add(lab.B, "swipe", new SwipeGestureRecognizer()));
    const seen = [];
    pan.addTarget(() => seen.push([pan.state, pan.translation().x]));
    assert.deepEqual(lab.play("D1(80,80)@0 M1(110,80)@50 U1@100"), ["swipe✗", "pan→Began", "pan→Ended"]);
    assert.deepEqual(seen, [["began", 20], ["ended", 20]]);
  });

  test("D25 a veto turns success into failure, and the view keeps its touches", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    lab.add(lab.B, "pan", new PanGestureRecognizer()).delegate = { shouldBegin: () => false };
    assert.deepEqual(lab.play("D1(80,80) M1(120,80) U1"), ["B.began", "pan✗", "B.moved", "B.ended"]);
  });

  test("D26 what a delegate or a class allows goes on together", () => {
    const [lab, pan] = labOf("B", "pan", new PanGestureRecognizer());
    const other = lab.add(lab.A, "other", new PanGestureRecognizer());
    other.delegate = { shouldRecognizeSimultaneously: (_self, rival) => rival === pan };
    assert.deepEqual(lab.play("D1(80,80) M1(120,80)"), ["pan→Began", "other→Began"]);
  });

  test("D27 a touch that its view does not handle climbs, each phase by itself", () => {
    const lab = new Lab();
    const heard = [];
    lab.A.touchesBegan = (touches) => void heard.push(["A.began", [...touches][0].view.name]);
    lab.A.touchesEnded = (touches) => void heard.push(["A.ended", [...touches][0].view.name]);
    lab.R.touchesMoved = (touches) => void heard.push(["R.moved", [...touches][0].view.name]);
    lab.play("D1(80,80) M1(82,80) U1");
    assert.deepEqual(heard, [["A.began", "B"], ["R.moved", "B"], ["A.ended", "B"]]);
  });

  test("D28 a control can tell its own touches from those that climbed to it", () => {
    const lab = new Lab();
    let moved = 0;
    lab.A.touchesMoved = (touches) => [...touches].every((touch) => touch.view === lab.A) && Boolean(moved += 1);
    lab.play("D1(80,80) M1(90,80) U1");
    assert.equal(moved, 0);
    lab.play("D1(200,200) M1(210,200) U1");
    assert.equal(moved, 1);
  });
});
