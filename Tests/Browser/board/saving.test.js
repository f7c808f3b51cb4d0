import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CLEAN, LONGEST_MILLISECONDS, QUIET_MILLISECONDS, stepSave } from "../../../Public/board/autosave.js";
import { BoardSaver } from "../../../Public/board/board-saver.js";
import { board, card, open } from "./boards.js";

/** A clock that goes when the test says so. */
class ManualClock {
  time = 0;
  /** @type {{at: number, action: () => void}[]} */
  #waiting = [];
  now = () => this.time;
  chance = () => 1;
  after = (/** @type {number} */ milliseconds, /** @type {() => void} */ action) => {
    const entry = { at: this.time + milliseconds, action };
    this.#waiting.push(entry);
    return () => { this.#waiting = this.#waiting.filter((other) => other !== entry); };
  };

  /** Goes on, and lets every promise settle. @param {number} milliseconds */
  async pass(milliseconds) {
    this.time += milliseconds;
    const due = this.#waiting.filter(({ at }) => at <= this.time);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.time);
    for (const { action } of due) action();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A store that answers what it is told to. */
class Store {
  /** @type {string[]} */
  calls = [];
  /** @type {(string | Promise<void>)[]} codes of refusals, or answers to wait for */
  answers = [];
  save = (/** @type {string} */ text, /** @type {boolean} */ leaving) => this.#answer(leaving ? "last" : "save", text);
  copy = (/** @type {string} */ text) => this.#answer("copy", text);

  /** @param {string} kind @param {string} text */
  async #answer(kind, text) {
    this.calls.push(`${kind} ${JSON.parse(text).cards[0]?.x}`);
    const answer = this.answers.shift();
    if (typeof answer === "string" && answer) throw Object.assign(new Error(answer), { code: answer });
    await answer;
  }
}

function started() {
  const { model, controller } = open(board([card({ x: 0 })]));
  const [clock, store, life] = [new ManualClock(), new Store(), new AbortController()];
  /** @type {string[]} */
  const phases = [];
  const saver = new BoardSaver(model, store, clock, () => phases.push(saver.state.phase), life.signal);
  const move = () => model.run({ type: "move", ids: ["a"], by: { x: 1, y: 0 } });
  return { model, controller, clock, store, saver, phases, move, life };
}

describe("a board saves itself", () => {
  test("when nothing has changed for a while", async () => {
    const { clock, store, saver, move, phases } = started();
    move();
    await clock.pass(QUIET_MILLISECONDS - 1);
    move();
    await clock.pass(QUIET_MILLISECONDS - 1);
    assert.deepEqual(store.calls, []);
    await clock.pass(1);
    assert.deepEqual([store.calls, saver.state.phase, saver.unsaved], [["save 2"], "clean", false]);
    assert.deepEqual(phases, ["dirty", "dirty", "saving", "clean"]);
  });

  test("at the latest some time after the first change, however busy the hand", async () => {
    const { clock, store, move } = started();
    for (let time = 0; time < LONGEST_MILLISECONDS; time += 500) {
      move();
      await clock.pass(500);
    }
    assert.equal(store.calls.length, 1);
  });

  test("not in the middle of a gesture, but when it is over", async () => {
    const { controller, clock, store, saver } = started();
    const session = controller.beginTransform(["a"]);
    session.by({ translation: { x: 7, y: 0 } });
    await clock.pass(60_000);
    assert.deepEqual([store.calls, saver.unsaved], [[], true]);
    session.end();
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual(store.calls, ["save 7"]);
  });

  test("J12 not when everything was undone", async () => {
    const { model, clock, store, saver, move } = started();
    move();
    model.undo();
    await clock.pass(60_000);
    assert.deepEqual([store.calls, saver.unsaved], [[], false]);
  });

  test("what is selected or seen is no change", async () => {
    const { model, controller, clock, store } = started();
    model.select(["a"]);
    controller.camera.zoomBy(2);
    await clock.pass(60_000);
    assert.deepEqual(store.calls, []);
  });

  test("again when something has changed while it was being saved", async () => {
    const { clock, store, saver, move } = started();
    /** @type {(value: void) => void} */
    let answer = () => {};
    store.answers.push(new Promise((resolve) => { answer = resolve; }));
    move();
    await clock.pass(QUIET_MILLISECONDS);
    move();
    await clock.pass(60_000);
    assert.deepEqual(store.calls, ["save 1"]);
    answer();
    await clock.pass(0);
    assert.equal(saver.state.phase, "dirty");
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual([store.calls, saver.state.phase], [["save 1", "save 2"], "clean"]);
  });

  test("at once when the page is hidden, in a way that outlives it", async () => {
    const { clock, store, saver, move } = started();
    saver.flush(true);
    move();
    saver.flush(true);
    await clock.pass(0);
    assert.deepEqual([store.calls, saver.unsaved], [["last 1"], false]);
  });

  test("no more after the screen is left", async () => {
    const { clock, store, move, life } = started();
    move();
    life.abort();
    await clock.pass(60_000);
    assert.deepEqual(store.calls, []);
  });
});

describe("when saving fails", () => {
  test("it is tried again, later each time, and everything is still there", async () => {
    const { clock, store, saver, move } = started();
    store.answers.push("offline", "busy", "storage-failed");
    move();
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual([saver.state.phase, saver.state.reason, saver.unsaved], ["failed", "offline", true]);
    for (const [wait, calls] of /** @type {[number, number][]} */ ([[999, 1], [1, 2], [1999, 2], [1, 3], [3999, 3], [1, 4]])) {
      await clock.pass(wait);
      assert.equal(store.calls.length, calls);
    }
    assert.equal(saver.state.phase, "clean");
  });

  test("it is tried at once when the network is back", async () => {
    const { clock, store, saver, move } = started();
    store.answers.push("offline");
    move();
    await clock.pass(QUIET_MILLISECONDS);
    saver.online();
    await clock.pass(0);
    assert.deepEqual([store.calls.length, saver.state.phase], [2, "clean"]);
  });

  test("changes made meanwhile are saved with it", async () => {
    const { clock, store, move } = started();
    store.answers.push("offline");
    move();
    await clock.pass(QUIET_MILLISECONDS);
    move();
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual(store.calls, ["save 1", "save 2"]);
  });

  test("what is refused for good waits for another change", async () => {
    const { clock, store, saver, move } = started();
    store.answers.push("too-large");
    move();
    await clock.pass(QUIET_MILLISECONDS);
    await clock.pass(60_000);
    assert.deepEqual([saver.state.phase, saver.state.reason, store.calls.length], ["refused", "too-large", 1]);
    move();
    await clock.pass(QUIET_MILLISECONDS);
    assert.equal(saver.state.phase, "clean");
  });

  test("a board changed elsewhere keeps both: the own one becomes a copy", async () => {
    const { clock, store, saver, move } = started();
    store.answers.push("version-conflict", "offline");
    move();
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual([store.calls, saver.state.phase], [["save 1", "copy 1"], "failed"]);
    await clock.pass(1000);
    assert.deepEqual([store.calls, saver.state.phase], [["save 1", "copy 1", "copy 1"], "clean"]);
    move();
    await clock.pass(QUIET_MILLISECONDS);
    assert.equal(store.calls.at(-1), "save 2");
  });
});

describe("the states of saving", () => {
  test("take no event that does not belong to them", () => {
    const late = /** @type {import("../../../Public/board/autosave.js").SaveEvent[]} */ ([
      { type: "stored", now: 1 }, { type: "conflict" }, { type: "failed", now: 1, reason: "x", chance: 0 },
      { type: "refused", reason: "x" }, { type: "due", now: 1 }, { type: "online", now: 1 },
    ]);
    for (const event of late) assert.equal(stepSave(CLEAN, event), CLEAN);
  });

  test("at once when somebody needs it stored, and says when it is", async () => {
    const { store, saver, move } = started();
    assert.equal(await saver.stored(), "");
    move();
    assert.equal(await saver.stored(), "");
    assert.deepEqual([store.calls, saver.unsaved], [["save 1"], false]);
  });

  test("once more for what changed while it was being stored", async () => {
    const { store, saver, move } = started();
    /** @type {() => void} */
    let answer = () => {};
    store.answers = [new Promise((resolve) => { answer = resolve; })];
    move();
    const stored = saver.stored();
    move();
    answer();
    assert.equal(await stored, "");
    assert.deepEqual(store.calls, ["save 1", "save 2"]);
  });

  test("and says why it could not be stored, and that a copy was", async () => {
    const { store, saver, move } = started();
    store.answers = ["offline"];
    move();
    assert.equal(await saver.stored(), "offline");
    store.answers = ["too-large"];
    assert.equal(await saver.stored(), "too-large");
    store.answers = ["version-conflict", ""];
    assert.equal(await saver.stored(), "");
    assert.deepEqual(store.calls, ["save 1", "save 1", "save 1", "copy 1"]);
  });
});
