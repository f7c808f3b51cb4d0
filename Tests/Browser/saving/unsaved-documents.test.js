import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { UnsavedDocuments } from "../../../Public/saving/unsaved-documents.js";

/** A board whose saving ends as a test says, each time that it is tried. */
function board(...ends) {
  const state = { phase: "dirty", reason: "" };
  const saver = {
    state, tries: 0,
    get unsaved() { return state.phase !== "clean"; },
    stored: async () => {
      saver.tries += 1;
      await null;
      Object.assign(state, ends.shift());
      return state.reason;
    },
  };
  return { saver, get losing() { return saver.unsaved; } };
}

const [PLAN, SKETCH] = ["Plan", "Sketch"].map((name) => ({ id: name.toLowerCase(), name }));
const never = () => assert.fail("no copy is made");
const [STORED, OFFLINE] = [{ phase: "clean", reason: "" }, { phase: "failed", reason: "offline" }];

function started() {
  const [problems, shown, went] = [[], [], []];
  const notices = { problem: (text) => problems.push(text), show: (toast) => shown.push(toast), failed: (_, text) => problems.push(text) };
  return { problems, shown, went, boards: new UnsavedDocuments(notices, { go: (path) => went.push(path) }) };
}

describe("boards that are left before they are stored", () => {
  test("are stored, and then the user is neither asked nor told", async () => {
    const { problems, boards } = started();
    const left = board(STORED);
    const adding = boards.add(left, PLAN, never);
    assert.ok(boards.losing);
    await adding;
    assert.deepEqual([boards.losing, problems, left.saver.tries], [false, [], 1]);
  });

  test("and cannot be are told of and remembered until they are", async () => {
    const { problems, boards } = started();
    const left = board(OFFLINE, STORED);
    await boards.add(left, PLAN, never);
    assert.deepEqual(problems, ["Plan is not saved yet. Sheaf keeps trying while this window is open."]);
    assert.ok(boards.losing);
    await boards.store();
    assert.deepEqual([boards.losing, left.saver.tries], [false, 2]);
  });

  test("and are refused are told of, but for a session that has ended: then one is led to sign in", async () => {
    const { shown, boards } = started();
    await boards.add(board({ phase: "refused", reason: "too-large" }), PLAN, never);
    await boards.add(board({ phase: "refused", reason: "signed-out" }), SKETCH, never);
    assert.deepEqual(shown.map(({ text }) => text), ["Plan could not be saved."]);
    assert.ok(boards.losing);
  });

  test("and are in the Trash are stored once they are restored", async () => {
    const { shown, boards } = started();
    const left = board({ phase: "refused", reason: "not-found" }, STORED);
    await boards.add(left, { ...PLAN, trashed: "2026" }, never);
    assert.match(shown[0].text, /in the Trash/);
    for (const document of [{ id: "sketch", trashed: null }, { id: "plan", trashed: "2026" }]) boards.heard(document);
    assert.equal(left.saver.tries, 1);
    boards.heard({ id: "plan", trashed: null });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([left.saver.tries, boards.losing], [2, false]);
  });

  test("and are refused can be kept as a copy, which is tried until it is made", async () => {
    const { shown, problems, went, boards } = started();
    const copies = [() => Promise.reject(new Error("no")), async () => ({ id: "p2", name: "Plan 2" })];
    await boards.add(board({ phase: "refused", reason: "not-found" }), PLAN, () => copies.shift()());
    for (const isKept of [false, true]) {
      shown[0].action.act();
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([boards.losing, problems.length], [!isKept, 1]);
    }
    assert.equal(shown[1].text, "What you did is kept as Plan 2");
    shown[1].also.act();
    assert.deepEqual(went, ["/d/p2"]);
  });

  test("with nothing to be stored are neither remembered nor told of", async () => {
    const { problems, boards } = started();
    const left = board();
    left.saver.state.phase = "clean";
    await boards.add(left, PLAN, never);
    assert.deepEqual([boards.losing, problems, left.saver.tries], [false, [], 0]);
  });
});
