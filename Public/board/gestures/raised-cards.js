/**
 * Cards that come forward under hands. Where a hand was not meant for them, the cards that it has raised go back, and not
 * those that other hands have raised meanwhile.
 */

import { restacked } from "../stacking.js";

/** @typedef {import("../board-controller.js").BoardController} BoardController */

/**
 * Cards that one hand has raised.
 * @typedef {{ids: ReadonlySet<string>, settled: boolean}} Raise
 */

export class RaisedCards {
  #controller;
  /**
   * As they lay before the first of those raised.
   * @type {ReadonlyMap<string, number>}
   */
  #heights = new Map();
  /**
   * Since any hand is at work, in the order in which they came forward.
   * @type {Raise[]}
   */
  #raises = [];

  /** @param {BoardController} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  /**
   * Brings a card or a stroke forward.
   * @param {string} id
   * @returns {Raise}
   */
  raise(id) {
    if (this.#raises.every(({ settled }) => settled)) {
      this.#raises = [];
      this.#heights = new Map(this.#controller.model.board.cards.map((card) => [card.id, card.z]));
    }
    const raise = { ids: new Set([id]), settled: false };
    this.#raises.push(raise);
    this.#controller.bringForward(id);
    return raise;
  }

  /**
   * The same hand has brought all these forward, just now.
   * @param {Raise} raise
   * @param {ReadonlySet<string>} ids
   */
  follow(raise, ids) {
    if (!this.#raises.includes(raise)) return;
    raise.ids = ids;
    this.#raises = [...this.#raises.filter((other) => other !== raise), raise];
  }

  /**
   * The hand has lifted: what it has raised stays.
   * @param {Raise} raise
   */
  settle(raise) {
    raise.settled = true;
  }

  /**
   * The hand was not meant for the card: everything lies as if it had not been raised.
   * @param {Raise} raise
   */
  takeBack(raise) {
    if (!this.#raises.includes(raise)) return;
    this.#raises = this.#raises.filter((other) => other !== raise);
    const { model } = this.#controller;
    const { cards } = model.board;
    let lying = /** @type {typeof cards} */ (cards.map((card) => ({ ...card, z: this.#heights.get(card.id) ?? card.z })));
    for (const { ids } of this.#raises) lying = restacked(lying, ids, "front");
    model.run({ type: "set", cards: lying });
  }
}
