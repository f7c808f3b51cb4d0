/** Where new cards are laid. */

import { CARD_WIDTH } from "../board/board-reading.js";
import { tidy } from "../board/card-geometry.js";

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
