/** Counts the changes between two states of a board. Pure. */

import { say, sayCount } from "../../shell/texts.js";

/** @typedef {import("./board-file.js").Board} Board */
/** @typedef {import("./board-file.js").Card} Card */

/** Members of a card that say where it lies and how. */
const PLACE = Object.freeze(/** @type {const} */ (["x", "y", "width", "scale", "rotation"]));

/**
 * @typedef {object} BoardDifference
 * @property {number} cardsAdded
 * @property {number} cardsRemoved
 * @property {number} cardsMoved also scaled and turned
 * @property {number} cardsReplaced that show another page
 * @property {number} strokesAdded
 * @property {number} strokesRemoved
 */

/**
 * @param {Board} before
 * @param {Board} after
 * @returns {BoardDifference}
 */
export function boardDifference(before, after) {
  const cards = new Map(before.cards.map((card) => [card.id, card]));
  const strokes = new Set(before.strokes.map(({ id }) => id));
  const stayed = after.cards.flatMap((card) => {
    const was = cards.get(card.id);
    return was ? [{ was, card }] : [];
  });
  const drawn = after.strokes.filter(({ id }) => strokes.has(id)).length;
  return {
    cardsAdded: after.cards.length - stayed.length, cardsRemoved: before.cards.length - stayed.length,
    cardsMoved: stayed.filter(({ was, card }) => hasMoved(was, card)).length,
    cardsReplaced: stayed.filter(({ was, card }) => was.document !== card.document || was.page !== card.page).length,
    strokesAdded: after.strokes.length - drawn, strokesRemoved: before.strokes.length - drawn,
  };
}

/**
 * @param {Card} was
 * @param {Card} card
 */
function hasMoved(was, card) {
  return PLACE.some((member) => was[member] !== card[member]);
}

/** @param {BoardDifference} difference */
export function boardDifferenceInWords(difference) {
  const parts = [
    sayIfAny(difference.cardsAdded, (n) => sayCount(n, "{n} card came", "{n} cards came")),
    sayIfAny(difference.cardsRemoved, (n) => sayCount(n, "{n} card went", "{n} cards went")),
    sayIfAny(difference.cardsMoved, (n) => sayCount(n, "{n} card moved", "{n} cards moved")),
    sayIfAny(difference.cardsReplaced, (n) => sayCount(n, "{n} card became another page", "{n} cards became another page")),
    sayIfAny(difference.strokesAdded, (n) => sayCount(n, "{n} stroke came", "{n} strokes came")),
    sayIfAny(difference.strokesRemoved, (n) => sayCount(n, "{n} stroke went", "{n} strokes went")),
  ].filter((part) => part !== "");
  return parts.length ? `${parts.join(", ")}.` : say("No card and no stroke changed.");
}

/**
 * @param {number} count
 * @param {(count: number) => string} words
 */
function sayIfAny(count, words) {
  return count === 0 ? "" : words(count);
}
