/** Files of texts that are edited: what was not touched stays as it was, byte for byte. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readTextFile, TextFile } from "../../../Public/text/text-file.js";

describe("a text file", () => {
  for (const file of ["", "\n", "a", "a\nb\n", "a\r\nb\r\n", "a\rb", "\uFEFFa\r\nb", "a\r\nb\nc\rd\n\r\n", "\r\r\n\n", "👩‍👩‍👧\r\né\u0301"]) {
    test(`of ${JSON.stringify(file)} is shown with line feeds, and untouched stays what it was`, () => {
      const read = new TextFile(file);
      assert.equal(read.text, file.replace("\uFEFF", "").replace(/\r\n|\r/g, "\n"));
      assert.equal(read.fileOf(read.text), file);
    });
  }

  test("gets lines with the ends that it has most of", () => {
    assert.equal(new TextFile("a\r\nb\r\n").fileOf("a\nnew\nb\n"), "a\r\nnew\r\nb\r\n");
    assert.equal(new TextFile("a\rb").fileOf("a\nb\nc"), "a\rb\rc");
    assert.equal(new TextFile("a\nb").fileOf("a\nb\nc"), "a\nb\nc");
  });

  test("of mixed ends keeps them in the lines that were not touched", () => {
    const read = new TextFile("one\r\ntwo\nthree\rfour\r\n");
    assert.equal(read.fileOf("one\ntwo\nthree!\nfour\n"), "one\r\ntwo\nthree!\rfour\r\n");
    assert.equal(read.fileOf("one\nfour\n"), "one\r\nfour\r\n");
    assert.equal(read.fileOf("zero\none\ntwo\nthree\nfour\n"), "zero\r\none\r\ntwo\nthree\rfour\r\n");
  });

  test("keeps its mark, also where all of it is replaced", () => {
    assert.equal(new TextFile("\uFEFFa\r\nb").fileOf("c\nd"), "\uFEFFc\r\nd");
    assert.equal(new TextFile("\uFEFF").fileOf("a"), "\uFEFFa");
  });

  test("may be emptied, and filled again", () => {
    const read = new TextFile("a\r\nb\r\n");
    assert.equal(read.fileOf(""), "");
    assert.equal(read.fileOf("x\ny"), "x\r\ny");
  });

  test("of random edits is the edited text with its own line ends", () => {
    let seed = 20;
    const next = (most) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    const letters = ["a", "b", "\n", "\r\n", "\r"];
    for (let round = 0; round < 400; round += 1) {
      const read = new TextFile(Array.from({ length: next(12) }, () => letters[next(5)]).join(""));
      const [from, count] = [next(read.text.length + 1), next(4)];
      const edited = read.text.slice(0, from) + ["", "x", "\n", "y\nz"][next(4)] + read.text.slice(from + count);
      assert.equal(read.fileOf(edited).replace(/\r\n|\r/g, "\n"), edited);
    }
  });
});

test("Bytes that are not UTF-8 are no file that can be edited", () => {
  assert.equal(readTextFile(new Uint8Array([0x66, 0xfc, 0x72])), null);
  assert.equal(readTextFile(new TextEncoder().encode("\uFEFFfür"))?.text, "für");
});
