/**
 * The demos without a browser. Each has its page, stands a storm, and says of recordings that were made by real touches
 * in Chromium what it said there.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { SCENES } from "../../../Public/gestures/demo/scenes.js";
import { World } from "../../../Public/gestures/demo/world.js";
import { Arbiter, KeyEquivalents, linesOf, ManualClock, Recorder, recordingFrom } from "../../../Public/gestures/index.js";
import { play } from "./demo-replay.js";
import { randomFrom, randomStream } from "./random-streams.js";

const DEMOS = new URL("../../../Public/gestures/demo/", import.meta.url);
const RECORDINGS = new URL("recordings/", import.meta.url);

test("Every scene has a page that names it, and the index lists them all", () => {
  const pages = readdirSync(DEMOS).filter((name) => name.endsWith(".html") && name !== "index.html");
  assert.deepEqual(pages.sort(), Object.keys(SCENES).map((name) => `${name}.html`).sort());
  const index = readFileSync(new URL("index.html", DEMOS), "utf8");
  for (const page of pages) {
    const text = readFileSync(new URL(page, DEMOS), "utf8");
    assert.ok(text.includes(`data-scene="${page.slice(0, -5)}"`) && index.includes(`href="${page}"`), page);
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|\son\w+=|style=/, `${page}: nothing inline, the policy forbids it`);
  }
});

for (const file of readdirSync(RECORDINGS).filter((name) => name.endsWith(".jsonl"))) {
  const name = file.slice(0, -".jsonl".length);
  test(`A recording of Chromium is recognized without it: ${name}`, () => {
    const recording = recordingFrom(readFileSync(new URL(file, RECORDINGS), "utf8"));
    const log = JSON.parse(readFileSync(new URL(`${name}.log.json`, RECORDINGS), "utf8"));
    assert.ok(log.length > 0);
    assert.deepEqual(play(name, recording), log);
  });
}

for (const name of Object.keys(SCENES)) {
  test(`${name}: 200 random streams break nothing, and the recording of all of them says the same`, () => {
    const random = randomFrom(7);
    const clock = new ManualClock();
    const reports = [];
    const world = new World({ width: 400, height: 400, clock });
    SCENES[name](world);
    const hitTest = (point) => world.root.hitTest(point);
    const arbiter = new Arbiter({ hitTest, clock, report: (error) => reports.push(error) });
    const recorder = new Recorder(arbiter, { surface: { width: 400, height: 400 } });
    for (let round = 0; round < 200; round += 1) {
      const start = clock.now() + 700;
      for (const { at, ...sample } of randomStream(random)) {
        clock.advance(start + at);
        arbiter.dispatch([{ ...sample, time: start + at }]);
      }
      arbiter.cancelTouches();
    }
    clock.advance(clock.now() + 3000);
    assert.deepEqual([reports, arbiter.isIdle], [[], true]);
    const recording = recordingFrom(linesOf(recorder.recording(clock.now())));
    assert.deepEqual(play(name, recording), world.log.entries);
    assert.ok(world.log.entries.length > 0 || name === "hover");
  });
}

/** A scene with an arbiter of its own; `said` is its log, a line each. */
function stage(name) {
  const clock = new ManualClock();
  const world = new World({ width: 400, height: 400, clock });
  SCENES[name](world);
  const arbiter = new Arbiter({ hitTest: (point) => world.root.hitTest(point), clock });
  const touch = (phase, x, y) => arbiter.dispatch([{ phase, id: 1, x, y, time: clock.now() }]);
  return { clock, world, arbiter, touch, said: () => world.log.entries.map((entry) => `${entry.name} ${entry.state}`) };
}

test("Keys on the demo do what fingers do, once each, and are refused what fingers are refused", () => {
  const { world, arbiter, said } = stage("keys");
  const keys = new KeyEquivalents(arbiter);
  for (const { key, recognizer, prepare } of world.keyBindings) keys.bind(key, recognizer, prepare);
  assert.equal(world.keyBindings.length, 9);
  for (const key of ["ArrowLeft", "ArrowUp", "-"]) assert.ok(keys.press({ key }), key);
  const last = world.log.entries.filter(({ state }) => state === "ended");
  assert.deepEqual(last.map(({ name, x, y, scale }) => [name, x ?? scale, y]), [["pan", -24, 0], ["pan", -24, -24], ["pinch", 0.8, undefined]]);
  assert.ok(keys.press({ key: "Enter" }));
  const before = said().length;
  for (const key of ["ArrowLeft", "+", "]"]) assert.ok(!keys.press({ key }), key);
  assert.equal(said().length, before);
  assert.ok(keys.press({ key: "Enter" }) && keys.press({ key: "]" }));
  assert.ok(arbiter.isIdle);
});

test("A box of the flags that hears late that a finger lifts hears it when no second tap can come", () => {
  for (const [x, name, atOnce] of [[108, "ends late", false], [292, "ends at once", true]]) {
    const { clock, touch, said } = stage("flags");
    const [down, up] = [`${name} hears a finger`, `${name} hears it lift`];
    touch("began", x, 248);
    clock.advance(clock.now() + 40);
    touch("ended", x, 248);
    assert.deepEqual(said(), atOnce ? [down, up] : [down], name);
    clock.advance(clock.now() + 1000);
    assert.deepEqual(said(), [down, up], name);
  }
});

test("A box whose delegate wants drags downwards refuses all others", () => {
  for (const [x, y, wanted] of [[0, 30, true], [0, -30, false], [30, 20, false]]) {
    const { touch, said } = stage("flags");
    touch("began", 108, 344);
    touch("moved", 108 + x, 344 + y);
    touch("ended", 108 + x, 344 + y);
    assert.equal(said().includes("only downwards: pan ended"), wanted, `${x}, ${y}`);
  }
});
