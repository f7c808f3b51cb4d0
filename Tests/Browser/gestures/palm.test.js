/** The hand that writes does not touch: `field-notes` b 11. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  LongPressGestureRecognizer, PalmFilter, PalmUndo, PanGestureRecognizer, PinchGestureRecognizer, SwipeGestureRecognizer, TapGestureRecognizer, WheelSource,
} from "../../../Public/gestures/index.js";
import { Lab } from "./lab.js";

/** A lab whose input goes through the filter, and a log of why touches were cancelled. */
class PalmLab extends Lab {
  palm = new PalmFilter();
  causes = [];

  constructor() {
    super();
    this.R.multipleTouchEnabled = true;
    this.listen(this.R);
    this.named = true;
    this.R.heard = (phase, touches) => phase === "Cancelled" && touches.forEach((touch) => this.causes.push(touch.cancelCause));
  }

  hover(x, y, time, phase = "moved") {
    this.clock.advance(time);
    this.feed([{ phase, id: 9, time, x, y, type: "hover", device: "pen" }]);
  }
}

describe("field notes b: pen and palm", () => {
  test("11 a finger is refused while the pen is down, all of its moves and its lift too", () => {
    const lab = new PalmLab();
    assert.deepEqual(lab.play("PD9(10,300) D1(20,320) M1(30,330) PM9(12,300) U1 PU9"), [
      "R.began{9}", "R.moved{9}", "R.ended{9}",
    ]);
    assert.equal(lab.arbiter.isIdle, true);
  });

  test("11 a finger is refused for a moment after the pen has left, and welcome then", () => {
    const lab = new PalmLab();
    lab.play("PD9(10,300)@0 PU9@100");
    assert.deepEqual(lab.play("D1(20,320)@500 M1(30,330) U1"), []);
    assert.deepEqual(lab.play("D1(20,320)@601 U1"), ["R.began{1}", "R.ended{1}"]);
  });

  test("11 a finger is refused while the pen hovers, and when nothing is heard of it any more it has gone", () => {
    const lab = new PalmLab();
    lab.hover(10, 300, 100);
    assert.deepEqual(lab.play("D1(20,320)@200 D2(40,320)@210 M1(20,300) U1 U2"), []);
    assert.deepEqual(lab.play("D1(20,320)@1200 U1"), ["R.began{1}", "R.ended{1}"]);
  });

  test("11 a touch that began just before the pen was the palm: it is cancelled as such", () => {
    const lab = new PalmLab();
    assert.deepEqual(lab.play("D1(20,320)@0 M1(24,320)@50 PD9(10,300)@120 M1(40,320)@130 PU9@400 U1@450"), [
      "R.began{1}", "R.moved{1}", "R.cancelled{1}", "R.began{9}", "R.ended{9}",
    ]);
    assert.deepEqual(lab.causes, ["palm"]);
  });

  test("11 a touch from long before gives way to the pen, and what it did is not undone", () => {
    const lab = new PalmLab();
    const pan = lab.add(lab.R, "pan", new PanGestureRecognizer());
    pan.cancelsTouchesInView = false;
    lab.play("D1(20,320)@0 M1(60,320)@400 PD9(10,300)@900");
    assert.deepEqual(lab.of("pan"), ["pan→Began", "pan→Cancelled"]);
    assert.deepEqual(lab.causes, ["pen"]);
  });

  test("11 a touch that has lain still is the hand, and a press of it the palm's, unless it has lain there for long", () => {
    const cause = (script) => {
      const lab = new PalmLab();
      lab.play(script);
      return lab.causes;
    };
    assert.deepEqual(cause("D1(20,320)@0 PD9(10,300)@900"), ["palm"]);
    assert.deepEqual(cause("D1(20,320)@0 M1(24,324)@400 PD9(10,300)@1500"), ["palm"]);
    assert.deepEqual(cause("D1(20,320)@0 PD9(10,300)@1501"), ["pen"]);
    assert.deepEqual(cause("D1(20,320)@0 M1(40,320)@200 M1(20,320)@400 PD9(10,300)@900"), ["pen"]);
    assert.deepEqual(cause("D1(20,320)@0 D2(60,320)@100 M2(90,320)@200 PD9(10,300)@900"), ["palm", "pen"]);
  });

  test("11 a long press of the hand is cancelled as the palm's; an id that comes again is another finger", () => {
    const lab = new PalmLab();
    const press = lab.add(lab.R, "press", new LongPressGestureRecognizer());
    const causes = [];
    press.addTarget(() => causes.push([press.state, press.cancelCause]));
    lab.play("D1(20,320)@0 M1(60,320)@100 U1@150 D1(20,320)@1000 T(1600) PD9(10,300)@1700");
    assert.deepEqual(causes, [["began", null], ["cancelled", "palm"]]);
  });

  test("11 a gesture that the palm made says so when it is cancelled", () => {
    const lab = new PalmLab();
    const pan = lab.add(lab.R, "pan", new PanGestureRecognizer());
    const causes = [];
    pan.addTarget(() => causes.push([pan.state, pan.cancelCause]));
    lab.play("D1(20,320)@0 M1(60,320)@50 PD9(10,300)@90 PU9@120");
    assert.deepEqual(causes, [["began", null], ["cancelled", "palm"]]);
    assert.equal(pan.cancelCause, null);
  });

  test("11 several fingers of a palm neither pinch nor pan", () => {
    const lab = new PalmLab();
    lab.add(lab.R, "pinch", new PinchGestureRecognizer());
    lab.play("D1(100,320)@0 D2(200,320)@10 PD9(10,300)@60 M1(50,320)@70 M2(260,320)@80 U1@90 U2@95 PU9@200");
    assert.deepEqual(lab.log.filter((line) => line.includes("→")), []);
    assert.deepEqual(lab.causes, ["palm", "palm"]);
  });

  test("11 a hovering pen takes away only what landed just before it", () => {
    const lab = new PalmLab();
    lab.play("D1(20,320)@0 D2(40,320)@900");
    lab.hover(10, 300, 1000);
    assert.deepEqual(lab.log.slice(2), ["R.cancelled{2}"]);
    lab.hover(10, 300, 1050, "ended");
    assert.deepEqual(lab.play("M1(30,320)@1060 U1"), ["R.moved{1}", "R.ended{1}"]);
  });

  test("11 the mouse is no palm, and after a reset nothing is remembered", () => {
    const lab = new PalmLab();
    assert.deepEqual(lab.play("PD9(10,300)@0 XD1(20,320)@10 XU1@20"), ["R.began{9}", "R.began{1}", "R.ended{1}"]);
    lab.palm.reset();
    assert.deepEqual(lab.play("D2(20,320)@30"), ["R.began{2}"]);
  });

  test("11 a pointer id that a refused finger had is free for the next one", () => {
    const lab = new PalmLab();
    lab.play("PD9(10,300)@0 D1(20,320)@10 PU9@20");
    assert.deepEqual(lab.play("D1(20,320)@2000 U1"), ["R.began{1}", "R.ended{1}"]);
  });
});

describe("field notes b: pens that are lost", () => {
  /** How many of the samples of a finger that lands at a time are let through. */
  const landing = (palm, time) => palm.filter([{ phase: "began", type: "touch", id: 1, time, x: 1, y: 1 }]).at(-1)?.id ?? null;
  const pen = (phase, time, more) => ({ phase, type: "pen", id: 9, time, x: 0, y: 0, ...more });

  test("11 a pen that never lifts is cancelled, and fingers are welcome, when nothing has been heard of it for a while", () => {
    const lab = new PalmLab();
    lab.play("PD9(10,300)@0 PM9(20,300)@1000");
    assert.deepEqual(lab.play("D1(20,320)@5900 U1"), []);
    assert.deepEqual(lab.play("D1(20,320)@6000 U1"), ["R.cancelled{9}", "R.began{1}", "R.ended{1}"]);
    assert.deepEqual(lab.causes, ["system"]);
    assert.deepEqual(lab.play("PM9(30,300)@6100 D1(20,320)@6120 U1 PU9 D1(20,320)@6200 U1"), [
      "R.began{1}", "R.ended{1}", "R.began{1}", "R.ended{1}",
    ]);
  });

  test("11 a pen that writes on is not lost, however long it writes", () => {
    const lab = new PalmLab();
    lab.play("PD9(10,300)@0");
    for (let time = 1000; time < 20_000; time += 1000) lab.play(`PM9(${10 + time / 100},300)@${time}`);
    assert.deepEqual(lab.play("D1(20,320)@20000 U1"), []);
  });

  test("11 a pen that moves or lifts without having landed refuses no finger", () => {
    for (const phase of ["moved", "ended", "cancelled"]) {
      const palm = new PalmFilter();
      palm.filter([pen(phase, 0)]);
      assert.equal(landing(palm, 100), 1, phase);
    }
  });

  test("11 stamps from the future, and none at all, refuse no finger for good, with a clock and without", () => {
    for (const odd of [1e300, 1e12, Infinity, NaN, -Infinity]) {
      for (const samples of [
        [pen("began", odd)], [pen("began", 0), pen("ended", odd)], [pen("began", 0), pen("moved", odd)],
        [pen("moved", odd, { type: "hover", device: "pen" })], [pen("ended", odd, { type: "hover", device: "pen" })],
      ]) {
        for (const [present, later] of [[0, 60_000], [Infinity, undefined]]) {
          const palm = new PalmFilter();
          palm.filter(samples, present);
          assert.equal(palm.filter([{ phase: "began", id: 1, time: 60_000, x: 1, y: 1 }], later).at(-1)?.id, 1, `${odd}`);
        }
      }
    }
  });

  test("11 a pen that is stamped in the future is near now, where there is a clock", () => {
    const palm = new PalmFilter();
    palm.filter([pen("began", 1e12)], 1000);
    assert.deepEqual(palm.filter([{ phase: "began", id: 1, time: 1100, x: 1, y: 1 }], 1100), []);
  });
});

describe("field notes b: a palm that lifts before the pen lands", () => {
  const retracting = (lab) => {
    lab.R.touchesRetracted = (touches) => lab.log.push(`R.retracted{${[...touches].map(({ id }) => id)}}`);
    return lab;
  };

  test("11 the view hears that what has ended was the palm, before the pen lands", () => {
    const lab = retracting(new PalmLab());
    const causes = [];
    lab.R.touchesRetracted = (touches) => touches.forEach(({ phase, cancelCause }) => causes.push([phase, cancelCause]));
    assert.deepEqual(lab.play("D1(20,320)@0 M1(24,320)@20 U1@60 PD9(10,300)@150"), ["R.began{1}", "R.moved{1}", "R.ended{1}", "R.began{9}"]);
    assert.deepEqual(causes, [["cancelled", "palm"]]);
  });

  test("11 the latest is taken back first, also those that are still down, and not what was there long before", () => {
    const lab = retracting(new PalmLab());
    lab.play("D5(30,320)@0 U5@50 D1(20,320)@400 U1@440 D2(60,320)@500 D3(90,320)@520 U3@560");
    lab.log.length = 0;
    assert.deepEqual(lab.play("PD9(10,300)@650"), ["R.cancelled{2}", "R.retracted{3,2,1}", "R.began{9}"]);
  });

  test("11 a pen that comes to hover takes back what has just lifted, too", () => {
    const lab = retracting(new PalmLab());
    lab.play("D1(20,320)@0 U1@60");
    lab.hover(10, 300, 200);
    assert.deepEqual(lab.log.slice(2), ["R.retracted{1}"]);
  });

  test("11 fingers that landed more than a moment before the pen are not taken back", () => {
    const lab = retracting(new PalmLab());
    lab.play("D1(20,320)@0 U1@60 PD9(10,300)@301");
    assert.deepEqual(lab.log, ["R.began{1}", "R.ended{1}", "R.began{9}"]);
  });

  test("11 nothing waits for a palm any more: no tap comes of it later, and the pen's is none that follows it", () => {
    const lab = retracting(new PalmLab());
    const [one, two] = [new TapGestureRecognizer(), new TapGestureRecognizer({ taps: 2 })];
    one.requireToFail(two);
    lab.add(lab.R, "one", one);
    lab.add(lab.R, "two", two);
    lab.play("D1(20,320)@0 U1@60 PD9(20,320)@150 PU9@200 T(3000)");
    assert.deepEqual(lab.log.filter((line) => line.includes("→")), ["one→Ended"]);
    assert.equal(lab.arbiter.isIdle, true);
  });

  test("11 a view that has not heard of the lift yet hears that the touch was taken away", () => {
    const lab = retracting(new PalmLab());
    const twice = lab.add(lab.R, "twice", new TapGestureRecognizer({ taps: 2 }));
    twice.delaysTouchesEnded = true;
    assert.deepEqual(lab.play("D1(20,320)@0 U1@60"), ["R.began{1}"]);
    assert.deepEqual(lab.play("PD9(10,300)@150").filter((line) => line.startsWith("R.")), [
      "R.cancelled{1}", "R.retracted{1}", "R.began{9}",
    ]);
    assert.deepEqual(lab.causes, ["palm"]);
  });

  test("11 the series of taps does not go on from a palm", () => {
    const lab = new PalmLab();
    const counts = [];
    lab.R.touchesBegan = (touches) => touches.forEach(({ tapCount }) => counts.push(tapCount));
    lab.play("D1(20,320)@0 U1@60");
    lab.arbiter.dispatch([{ phase: "cancelled", id: 1, time: 100, cause: "palm" }]);
    lab.play("D1(20,320)@150");
    assert.deepEqual(counts, [1, 1]);
  });

  test("11 what a recording keeps of it is taken back when it is played", () => {
    const lab = retracting(new PalmLab());
    const taken = [];
    lab.arbiter.observe({ handled: (samples) => taken.push(samples) });
    lab.play("D1(20,320)@0 U1@60 PD9(10,300)@150 PU9@200");
    const again = retracting(new PalmLab());
    again.palm = null;
    taken.forEach((samples) => again.feed(samples));
    assert.deepEqual(again.log, lab.log);
  });
});

describe("field notes b: what the palm has done is undone", () => {
  /** Counts whatever is recognized, and goes back to an earlier count. */
  class UndoLab extends PalmLab {
    count = 0;
    asked = 0;

    constructor() {
      super();
      const count = ({ state }) => { if (state === "ended") this.count += 1; };
      for (const recognizer of [new TapGestureRecognizer(), new SwipeGestureRecognizer()]) {
        this.add(this.A, recognizer.constructor.name, recognizer.addTarget(count));
      }
      this.undo = new PalmUndo(this.arbiter, () => {
        const before = this.count;
        this.asked += 1;
        return () => (this.count = before);
      });
    }

    counted(script) {
      this.play(script);
      return this.count;
    }
  }

  test("11 a tap, and a swipe whose finger is still down", () => {
    assert.equal(new UndoLab().counted("D1(60,200)@0 U1@60"), 1);
    assert.equal(new UndoLab().counted("D1(60,200)@0 U1@60 PD9(10,300)@150"), 0);
    assert.equal(new UndoLab().counted("D1(60,200)@0 M1(100,200)@20 M1(140,200)@40"), 1);
    assert.equal(new UndoLab().counted("D1(60,200)@0 M1(100,200)@20 M1(140,200)@40 PD9(10,300)@150"), 0);
  });

  test("11 several taps at once go back to before the first of them, and a tap from before stays", () => {
    assert.equal(new UndoLab().counted("D1(60,200)@0 U1@60 D1(60,200)@500 U1@540 D2(120,200)@600 U2@640 PD9(10,300)@780"), 1);
  });

  test("11 not where another hand, a mouse or a wheel has been on the surface meanwhile", () => {
    assert.equal(new UndoLab().counted("D5(300,20)@0 M5(340,20)@100 D1(60,200)@500 U1@540 PD9(10,300)@600"), 1);
    assert.equal(new UndoLab().counted("D1(60,200)@0 U1@40 XD7(200,80)@60 XU7@90 PD9(10,300)@150"), 2);
    const lab = new UndoLab();
    lab.play("D1(60,200)@0 U1@40");
    new WheelSource(lab.arbiter, lab.clock).turn({ x: 80, y: 80, deltaX: 0, deltaY: 10, time: 60 });
    assert.equal(lab.counted("PD9(10,300)@150"), 1);
  });

  test("11 not for a hand that has lain there for long: other touches may have done something meanwhile", () => {
    const lab = new UndoLab();
    lab.play("D1(20,320)@0 T(500)");
    lab.count = 5;
    assert.equal(lab.counted("PD9(10,300)@900"), 5);
    assert.deepEqual(lab.causes, ["palm"]);
  });

  test("11 a mouse that was there before the palm takes nothing from it", () => {
    assert.equal(new UndoLab().counted("XD7(200,80)@0 XU7@40 D1(60,200)@100 U1@140 PD9(10,300)@250"), 1);
  });

  test("11 it is asked once for each finger, and never for the pen, and what it throws is reported", () => {
    const lab = new UndoLab();
    lab.play("D1(20,320)@0 U1@60 PD9(10,300)@150 PU9@200");
    assert.equal(lab.asked, 1);
    const throwing = new PalmLab();
    new PalmUndo(throwing.arbiter, () => () => { throw new Error("broken"); });
    throwing.play("D1(20,320)@0 U1@60 PD9(10,300)@150 PU9@200");
    assert.deepEqual(throwing.reports.map(({ error }) => error.message), ["broken"]);
  });

  test("11 after its signal nothing is put back", () => {
    const lab = new PalmLab();
    const controller = new AbortController();
    let undone = 0;
    new PalmUndo(lab.arbiter, () => () => (undone += 1), controller.signal);
    controller.abort();
    lab.play("D1(20,320)@0 U1@60 PD9(10,300)@150");
    assert.equal(undone, 0);
  });
});
