import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Rereading } from "../../../Public/api/rereading.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";

const settled = () => new Promise((resolve) => { setImmediate(resolve); });
const BUSY = new ApiProblem(503, "busy", "");

/** Something that is read: each answer waits until a test gives it, and so does the hand that is on what is shown. */
function played({ show = () => undefined } = {}) {
  const [answers, life] = [[], new AbortController()];
  const said = { shown: [], failed: [], waits: [] };
  let [due, letGo] = [null, null];
  const timer = { set: (milliseconds, action) => { said.waits.push(milliseconds); due = action; }, clear: () => { due = null; } };
  const state = { held: false };
  const reading = new Rereading({
    read: () => new Promise((resolve, reject) => { answers.push({ come: resolve, refuse: reject }); }),
    rest: () => (state.held ? new Promise((resolve) => { letGo = resolve; }) : Promise.resolve()),
    show: (found) => { said.shown.push(found); show(found); }, failed: (error) => said.failed.push(error.code ?? error.message),
    isShown: () => said.shown.length > 0, timer, chance: () => 0,
  }, life.signal);
  const answer = async (found) => {
    (answers.shift() ?? assert.fail("nothing is read")).come(found);
    await settled();
  };
  /** It is read so, and then has changed. */
  const changedAfter = async (found) => {
    void reading.ask();
    await answer(found);
    void reading.ask();
  };
  const refuse = async (problem) => {
    (answers.shift() ?? assert.fail("nothing is read")).refuse(problem);
    await settled();
  };
  const release = async () => {
    state.held = false;
    letGo();
    await settled();
  };
  return { reading, answers, said, state, answer, changedAfter, refuse, release, life, passes: () => due?.(), pending: () => due !== null };
}

describe("what is shown and changes elsewhere", () => {
  test("is read, and then shown", async () => {
    const { reading, said, answer } = played();
    const over = reading.ask();
    assert.deepEqual([said.shown, reading.isReading], [[], true]);
    await answer("one");
    await over;
    assert.deepEqual([said.shown, reading.isReading], [["one"], false]);
  });

  test("is read once more where it changes while it is read, however often", async () => {
    const { reading, said, answers, answer } = played();
    const over = reading.ask();
    for (let count = 0; count < 3; count += 1) void reading.ask();
    assert.equal(answers.length, 1);
    await answer("one");
    assert.equal(answers.length, 1);
    await answer("two");
    await over;
    assert.deepEqual([said.shown, answers.length], [["one", "two"], 0]);
  });

  test("is not replaced under a hand, and right after", async () => {
    const { reading, said, state, answer, release } = played();
    state.held = true;
    void reading.ask();
    await answer("one");
    assert.deepEqual([said.shown, reading.isReading], [[], true]);
    await release();
    assert.deepEqual([said.shown, reading.isReading], [["one"], false]);
  });

  test("is read once more where it changes while a hand is on it", async () => {
    const { said, state, answer, release, changedAfter } = played();
    state.held = true;
    await changedAfter("one");
    await release();
    await answer("two");
    assert.deepEqual(said.shown, ["one", "two"]);
  });

  test("is not shown to a caller that has left", async () => {
    const { reading, said, state, answer, release, life } = played();
    state.held = true;
    void reading.ask();
    await answer("one");
    life.abort();
    await release();
    assert.deepEqual([said.shown, said.failed, reading.isReading], [[], [], false]);
  });
});

describe("what cannot be read", () => {
  test("at first is said, whatever the reason, and not tried again by itself", async () => {
    for (const problem of [BUSY, ApiProblem.offline(), new ApiProblem(404, "not-found", "")]) {
      const { reading, said, refuse, pending } = played();
      const over = reading.ask();
      await refuse(problem);
      await over;
      assert.deepEqual([said.failed, pending()], [[problem.code], false]);
    }
  });

  test("again stays as it is where the reason passes, and is tried again, later each time", async () => {
    const { said, answer, refuse, passes, changedAfter } = played();
    await changedAfter("one");
    for (const problem of [BUSY, ApiProblem.offline(), new ApiProblem(503, "busy", "", 30)]) {
      await refuse(problem);
      passes();
    }
    await answer("two");
    assert.deepEqual([said.shown, said.failed, said.waits], [["one", "two"], [], [2000, 4000, 30_000]]);
  });

  test("is read at once where it changes before that", async () => {
    const { reading, said, answer, refuse, pending, changedAfter } = played();
    await changedAfter("one");
    await refuse(BUSY);
    void reading.ask();
    assert.equal(pending(), false);
    await answer("two");
    assert.deepEqual(said.shown, ["one", "two"]);
  });

  test("again is said where the reason stays", async () => {
    const { said, refuse, changedAfter } = played();
    await changedAfter("one");
    await refuse(new ApiProblem(404, "not-found", ""));
    assert.deepEqual(said.failed, ["not-found"]);
  });

  test("because it is not what it should be is said, and not read again", async () => {
    const { said, answers, answer, pending, changedAfter } = played({ show: (found) => { if (found === "bad") throw new Error("no board"); } });
    await changedAfter("one");
    await answer("bad");
    assert.deepEqual([said.failed, answers.length, pending()], [["no board"], 0, false]);
  });

  test("is not said to a caller that has left", async () => {
    const { reading, said, refuse, life } = played();
    void reading.ask();
    life.abort();
    await refuse(ApiProblem.aborted());
    assert.deepEqual([said.failed, reading.isReading], [[], false]);
  });
});
