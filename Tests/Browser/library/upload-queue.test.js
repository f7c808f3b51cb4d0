import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NO_UPLOADS, PARALLEL, stepUploads, summarize } from "../../../Public/library/uploads/upload-queue.js";

/** Files 1 to `count`, of ten bytes each. */
function add(count, first = 1) {
  const files = Array.from(
    { length: count },
    (_, index) => ({ id: first + index, name: `${first + index}.pdf`, folder: "", size: 10 }),
  );
  return { type: "add", files };
}

/** The result of some events: the state as a line, and all actions. */
function run(...events) {
  let state = NO_UPLOADS;
  const actions = [];
  for (const event of events) {
    const step = stepUploads(state, event);
    state = step.state;
    actions.push(...step.actions.map(({ type, id }) => `${type} ${id}`));
  }
  return { state, actions, line: state.uploads.map(({ id, status }) => `${id}:${status}`).join(" ") };
}

describe("the upload queue", () => {
  test("starts three at once and lets the rest wait in order", () => {
    const { line, actions } = run(add(5));
    assert.equal(line, "1:sending 2:sending 3:sending 4:waiting 5:waiting");
    assert.deepEqual(actions, ["start 1", "start 2", "start 3"]);
  });

  test("starts the next one when one has arrived", () => {
    const { line, actions } = run(add(5), { type: "stored", id: 2 });
    assert.equal(line, "1:sending 3:sending 4:sending 5:waiting");
    assert.deepEqual(actions.slice(3), ["forget 2", "start 4"]);
  });

  test("starts the next one when one has failed, and keeps the failed one with its reason", () => {
    const { line, state } = run(add(4), { type: "failed", id: 1, reason: "full" });
    assert.equal(line, "1:failed 2:sending 3:sending 4:sending");
    assert.equal(state.uploads[0].reason, "full");
  });

  test("never has more under way than allowed, whatever happens", () => {
    let state = NO_UPLOADS;
    const events = [
      add(9),
      { type: "failed", id: 1, reason: "x" },
      { type: "retry", id: 1 },
      { type: "stored", id: 2 },
      { type: "cancel", id: 3 },
      add(4, 10),
      { type: "progress", id: 4, sent: 10 },
      { type: "retry", id: 4 },
    ];
    for (const event of events) {
      state = stepUploads(state, event).state;
      const running = state.uploads.filter(
        ({ status }) => status === "sending" || status === "storing",
      ).length;
      assert.ok(running <= PARALLEL, `${running} after ${event.type}`);
    }
  });

  test("is storing when all bytes are sent and still counts as under way", () => {
    const { line } = run(add(4), { type: "progress", id: 1, sent: 10 });
    assert.equal(line, "1:storing 2:sending 3:sending 4:waiting");
  });

  test("progress never goes back and never beyond the file", () => {
    const sent = (...amounts) => run(
      add(1), ...amounts.map((amount) => ({ type: "progress", id: 1, sent: amount })),
    ).state.uploads[0].sent;
    assert.equal(sent(7, 4), 7);
    assert.equal(sent(99), 10);
  });

  test("cancelling what is under way aborts it; what waits is only forgotten", () => {
    assert.deepEqual(
      run(add(4), { type: "cancel", id: 1 }).actions.slice(3), ["abort 1", "forget 1", "start 4"],
    );
    assert.deepEqual(run(add(4), { type: "cancel", id: 4 }).actions.slice(3), ["forget 4"]);
  });

  test("cancelling all leaves nothing and starts nothing", () => {
    const { line, actions } = run(add(4), { type: "cancel-all" });
    assert.equal(line, "");
    assert.deepEqual(
      actions.slice(3), ["abort 1", "forget 1", "abort 2", "forget 2", "abort 3", "forget 3", "forget 4"],
    );
  });

  test("an answer that comes after cancelling changes nothing", () => {
    const { line, actions } = run(
      add(1), { type: "cancel", id: 1 }, { type: "stored", id: 1 }, { type: "failed", id: 1, reason: "x" },
    );
    assert.equal(line, "");
    assert.deepEqual(actions, ["start 1", "abort 1", "forget 1"]);
  });

  test("a failed one is sent again from the start", () => {
    const { state, actions } = run(
      add(1),
      { type: "progress", id: 1, sent: 6 },
      { type: "failed", id: 1, reason: "x" },
      { type: "retry", id: 1 },
    );
    assert.deepEqual(
      state.uploads[0],
      { id: 1, name: "1.pdf", folder: "", size: 10, sent: 0, status: "sending", reason: "" },
    );
    assert.deepEqual(actions, ["start 1", "start 1"]);
  });

  test("only what has failed can be tried again", () => {
    assert.deepEqual(run(add(1), { type: "retry", id: 1 }).actions, ["start 1"]);
  });

  test("an empty file is sent like any other", () => {
    const empty = { type: "add", files: [{ id: 1, name: "empty", folder: "", size: 0 }] };
    assert.deepEqual(run(empty, { type: "stored", id: 1 }).actions, ["start 1", "forget 1"]);
  });
});

describe("an upload that does not go straight on", () => {
  test("rests when it is paused, which gives its place to the next, and goes on in its turn", () => {
    const paused = run(add(4), { type: "pause", id: 1 });
    assert.equal(paused.line, "1:paused 2:sending 3:sending 4:sending");
    assert.deepEqual(paused.actions.slice(3), ["abort 1", "start 4"]);
    const resumed = run(add(4), { type: "pause", id: 1 }, { type: "resume", id: 1 }, { type: "stored", id: 2 });
    assert.equal(resumed.line, "1:sending 3:sending 4:sending");
  });

  test("is not paused while the server stores it, nor when it has failed", () => {
    const { line } = run(
      add(2), { type: "progress", id: 1, sent: 10 }, { type: "failed", id: 2, reason: "x" }, { type: "pause-all" },
    );
    assert.equal(line, "1:storing 2:failed");
  });

  test("pauses with all others and goes on with all others", () => {
    const { line, actions } = run(add(5), { type: "pause-all" });
    assert.equal(line, "1:paused 2:paused 3:paused 4:paused 5:paused");
    assert.deepEqual(actions.slice(3), ["abort 1", "abort 2", "abort 3"]);
    assert.equal(run(add(4), { type: "pause-all" }, { type: "resume-all" }).line, "1:sending 2:sending 3:sending 4:waiting");
  });

  test("says that nothing gets through, until something does", () => {
    const stalled = { type: "stalled", id: 1, isStalled: true };
    const flag = (...events) => run(add(1), ...events).state.uploads[0].isStalled ?? false;
    assert.equal(flag(stalled), true);
    assert.equal(flag(stalled, { type: "stalled", id: 1, isStalled: false }), false);
    assert.equal(flag(stalled, { type: "progress", id: 1, sent: 4 }), false);
    assert.equal(flag(stalled, { type: "failed", id: 1, reason: "x" }), false);
    assert.equal(flag(stalled, { type: "pause", id: 1 }), false);
  });

  test("waits for its file after a reload, sends nothing until that is there, and goes on where it was", () => {
    const restored = { type: "restore", files: [{ id: 1, name: "long.mov", folder: "Films", size: 100, sent: 40 }] };
    const before = run(restored, { type: "retry", id: 1 }, { type: "resume", id: 1 }, { type: "resume-all" });
    assert.equal(before.line, "1:interrupted");
    assert.deepEqual(before.actions, []);
    const after = run(restored, { type: "matched", id: 1 });
    assert.deepEqual([after.line, after.state.uploads[0].sent, after.actions], ["1:sending", 40, ["start 1"]]);
  });

  test("is dropped when it is cancelled", () => {
    const restored = { type: "restore", files: [{ id: 1, name: "long.mov", folder: "", size: 100, sent: 40 }] };
    assert.deepEqual(run(restored, { type: "cancel", id: 1 }).actions, ["forget 1"]);
  });
});

describe("the counter", () => {
  const summary = (facts) => ({
    active: 0, failed: 0, paused: 0, interrupted: 0, isStalled: false, done: 0, total: 0, fraction: 0, ...facts,
  });

  test("counts what has arrived in this round", () => {
    const { state } = run(add(4), { type: "stored", id: 1 }, { type: "progress", id: 2, sent: 5 });
    assert.deepEqual(summarize(state), summary({ active: 3, done: 1, total: 4, fraction: 15 / 40 }));
  });

  test("leaves out what has failed, rests, or has no file", () => {
    const { state } = run(
      add(3), { type: "failed", id: 1, reason: "x" }, { type: "pause", id: 2 },
      { type: "restore", files: [{ id: 9, name: "a", folder: "", size: 1, sent: 0 }] }, { type: "stalled", id: 3, isStalled: true },
    );
    assert.deepEqual(summarize(state), summary({ active: 1, failed: 1, paused: 1, interrupted: 1, isStalled: true, total: 1 }));
  });

  test("begins anew when everything has arrived", () => {
    const { state } = run(add(2), { type: "stored", id: 1 }, { type: "stored", id: 2 });
    assert.deepEqual(summarize(state), summary({}));
  });
});
