import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { placedTogether, withDocuments, withoutCards } from "../../../Public/board/board-placing.js";
import { EMPTY_BOARD } from "../../../Public/board/saving/board-file.js";
import { CARD_WIDTH } from "../../../Public/board/saving/board-reading.js";
import { document } from "../factories.js";

const choice = (/** @type {string} */ id, /** @type {number} */ count, aspect = 1.4) => (
  { document: document({ id }), pages: Array.from({ length: count }, (_, index) => index + 1), aspects: Array.from({ length: count }, () => aspect) }
);

/** @param {readonly {at: {x: number, y: number}}[]} placed @param {number} aspect */
function overlapping(placed, aspect) {
  return placed.filter(({ at }, index) => placed.slice(index + 1).some(({ at: other }) => (
    Math.abs(at.x - other.x) < CARD_WIDTH && Math.abs(at.y - other.y) < CARD_WIDTH * aspect
  )));
}

describe("pages of several documents on a board", () => {
  test("lie beside one another, and over none", () => {
    const placed = placedTogether([choice("a", 5), choice("b", 1), choice("c", 1), choice("d", 12), choice("e", 2)]);
    assert.equal(placed.length, 21);
    assert.deepEqual(overlapping(placed, 1.4), []);
  });

  test("of one page each are one block", () => {
    const placed = placedTogether(Array.from({ length: 9 }, (_, index) => choice(`d${index}`, 1)));
    const rows = new Set(placed.map(({ at }) => Math.round(at.y)));
    assert.equal(rows.size, 3);
  });

  test("make the board wider than high", () => {
    const placed = placedTogether(Array.from({ length: 6 }, (_, index) => choice(`d${index}`, 4, 1)));
    const [xs, ys] = [placed.map(({ at }) => at.x), placed.map(({ at }) => at.y)];
    assert.ok(Math.max(...xs) - Math.min(...xs) >= Math.max(...ys) - Math.min(...ys));
  });

  test("come to the right of what is there, and go again", () => {
    let count = 0;
    const newId = () => `n${count += 1}`;
    const first = withDocuments(EMPTY_BOARD, [choice("a", 1)], newId);
    const second = withDocuments(first.board, [choice("b", 2)], newId);
    const [old, ...added] = second.board.cards;
    assert.ok(old && added.every(({ x }) => x - CARD_WIDTH / 2 > old.x + CARD_WIDTH / 2));
    assert.deepEqual(withoutCards(second.board, second.ids).cards.map(({ id }) => id), ["n1"]);
  });
});
