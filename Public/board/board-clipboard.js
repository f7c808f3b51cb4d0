import { say } from "../shell/texts.js";
import { vec } from "../gestures/geometry/index.js";
import { itemsOf } from "./board-commands.js";

/** @typedef {import("./board-model.js").BoardModel} BoardModel */

/** How far beside the one before a copy lies, in CSS pixels. */
const OFFSET = 24;

export class BoardClipboard {
  /** @type {ReturnType<typeof itemsOf>} */
  #items = { cards: [], strokes: [] };
  #copies = 0;

  /** @param {BoardModel} model */
  copy(model) {
    this.#items = itemsOf(model.board, model.selection);
    this.#copies = 0;
  }

  get isEmpty() {
    return this.#items.cards.length + this.#items.strokes.length === 0;
  }

  /**
   * Lays a copy down beside the one before, and selects it. One step of undo.
   * @param {BoardModel} model
   * @param {() => string} newId
   * @param {string} [name] of the step
   */
  paste(model, newId, name = say("Paste")) {
    const cards = this.#items.cards.map((card) => ({ ...card, id: newId() }));
    const strokes = this.#items.strokes.map((stroke) => ({ ...stroke, id: newId() }));
    const ids = [...cards, ...strokes].map((item) => item.id);
    if (model.readOnly || ids.length === 0) return;
    this.#copies += 1;
    const offset = OFFSET * this.#copies;
    model.beginGroup(name);
    model.run({ type: "paste", cards, strokes });
    model.run({ type: "move", ids, by: model.viewport.armToBoard(vec(offset, offset)) });
    model.endGroup();
    model.select(ids);
  }
}
