/** The table of rows and tests is complete and fresh. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isStale, missing, testsIn } from "./coverage.js";

test("Every row that must have a test has one", () => {
  assert.deepEqual(missing(), []);
});

test("The table is what the tests say: node Tests/Browser/gestures/coverage.js --write", () => {
  assert.equal(isStale(), false);
});

test("A test is found by the row at the head of its name and the set of its describe, or of its file", () => {
  const named = 'describe("gestures Y, interaction Z", () => { test("Y1 a sentence", f); test("no row", f); });';
  assert.deepEqual(testsIn(named), [{ sets: ["gestures Y", "interaction Z"], row: "Y1", title: "a sentence" }]);
  const headed = '/** Rows of `gestures`. */ describe("Z1 circles", () => { test("Z1 a sentence", f); });';
  assert.deepEqual(testsIn(headed), [{ sets: ["gestures Z"], row: "Z1", title: "a sentence" }]);
});
