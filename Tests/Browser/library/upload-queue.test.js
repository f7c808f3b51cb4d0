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

describe("the counter", () => {
  test("counts what has arrived in this round", () => {
    const { state } = run(add(4), { type: "stored", id: 1 }, { type: "progress", id: 2, sent: 5 });
    assert.deepEqual(summarize(state), { active: 3, failed: 0, done: 1, total: 4, fraction: 15 / 40 });
  });

  test("leaves out what has failed", () => {
    const { state } = run(add(2), { type: "failed", id: 1, reason: "x" });
    assert.deepEqual(summarize(state), { active: 1, failed: 1, done: 0, total: 1, fraction: 0 });
  });

  test("begins anew when everything has arrived", () => {
    const { state } = run(add(2), { type: "stored", id: 1 }, { type: "stored", id: 2 });
    assert.deepEqual(summarize(state), { active: 0, failed: 0, done: 0, total: 0, fraction: 0 });
  });
});
