/** Words of many pages on their way into the clipboard. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { SelectionCopying } from "../../../Public/reader/selection/selection-copying.js";
import { ShownWords } from "../../../Public/reader/selection/shown-words.js";

/** Longer than what is told of at once, in ms. */
const A_WHILE = 1000;

const machine = { setTimeout, clearTimeout };
/** The actions that wait. Node's own mock of timers has another form in each of its releases. */
const waiting = new Map();

beforeEach(() => {
  waiting.clear();
  globalThis.setTimeout = (action, delay) => {
    const timer = Symbol("timer");
    waiting.set(timer, { action, delay });
    return timer;
  };
  globalThis.clearTimeout = (number) => void waiting.delete(number);
});
afterEach(() => Object.assign(globalThis, machine));

/** Runs what was to wait no longer than so many ms. */
function passed(time) {
  for (const [number, { action, delay }] of [...waiting]) {
    if (delay > time) continue;
    waiting.delete(number);
    action();
  }
}

/** A selection whose pages come when the test says so. */
function selectionOf(pageCount, readCount = 0) {
  let settle = () => {};
  let came = () => {};
  return {
    pageCount, readCount, isRead: readCount === pageCount, text: "words", stops: 0,
    read(told) {
      came = told;
      return new Promise((resolve) => (settle = resolve));
    },
    stopReading() {
      this.stops += 1;
      settle(false);
    },
    come: (isHere = true) => came(isHere),
    finish: () => settle(true),
  };
}

function copyingOf(selection, life = new AbortController().signal) {
  const log = [];
  const shown = { isShown: false, told: "", fraction: NaN };
  let stop = () => {};
  const working = (text, ending) => {
    Object.assign(shown, { isShown: true, told: text });
    stop = ending;
    return { report: (told, fraction) => Object.assign(shown, { told, fraction }), end: () => (shown.isShown = false) };
  };
  const copying = new SelectionCopying({ selection: () => selection, copy: (text) => log.push(`copied ${text}`), say: (text) => log.push(text), working }, life);
  return { copying, log, shown, press: () => stop() };
}

test("words that are here are copied at once", async () => {
  const { copying, log, shown } = copyingOf(selectionOf(3, 3));
  await copying.copy();
  assert.deepEqual([log, shown.isShown, copying.stop()], [["copied words"], false, false]);
});

test("what takes a while says which page it is at, and no more when it has ended", async () => {
  const selection = selectionOf(10_000, 1232);
  const { copying, log, shown } = copyingOf(selection);
  const copied = copying.copy();
  selection.come();
  assert.equal(shown.isShown, false, "not yet");
  passed(A_WHILE);
  assert.deepEqual([shown.told, shown.fraction], ["Copying page 1,234 of 10,000…", 0.1233]);
  selection.come();
  assert.deepEqual([shown.told, shown.fraction], ["Copying page 1,235 of 10,000…", 0.1234]);
  selection.finish();
  await copied;
  assert.deepEqual([log, shown.isShown, copying.stop()], [["copied words"], false, false]);
});

test("what is quick is not told of", async () => {
  const selection = selectionOf(50);
  const { copying, log, shown } = copyingOf(selection);
  const copied = copying.copy();
  selection.finish();
  await copied;
  passed(A_WHILE);
  assert.deepEqual([log, shown.isShown], [["copied words"], false]);
});

test("stopped, it copies nothing and can begin again", async () => {
  const selection = selectionOf(50);
  const { copying, log, shown, press } = copyingOf(selection);
  const first = copying.copy();
  passed(A_WHILE);
  press();
  await first;
  assert.deepEqual([log, shown.isShown, selection.stops], [["Copying was stopped"], false, 1]);
  const second = copying.copy();
  selection.finish();
  await second;
  assert.deepEqual(log, ["Copying was stopped", "copied words"]);
});

test("asked again meanwhile, it goes on", async () => {
  const selection = selectionOf(50);
  const { copying, log } = copyingOf(selection);
  const copied = copying.copy();
  await copying.copy();
  assert.equal(selection.stops, 0);
  selection.finish();
  await copied;
  assert.deepEqual(log, ["copied words"]);
});

test("a page that cannot be had ends it", async () => {
  const selection = selectionOf(10_000);
  const { copying, log } = copyingOf(selection);
  const copied = copying.copy();
  selection.come(false);
  await copied;
  assert.deepEqual([log, selection.stops], [["Some words could not be read. Nothing was copied."], 1]);
});

test("it ends with its document", async () => {
  const [selection, life] = [selectionOf(50), new AbortController()];
  const { copying, shown } = copyingOf(selection, life.signal);
  const copied = copying.copy();
  passed(A_WHILE);
  life.abort();
  await copied;
  assert.equal(shown.isShown, false);
});

test("pages are read a few at a time, each is told of, and none when it has ended", async () => {
  const [asked, told, end] = [[], [], new AbortController()];
  const load = (page) => new Promise((resolve) => asked.push(() => resolve(page === 2 ? null : { words: [], links: [] })));
  const words = new ShownWords({ pages: null, placeAt: () => null, load });
  const all = { start: { page: 1, word: 0, letter: 0 }, end: { page: 9, word: Infinity, letter: Infinity } };
  const read = words.read(all, end.signal, (isHere) => told.push(isHere));
  for (const answer of asked.splice(0, 3)) answer();
  await new Promise(setImmediate);
  assert.deepEqual([told, asked.length, words.readCount(all)], [[true, false, true], 4, 2]);
  end.abort();
  for (const answer of asked.splice(0)) answer();
  await read;
  assert.deepEqual([told.length, asked.length, words.areRead(all)], [3, 0, false]);
});
