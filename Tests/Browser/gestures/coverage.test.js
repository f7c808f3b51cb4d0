/** The table of rows and tests is complete and fresh. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isStale, missing, testsIn, unknownNames } from "./coverage.js";

test("Every row that must have a test has one, and says whether the app has it, by which test or why", () => {
  assert.deepEqual(missing(), []);
});

test("The checks and modules that reasons name are there", () => {
  assert.deepEqual(unknownNames(), []);
});

test("A row without a test, without a state or without a reason is missing", () => {
  const entry = (changes) => ({ tests: ["a sentence"], appTests: [], state: "library", reason: "not used", ...changes });
  const rows = Object.entries({
    Y1: entry({}), Y2: entry({ tests: [] }), Y3: entry({ reason: "" }), Y4: entry({ state: undefined }),
    Y5: entry({ state: "app", reason: "" }), Y6: entry({ state: "app", reason: "", appTests: ["another"] }),
  });
  const said = ["Y2 has no test", "Y3 says nothing of the app", "Y4 says nothing of the app", "Y5 says nothing of the app"];
  assert.deepEqual(missing(new Map([["set", new Map(rows)]])), said.map((text) => `set: ${text}`));
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
