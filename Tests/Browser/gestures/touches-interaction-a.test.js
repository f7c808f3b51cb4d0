/** Rows A1 to A27 of `interaction`: touches, sequences and their events. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Arbiter } from "../../../Public/gestures/arbiter.js";
import {
  HoverGestureRecognizer, ManualClock, PanGestureRecognizer, State, TapGestureRecognizer,
} from "../../../Public/gestures/index.js";
import { Lab, labOf, rounded } from "./lab.js";

/** The events that a view is handed, in order. */
function eventsOf(view) {
  const events = [];
  for (const name of ["touchesBegan", "touchesMoved", "touchesEnded", "touchesCancelled"]) {
    view[name] = (_touches, event) => void events.push(event);
  }
  return events;
}

describe("interaction A", () => {
  test("A1 a sequence lasts until no finger is down", () => {
    const lab = new Lab();
    const sequences = new Map();
    lab.arbiter.observe({
      delivered: (event) => event.allTouches.forEach((touch) => sequences.set(touch, event.sequence)),
    });
    lab.play("D1(80,80) D2(90,90) U1 D3(100,100) U2 U3 D4(80,80)");
    assert.deepEqual([...sequences.values()], [1, 1, 1, 2]);
  });

  test("A2 all reports of a sequence are the same event, and the next has another", () => {
    const lab = new Lab();
    const events = eventsOf(lab.B);
    lab.B.multipleTouchEnabled = true;
    lab.play("D1(80,80) M1(85,80) D2(90,90) U1 M2(95,90) U2 D1(80,80)");
    assert.equal(events.length, 7);
    for (const event of events.slice(1, 6)) assert.equal(event, events[0]);
    assert.notEqual(events[6], events[0]);
    assert.deepEqual([events[0].isOver, events[6].isOver], [true, false]);
    assert.deepEqual([events[0].sequence, events[6].sequence], [1, 2]);
  });

  test("A2 what is over says no more than how it ended", () => {
    const lab = new Lab();
    const events = eventsOf(lab.B);
    lab.play("D1(80,80) M1(85,80) U1");
    const [{ timestamp }] = events;
    lab.play("D2(90,90)@500 M2(95,90)@520");
    assert.deepEqual([events[0].timestamp, [...events[0].allTouches].map(({ id, phase }) => [id, phase])], [timestamp, [[1, "ended"]]]);
    assert.deepEqual([...events.at(-1).allTouches].map(({ id }) => id), [2]);
  });

  test("A3 a finger is one object until it lifts, and then in no event any more", () => {
    const lab = new Lab();
    const heard = [];
    lab.listen(lab.B);
    lab.B.heard = (_phase, touches, event) => heard.push([[...touches][0], event.allTouches.size]);
    lab.play("D1(80,80) M1(85,80) U1 D2(80,80)");
    assert.equal(new Set(heard.slice(0, 3).map(([touch]) => touch)).size, 1);
    assert.equal(heard[3][1], 1);
  });

  test("A4 each touch has one phase in each event", () => {
    const lab = new Lab();
    let phases;
    lab.arbiter.observe({ delivered: (event) => (phases = [...event.allTouches].map((touch) => touch.phase)) });
    lab.play("D1(80,80) D2(90,90)");
    assert.deepEqual(phases, ["stationary", "began"]);
  });

  test("A5 a cancelled sequence is never ended, and the next one starts clean", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    assert.deepEqual(lab.play("D1(80,80) M1(85,80) C1"), ["B.began", "B.moved", "B.cancelled"]);
    assert.deepEqual(lab.play("D1(80,80) U1"), ["B.began", "B.ended"]);
  });

  test("A6 a touch belongs to the view that it began in, wherever it goes", () => {
    const lab = new Lab();
    lab.listen(lab.B, lab.R);
    assert.deepEqual(lab.play("D1(100,100) M1(390,390)"), ["B.began", "B.moved"]);
    assert.equal(lab.arbiter.touches[0].view, lab.B);
  });

  test("A7 one event goes to every view that has a changed touch in it", () => {
    const lab = new Lab();
    const [ofB, ofS] = [eventsOf(lab.B), eventsOf(lab.S)];
    lab.play("D1(80,80) D2(300,100) [M1(82,80) M2(302,100)]");
    assert.equal(ofB.at(-1), ofS.at(-1));
    assert.deepEqual([ofB.length, ofS.length], [2, 2]);
  });

  test("A8 a view whose touches are all stationary is not called", () => {
    const lab = new Lab();
    lab.listen(lab.B, lab.S);
    assert.deepEqual(lab.play("D1(80,80) D2(300,100) M2(302,100)"), ["B.began", "S.began", "S.moved"]);
  });

  test("A9 handlers are given the touches of the phase, the event all of them", () => {
    const lab = new Lab();
    lab.B.multipleTouchEnabled = true;
    lab.listen(lab.B);
    let sizes;
    lab.B.heard = (_phase, touches, event) => (sizes = [touches.size, event.allTouches.size]);
    lab.play("D1(80,80) D2(90,90) M1(82,80)");
    assert.deepEqual(sizes, [1, 2]);
  });

  test("A9 a view hears of all its touches of a moment in one call, whatever lies between", () => {
    const lab = new Lab();
    lab.named = true;
    lab.B.multipleTouchEnabled = true;
    lab.listen(lab.B, lab.S);
    const moves = "[M1(82,80) M2(302,100) M3(92,90)]";
    assert.deepEqual(lab.play(`D1(80,80) D2(300,100) D3(90,90) ${moves}`).slice(-2), ["B.moved{1,3}", "S.moved{2}"]);
  });

  test("A10 an event tells the touches of a view and of a recognizer", () => {
    const [lab, tap] = labOf("A", "tap", new TapGestureRecognizer({ touches: 2 }));
    let event;
    lab.arbiter.observe({ delivered: (delivered) => (event = delivered) });
    lab.play("D1(80,80) D2(300,100)");
    const ids = (touches) => [...touches].map((touch) => touch.id);
    assert.deepEqual(ids(event.touchesForView(lab.B)), [1]);
    assert.deepEqual(ids(event.touchesForView(lab.R)), []);
    assert.deepEqual([ids(event.touchesForWindow(lab.R)), ids(event.touchesForWindow(lab.B))], [[1, 2], []]);
    assert.deepEqual(ids(event.touchesForGestureRecognizer(tap)), [1]);
    assert.deepEqual(ids(event.allTouches), [1, 2]);
  });

  test("A11 a location is given in the coordinates of any view, turned ones too", () => {
    const lab = new Lab();
    lab.B.turn = Math.PI / 2;
    lab.play("D1(120,70)");
    assert.deepEqual(rounded(lab.arbiter.touches[0].location(lab.B)), [0, 50]);
    assert.deepEqual(lab.arbiter.touches[0].location(lab.A), { x: 70, y: 20 });
  });

  test("A12 what was stamped before a timer is due comes before it, however late it is delivered", () => {
    const [lab] = labOf("B", "tap", new TapGestureRecognizer());
    lab.clock.advance(900);
    for (const sample of lab.parse("D1(80,80)@0 U1@350").flat()) lab.arbiter.dispatch([sample]);
    lab.clock.advance(2000);
    assert.deepEqual(lab.of("tap"), ["tap→Ended"]);
  });

  test("A13 a quick touch near a quick touch counts on", () => {
    const counts = (script) => {
      const lab = new Lab();
      lab.play(script);
      return lab.arbiter.touches[0].tapCount;
    };
    assert.equal(counts("D1(100,100)@0 U1@60 D2(104,100)@200"), 2);
    assert.equal(counts("D1(100,100)@0 U1@60 D2(104,100)@200 U2@250 D3(100,100)@800"), 1);
    assert.equal(counts("D1(100,100)@0 U1@60 D2(200,100)@200"), 1);
    assert.equal(counts("D1(100,100)@0 U1@60 D1(100,100)@200 U1@250 D1(100,100)@400"), 3);
  });

  test("A14 the kind of every event is touches, and it tells its time", () => {
    const lab = new Lab();
    const events = eventsOf(lab.B);
    lab.play("D1(80,80)@40 M1(81,80)@60");
    const [event] = events;
    assert.deepEqual([event.type, event.timestamp], ["touches", 60]);
  });

  test("samples of one moment and of different pointers are one event, and no others", () => {
    const events = (...samples) => {
      const sizes = [];
      const clock = new ManualClock();
      const arbiter = new Arbiter({ hitTest: () => null, clock });
      arbiter.observe({ handled: ({ length }) => sizes.push(length) });
      clock.advance(100);
      arbiter.dispatch(samples.map(([id, time]) => ({ phase: "began", id, time, x: 80, y: 80 })));
      return sizes;
    };
    assert.deepEqual([events([1, 10], [2, 10]), events([1, 10], [2, 20]), events([1, 10], [1, 10])], [[2], [1, 1], [1, 1]]);
  });

  test("a view that is removed takes along what its recognizers still wait for", () => {
    const lab = new Lab();
    lab.add(lab.B, "double", new TapGestureRecognizer({ taps: 2 }));
    lab.play("D1(80,80)@0 U1@50");
    lab.arbiter.removeView(lab.A);
    assert.deepEqual([lab.log, lab.arbiter.isIdle], [["double✗"], true]);
  });

  test("A15 nothing hovers either while touches are ignored", () => {
    const [lab] = labOf("A", "hover", new HoverGestureRecognizer());
    const hover = (time) => lab.feed([{ phase: "moved", id: 1, time, x: 60, y: 60, type: "hover", device: "mouse" }]);
    lab.arbiter.beginIgnoringTouches();
    hover(10);
    assert.deepEqual(lab.log, []);
    lab.arbiter.endIgnoringTouches();
    hover(20);
    assert.deepEqual(lab.log, ["hover→Began"]);
  });

  test("A15 touches are ignored until ignoring was ended as often as it was begun", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    lab.arbiter.beginIgnoringTouches();
    lab.arbiter.beginIgnoringTouches();
    lab.arbiter.endIgnoringTouches();
    assert.deepEqual(lab.play("D1(80,80) U1"), []);
    lab.arbiter.endIgnoringTouches();
    assert.deepEqual(lab.play("D1(80,80) U1"), ["B.began", "B.ended"]);
    lab.play("D1(80,80)");
    lab.arbiter.beginIgnoringTouches();
    assert.deepEqual(lab.log.slice(-1), ["B.cancelled"]);
  });

  test("A19 a view takes one finger at a time unless it says else", () => {
    const lab = new Lab();
    lab.listen(lab.B);
    assert.deepEqual(lab.play("D1(80,80) D2(90,90) U1 U2"), ["B.began", "B.ended"]);
    lab.B.multipleTouchEnabled = true;
    assert.deepEqual(lab.play("D1(80,80) D2(90,90) U1 U2").filter((line) => line === "B.began").length, 2);
  });

  test("A19 when the finger that a view had has lifted it takes the next one, although another that it refused is down", () => {
    const lab = new Lab();
    lab.named = true;
    lab.listen(lab.B);
    assert.deepEqual(lab.play("D1(80,80) D2(90,90) U1 D3(85,85) M3(86,85) M2(91,90) U3 U2"), [
      "B.began{1}", "B.ended{1}", "B.began{3}", "B.moved{3}", "B.ended{3}",
    ]);
  });

  test("A20 an exclusive view is not touched while another is, nor another while it is", () => {
    const lab = new Lab();
    lab.S.exclusiveTouch = true;
    lab.listen(lab.B, lab.S);
    assert.deepEqual(lab.play("D1(80,80) D2(300,100) U2 U1"), ["B.began", "B.ended"]);
    assert.deepEqual(lab.play("D1(300,100) D2(80,80) U2 U1"), ["S.began", "S.ended"]);
  });

  test("A21 a touch that is over says how it ended and nothing new", () => {
    const lab = new Lab();
    lab.play("D1(80,80)");
    const [touch] = lab.arbiter.touches;
    lab.play("U1(82,80) D1(200,200) M1(210,200)");
    assert.deepEqual([touch.isDown, touch.location()], [false, { x: 82, y: 80 }]);
  });

  test("A22 a drag by differences follows the finger without a jump", () => {
    const lab = new Lab();
    const centre = { x: 100, y: 100 };
    lab.B.touchesMoved = (touches) => {
      const [touch] = touches;
      const [now, before] = [touch.location(lab.A), touch.previousLocation(lab.A)];
      centre.x += now.x - before.x;
      centre.y += now.y - before.y;
    };
    lab.play("D1(120,110) M1(150,130)");
    assert.deepEqual(centre, { x: 130, y: 120 });
  });

  test("A26 single and double tap are told apart, at the cost of the wait", () => {
    const classify = (script) => {
      const [lab, single] = labOf("B", "single", new TapGestureRecognizer());
      single.requireToFail(lab.add(lab.B, "double", new TapGestureRecognizer({ taps: 2 })));
      lab.play(script);
      return lab.transitions.filter(({ to }) => to === State.Ended).map(({ name, time }) => `${name}@${time}`);
    };
    assert.deepEqual(classify("D1(80,80)@0 U1@50 D1(80,80)@250 U1@300 T(1000)"), ["double@300"]);
    assert.deepEqual(classify("D1(80,80)@0 U1@50 T(400)"), ["single@350"]);
  });

  test("A coalesced event brings all that happened, and its last moment is where the touch is", () => {
    const [lab] = labOf("B", "pan", new PanGestureRecognizer());
    const coalesced = [{ x: 82, y: 80, time: 4 }, { x: 84, y: 80, time: 8 }, { x: NaN, y: 0, time: 9 }, { x: 86, y: 80, time: 12 }];
    lab.play("D1(80,80)@0");
    lab.feed([{ phase: "moved", id: 1, time: 12, x: 86, y: 80, coalesced, predicted: [{ x: 90, y: 80, time: 20 }] }]);
    const [touch] = lab.arbiter.touches;
    assert.deepEqual(touch.moments.map(({ x }) => x), [82, 84, 86]);
    assert.deepEqual(touch.predicted, [{ x: 90, y: 80, time: 20 }]);
    const late = { phase: "moved", id: 1, time: 16, x: 87, y: 80, coalesced: [{ x: 87, y: 80, time: 16.4 }] };
    lab.feed([late]);
    assert.deepEqual(touch.moments, [{ x: 87, y: 80, time: 16 }]);
    lab.feed([{ phase: "moved", id: 1, time: 20, x: 88, y: 80, coalesced: [] }]);
    assert.deepEqual(touch.moments, [{ x: 88, y: 80, time: 20 }]);
  });
});
