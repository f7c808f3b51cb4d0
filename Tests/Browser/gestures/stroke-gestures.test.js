/** Rows G7 to G11 of `gestures`: drawn shapes as recognizers among other recognizers; scratching out as in `ipad`. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  CircleGestureRecognizer, GlyphGestureRecognizer, PanGestureRecognizer, ScratchOutGestureRecognizer, State, SwipeGestureRecognizer,
  TapGestureRecognizer, UnistrokeGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { GlyphPattern, LETTER_R } from "../../../Public/gestures/strokes/glyph-pattern.js";
import { UnistrokeRecognizer } from "../../../Public/gestures/strokes/unistroke-recognizer.js";
import { Lab, LabView } from "./lab.js";
import { arc, polyline, reported } from "./strokes/drawing.js";

const LETTER = polyline([100, 100], [100, 140], [101, 115], [108, 103], [125, 101]);

/** A lab whose whole surface is R, and a finger that draws on it. */
function paper(recognizer) {
  const lab = new Lab();
  lab.R.subviews.length = 0;
  if (recognizer) lab.add(lab.R, "g", recognizer);
  lab.draw = (curve, { duration = 1000, id = 1, lift = true, rate = 60 } = {}) => {
    const points = reported(curve, { duration: duration / 1000, rate });
    const start = lab.clock.now() + 1000;
    points.forEach(({ x, y }, index) => {
      const time = start + (duration * index) / (points.length - 1);
      lab.feed([{ phase: index === 0 ? "began" : "moved", id, x, y, time }]);
    });
    if (lift) lab.feed([{ phase: "ended", id, time: lab.clock.now() }]);
    return lab.log.splice(0);
  };
  return lab;
}

const circle = () => new CircleGestureRecognizer(() => 390);

describe("gestures G: recognizers of strokes", () => {
  test("G7 a circle is one action when the finger lifts, and says what was drawn", () => {
    const lab = paper();
    const recognizer = lab.add(lab.R, "g", circle());
    let drawn = null;
    recognizer.addTarget(() => (drawn = recognizer.circle));
    assert.deepEqual(lab.draw(arc(), { lift: false }), []);
    lab.feed([{ phase: "ended", id: 1, time: lab.clock.now() }]);
    assert.deepEqual(lab.log, ["g→Ended"]);
    assert.deepEqual([Math.round(drawn.center.x), Math.round(drawn.radius)], [200, 80]);
    assert.equal(recognizer.circle, null);
  });

  test("G7 a second finger, at once or later, a cancel, and two seconds too long are no circle", () => {
    const lab = paper(circle());
    assert.deepEqual(lab.play("[D1(200,200) D2(220,200)]"), ["g✗"]);
    lab.play("[U1 U2]");
    lab.draw(arc(), { lift: false });
    assert.deepEqual(lab.play("D2(50,50)"), ["g✗"]);
    lab.play("U2 U1");
    lab.draw(arc(), { lift: false });
    assert.deepEqual(lab.play("C1"), ["g✗"]);
    lab.log.length = 0;
    assert.deepEqual(lab.draw(arc(), { duration: 2010 }), ["g✗"]);
    assert.deepEqual(lab.draw(arc(), { duration: 2000 }), ["g→Ended"]);
    assert.deepEqual(lab.draw(polyline([50, 50], [200, 60])), ["g✗"]);
  });

  test("G7 two seconds are too long before the finger lifts, and its ends are near each other on a large surface alone", () => {
    const lab = paper(circle());
    assert.deepEqual([lab.play("D1(200,200)@0 T(2000)"), lab.play("T(2001)")], [[], ["g✗"]]);
    const open = arc({ span: 330 });
    assert.deepEqual(paper(circle()).draw(open), ["g→Ended"]);
    assert.deepEqual(paper(new CircleGestureRecognizer(() => 100)).draw(open), ["g✗"]);
  });

  test("G9 a part that comes with the lift counts, whether it makes the glyph or ends it", () => {
    const draw = (script) => {
      const lab = paper(new GlyphGestureRecognizer(new GlyphPattern([{ direction: "down", travel: 20 }, { direction: "right", travel: 20 }])));
      return [lab.play(script), lab.reports];
    };
    assert.deepEqual(draw("D1(50,50) M1(50,100) U1(100,100)"), [["g→Ended"], []]);
    assert.deepEqual(draw("D1(50,50) M1(50,100) U1(0,100)"), [["g✗"], []]);
  });

  test("G8 a pattern of parts makes a recognizer", () => {
    const lab = paper(new GlyphGestureRecognizer(new GlyphPattern([{ direction: "down", travel: 20 }, { direction: "right", travel: 20 }])));
    assert.deepEqual(lab.draw(polyline([50, 50], [50, 100], [100, 100])), ["g→Ended"]);
    assert.deepEqual(lab.draw(polyline([50, 50], [50, 100])), ["g✗"]);
  });

  test("G9 the letter r is recognized before the lift, at any rate, and not when it begins on a control", () => {
    for (const rate of [30, 60, 240, 1000]) {
      const lab = paper(new GlyphGestureRecognizer(new GlyphPattern(LETTER_R)));
      assert.deepEqual(lab.draw(LETTER, { lift: false, rate }), ["g→Ended"], `${rate} Hz`);
    }
    const lab = paper(new GlyphGestureRecognizer(new GlyphPattern(LETTER_R)));
    const button = new LabView("button", [90, 90, 20, 20], lab.R);
    button.gestureRecognizerShouldBegin = () => false;
    assert.deepEqual(lab.draw(LETTER), ["g✗"]);
  });

  test("G10 the letter goes home from a document, and changes nothing at home", () => {
    const lab = paper();
    const app = { view: "document", selection: 3, list: "detail" };
    const glyph = lab.add(lab.R, "g", new GlyphGestureRecognizer(new GlyphPattern(LETTER_R)));
    glyph.addTarget(() => Object.assign(app, { view: "home", selection: null, list: "root" }));
    lab.draw(LETTER);
    assert.deepEqual(app, { view: "home", selection: null, list: "root" });
    lab.draw(LETTER);
    assert.deepEqual([app, lab.reports], [{ view: "home", selection: null, list: "root" }, []]);
  });

  test("G11 over a page that scrolls the letter scrolls, on the margin it is one", () => {
    const lab = paper(new GlyphGestureRecognizer(new GlyphPattern(LETTER_R)));
    const page = new LabView("page", [80, 80, 100, 100], lab.R);
    lab.add(page, "scroll", new PanGestureRecognizer());
    const drawn = lab.draw(LETTER);
    assert.deepEqual([drawn.includes("scroll→Began"), drawn.includes("g→Ended")], [true, false]);
    const aside = (share) => ({ ...LETTER(share), x: LETTER(share).x + 150 });
    assert.deepEqual(lab.draw(aside), ["g→Ended"]);
  });
});

describe("ipad 3.10: scratching out among other gestures", () => {
  const zigzag = polyline([60, 100], [80, 160], [100, 100], [120, 160], [140, 100], [160, 160]);

  test("3.11 only the first thing that the stroke came over is erased", () => {
    const lab = paper();
    const things = [new LabView("a", [90, 100, 20, 60], lab.R), new LabView("b", [130, 100, 20, 60], lab.R)];
    const under = (point) => things.find((thing) => thing.contains(thing.fromWindow(point))) ?? null;
    const scratch = lab.add(lab.R, "g", new ScratchOutGestureRecognizer(under));
    const erased = [];
    scratch.addTarget(() => erased.push(scratch.target?.name));
    assert.deepEqual(lab.draw(zigzag), ["g→Ended"]);
    assert.deepEqual(erased, ["a"]);
    assert.equal(scratch.target, null);
  });

  test("3.11 each place of the stroke is looked up that is 4 px from the last one", () => {
    const asked = [];
    const scratch = new ScratchOutGestureRecognizer(({ y }) => asked.push(y) && null);
    paper(scratch).play("D1(100,100) M1(100,103) M1(100,104) M1(100,108)");
    assert.deepEqual([scratch.target, asked], [null, [100, 104, 108]]);
  });

  test("3.12 a second finger or a cancel erases nothing, and the next stroke does", () => {
    const lab = paper(new ScratchOutGestureRecognizer(() => null));
    lab.draw(zigzag, { lift: false });
    assert.deepEqual(lab.play("D2(300,300)"), ["g✗"]);
    lab.play("U1 U2");
    lab.draw(zigzag, { lift: false });
    assert.deepEqual(lab.play("C1"), ["g✗"]);
    lab.log.length = 0;
    assert.deepEqual(lab.draw(zigzag), ["g→Ended"]);
  });

  test("3.13 a swipe that waits for it wipes nothing after a scratch, and acts when nothing was scratched", () => {
    const lab = paper();
    const scratch = lab.add(lab.R, "scratch", new ScratchOutGestureRecognizer(() => null));
    lab.add(lab.R, "swipe", new SwipeGestureRecognizer()).requireToFail(scratch);
    const across = polyline([20, 260], [170, 262], [175, 150], [180, 260], [185, 150], [190, 260]);
    assert.deepEqual(lab.draw(across, { duration: 400 }), ["swipe✗", "scratch→Ended"]);
    assert.deepEqual(lab.draw(polyline([20, 260], [170, 262]), { duration: 200, lift: false }), []);
    assert.deepEqual(lab.play("U1"), ["scratch✗", "swipe→Ended"]);
  });

  test("A finger that scribbles without end fails at last", () => {
    const lab = paper(new ScratchOutGestureRecognizer(() => null));
    const coalesced = (step) => Array.from({ length: 100 - (step === 100) }, (_, index) => ({ x: step, y: index, time: step * 16 }));
    lab.play("D1(100,100)@0");
    for (let step = 1; step <= 100; step++) {
      lab.feed([{ phase: "moved", id: 1, x: step, y: 99, time: step * 16, coalesced: coalesced(step) }]);
    }
    assert.deepEqual(lab.log, []);
    assert.deepEqual([lab.play("M1(100,100)"), lab.reports], [["g✗"], []]);
  });

  test("A stroke that was taught is recognized, others are not, and a tap that waits for it acts", () => {
    const caret = [{ x: 0, y: 50 }, { x: 25, y: 0 }, { x: 50, y: 50 }];
    const lab = paper();
    const stroke = lab.add(lab.R, "g", new UnistrokeGestureRecognizer(new UnistrokeRecognizer([{ name: "caret", points: caret }])));
    const tap = lab.add(lab.R, "tap", new TapGestureRecognizer());
    tap.requireToFail(stroke);
    let name = null;
    stroke.addTarget(() => (name = stroke.match.name));
    assert.deepEqual(lab.draw(polyline([100, 200], [150, 100], [200, 200])), ["tap✗", "g→Ended"]);
    assert.equal(name, "caret");
    assert.deepEqual(lab.play(`D1(80,80)@${lab.clock.now() + 1000} U1`), ["g✗", "tap→Ended"]);
    assert.equal(stroke.state, State.Possible);
  });
});
