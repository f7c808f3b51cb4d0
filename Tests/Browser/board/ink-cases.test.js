import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inkCases, meaningOf } from "./ink-cases.js";

/** A step of a path, or anything else, with numbers as near as two machines reckon them. @param {unknown} value */
function rounded(value) {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "number" ? Number(part.toPrecision(9)) : part));
}

describe("what the server draws of a board is what the app draws", () => {
  for (const { name, file, meaning } of inkCases()) {
    test(name, () => assert.deepEqual(rounded(meaningOf(file)), rounded(meaning)));
  }

  test("and there is something to hold them to", () => assert.ok(inkCases().length > 10));
});
