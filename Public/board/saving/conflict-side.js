/** One of two forms of a board: a small picture, with the words that tell it from the other. */

import { element } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";
import { BoardMiniature } from "../board-miniature.js";

/** @typedef {import("./board-file.js").Board} Board */

export class ConflictSide {
  #miniature = new BoardMiniature();
  #name = element("b");
  #when = element("span");
  #count = element("span");
  /** @type {HTMLElement} */
  element = element("figure", { class: "conflict-side" }, this.#miniature.element, element("figcaption", {}, this.#name, this.#when, this.#count));

  constructor() {
    this.clear();
  }

  /** @param {string} words */
  name(words) {
    this.#name.textContent = words;
  }

  /** @param {readonly string[]} words */
  tell(words) {
    this.#when.textContent = words.filter((part) => part !== "").join(", ");
  }

  /**
   * @param {Board} board
   * @param {import("../board-miniature.js").MiniatureParts} parts
   */
  paint(board, parts) {
    this.#miniature.element.hidden = false;
    this.#miniature.paint(board, parts);
    const [cards, strokes] = [board.cards.length, board.strokes.length];
    const counts = [cards && sayCount(cards, "{n} card", "{n} cards"), strokes && sayCount(strokes, "{n} stroke", "{n} strokes")];
    this.#count.textContent = counts.filter((count) => count !== 0).join(", ") || say("Empty");
  }

  clear() {
    this.#miniature.element.hidden = true;
    for (const words of [this.#when, this.#count]) words.textContent = "";
  }
}
