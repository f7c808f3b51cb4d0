/** Where new cards are laid. */

import { unionOf } from "../geometry/bounds.js";
import { perform } from "../board/board-commands.js";
import { CARD_WIDTH } from "../board/board-reading.js";
import { cardBounds, COMMON_ASPECT, tidy } from "../board/card-geometry.js";
import { strokeBounds } from "../board/stroke-geometry.js";

/** @typedef {import("../board/board-file.js").Board} Board */
/** @typedef {import("../board/board-file.js").Card} Card */
/** @typedef {import("../board/board-model.js").BoardModel} BoardModel */
/** @typedef {import("./page-picker.js").Choice} Choice */

/** Between two cards that are laid side by side, as a part of a card's width. */
const GAP = 0.12;

/** Each further choice lies so far beside the one before, in CSS pixels, so that none hides another. */
const OFFSET = 28;

/** A card takes up no more than this part of the view. */
const PART_OF_VIEW = 0.7;

/**
 * Lays pages in the middle of what is seen, side by side, and selects them. One step of undo.
 * @param {BoardModel} model
 * @param {Choice} choice
 * @param {() => string} newId
 * @returns {string[]} the ids of the cards
 */
export function addPages(model, { document, pages }, newId) {
  const { viewport } = model;
  const columns = Math.ceil(Math.sqrt(pages.length));
  const width = Math.min(CARD_WIDTH, (PART_OF_VIEW * viewport.size.width) / viewport.zoom || CARD_WIDTH);
  const [stepX, stepY] = [width * (1 + GAP), width * (Math.SQRT2 + GAP)];
  const rows = Math.ceil(pages.length / columns);
  const shift = freeShift(model, viewport);
  const cards = pages.map((page, index) => ({
    id: newId(), document: document.id, page,
    x: tidy(viewport.x + shift + ((index % columns) - (columns - 1) / 2) * stepX),
    y: tidy(viewport.y + shift + (Math.floor(index / columns) - (rows - 1) / 2) * stepY),
    width: tidy(width), scale: 1, rotation: 0, z: 0,
  }));
  model.run({ type: "add", cards }, pages.length === 1 ? "Add page" : "Add pages");
  const ids = cards.map((card) => card.id);
  model.select(ids);
  return ids;
}

/**
 * A board that nobody looks at, with one page more: to the right of everything, at half its height, so that it covers
 * nothing.
 * @param {Board} board
 * @param {Pick<Card, "id" | "document" | "page">} page
 * @returns {Board}
 */
export function withPage(board, page) {
  const bounds = unionOf(
    [...board.cards.map((card) => cardBounds(card, COMMON_ASPECT)), ...board.strokes.map(strokeBounds)],
  );
  const place = bounds
    ? { x: bounds.x + bounds.width + CARD_WIDTH * (1 / 2 + GAP), y: bounds.y + bounds.height / 2 }
    : { x: 0, y: 0 };
  const card = { ...page, x: tidy(place.x), y: tidy(place.y), width: CARD_WIDTH, scale: 1, rotation: 0, z: 0 };
  return perform(board, { type: "add", cards: [card] });
}

/**
 * @param {Board} board
 * @param {string} card the id; where there is none, nothing changes
 */
export function withoutCard(board, card) {
  return perform(board, { type: "delete", ids: [card] });
}

/**
 * How far beside the middle there is no card yet.
 * @param {BoardModel} model
 * @param {{x: number, y: number, zoom: number}} middle
 */
function freeShift({ board }, { x, y, zoom }) {
  const step = OFFSET / zoom;
  let shift = 0;
  const taken = () => board.cards.some(
    (card) => Math.abs(card.x - x - shift) < step / 2 && Math.abs(card.y - y - shift) < step / 2,
  );
  while (taken()) shift += step;
  return shift;
}
