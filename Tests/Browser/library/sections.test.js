import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sectionsOf } from "../../../Public/library/sections.js";
import { document } from "../factories.js";

/** A Saturday. */
const NOW = new Date(2026, 10, 28, 15, 0);

/** Documents that were changed at these moments. */
const changed = (...moments) => moments.map((moment, index) => document({ id: `d${index}`, modified: new Date(...moment).toISOString() }));
const named = (...names) => names.map((name) => document({ id: name, name }));
const line = (documents, order, complete = true) => sectionsOf(documents, order, { now: NOW, complete, language: "en" })
  .map(({ title, first, count }) => `${title} ${first} ${count}`);

describe("sections of a list", () => {
  test("by a date are today, yesterday, this week, and months", () => {
    const documents = changed(
      [2026, 10, 28, 9], [2026, 10, 28, 0], [2026, 10, 27, 23, 59], [2026, 10, 23, 0], [2026, 10, 22, 23], [2026, 9, 1], [2026, 0, 5], [2025, 10, 28],
    );
    assert.deepEqual(line(documents, "-modified"), [
      "Today 0 2", "Yesterday 2 1", "This week 3 1", "November 4 1", "October 5 1", "January 6 1", "November 2025 7 1",
    ]);
  });

  test("are the same from the oldest to the newest", () => {
    assert.deepEqual(line(changed([2025, 3, 1], [2026, 10, 28, 9]), "modified"), ["April 2025 0 1", "Today 1 1"]);
  });

  test("by name are letters without accents, and one for signs and digits before them", () => {
    const documents = named("_x", "2 letters", "Äpfel", "apples", "Bread", "Zoo", "Яблоко");
    assert.deepEqual(line(documents, "name"), ["# 0 2", "A 2 2", "B 4 1", "Z 5 1", "Я 6 1"]);
  });

  test("have no number where the list goes on", () => {
    assert.deepEqual(line(named("a", "b1", "b2"), "name", false), ["A 0 1", "B 1 null"]);
  });

  test("are none by size", () => {
    assert.deepEqual([line(named("a"), "-size"), line([], "name")], [[], []]);
  });

  test("of fifty thousand documents are each in one piece", () => {
    const documents = Array.from({ length: 50_000 }, (_, index) => document({ id: `d${index}`, created: new Date(2026, 10, 28, 14, -index * 40).toISOString() }));
    const found = sectionsOf(documents, "-created", { now: NOW, complete: true, language: "en" });
    assert.equal(found.reduce((sum, { count }) => sum + count, 0), 50_000);
    assert.equal(new Set(found.map(({ title }) => title)).size, found.length);
  });
});
