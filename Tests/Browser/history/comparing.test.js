import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boardDifference, boardDifferenceInWords } from "../../../Public/board/saving/board-difference.js";
import {
  differenceInWords, fittingScale, isStacked, pictureScale, sheetOf, steppedZoom,
} from "../../../Public/history/page-pair.js";
import { comparedPageUrl, versionContentUrl, versionPageUrl } from "../../../Public/api/version-api.js";
import { comparisonInWords, rowsOf, segmentsOf } from "../../../Public/history/compared-lines.js";
import { board, card, stroke } from "../board/boards.js";

const line = (kind, text, facts = {}) => ({ kind, text, ...facts });
const comparison = (facts) => ({ identical: false, truncated: false, removed: 0, added: 0, hunks: [], ...facts });

describe("what changed in a text", () => {
  test("stands in rows, with gaps where lines are the same", () => {
    const rows = rowsOf(comparison({
      hunks: [
        { oldStart: 4, oldCount: 3, newStart: 4, newCount: 3, lines: [
          line("context", "a", { old: 4, new: 4 }), line("removed", "b", { old: 5 }), line("added", "c", { new: 5 }),
          line("context", "d", { old: 6, new: 6 }),
        ] },
        { oldStart: 10, oldCount: 1, newStart: 9, newCount: 0, lines: [line("removed", "e", { old: 10 })] },
      ],
    }));
    assert.deepEqual(rows.map(({ kind }) => kind), ["gap", "context", "removed", "added", "context", "gap", "removed"]);
    assert.deepEqual(rows.filter(({ kind }) => kind === "gap").map(({ lines }) => lines), [3, 3]);
    assert.deepEqual(rows.map(({ first }) => first ?? false), [false, false, true, false, false, false, true]);
  });

  test("a hunk at the start of the text has no gap before it", () => {
    const [first] = rowsOf(comparison({
      hunks: [{ oldStart: 0, oldCount: 0, newStart: 1, newCount: 1, lines: [line("added", "a", { new: 1, newline: false })] }],
    }));
    assert.deepEqual([first?.kind, first?.unended, first?.old, first?.new], ["added", true, null, 1]);
  });

  test("words are marked where they changed", () => {
    assert.deepEqual(segmentsOf("one two three", [[4, 7]]), [
      { text: "one ", changed: false }, { text: "two", changed: true }, { text: " three", changed: false },
    ]);
    assert.deepEqual(segmentsOf("ab", [[0, 2]]), [{ text: "ab", changed: true }]);
    assert.deepEqual(segmentsOf("", []), [{ text: "", changed: false }]);
  });

  test("marks that lie outside, overlap or are empty lose and double nothing", () => {
    for (const changes of [[[5, 99]], [[-3, 2]], [[0, 3], [1, 4]], [[2, 2]], [[3, 1]], [[9, 12]]]) {
      assert.equal(segmentsOf("abcdef", changes).map(({ text }) => text).join(""), "abcdef", JSON.stringify(changes));
    }
  });

  test("is told in a sentence", () => {
    assert.equal(comparisonInWords(comparison({ removed: 1, added: 2 })), "1 line went, 2 lines came.");
    assert.equal(comparisonInWords(comparison({ added: 1 })), "1 line came.");
    assert.match(comparisonInWords(comparison({ identical: true })), /byte by byte/);
    assert.match(comparisonInWords(comparison({})), /not seen/);
    assert.match(comparisonInWords(comparison({ removed: 3, truncated: true })), /more than is shown/);
  });
});

describe("two pages on one sheet", () => {
  const letter = { width: 612, height: 792 };
  const wide = { width: 1440, height: 900 };

  test("need a sheet as large as the larger of each side", () => {
    assert.deepEqual(sheetOf(letter, { width: 792, height: 612 }), { width: 792, height: 792 });
    assert.deepEqual(sheetOf(null, letter), letter);
    assert.equal(sheetOf(null, null), null);
  });

  test("are seen whole, beside one another too", () => {
    for (const box of [wide, { width: 390, height: 700 }]) {
      const one = fittingScale(letter, box, "overlay");
      assert.ok(one * letter.width <= box.width && one * letter.height <= box.height);
      const two = fittingScale(letter, box, "side");
      const [across, down] = isStacked(box) ? [1, 2] : [2, 1];
      assert.ok(across * two * letter.width <= box.width && down * two * letter.height <= box.height);
    }
  });

  test("have a size in a window without one", () => {
    assert.equal(fittingScale(letter, { width: 0, height: 0 }, "overlay"), 1);
    assert.equal(fittingScale({ width: 0, height: 0 }, wide, "overlay"), 1);
  });

  test("are asked for sharp, and never larger than the server compares", () => {
    assert.equal(pictureScale(letter, 1.5, 2, false), 3);
    const scale = pictureScale(letter, 40, 3, false);
    assert.ok(Math.ceil(scale * letter.width) * Math.ceil(scale * letter.height) <= 16_000_000);
    assert.equal(pictureScale({ width: 100, height: 100 }, 4, 2, true), 1, "pixels grow no sharper");
  });

  test("zoom in steps, come back to what fits, and stop at the limits", () => {
    assert.equal(steppedZoom(steppedZoom(1, 1), -1), 1);
    assert.equal(steppedZoom(8, 1), 8);
    assert.equal(steppedZoom(0.1, -1), 0.1);
  });

  test("say how much changed", () => {
    assert.equal(differenceInWords({ changed: 0, boxes: [] }, 2, 5), "Page 2 of 5: nothing changed");
    assert.equal(differenceInWords({ changed: 0.1, boxes: [1] }, 2, 5), "Page 2 of 5: one place changed");
    assert.equal(differenceInWords({ changed: 0.1, boxes: [1, 2, 3] }, 2, 5), "Page 2 of 5: 3 places changed");
    assert.equal(differenceInWords({ changed: 0.1, boxes: [] }, 2, 5), "Page 2 of 5: something changed");
  });

  test("are asked for by addresses that name both", () => {
    assert.equal(versionContentUrl("a/b", 3), "/api/v1/documents/a%2Fb/versions/3/content");
    assert.equal(
      versionPageUrl("d", { number: 3, sha256: "ff" }, 2, 800, "png"),
      "/api/v1/documents/d/versions/3/pages/2?width=800&format=png&v=ff",
    );
    assert.equal(
      comparedPageUrl("d", { number: 3 }, { number: 5 }, 2, 1.23456),
      "/api/v1/documents/d/versions/3/compare/pages/2?with=5&scale=1.235&format=png",
    );
  });
});

describe("what changed on a board", () => {
  test("is counted: what came, went, moved and became another page", () => {
    const before = board([card({ id: "a" }), card({ id: "b" }), card({ id: "c" }), card({ id: "d" })], [stroke([[0, 0], [1, 1]], { id: "s" })]);
    const after = board([card({ id: "a" }), card({ id: "b", x: 7 }), card({ id: "c", page: 9 }), card({ id: "e" })], []);
    assert.deepEqual(boardDifference(before, after), {
      cardsAdded: 1, cardsRemoved: 1, cardsMoved: 1, cardsReplaced: 1, strokesAdded: 0, strokesRemoved: 1,
    });
    assert.equal(
      boardDifferenceInWords(boardDifference(before, after)),
      "1 card came, 1 card went, 1 card moved, 1 card became another page, 1 stroke went.",
    );
  });

  test("may be nothing", () => {
    const same = board([card()]);
    assert.equal(boardDifferenceInWords(boardDifference(same, same)), "No card and no stroke changed.");
  });
});
