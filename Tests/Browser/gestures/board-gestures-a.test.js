/** Rows of `gestures` A that are about what a board does with touches: on the app's own board. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boardDraft } from "../../../Public/board/saving/board-document.js";
import { DocumentSaver } from "../../../Public/saving/document-saver.js";
import { board, card } from "../board/boards.js";
import { Hands } from "../board/hands.js";

/** A clock of the saver that is the hands' own. */
function saverClock({ clock }) {
  return { now: () => clock.now(), chance: () => 1, after: (delay, action) => clock.wakeAt(clock.now() + delay, action) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("gestures A: on the board", () => {
  test("A15 a card that is dragged by sixty moves is saved once, when it is over, with where it came to", async () => {
    const hands = new Hands(board([card()]));
    const saved = [];
    const store = { save: async (text) => (saved.push(JSON.parse(text)), "stored"), copy: async () => {} };
    const notify = Object.assign(() => {}, { changed: () => {}, behind: () => {} });
    new DocumentSaver(boardDraft(hands.model), store, saverClock(hands), notify, new AbortController().signal);
    hands.play("D1(150,150)@0");
    for (let step = 1; step <= 60; step += 1) {
      hands.play(`M1(${150 + 3 * step},150)@${step * 100}`);
      await settled();
    }
    assert.deepEqual([hands.place(), saved.length], [[320, 150, 1, 0], 0]);
    hands.play("U1@6400");
    hands.wait(60_000);
    await settled();
    assert.deepEqual(saved.map(({ cards }) => [cards[0].id, cards[0].x, cards[0].y]), [["a", 320, 150]]);
    assert.equal(hands.model.steps.undo, 1);
  });

  test("A16 a card comes forward with the touch, before it moves", () => {
    const hands = new Hands(board([card(), card({ id: "b", x: 180, z: 1 })])).play("D1(110,150)@0");
    assert.deepEqual(hands.model.board.cards.map(({ z }) => z), [1, 0]);
  });
});
