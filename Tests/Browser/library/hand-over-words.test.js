import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { handOverInWords, remarkInWords } from "../../../Public/library/hand-over-words.js";

describe("the words of who hands a document over", () => {
  test("are a sentence, with the sender where one is named and the remark where there is one", () => {
    assert.equal(handOverInWords({ source: "Mail", annotation: "please sign" }), "Handed over by Mail: please sign");
    assert.equal(handOverInWords({ source: "Mail" }), "Handed over by Mail");
    assert.equal(handOverInWords({ annotation: null }), "Handed over by another program");
  });

  test("may be any JSON: the member for people is read out, else all of them", () => {
    assert.equal(remarkInWords({ line: 3, Note: "from the tax office" }), "from the tax office");
    assert.equal(remarkInWords({ line: 3, tags: ["a", "b"] }), 'line: 3, tags: ["a","b"]');
    assert.equal(remarkInWords(["a", 1, true]), "a, 1, true");
    assert.equal(remarkInWords({ note: " ", line: 3 }), "note:  , line: 3".replace("  ", " "));
    assert.deepEqual([remarkInWords(0), remarkInWords(false), remarkInWords(undefined), remarkInWords({})], ["0", "false", "", ""]);
  });

  test("stay on one line of bounded length, without signs that turn it", () => {
    assert.equal(remarkInWords("a\n\u202Eb\u0007 c"), "a b c");
    const long = remarkInWords("😀".repeat(400));
    assert.deepEqual([[...long].length, long.endsWith("…")], [280, true]);
  });
});
