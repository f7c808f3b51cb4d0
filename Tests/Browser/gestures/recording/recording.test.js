/** Recording and replaying: the same input makes the same recognizers say the same. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  ElementNames, linesOf, LongPressGestureRecognizer, PanGestureRecognizer, Player, Recorder, RecordingError, recordingFrom, replay,
  ReplayClock, TapGestureRecognizer, Arbiter, addGestureRecognizer, ManualClock,
} from "../../../../Public/gestures/index.js";
import { FakeElement, pointer } from "../fake-dom.js";
import { Lab } from "../lab.js";
import { Crowd, planCrowd, randomFrom, randomStream } from "../random-streams.js";

/** A lab with recognizers whose outcome depends on times, places and on one another. */
function busyLab() {
  const lab = new Lab().listen();
  const double = lab.add(lab.A, "double", new TapGestureRecognizer({ taps: 2 }));
  lab.add(lab.A, "single", new TapGestureRecognizer()).requireToFail(double);
  lab.add(lab.B, "press", new LongPressGestureRecognizer());
  lab.add(lab.R, "pan", new PanGestureRecognizer());
  return lab;
}

function recorded(script) {
  const lab = busyLab();
  const recorder = new Recorder(lab.arbiter);
  const log = lab.play(script);
  return { log, recording: recorder.recording(lab.clock.now()) };
}

const SCRIPT = "D1(80,80)@1000 U1@1050 T(1500) D1(80,80)@2000.1 T(2600) M1(120,130) C1 D2(300,300)@3000 M2(350,300) M2(390,300) U2 T(4000)";

describe("gestures B: recordings", () => {
  test("B18 a recording that is played again gives the same messages, with a trace and without", () => {
    const { log, recording } = recorded(SCRIPT);
    assert.ok(log.includes("single→Ended") && log.includes("press→Cancelled") && log.includes("pan→Changed"));
    const again = busyLab();
    replay(recordingFrom(linesOf(recording)), again);
    assert.deepEqual(again.log, log);
  });

  test("B18 random input, some of it late, and random crowds end the same when it is played again", () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = randomFrom(seed);
      const plan = planCrowd(random);
      const order = plan.members.map((_, index) => index);
      const crowd = new Crowd(plan, order);
      const recorder = new Recorder(crowd.arbiter);
      const late = randomStream(random).map((sample) => ({ ...sample, at: sample.at + random() / 8 }));
      const logs = crowd.play(late);
      const again = new Crowd(plan, order);
      replay(recorder.recording(crowd.clock.now()), again);
      assert.deepEqual(untimed(again.logs), untimed(logs), `seed ${seed}`);
    }
  });

  test("A recording that is full keeps its beginning, stops, and says so once, in its text too", () => {
    const lab = busyLab();
    let full = 0;
    const recorder = new Recorder(lab.arbiter, { most: 3, full: () => (full += 1) });
    lab.play("D1(80,80)@1000 M1(85,80)@1010 M1(90,80)@1020");
    assert.deepEqual([recorder.isCut, full, "isCut" in recorder.recording()], [false, 0, false]);
    lab.play("M1(95,80)@1030 M1(99,80)@1040 U1@1050 T(3000)");
    const text = linesOf(recorder.recording(lab.clock.now()));
    assert.deepEqual([recorder.isCut, full, recorder.length, text.trim().split("\n").at(-1)], [true, 1, 3, '{"duration":20,"cut":true}']);
    assert.deepEqual(recordingFrom(text), recorder.recording());
    const again = busyLab();
    replay(recordingFrom(text), again);
    assert.deepEqual(again.arbiter.touches.map(({ id }) => id), [1]);
  });

  test("A sample delivered late counts when it happened, and does so again", () => {
    const lab = busyLab();
    const recorder = new Recorder(lab.arbiter);
    const press = (phase, time, more = {}) => ({ phase, id: 1, x: 80, y: 80, time, ...more });
    lab.clock.advance(1000);
    lab.arbiter.dispatch([press("began", 1000)]);
    lab.clock.advance(1399);
    lab.arbiter.dispatch([press("ended", 1100)]);
    lab.clock.advance(2000);
    const { log } = lab;
    assert.ok(log.includes("single→Ended"), "the lift was before the press was long");
    const again = busyLab();
    replay(recorder.recording(lab.clock.now()), again);
    assert.deepEqual(again.log, log);
  });

  test("A recording holds the cancellations of the arbiter, too", () => {
    const lab = busyLab();
    const recorder = new Recorder(lab.arbiter);
    lab.play("D1(80,80) M1(120,80)");
    lab.arbiter.cancelTouches();
    const again = busyLab();
    replay(recorder.recording(), again);
    assert.deepEqual(again.of("pan"), ["pan→Began", "pan→Cancelled"]);
    assert.deepEqual(again.log, lab.log);
  });

  test("A recorder that was stopped hears nothing more, and what it gave away does not grow", () => {
    const lab = busyLab();
    const recorder = new Recorder(lab.arbiter, { surface: { width: 400, height: 400 } });
    lab.play("D1(80,80)@1000");
    const early = recorder.recording();
    lab.play("U1@1040");
    recorder.stop();
    lab.play("D1(80,80)@2000 U1");
    assert.equal(early.events.length, 1);
    assert.deepEqual(recorder.recording(), { surface: { width: 400, height: 400 }, duration: 40, events: [
      { time: 0, samples: [{ phase: "began", id: 1, x: 80, y: 80, time: 0 }] },
      { time: 40, samples: [{ phase: "ended", id: 1, time: 40 }] },
    ] });
  });

  test("A recording of nothing is played in no time", () => {
    const lab = busyLab();
    replay(new Recorder(lab.arbiter).recording(), lab);
    assert.deepEqual([lab.log, lab.clock.now()], [[], 0]);
  });
});

/** The logs without their times, which begin elsewhere. */
function untimed(logs) {
  return Object.fromEntries([...logs].map(([name, log]) => [name, log.replace(/@[\d.]+/g, "")]));
}

describe("The text of a recording", () => {
  const header = '{"format":"gesture-recording","version":1}\n';

  test("is a line for the header, for each event and for the end", () => {
    const lines = linesOf(recorded("D1(80,80)@1000 U1@1050 T(1500)").recording).trim().split("\n");
    assert.deepEqual(lines.map((line) => Object.keys(JSON.parse(line))), [["format", "version"], ["time", "samples"], ["time", "samples"], ["duration"]]);
  });

  test("that was cut off is read as far as it goes", () => {
    const text = linesOf(recorded("D1(80,80)@1000 U1@1050 T(1500)").recording);
    const cut = text.split("\n").slice(0, 3).join("\n");
    assert.deepEqual([recordingFrom(cut).events.length, recordingFrom(cut).duration], [2, 50]);
    assert.deepEqual([recordingFrom(text).events.length, recordingFrom(text).duration], [2, 500]);
  });

  test("that is none says which line is wrong", () => {
    const bad = {
      "": 1, "{": 1, "[]": 1, '{"format":"other"}': 1, '{"format":"gesture-recording","version":2}': 1,
      [`${header}{"time":-1,"samples":[]}`]: 2, [`${header}{"time":1}`]: 2, [`${header}nonsense`]: 2,
      [`${header}{"time":5,"samples":[]}\n{"time":4,"samples":[]}`]: 3,
      [`\n\n{"format":"other"}`]: 3, [`\n${header}\n\n{"time":1}`]: 5, [`${header}\n\nnonsense`]: 4,
      [`${header}\n{"time":5,"samples":[]}\n\n{"time":4,"samples":[]}`]: 5,
      [`${header}{"time":0,"samples":[{"phase":"stationary","id":1,"time":0}]}`]: 2,
      [`${header}{"time":0,"samples":[{"phase":"began","id":"1","time":0}]}`]: 2,
      [`${header}{"time":0,"samples":[{"phase":"began","id":1,"time":0,"x":"a","y":1}]}`]: 2,
      [`${header}{"time":0,"samples":[{"phase":"moved","id":1,"time":0,"x":1,"y":1,"coalesced":[null]}]}`]: 2,
    };
    for (const [text, line] of Object.entries(bad)) {
      assert.throws(() => recordingFrom(text), (error) => error instanceof RecordingError && error.line === line, text);
    }
  });

  test("with numbers that make no sense is played without harm", () => {
    const wild = [
      { phase: "began", id: 1, x: 1e300, y: -1e300, time: 0 }, { phase: "moved", id: 9, x: 1, y: 1, time: -1e300 },
      { phase: "began", id: 2, x: 80, y: 80, time: 1e300, coalesced: [{ x: 1e300 }], width: -4, type: "nobody" },
    ];
    const lab = busyLab();
    replay(recordingFrom(`${header}${JSON.stringify({ time: 0, samples: wild })}\n{"duration":9000}`), lab);
    lab.arbiter.cancelTouches();
    assert.deepEqual([lab.reports, lab.arbiter.isIdle], [[], true]);
  });
});

describe("Names of views", () => {
  /** A surface with a named card that holds two unnamed children. */
  function page() {
    const root = new FakeElement();
    const make = (parent, name) => {
      const element = new FakeElement({ left: 0, top: 0, width: 100, height: 100 }, parent);
      element.clock = root.clock;
      return Object.assign(element, { id: "", getAttribute: (key) => (key === "data-gesture-name" ? name : null) });
    };
    const card = make(root, "card");
    const children = [make(card, null), make(card, null)];
    Object.assign(root, { querySelectorAll: () => [card] });
    return { root, card, children };
  }

  test("find the same element on another page", () => {
    const { root, card, children } = page();
    const names = new ElementNames(root);
    assert.deepEqual([root, card, children[1]].map((each) => names.nameOf(each)), ["", "card", "card/1"]);
    const other = page();
    const found = ["", "card", "card/1", "card/7", "nobody", "nobody/0"].map((name) => new ElementNames(other.root).find(name));
    assert.deepEqual(found, [other.root, other.card, other.children[1], null, null, null]);
    assert.equal(names.nameOf(other.card), null);
    assert.equal(names.nameOf({}), null);
  });

  test("bind a replay to what was touched, wherever it is now", () => {
    const made = page();
    const { surface } = made.root.surface();
    const recorder = new Recorder(surface.arbiter, { names: new ElementNames(made.root) });
    made.children[0].fire("pointerdown", pointer(10, 10, 0));
    made.children[0].fire("pointerup", pointer(10, 10, 30));
    const { events } = recorder.recording();
    assert.equal(events[0].samples[0].view, "card/0");
    assert.equal("target" in events[0].samples[0], false);
    const again = page();
    const { surface: other } = again.root.surface();
    const taps = [];
    const tap = new TapGestureRecognizer().addTarget(() => taps.push("tap"));
    addGestureRecognizer(other.views.viewFor(again.children[0]), tap);
    replay(recordingFrom(linesOf(recorder.recording())), { arbiter: other.arbiter, clock: again.root.clock, names: new ElementNames(again.root) });
    assert.deepEqual(taps, ["tap"]);
  });
});

describe("A player", () => {
  /** A machine whose pictures come when the test says so. */
  function machine() {
    const clock = new ManualClock();
    clock.advance(5000);
    const waiting = [];
    const frame = async (time) => {
      clock.advance(5000 + time);
      waiting.splice(0).forEach((callback) => callback(time));
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { clock, frame, nextFrame: (callback) => waiting.push(callback) };
  }

  function stage(machineClock) {
    const clock = new ReplayClock(machineClock);
    const lab = busyLab();
    const arbiter = new Arbiter({ hitTest: (point) => lab.R.hitTest(point), clock });
    return { lab, arbiter, clock };
  }

  test("plays at the pace of the recording, and says the same", async () => {
    const { log, recording } = recorded(SCRIPT);
    const { clock, frame, nextFrame } = machine();
    const { lab, ...place } = stage(clock);
    const done = new Player(place, nextFrame).play(recording);
    await frame(0);
    await frame(100);
    assert.deepEqual(lab.log, [], "the second tap may still come");
    for (const time of [700, 3100]) await frame(time);
    assert.equal(await done, true);
    assert.deepEqual(lab.log.filter((line) => line.includes("→")), log.filter((line) => line.includes("→")));
    assert.equal(place.clock.isHeld, false);
    assert.equal(place.clock.now(), 8100);
  });

  test("that is stopped leaves nothing down", async () => {
    const { recording } = recorded("D1(80,80)@1000 M1(120,80) M1(150,80) U1@3000");
    const { clock, frame, nextFrame } = machine();
    const { lab, ...place } = stage(clock);
    const player = new Player(place, nextFrame);
    const done = player.play(recording);
    await frame(0);
    await frame(100);
    player.stop();
    await frame(200);
    assert.equal(await done, false);
    assert.deepEqual(lab.of("pan").at(-1), "pan→Cancelled");
    assert.deepEqual([place.arbiter.touches.length, place.clock.isHeld], [0, false]);
  });

  test("A clock that is held wakes whom it was asked to wake, by hand or by the machine", () => {
    const machineClock = new ManualClock();
    const clock = new ReplayClock(machineClock);
    const woken = [];
    for (const time of [10, 20, 30]) clock.wakeAt(time, () => woken.push(time));
    const takeBack = clock.wakeAt(25, () => woken.push(25));
    machineClock.advance(10);
    clock.hold();
    machineClock.advance(100);
    assert.deepEqual([woken, clock.now()], [[10], 10]);
    clock.advance(20);
    takeBack();
    assert.deepEqual([woken, clock.now()], [[10, 20], 20]);
    clock.release();
    machineClock.advance(100);
    assert.deepEqual([woken, clock.now()], [[10, 20, 30], 100]);
  });
});
