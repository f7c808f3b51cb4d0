import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isEnough, markAt } from "../../../../Public/library/swiping/pull.js";

describe("the mark of a list that is drawn down", () => {
  test("follows the finger down, less and less, and never up", () => {
    assert.equal(markAt(0), 0);
    assert.equal(markAt(-50), 0);
    const places = [20, 60, 120, 240, 480].map(markAt);
    assert.deepEqual([...places].sort((a, b) => a - b), places);
    assert.ok(markAt(20) > 8 && markAt(20) < 12, "about half of a short way");
    assert.ok(markAt(5000) <= 96);
  });

  test("is far enough after a way that is no accident and within a thumb's reach", () => {
    assert.equal(isEnough(markAt(90)), false);
    assert.equal(isEnough(markAt(180)), true);
  });
});
