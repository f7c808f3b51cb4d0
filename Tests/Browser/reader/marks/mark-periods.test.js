import assert from "node:assert/strict";
import { test } from "node:test";
import { periodsOf } from "../../../../Public/reader/marks/mark-periods.js";

const NOW = new Date(2026, 10, 28, 9, 30);

const ago = (days) => ({ modified: new Date(2026, 10, 28 - days, 1).toISOString() });

const named = (marks) => periodsOf(marks, NOW).map(({ name, has }) => [name, marks.filter(has).length]);

test("Marks are listed by the times that part them", () => {
  assert.deepEqual(named([ago(0), ago(3), ago(20), ago(90)]), [["Today", 1], ["Last 7 days", 2], ["Last 30 days", 3]]);
  assert.deepEqual(named([ago(0), ago(90)]), [["Today", 1]]);
  assert.deepEqual(named([ago(3), ago(4), ago(8)]), [["Last 7 days", 2]]);
});

test("Marks of one time, and none, are listed as they are", () => {
  for (const marks of [[], [ago(0), ago(0)], [ago(90), ago(99)]]) assert.deepEqual(named(marks), []);
});
