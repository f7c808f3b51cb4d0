/** Timers in the order in which they are due, with one wake-up at the clock. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { TimerQueue } from "../../../Public/gestures/timer-queue.js";

/** A clock that says what it was asked for, and rings when it is told to. */
class PlayedClock {
  time = 0;
  wakeUps = [];

  now() {
    return this.time;
  }

  wakeAt(time, callback) {
    const wakeUp = { time, callback };
    this.wakeUps.push(wakeUp);
    return () => { this.wakeUps = this.wakeUps.filter((other) => other !== wakeUp); };
  }

  /** Wakes the first wake-up, at a time of its own. */
  ring(time) {
    this.time = time;
    this.wakeUps.shift().callback();
  }

  get times() {
    return this.wakeUps.map(({ time }) => time);
  }
}

function queue() {
  const clock = new PlayedClock();
  const log = [];
  const timers = new TimerQueue(clock, (due) => {
    log.push(`expired ${due}`);
    runUntil(due);
  });
  const runUntil = (time) => timers.runUntil(time, (due, runAll) => {
    log.push(`at ${due}`);
    runAll();
  });
  const set = (due, name = String(due)) => timers.set(due, () => log.push(name));
  return { clock, log, timers, runUntil, set };
}

test("Timers that are due run in the order of time, and those of one time in the order in which they were set", () => {
  const { log, timers, runUntil, set } = queue();
  set(30, "late");
  set(10, "first");
  set(20, "second");
  set(20, "third");
  assert.equal(timers.size, 4);
  runUntil(20);
  assert.deepEqual(log, ["at 10", "first", "at 20", "second", "third"]);
  assert.equal(timers.size, 1);
  runUntil(29);
  assert.equal(log.length, 5);
});

test("There is one wake-up at the clock, for the first timer, also when an earlier one comes", () => {
  const { clock, runUntil, set } = queue();
  set(30);
  set(40);
  assert.deepEqual(clock.times, [30]);
  set(10);
  assert.deepEqual(clock.times, [10]);
  runUntil(10);
  assert.deepEqual(clock.times, [30]);
  runUntil(40);
  assert.deepEqual(clock.times, []);
});

test("A timer that is dropped does not run, and when all are dropped there is no wake-up", () => {
  const { clock, log, timers, runUntil, set } = queue();
  const [dropFirst, dropSecond] = [set(10), set(20)];
  dropFirst();
  dropFirst();
  assert.deepEqual([timers.size, clock.times], [1, [10]]);
  runUntil(15);
  assert.deepEqual([log, clock.times], [[], [20]]);
  dropSecond();
  assert.deepEqual([timers.size, clock.times], [0, []]);
  runUntil(30);
  assert.deepEqual(log, []);
});

test("A timer that drops one of the same moment keeps it from running, and one that it sets runs in the same turn", () => {
  const { log, timers, runUntil, set } = queue();
  timers.set(10, () => {
    drop();
    set(5, "set late");
  });
  const drop = set(10, "dropped");
  runUntil(10);
  assert.deepEqual([log, timers.size], [["at 10", "at 5", "set late"], 0]);
});

test("A moment all of whose timers were dropped is none", () => {
  const { log, runUntil, set } = queue();
  set(10)();
  set(20);
  const drop = set(30);
  set(40, "last");
  drop();
  runUntil(40);
  assert.deepEqual(log.filter((line) => line.startsWith("at")), ["at 20", "at 40"]);
});

test("A wake-up in time expires at once; one that is 8 ms late does too, and a later one lets input pass before", () => {
  const { clock, log, set } = queue();
  set(10);
  clock.ring(18);
  assert.deepEqual(log, ["expired 10", "at 10", "10"]);
  set(30);
  clock.ring(39);
  assert.deepEqual([log.length, clock.times], [3, [39]]);
  clock.ring(40);
  assert.deepEqual(log.slice(3), ["expired 30", "at 30", "30"]);
});
