import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CLEAN, LONGEST_MILLISECONDS, QUIET_MILLISECONDS, stepSave } from "../../../Public/saving/autosave.js";
import { boardDraft } from "../../../Public/board/saving/board-document.js";
import { DocumentSaver } from "../../../Public/saving/document-saver.js";
import { board, card, open } from "../board/boards.js";

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
  /** @type {(string | Promise<void>)[]} outcomes, codes of refusals, or answers to wait for */
  answers = [];

  /**
   * @param {string} text
   * @param {boolean} leaving
   * @returns {Promise<import("../../../Public/saving/document-saver.js").SaveOutcome>}
   */
  save = async (text, leaving) => {
    this.calls.push(`${leaving ? "last" : "save"} ${JSON.parse(text).cards[0]?.x}`);
    const answer = this.answers.shift();
    if (answer === "conflict" || answer === "behind") return answer;
    if (typeof answer === "string" && answer) throw Object.assign(new Error(answer), { code: answer });
    await answer;
    return "stored";
  };
  decide = async () => "stored";
}

/** An answer that a test gives when it says so. */
function deferred() {
  /** @type {(value: void) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((...ways) => { [resolve, reject] = ways; });
  return { promise, resolve, reject };
}

function started() {
  const { model, controller } = open(board([card({ x: 0 })]));
  const [clock, store, life] = [new ManualClock(), new Store(), new AbortController()];
  /** @type {string[]} */
  const phases = [];
  let behind = 0;
  const calls = { changed: () => void phases.push(saver.state.phase), behind: () => { behind += 1; } };
  const saver = new DocumentSaver(boardDraft(model), store, clock, calls, life.signal);
  const move = () => model.run({ type: "move", ids: ["a"], by: { x: 1, y: 0 } });
  const changed = () => (move(), clock.pass(QUIET_MILLISECONDS));
  return { model, controller, clock, store, saver, phases, move, changed, life, behind: () => behind };
}

/** A board with a change that is sent, to a store that gives these answers. @param {string[]} answers */
async function sent(...answers) {
  const played = started();
  played.store.answers.push(...answers);
  await played.changed();
  return played;
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

  test("the selection and the view are no change", async () => {
    const { model, controller, clock, store } = started();
    model.select(["a"]);
    controller.camera.zoomBy(2);
    await clock.pass(60_000);
    assert.deepEqual(store.calls, []);
  });

  test("again when something has changed while it was being saved", async () => {
    const { clock, store, saver, move, changed } = started();
    const answer = deferred();
    store.answers.push(answer.promise);
    await changed();
    move();
    await clock.pass(60_000);
    assert.deepEqual(store.calls, ["save 1"]);
    answer.resolve();
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

describe("a page that goes away while something is being saved", () => {
  /** A board with one save on its way, and a change since. */
  async function halfSaved() {
    const played = started();
    const [first, second] = [deferred(), deferred()];
    played.store.answers.push(first.promise, second.promise);
    played.move();
    await played.clock.pass(QUIET_MILLISECONDS);
    played.move();
    played.saver.flush(true);
    return { ...played, first, second };
  }

  test("sends what has changed since behind it, before the server has answered", async () => {
    const { clock, store, saver, first, second } = await halfSaved();
    assert.deepEqual([store.calls, saver.state.phase], [["save 1", "last 2"], "saving"]);
    first.resolve();
    await clock.pass(0);
    assert.deepEqual([saver.state.phase, saver.unsaved], ["saving", true], "the answer to what is older says nothing");
    second.resolve();
    await clock.pass(60_000);
    assert.deepEqual([store.calls.length, saver.state.phase, saver.unsaved], [2, "clean", false]);
  });

  test("is not told of what became of the older one after the newer is stored", async () => {
    const { clock, store, saver, first, second } = await halfSaved();
    second.resolve();
    await clock.pass(0);
    first.reject(Object.assign(new Error("late"), { code: "superseded-content" }));
    await clock.pass(60_000);
    assert.deepEqual([store.calls.length, saver.state.phase, saver.unsaved], [2, "clean", false]);
  });

  test("has the newer one tried again where it did not come through, whatever became of the older", async () => {
    const { clock, store, saver, first, second } = await halfSaved();
    second.reject(Object.assign(new Error("gone"), { code: "offline" }));
    await clock.pass(0);
    first.resolve();
    await clock.pass(0);
    assert.deepEqual([saver.state.phase, saver.unsaved], ["failed", true]);
    await clock.pass(60_000);
    assert.deepEqual([store.calls.at(-1), saver.state.phase], ["save 2", "clean"]);
  });

  test("and is shown again goes on with what is changed then", async () => {
    const { clock, store, move, first, second } = await halfSaved();
    move();
    second.resolve();
    first.resolve();
    await clock.pass(0);
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual(store.calls, ["save 1", "last 2", "save 3"]);
  });
});

describe("when saving fails", () => {
  test("it is tried again, later each time, and everything is still there", async () => {
    const { clock, store, saver } = await sent("offline", "busy", "storage-failed");
    assert.deepEqual([saver.state.phase, saver.state.reason, saver.unsaved], ["failed", "offline", true]);
    for (const [wait, calls] of /** @type {[number, number][]} */ ([[999, 1], [1, 2], [1999, 2], [1, 3], [3999, 3], [1, 4]])) {
      await clock.pass(wait);
      assert.equal(store.calls.length, calls);
    }
    assert.equal(saver.state.phase, "clean");
  });

  test("it is tried at once when the network is back", async () => {
    const { clock, store, saver } = await sent("offline");
    saver.online();
    await clock.pass(0);
    assert.deepEqual([store.calls.length, saver.state.phase], [2, "clean"]);
  });

  test("changes made meanwhile are saved with it", async () => {
    const { store, changed } = await sent("offline");
    await changed();
    assert.deepEqual(store.calls, ["save 1", "save 2"]);
  });

  test("a change that is refused for good waits for another one", async () => {
    const { clock, store, saver, changed } = await sent("too-large");
    await clock.pass(60_000);
    assert.deepEqual([saver.state.phase, saver.state.reason, store.calls.length], ["refused", "too-large", 1]);
    await changed();
    assert.equal(saver.state.phase, "clean");
  });

});

describe("a board that was changed elsewhere at the same time", () => {
  test("waits for a decision, and nothing more is sent until then", async () => {
    const { clock, store, saver, changed } = await sent("conflict");
    assert.deepEqual([saver.state.phase, saver.state.conflict, saver.unsaved], ["conflict", true, false]);
    await clock.pass(600_000);
    assert.deepEqual(store.calls, ["save 1"]);
    assert.equal(await saver.decide("mine"), false);
    assert.deepEqual([saver.state.phase, saver.state.conflict], ["clean", false]);
    await changed();
    assert.deepEqual([store.calls, saver.state.phase], [["save 1", "save 2"], "clean"]);
  });

  test("can be worked on: what is done is handed over, too", async () => {
    const { model, clock, store, saver, move } = await sent("conflict", "conflict");
    move();
    assert.deepEqual([saver.state.phase, saver.unsaved], ["dirty", true]);
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual([store.calls, saver.state.phase], [["save 1", "save 2"], "conflict"]);
    move();
    model.undo();
    assert.deepEqual([saver.state.phase, saver.state.conflict], ["conflict", true]);
  });

  test("with a change during the save goes on to hand that over", async () => {
    const { clock, store, saver, move, changed } = started();
    const answer = deferred();
    const outcomes = /** @type {("conflict" | "stored")[]} */ (["conflict", "conflict"]);
    const { save } = store;
    store.save = async (text, leaving) => {
      await save(text, leaving);
      return outcomes.shift() ?? "stored";
    };
    store.answers.push(answer.promise);
    await changed();
    move();
    answer.resolve();
    await clock.pass(0);
    assert.deepEqual([saver.state.phase, saver.state.conflict], ["dirty", true]);
    await clock.pass(QUIET_MILLISECONDS);
    assert.deepEqual([store.calls, saver.state.phase], [["save 1", "save 2"], "conflict"]);
  });

  test("is in order again when the server says so", async () => {
    const { saver, changed } = await sent("conflict");
    await changed();
    assert.deepEqual([saver.state.phase, saver.state.conflict], ["clean", false]);
  });

  test("is read again where other clients went on after the save, unless more was done here", async () => {
    const { store, saver, move, behind, changed } = await sent("behind");
    assert.deepEqual([saver.state.phase, behind()], ["clean", 1]);
    store.save = async () => (move(), "behind");
    await changed();
    assert.deepEqual([saver.state.phase, behind()], ["dirty", 1]);
  });

  test("is not taken for stored by a caller that needs it stored", async () => {
    const { store, saver, move } = started();
    store.answers.push("conflict");
    move();
    assert.equal(await saver.stored(), "version-conflict");
    assert.equal(await saver.stored(), "version-conflict");
  });
});

describe("the states of saving", () => {
  test("take no event that does not belong to them", () => {
    const late = /** @type {import("../../../Public/saving/autosave.js").SaveEvent[]} */ ([
      { type: "stored", now: 1 }, { type: "conflict", now: 1 }, { type: "decided" }, { type: "failed", now: 1, reason: "x", chance: 0 },
      { type: "refused", reason: "x" }, { type: "due", now: 1 }, { type: "online", now: 1 },
    ]);
    for (const event of late) assert.equal(stepSave(CLEAN, event), CLEAN);
  });

  test("at once when a caller needs it stored, and says when it is", async () => {
    const { store, saver, move } = started();
    assert.equal(await saver.stored(), "");
    move();
    assert.equal(await saver.stored(), "");
    assert.deepEqual([store.calls, saver.unsaved], [["save 1"], false]);
  });

  test("once more for what changed while it was being stored", async () => {
    const { store, saver, move } = started();
    const answer = deferred();
    store.answers = [answer.promise];
    move();
    const stored = saver.stored();
    move();
    answer.resolve();
    assert.equal(await stored, "");
    assert.deepEqual(store.calls, ["save 1", "save 2"]);
  });

  test("and says why it could not be stored", async () => {
    const { store, saver, move } = started();
    store.answers = ["offline"];
    move();
    assert.equal(await saver.stored(), "offline");
    store.answers = ["too-large"];
    assert.equal(await saver.stored(), "too-large");
    assert.deepEqual(store.calls, ["save 1", "save 1"]);
  });
});
