import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BoardFileProblem, EMPTY_BOARD, parseBoard, serializeBoard } from "../../../Public/board/saving/board-file.js";

const CARD = { id: "c1", document: "doc", page: 2, x: 10, y: -5.5, width: 300, scale: 1.5, rotation: 12, z: 3 };
const STROKE = { id: "s1", color: "#2b55c9", width: 4, points: [[1, 2, 0.5, 0], [3, 4, 0.75, 16]] };

/** @param {object} members */
function file(members) {
  return JSON.stringify({ format: "org.sheaf.board", formatVersion: 1, ...members });
}

describe("reading a board", () => {
  test("gives its cards and strokes as they are written", () => {
    const { board, newer, notUnderstood } = parseBoard(file({ cards: [CARD], strokes: [STROKE] }));
    assert.deepEqual(board.cards, [CARD]);
    assert.deepEqual(board.strokes, [STROKE]);
    assert.deepEqual([newer, notUnderstood], [null, 0]);
  });

  test("takes an empty file for an empty board, and a byte order mark for nothing", () => {
    assert.equal(parseBoard(" \n").board, EMPTY_BOARD);
    assert.equal(parseBoard(`\uFEFF${file({ cards: [CARD] })}`).board.cards.length, 1);
  });

  test("fills in what a program left out", () => {
    const { board } = parseBoard(file({ cards: [{ document: "doc" }, { document: "doc", id: 7 }] }));
    assert.deepEqual(board.cards[0], {
      id: "card-1", document: "doc", page: 1, x: 0, y: 0, width: 320, scale: 1, rotation: 0, z: 0,
    });
    assert.equal(board.cards[1]?.id, "7");
    assert.equal(board.cards[1]?.z, 1);
  });

  test("gives every card and stroke an id of its own", () => {
    const twice = { cards: [CARD, CARD, { document: "doc", id: "c1-2" }], strokes: [{ ...STROKE, id: "c1" }] };
    const { board } = parseBoard(file(twice));
    const ids = [...board.cards, ...board.strokes].map((item) => item.id);
    assert.equal(new Set(ids).size, 4, ids.join());
  });

  test("takes impossible sizes for none", () => {
    const wrong = { ...CARD, width: -3, scale: 0, rotation: "right", z: null };
    const { board } = parseBoard(file({ cards: [wrong] }));
    const { width, scale, rotation, z } = board.cards[0] ?? CARD;
    assert.deepEqual([width, scale, rotation, z], [320, 1, 0, 0]);
  });

  for (const [what, entry] of /** @type {[string, unknown][]} */ ([
    ["a text", "card"], ["null", null], ["no document", { ...CARD, document: 3 }], ["page 0", { ...CARD, page: 0 }],
    ["half a page", { ...CARD, page: 1.5 }], ["a place out of reach", { ...CARD, x: 1e300 }],
    ["a place that is none", { ...CARD, y: null }],
  ])) {
    test(`keeps ${what} among the cards as it came, but shows it not`, () => {
      const { board, notUnderstood } = parseBoard(file({ cards: [entry, CARD] }));
      assert.deepEqual([board.cards, notUnderstood], [[CARD], 1]);
      assert.deepEqual(JSON.parse(serializeBoard(board)).cards, [CARD, entry]);
    });
  }

  for (const points of [[], [[1]], [[1, "2"]], [[1, 2], [3, null]], "1 2 3 4", undefined]) {
    test(`keeps a stroke with the points ${JSON.stringify(points)} as it came`, () => {
      const { board } = parseBoard(file({ strokes: [{ id: "s", points }] }));
      assert.equal(board.strokes.length, 0);
      assert.deepEqual(JSON.parse(serializeBoard(board)).strokes, [JSON.parse(JSON.stringify({ id: "s", points }))]);
    });
  }

  for (const [text, code] of [
    ["{", "not-json"], ["%PDF-1.7", "not-json"], ["[]", "not-a-board"], ["3", "not-a-board"],
    ["{}", "not-a-board"], ['{"format":"org.sheaf.map"}', "not-a-board"],
  ]) {
    test(`refuses ${text} as ${code}`, () => {
      assert.throws(
        () => parseBoard(text ?? ""), (error) => error instanceof BoardFileProblem && error.code === code,
      );
    });
  }

  test("says of a newer format that it must not be written over", () => {
    assert.equal(parseBoard(file({ formatVersion: 2, cards: [CARD] })).newer, 2);
    assert.equal(parseBoard(file({ formatVersion: "two" })).newer, 0);
    assert.equal(parseBoard('{"format":"org.sheaf.board","cards":[]}').newer, null);
  });
});

describe("writing a board", () => {
  test("keeps unknown members at every level", () => {
    const odd = {
      title: "Garden", nested: { a: [1, null] },
      cards: [{ ...CARD, label: "roses", tags: ["x"] }],
      strokes: [{ ...STROKE, tool: "brush", points: [[1, 2, 0.5, 0, 30, -20]] }],
    };
    const { format, formatVersion, ...back } = JSON.parse(serializeBoard(parseBoard(file(odd)).board));
    assert.deepEqual([format, formatVersion], ["org.sheaf.board", 1]);
    assert.deepEqual(back, odd);
  });

  test("begins with the format, by which the file is recognised", () => {
    const text = serializeBoard(parseBoard(file({ title: "x" })).board);
    assert.ok(text.startsWith('{"format":"org.sheaf.board"'), text);
  });

  test("gives each card a line of its own", () => {
    const lines = serializeBoard(parseBoard(file({ cards: [CARD, { ...CARD, id: "c2" }] })).board).split("\n");
    assert.equal(lines.filter((line) => line.includes('"document"')).length, 2);
  });

  test("reads what it wrote as the same board", () => {
    const { board } = parseBoard(file({ cards: [CARD], strokes: [STROKE], title: "t" }));
    assert.deepEqual(parseBoard(serializeBoard(board)).board, board);
  });
});
