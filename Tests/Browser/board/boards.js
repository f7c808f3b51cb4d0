/** Boards for the tests; a test names only what it is about. */

import { BoardController } from "../../../Public/board/board-controller.js";
import { BoardModel } from "../../../Public/board/board-model.js";
import { BoardViewport } from "../../../Public/board/board-viewport.js";

/** @typedef {import("../../../Public/board/saving/board-file.js").Card} Card */
/** @typedef {import("../../../Public/board/saving/board-file.js").Stroke} Stroke */

/**
 * A square of 100 units about (150, 150), once its page is known.
 * @param {Partial<Card>} [facts]
 * @returns {Card}
 */
export function card(facts = {}) {
  return {
    id: "a", document: "d", page: 1, x: 150, y: 150, width: 100, scale: 1, rotation: 0, z: 0, ...facts,
  };
}

/**
 * @param {number[][]} points
 * @param {Partial<Stroke>} [facts]
 * @returns {Stroke}
 */
export function stroke(points, facts = {}) {
  return { id: "s", color: "#1c1a18", width: 4, points, ...facts };
}

/**
 * @param {readonly Card[]} cards
 * @param {readonly Stroke[]} [strokes]
 */
export function board(cards = [], strokes = []) {
  return { cards, strokes, rest: { members: {}, cards: [], strokes: [] } };
}

/** Frames that come when the test says so. */
export class Frames {
  /** @type {Set<(milliseconds: number) => void>} */
  #steps = new Set();

  get pending() {
    return this.#steps.size;
  }

  request = (/** @type {(milliseconds: number) => void} */ step) => {
    this.#steps.add(step);
    return () => this.#steps.delete(step);
  };

  /** @param {number} milliseconds since the first frame */
  at(milliseconds) {
    for (const step of [...this.#steps]) step(milliseconds);
  }
}

/**
 * A model and its controller, seen so that board units are CSS pixels from the top left of the view.
 * @param {ReturnType<typeof board>} content
 * @param {{readOnly?: boolean, still?: boolean}} [options]
 */
export function open(content, { readOnly = false, still = false } = {}) {
  const model = new BoardModel(content, { readOnly, pen: { color: "#2b55c9", width: 4 } });
  model.learnPages("d", [1, 1, 1, 1]);
  model.show(new BoardViewport({ x: 200, y: 150, size: { width: 400, height: 300 } }));
  const frames = new Frames();
  let ids = 0;
  let drawn = 0;
  const controller = new BoardController(model, {
    frames: frames.request, still: () => still, newId: () => `new-${(ids += 1)}`,
    inkChanged: () => { drawn += 1; },
  });
  return { model, controller, frames, drawn: () => drawn };
}

/** @param {import("../../../Public/board/board-model.js").BoardModel} model @param {string} id */
export function cardOf(model, id) {
  return model.board.cards.find((other) => other.id === id);
}
