import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem } from "../../../../Public/api/api-problem.js";
import { isSameAnnotation, newAnnotation, readAnnotation, writtenAnnotation } from "../../../../Public/reader/marks/annotation.js";
import { DocumentMarks } from "../../../../Public/reader/marks/document-marks.js";
import { NO_HISTORY, withStep } from "../../../../Public/reader/marks/mark-history.js";

/** A server's annotations of one content: what the real one does with edits and questions. */
class Server {
  revision = 0;
  entries = new Map();
  removals = new Map();
  isDown = false;
  /** The problem that the next edit is answered with, once. */
  refusal = null;
  /** An annotation with this note is not taken, nor an edit with it. */
  unwanted = null;
  /** The contents of all edits. */
  contents = [];
  /** Whether an edit is made and its answer lost. */
  losesAnswer = false;

  edit({ sha256, put, removed }) {
    if (this.isDown) throw new ApiProblem(0, "network", "");
    if (put.some(({ body }) => body?.value === this.unwanted)) throw new ApiProblem(413, "too-large", "");
    this.contents.push(sha256);
    if (this.refusal) {
      const refusal = this.refusal;
      this.refusal = null;
      throw refusal;
    }
    this.revision += 1;
    for (const id of removed) if (this.entries.delete(id)) this.removals.set(id, this.revision);
    for (const json of put) {
      const id = json.id.replace("urn:uuid:", "");
      this.removals.delete(id);
      this.entries.set(id, { json: { ...json, modified: `${this.revision}` }, revision: this.revision });
    }
    if (this.losesAnswer) throw new ApiProblem(0, "network", "");
    return {};
  }

  news(since) {
    if (this.isDown) throw new ApiProblem(0, "network", "");
    const known = since === null ? -1 : Number(since.split(".")[1]);
    return {
      sha256: "s", cursor: `e.${this.revision}`, complete: since === null,
      removed: [...this.removals].filter(([, at]) => at > known).map(([id]) => id),
      annotations: [...this.entries.values()].filter(({ revision }) => revision > known).map(({ json }) => json),
    };
  }
}

function kept(initial = null) {
  let text = initial;
  return { get: () => text, set: (value) => void (text = value) };
}

/** The changes that wait, as a browser keeps them, also for the next window. */
function keptWaiting(texts = new Map()) {
  const read = (id) => JSON.parse(texts.get(id) ?? "null");
  return {
    texts, all: () => new Map([...texts.keys()].map((id) => [id, read(id)])), one: read,
    set: (id, change) => void (change ? texts.set(id, JSON.stringify(change)) : texts.delete(id)),
  };
}

/** A window: its marks, a timer that is run by hand, and what it was refused. */
function window(server, { waiting = keptWaiting(), history = kept(), sha256 = "s", calls = (act) => Promise.resolve().then(act) } = {}) {
  const timer = { action: null, pending: false, set(_, action) { this.action = action; this.pending = true; }, clear() { this.action = null; this.pending = false; } };
  const [refused, told] = [[], []];
  const marks = new DocumentMarks({
    sha256, news: (since) => calls(() => server.news(since)), edit: (edit) => calls(() => server.edit(edit)),
    waiting, history, changed: () => {}, refused: (problem) => refused.push(problem), waits: (problem) => told.push(problem.status), timer,
  });
  return { marks, timer, refused, told, waiting, history };
}

let numbers = 0;
function mark(parts = {}) {
  numbers += 1;
  const id = `00000000-0000-4000-8000-${String(numbers).padStart(12, "0")}`;
  return newAnnotation({ id, kind: "note", page: 1, color: "#ffd64f", points: [[1, 2]], ...parts }, new Date(0));
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
async function quiet(...windows) {
  for (let turn = 0; turn < 50; turn += 1) {
    await settled();
    if (windows.every(({ marks }) => !marks.isBusy)) return;
  }
}

const add = (marks, one) => marks.run("Add", [{ id: one.id, after: one }]);

test("a mark is there at once, and the server has it soon", async () => {
  const server = new Server();
  const { marks, waiting } = window(server);
  const one = mark();
  add(marks, one);
  assert.deepEqual(marks.all.map(({ id }) => id), [one.id]);
  assert.equal(marks.isWaiting, true);
  await quiet({ marks });
  assert.equal(marks.isWaiting, false);
  assert.equal(waiting.texts.size, 0);
  assert.equal(server.entries.size, 1);
});

test("marks that wait for a server that is away are told of once, and again when it was back between", async () => {
  const server = new Server();
  const { marks, timer, told } = window(server);
  const fail = async () => {
    timer.action?.();
    await quiet({ marks });
  };
  await marks.refresh();
  server.isDown = true;
  await marks.refresh();
  await fail();
  assert.deepEqual(told, [], "without marks that wait");
  server.isDown = false;
  await fail();
  server.isDown = true;
  add(marks, mark());
  await quiet({ marks });
  assert.deepEqual(told, [], "after one request alone");
  await fail();
  await fail();
  assert.deepEqual(told, [0]);
  server.isDown = false;
  await fail();
  server.isDown = true;
  add(marks, mark());
  await quiet({ marks });
  await fail();
  assert.deepEqual(told, [0, 0]);
});

test("a step is undone and made again, and the server follows", async () => {
  const server = new Server();
  const { marks } = window(server);
  const one = mark();
  add(marks, one);
  marks.run("Colour", [{ id: one.id, after: { ...one, color: "#8ee08a" } }]);
  await quiet({ marks });
  assert.equal(marks.undo(), "Colour");
  assert.equal(marks.one(one.id).color, "#ffd64f");
  assert.equal(marks.undo(), "Add");
  assert.equal(marks.undo(), null);
  await quiet({ marks });
  assert.equal(server.entries.size, 0);
  marks.redo();
  marks.redo();
  await quiet({ marks });
  assert.equal(readAnnotation([...server.entries.values()][0].json).color, "#8ee08a");
});

test("a later change of another window is not undone", async () => {
  const server = new Server();
  const [first, second] = [window(server), window(server)];
  const one = mark();
  add(first.marks, one);
  await quiet(first);
  await second.marks.refresh();
  second.marks.run("Write", [{ id: one.id, after: { ...second.marks.one(one.id), note: "mine" } }]);
  await quiet(second);
  await first.marks.refresh();
  first.marks.undo();
  assert.equal(first.marks.one(one.id).note, "mine");
});

test("undo goes on after the page was loaded anew", async () => {
  const server = new Server();
  const first = window(server);
  const one = mark();
  add(first.marks, one);
  await quiet(first);
  const again = window(server, { history: kept(first.history.get()) });
  await again.marks.refresh();
  assert.equal(again.marks.undo(), "Add");
  assert.deepEqual(again.marks.all, []);
});

test("without a connection marks wait, also when the window is closed meanwhile", async () => {
  const server = new Server();
  server.isDown = true;
  const first = window(server);
  add(first.marks, mark());
  await quiet(first);
  assert.equal(first.timer.pending, true);
  server.isDown = false;
  const later = window(server, { waiting: first.waiting });
  await later.marks.refresh();
  assert.equal(server.entries.size, 1);
  assert.equal(later.marks.isWaiting, false);
});

test("a mark that the server does not take is taken back, and told", async () => {
  const server = new Server();
  server.refusal = new ApiProblem(413, "too-large", "a document has at most 20000 annotations");
  const { marks, refused } = window(server);
  add(marks, mark());
  await quiet({ marks });
  assert.deepEqual(marks.all, []);
  assert.equal(refused[0].code, "too-large");
});

test("a mark that the server does not take leaves the others of its edit waiting", async () => {
  const server = new Server();
  server.unwanted = "bad";
  const { marks, refused } = window(server);
  marks.run("Paste", ["good", "bad", "fine"].map((note) => mark({ note })).map((after) => ({ id: after.id, after })));
  await quiet({ marks });
  assert.deepEqual(marks.all.map(({ note }) => note).sort(), ["fine", "good"]);
  assert.equal(server.entries.size, 2);
  assert.equal(refused.length, 1);
});

test("two windows of one browser that wait do not write over one another", async () => {
  const server = new Server();
  server.isDown = true;
  const waiting = keptWaiting();
  const [first, second] = [window(server, { waiting }), window(server, { waiting })];
  add(first.marks, mark());
  add(second.marks, mark());
  await quiet(first, second);
  server.isDown = false;
  const later = window(server, { waiting });
  await later.marks.refresh();
  assert.equal(server.entries.size, 2);
  assert.equal(waiting.texts.size, 0);
});

test("an edit that one window has sent is not sent again by another that found it waiting", async () => {
  const server = new Server();
  server.isDown = true;
  const waiting = keptWaiting();
  const first = window(server, { waiting });
  const one = mark();
  add(first.marks, one);
  await quiet(first);
  const second = window(server, { waiting });
  await second.marks.refresh();
  server.isDown = false;
  await first.marks.refresh();
  first.marks.run("Remove", [{ id: one.id, after: null }]);
  await quiet(first);
  await second.marks.refresh();
  assert.equal(server.entries.size, 0);
  assert.deepEqual(second.marks.all, []);
});

test("marks that wait on an earlier content are sent for that content", async () => {
  const server = new Server();
  server.isDown = true;
  const first = window(server, { sha256: "old" });
  add(first.marks, mark({ note: "early" }));
  await quiet(first);
  server.isDown = false;
  const later = window(server, { waiting: first.waiting });
  assert.deepEqual(later.marks.all, []);
  add(later.marks, mark({ note: "late" }));
  await later.marks.refresh();
  await quiet(later);
  assert.deepEqual(server.contents, ["old", "s"]);
  assert.equal(later.waiting.texts.size, 0);
});

test("the history that is kept has a bound, and always the last step", () => {
  const big = mark({ kind: "ink", points: Array.from({ length: 30_000 }, () => [1, 2, 0.5]) });
  const step = (name, after) => ({ name, changes: [{ id: after.id, before: null, after }] });
  let history = NO_HISTORY;
  for (const name of ["a", "b"]) history = withStep(history, step(name, big));
  assert.deepEqual(history.past.map(({ name }) => name), ["b"]);
  history = withStep(history, step("c", mark()));
  assert.deepEqual(history.past.map(({ name }) => name), ["b", "c"]);
  history = withStep(NO_HISTORY, step("d", { ...big, points: [...big.points, ...big.points] }));
  assert.deepEqual(history.past.map(({ name }) => name), ["d"]);
});

test("an edit whose answer was lost is sent again and made once", async () => {
  const server = new Server();
  server.losesAnswer = true;
  const one = window(server);
  add(one.marks, mark());
  await quiet(one);
  server.losesAnswer = false;
  one.timer.action();
  await quiet(one);
  assert.equal(server.entries.size, 1);
  assert.equal(one.marks.isWaiting, false);
});

/** A generator of numbers from 0 to 1 (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The marks left when two windows mark, change, remove, undo and redo; each is cut off at times, and answers come late or get lost. */
async function run(seed) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const server = new Server();
  const cut = new Set();
  const made = new Set();
  const removed = new Set();
  const windows = [0, 1].map((index) => window(server, {
    calls: async (act) => {
      for (let turn = Math.floor(next() * 3); turn > 0; turn -= 1) await settled();
      if (cut.has(index)) throw new ApiProblem(0, "network", "");
      const answer = act();
      if (next() < 0.1) throw new ApiProblem(0, "network", "");
      return answer;
    },
  }));
  for (let step = 0; step < 40; step += 1) {
    const index = Math.floor(next() * 2);
    const { marks, timer } = windows[index];
    const some = pick(marks.all);
    const act = next();
    if (act < 0.35 || !some) {
      const one = mark({ note: `${seed} ${step}` });
      made.add(one.id);
      add(marks, one);
    } else if (act < 0.55) marks.run("Write", [{ id: some.id, after: { ...some, note: `${some.note}+` } }]);
    else if (act < 0.65) {
      removed.add(some.id);
      marks.run("Remove", [{ id: some.id, after: null }]);
    } else if (act < 0.8) {
      // Undoing what was made takes it away, and so does what is made again.
      const before = marks.all;
      if (act < 0.75) marks.undo();
      else marks.redo();
      for (const { id } of before) if (!marks.one(id)) removed.add(id);
    }
    else if (act < 0.9) cut.has(index) ? cut.delete(index) : cut.add(index);
    else timer.action?.();
    if (next() < 0.5) await settled();
  }
  cut.clear();
  for (let round = 0; round < 60; round += 1) {
    for (const { marks } of windows) await marks.refresh();
    if (windows.every(({ marks }) => !marks.isWaiting)) break;
  }
  for (let round = 0; round < 20; round += 1) for (const { marks } of windows) await marks.refresh();
  const [first, second] = windows.map(({ marks }) => marks.all);
  const stored = [...server.entries.values()].map(({ json }) => readAnnotation(json));
  assert.deepEqual(first.map(({ id }) => id), second.map(({ id }) => id), `seed ${seed}`);
  assert.ok(first.every((one, place) => isSameAnnotation(one, second[place])), `seed ${seed}`);
  const left = new Set(first.map(({ id }) => id));
  assert.deepEqual(left, new Set(stored.map(({ id }) => id)), `seed ${seed}`);
  assert.deepEqual([...made].filter((id) => !removed.has(id) && !left.has(id)), [], `lost with seed ${seed}`);
  return left.size;
}

test("two windows, each cut off at times, come to the same marks in 200 runs, and lose none", async () => {
  let left = 0;
  for (let seed = 1; seed <= 200; seed += 1) left += await run(seed);
  assert.ok(left > 200, `${left} marks`);
});

test("an annotation is the same after it was written and read", () => {
  const one = mark({ kind: "highlight", points: [], boxes: [[1, 2, 3, 4]], quote: { exact: "a", prefix: "b", suffix: "c" }, note: "n", creator: "Ada" });
  const json = JSON.parse(JSON.stringify(writtenAnnotation(one)));
  assert.ok(isSameAnnotation(readAnnotation({ ...json, modified: one.modified }), one));
  assert.equal(readAnnotation({ mark: { kind: "hologram" } }), null);
});
