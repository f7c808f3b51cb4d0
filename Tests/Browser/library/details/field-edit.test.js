import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { isUnsaved, mayBeSent, reduceField, unedited } from "../../../../Public/library/details/field-edit.js";

/** A field of this value after some actions. */
function after(value, ...actions) {
  return actions.reduce(reduceField, unedited(value));
}

const typed = (text) => ({ type: "typed", text });
const heard = (value) => ({ type: "heard", value });
const SEND = { type: "send" };

describe("a field that is edited", () => {
  test("is sent once something else is typed, and is the same again when it is saved", () => {
    assert.equal(mayBeSent(after("a")), false);
    const sent = after("a", typed("b"), SEND);
    assert.deepEqual([sent.status, sent.sent, isUnsaved(sent)], ["saving", "b", true]);
    assert.deepEqual(reduceField(sent, { type: "saved", value: "b" }), unedited("b"));
  });

  test("keeps what is typed while it is saved", () => {
    const edit = after("a", typed("b"), SEND, typed("bc"), { type: "saved", value: "b" });
    assert.deepEqual([edit.status, edit.base, edit.typed, mayBeSent(edit)], ["edited", "b", "bc", true]);
  });

  test("shows the value that the server made of it", () => {
    assert.deepEqual(after("a", typed("b "), SEND, { type: "saved", value: "b" }), unedited("b"));
  });

  test("that is typed back is not sent", () => {
    const edit = after("a", typed("b"), typed("a"), SEND);
    assert.deepEqual(edit, unedited("a"));
  });

  test("goes back to what it was when it is dropped", () => {
    assert.deepEqual(after("a", typed("b"), { type: "drop" }), unedited("a"));
    assert.deepEqual(after("a", typed("b"), heard("c"), { type: "drop" }), unedited("c"));
  });

  test("keeps what is typed when it is refused, and is tried again", () => {
    const refused = after("a", typed("b"), SEND, { type: "refused", reason: "no" });
    assert.deepEqual([refused.status, refused.typed, refused.reason, mayBeSent(refused)], ["refused", "b", "no", true]);
    assert.equal(reduceField(refused, SEND).status, "saving");
    assert.deepEqual(reduceField(refused, typed("c")).reason, "");
  });
});

describe("a value of others", () => {
  test("is shown at once where nothing is typed", () => {
    assert.deepEqual(after("a", heard("b")), unedited("b"));
  });

  test("is told beside what is typed, before and after it was sent", () => {
    for (const edit of [after("a", typed("b"), heard("c")), after("a", typed("b"), SEND, { type: "differs", value: "c" })]) {
      assert.deepEqual([edit.status, edit.typed, edit.theirs, mayBeSent(edit)], ["conflict", "b", "c", false]);
    }
  });

  test("that is what is typed is no conflict", () => {
    assert.deepEqual(after("a", typed("b"), heard("b")), unedited("b"));
    assert.deepEqual(after("a", typed("b"), heard("c"), typed("c")), unedited("c"));
  });

  test("that is heard while one is on its way waits for the answer, and comes after it", () => {
    const sent = after("a", typed("b"), SEND, heard("b"), heard("c"));
    assert.deepEqual([sent.status, sent.typed], ["saving", "b"]);
    assert.deepEqual(reduceField(sent, { type: "saved", value: "b" }), unedited("c"));
    const own = after("a", typed("b"), SEND, heard("b"), { type: "saved", value: "b" });
    assert.deepEqual(own, unedited("b"));
  });

  test("gives way to what is typed, or takes its place", () => {
    const conflict = after("a", typed("b"), heard("c"));
    const kept = reduceField(conflict, { type: "keep" });
    assert.deepEqual([kept.base, kept.typed, mayBeSent(kept)], ["c", "b", true]);
    assert.deepEqual(reduceField(conflict, { type: "take" }), unedited("c"));
  });
});
