/**
 * The item of a board under a point. Ink lies over cards.
 *
 * A touch is tested by the gestures' shapes, not by their scene graph. A board is a value that is replaced with every
 * change. A graph beside it would have to be kept in step with it in every frame of a drag. It would be asked once, when a
 * finger lands. Asking 200 cards and 100 lines costs less than a frame's share of that; their order is kept from one
 * question to the next.
 */

import { grown, holds } from "../gestures/geometry/index.js";
import { LineShape } from "../gestures/hit-testing/index.js";
import { cardHolds } from "./card-geometry.js";
import { stacked } from "./stacking.js";
import { inkPlace, strokeBounds } from "../ink/stroke-geometry.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./saving/board-file.js").Board} Board */
/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./saving/board-file.js").Stroke} Stroke */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */

/** @typedef {{readonly kind: "card" | "stroke", readonly id: string}} Hit */

/** How far beside a line it is still hit, in CSS pixels: a line is thin, a finger is not. */
const INK_SLACK = 8;

export class BoardHitTesting {
  #model;
  /** Of the board that was asked about last, from the topmost down: the order is found once for each board. */
  #cards = topFirst(/** @type {readonly Card[]} */ ([]));
  #strokes = topFirst(/** @type {readonly Stroke[]} */ ([]));

  /** @param {BoardModel} model */
  constructor(model) {
    this.#model = model;
  }

  /**
   * @param {Point} point of the view, in CSS pixels
   * @returns {Hit | null}
   */
  hit(point) {
    if (!Number.isFinite(point.x) || !Number.isFinite(point.y)) return null;
    const { viewport, board } = this.#model;
    const place = viewport.toBoard(point);
    const slack = INK_SLACK / viewport.zoom;
    this.#order(board);
    const stroke = this.#strokes.topFirst.find((other) => isOnStroke(other, place, slack));
    if (stroke) return { kind: "stroke", id: stroke.id };
    const card = this.#cards.topFirst.find((other) => cardHolds(other, this.#model.aspectOf(other), place));
    return card ? { kind: "card", id: card.id } : null;
  }

  /** @param {Board} board */
  #order({ cards, strokes }) {
    if (this.#cards.of !== cards) this.#cards = topFirst(cards, stacked(cards));
    if (this.#strokes.of !== strokes) this.#strokes = topFirst(strokes);
  }
}

/**
 * @template Item
 * @param {readonly Item[]} items as the board has them
 * @param {readonly Item[]} [inOrder] from the lowest
 */
function topFirst(items, inOrder = items) {
  return { of: items, topFirst: [...inOrder].reverse() };
}

/**
 * @param {Stroke} stroke
 * @param {Point} place
 * @param {number} slack
 */
function isOnStroke(stroke, place, slack) {
  return holds(grown(strokeBounds(stroke), slack), place)
    && new LineShape([stroke.points.map(inkPlace)], stroke.width + 2 * slack).contains(place);
}
