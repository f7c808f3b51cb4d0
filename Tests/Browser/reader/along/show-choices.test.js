/** The choices for slideshows and the second window, as they are kept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CHOICES, readShowChoices } from "../../../../Public/reader/along/show-choices.js";

test("choices come back as they were made", () => {
  const made = { seconds: 10, notes: "always", overlay: "text", text: "Draft" };
  assert.deepEqual(readShowChoices(JSON.stringify(made)), made);
});

test("where nothing was chosen, or nothing that is understood, the first ones hold", () => {
  const odd = JSON.stringify({ seconds: 0.01, notes: "sometimes", overlay: 3, text: ["x"] });
  for (const kept of [null, "", "{", "null", "7", odd]) assert.deepEqual(readShowChoices(kept), FIRST_CHOICES, String(kept));
});

test("words over the second window are few", () => {
  assert.equal(readShowChoices(JSON.stringify({ text: "w".repeat(900) })).text.length, 60);
});
