/** The hand that writes does not touch: `field-notes` b 11. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PalmFilter, PanGestureRecognizer, PinchGestureRecognizer } from "../../../Public/gestures/index.js";
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

  feed(samples) {
    super.feed(typeof samples === "number" ? samples : this.palm.filter(samples));
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

  test("11 the mouse is nobody's palm, and after a reset nothing is remembered", () => {
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
