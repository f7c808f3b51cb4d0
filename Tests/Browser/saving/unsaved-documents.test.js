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

const [STORED, OFFLINE] = [{ phase: "clean", reason: "" }, { phase: "failed", reason: "offline" }];

function started() {
  const problems = [];
  return { problems, boards: new UnsavedDocuments({ problem: (text) => problems.push(text) }) };
}

describe("boards that are left before they are stored", () => {
  test("are stored, and then the user is neither asked nor told", async () => {
    const { problems, boards } = started();
    const left = board(STORED);
    const adding = boards.add(left, "Plan");
    assert.ok(boards.losing);
    await adding;
    assert.deepEqual([boards.losing, problems, left.saver.tries], [false, [], 1]);
  });

  test("and cannot be are told of and remembered until they are", async () => {
    const { problems, boards } = started();
    const left = board(OFFLINE, STORED);
    await boards.add(left, "Plan");
    assert.deepEqual(problems, ["Plan is not saved yet. Sheaf keeps trying while this window is open."]);
    assert.ok(boards.losing);
    await boards.store();
    assert.deepEqual([boards.losing, left.saver.tries], [false, 2]);
  });

  test("and are refused are told of, but for a session that has ended: then one is led to sign in", async () => {
    const { problems, boards } = started();
    await boards.add(board({ phase: "refused", reason: "too-large" }), "Plan");
    await boards.add(board({ phase: "refused", reason: "signed-out" }), "Sketch");
    assert.deepEqual(problems, ["Plan could not be saved. Open it to see why."]);
    assert.ok(boards.losing);
  });

  test("with nothing to be stored are neither remembered nor told of", async () => {
    const { problems, boards } = started();
    const left = board();
    left.saver.state.phase = "clean";
    await boards.add(left, "Plan");
    assert.deepEqual([boards.losing, problems, left.saver.tries], [false, [], 0]);
  });
});
