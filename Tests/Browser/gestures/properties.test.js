/** Laws for every input: rows B4 of `gestures` and `interaction`, A27, and independence of the order. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AxisPanGestureRecognizer, State, TapGestureRecognizer } from "../../../Public/gestures/index.js";
import { isLegal } from "../../../Public/gestures/recognizer-state.js";
import { labOf } from "./lab.js";
import { Crowd, KINDS, Meddler, planCrowd, randomEvents, randomFrom, randomOrder, randomStream } from "./random-streams.js";

/** The share of all 100,000 streams that are tried; `make soak` tries all. */
const SHARE = Number(process.env.STREAMS ?? 0.1);
const CROWDS = Math.ceil(2000 * SHARE);
const STREAMS_EACH = 50;

/** The states that a recognizer may pass in one attempt, and the one that follows each attempt. */
const GRAMMAR = {
  discrete: /^(?:(?:ended|failed) possible )*$/,
  continuous: /^(?:(?:failed|began (?:changed )*(?:ended|cancelled)) possible )*$/,
};

/** The states that its targets may be told. */
const MESSAGES = {
  discrete: /^(?:ended )*$/,
  continuous: /^(?:began (?:changed )*(?:ended|cancelled) )*$/,
};

/** One in twenty-five is long; every sixth has several fingers at one moment. */
function randomInput(random, stream) {
  if (stream % 25 === 24) return randomEvents(random, 60);
  return stream % 6 === 5 ? randomEvents(random, 4 + Math.floor(random() * 8)) : randomStream(random);
}

/** Those that random input makes speak; it draws no circles, no letters and no signs. */
const CLASSES = [
  ...new Set(KINDS.filter((make) => typeof make === "function").map((make) => make().name)), "ScrollPanGestureRecognizer",
].filter((name) => !/Circle|Glyph|ScratchOut|Unistroke|NShape/.test(name));

function checkTransition({ recognizer, from, to }) {
  if (!isLegal(recognizer.kind, from, to)) assert.fail(`${recognizer.name}: ${from} to ${to}`);
}

function checkOver(crowd, where) {
  if (!crowd.arbiter.isIdle) assert.fail(`${where}: not over`);
  if (crowd.reports.length > 0) assert.fail(`${where}: ${crowd.reports[0]}`);
  for (const recognizer of crowd.recognizers) {
    if (recognizer.state !== State.Possible) assert.fail(`${where}: ${recognizer.name} is ${recognizer.state}`);
    const story = crowd.states.get(recognizer.name) ?? "";
    if (!GRAMMAR[recognizer.kind].test(story)) assert.match(story, GRAMMAR[recognizer.kind], where);
    const said = crowd.logs.get(`${recognizer.name} says`) ?? "";
    if (!MESSAGES[recognizer.kind].test(said)) assert.match(said, MESSAGES[recognizer.kind], where);
    if (said !== story.replace(/(?:failed|possible) /g, "")) assert.fail(`${where}: ${recognizer.name} says ${said}after ${story}`);
  }
}

/** Whether two crowds went through the same, each member for itself. */
function isSame(logs, others) {
  if (logs.size !== others.size) return false;
  for (const [name, story] of logs) if (others.get(name) !== story) return false;
  return true;
}

describe("gestures B and interaction B, interaction A: random streams", () => {
  test(`B4 ${CROWDS * STREAMS_EACH} streams, all classes: legal, over when the fingers are up, and the same in every order of registration`, () => {
    let recognized = 0;
    const spoke = new Set();
    for (let seed = 1; seed <= CROWDS; seed += 1) {
      const random = randomFrom(seed);
      const plan = planCrowd(random);
      const [first, second] = [0, 1].map(() => new Crowd(plan, randomOrder(plan, random), checkTransition));
      for (let stream = 0; stream < STREAMS_EACH; stream += 1) {
        const input = randomInput(random, stream);
        const where = `crowd ${seed}, stream ${stream}`;
        for (const crowd of [first, second]) {
          crowd.play(input);
          checkOver(crowd, where);
        }
        if (!isSame(first.logs, second.logs)) assert.deepEqual(first.logs, second.logs, where);
        const speakers = [...first.logs.keys()].filter((name) => name.endsWith("says"));
        for (const name of speakers) spoke.add(name.replace(/^\d+\.| says$/g, ""));
        if (speakers.length > 0) recognized += 1;
      }
    }
    // A rare one may be silent in a share of the streams.
    if (SHARE === 1) assert.deepEqual(CLASSES.filter((name) => !spoke.has(name)), []);
    assert.ok(recognized > (CROWDS * STREAMS_EACH) / 4, `${recognized} streams made a gesture`);
  });

  test("B4 10,000 streams with recognizers and views that come, go and are switched off in the middle", () => {
    for (let seed = 1; seed <= 500 * SHARE; seed += 1) {
      const random = randomFrom(seed * 7919);
      const plan = planCrowd(random);
      const crowd = new Crowd(plan, randomOrder(plan, random), checkTransition);
      const meddler = new Meddler(crowd, random);
      for (let stream = 0; stream < 20; stream += 1) {
        crowd.play(randomInput(random, stream), () => random() < 0.3 && meddler.meddle());
        meddler.relent();
        crowd.clock.advance(crowd.clock.now() + 2000);
        checkOver(crowd, `crowd ${seed}, stream ${stream}`);
      }
      assert.ok(meddler.deeds > 0);
    }
  });

  test("A27 tap, double tap and drags along two axes agree with a machine written by hand, in 10,000 traces", () => {
    const random = randomFrom(27);
    const seen = new Set();
    const [lab, t1] = labOf("R", "single", new TapGestureRecognizer());
    t1.requireToFail(lab.add(lab.R, "double", new TapGestureRecognizer({ taps: 2 })));
    lab.add(lab.R, "horizontal", new AxisPanGestureRecognizer("horizontal"));
    lab.add(lab.R, "vertical", new AxisPanGestureRecognizer("vertical"));
    for (let trace = 0; trace < 10_000 * SHARE; trace += 1) {
      const presses = Array.from({ length: 1 + Math.round(random()) }, () => randomPress(random));
      const expected = oracle(presses);
      lab.log.length = 0;
      playPresses(lab, presses);
      const got = lab.log.filter((line) => /→(Began|Ended)/.test(line)).map((line) => line.split("→")[0]);
      assert.deepEqual([...new Set(got)].sort(), expected, JSON.stringify(presses));
      seen.add(expected.join());
    }
    assert.ok(seen.has("double") && seen.has("single") && seen.has("horizontal") && seen.has("vertical"));
  });
});

function randomPress(random) {
  const angle = random() * 2 * Math.PI;
  const reach = random() < 0.5 ? 0 : 15 + random() * 60;
  return { pause: 20 + random() * 600, hold: 20 + random() * 300, dx: Math.cos(angle) * reach, dy: Math.sin(angle) * reach };
}

function playPresses(lab, presses) {
  let time = lab.clock.now() + 5000;
  presses.forEach(({ pause, hold, dx, dy }, index) => {
    if (index > 0) time += pause;
    const move = dx || dy ? `M1(${200 + dx},${200 + dy})@${time + hold / 2}` : "";
    lab.play(`D1(200,200)@${time} ${move} U1@${time + hold}`);
    time += hold;
  });
  lab.clock.advance(time + 1000);
}

/** The decision as one would write it without recognizers: a drag by its axis, a tap by whether another follows. */
function oracle(presses) {
  const [first, second] = presses;
  const isDrag = ({ dx, dy }) => dx !== 0 || dy !== 0;
  const axis = ({ dx, dy }) => (Math.abs(dx) > Math.abs(dy) ? "horizontal" : "vertical");
  const kind = (press) => (isDrag(press) ? axis(press) : "single");
  if (second && !isDrag(first) && !isDrag(second) && second.pause < 300) return ["double"];
  return [...new Set(presses.map(kind))].sort();
}
