/** Finds the items that a drawn line goes around or strikes out. Pure but for the model it reads. */

import { boundsOf, encloses, holds } from "../gestures/geometry/index.js";
import { cardHolds, cardSamples } from "./card-geometry.js";
import { stacked } from "./stacking.js";
import { crossings, inkPlace } from "../ink/stroke-geometry.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */

/** So much of a card or stroke must be inside a line for it to be meant. */
const MOST = 0.5;

/** Points by which a card's area is measured, along each side. */
const SAMPLES_PER_SIDE = 7;

/** A scratch goes over what it strikes out, to and fro. */
const STRIKES = 2;

/**
 * The ids of what a closed line goes around: of each at least a half.
 * @param {BoardModel} model
 * @param {readonly Point[]} line in board units
 */
export function itemsWithin(model, line) {
  if (line.length < 3) return [];
  const within = (/** @type {readonly Point[]} */ places) =>
    places.filter((place) => encloses(line, place)).length >= MOST * places.length;
  const cards = model.board.cards.filter(
    (card) => within(cardSamples(card, model.aspectOf(card), SAMPLES_PER_SIDE)),
  );
  const strokes = model.board.strokes.filter((stroke) => within(stroke.points.map(inkPlace)));
  return [...cards, ...strokes].map((item) => item.id);
}

/**
 * The ids of what a scratch strikes out. Ink goes first: a scratch through a word on a card leaves the card.
 * @param {BoardModel} model
 * @param {readonly Point[]} line in board units
 * @returns {string[]}
 */
export function itemsUnder(model, line) {
  const frame = boundsOf(line);
  if (!frame || line.length < 2) return [];
  const strokes = model.board.strokes.filter((stroke) => {
    const covered = stroke.points.filter((point) => holds(frame, inkPlace(point))).length;
    return covered >= MOST * stroke.points.length || crossings(stroke, line) >= STRIKES;
  });
  if (strokes.length) return strokes.map((stroke) => stroke.id);
  const card = stacked(model.board.cards).reverse().find((other) => {
    const on = line.filter((point) => cardHolds(other, model.aspectOf(other), point)).length;
    return on >= MOST * line.length;
  });
  return card ? [card.id] : [];
}
