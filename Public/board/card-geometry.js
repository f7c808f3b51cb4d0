/**
 * Where cards lie. A card's height is not in the file. It follows from the proportion of its page, height
 * over width, which is known when the document is. Pure.
 */

import { boundsOf, plus, vec } from "../gestures/geometry/index.js";
import { inkPlace, tidy } from "../ink/stroke-geometry.js";
import { normalAngle, transformed, turned } from "./similarity.js";

/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./saving/board-file.js").Stroke} Stroke */
/** @typedef {import("./similarity.js").Similarity} Similarity */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/** A page of which nothing is known yet: A4. */
export const COMMON_ASPECT = Math.SQRT2;

/**
 * A card's width and height in board units.
 * @param {Card} card
 * @param {number} aspect height over width of its page
 */
export function cardSize(card, aspect) {
  return { width: card.width * card.scale, height: card.width * card.scale * aspect };
}

/**
 * The corners in board units: top left, top right, bottom right, bottom left of the page.
 * @param {Card} card
 * @param {number} aspect
 * @returns {Point[]}
 */
export function cardCorners(card, aspect) {
  const { width, height } = cardSize(card, aspect);
  return [vec(-1, -1), vec(1, -1), vec(1, 1), vec(-1, 1)].map(
    ({ x, y }) => plus(card, turned(vec((x * width) / 2, (y * height) / 2), card.rotation)),
  );
}

/**
 * @param {Card} card
 * @param {number} aspect
 */
export function cardBounds(card, aspect) {
  return boundsOf(cardCorners(card, aspect)) ?? { x: card.x, y: card.y, width: 0, height: 0 };
}

/**
 * A point as the card sees it: from its centre, along its own sides, in board units.
 * @param {Card} card
 * @param {Point} point
 */
function inCard(card, point) {
  return turned(vec(point.x - card.x, point.y - card.y), -card.rotation);
}

/**
 * Whether a point is on the card, its edges included.
 * @param {Card} card
 * @param {number} aspect
 * @param {Point} point
 */
export function cardHolds(card, aspect, point) {
  const { width, height } = cardSize(card, aspect);
  const { x, y } = inCard(card, point);
  return Math.abs(x) <= width / 2 && Math.abs(y) <= height / 2;
}

/**
 * Points spread evenly over the card, in board units.
 * @param {Card} card
 * @param {number} aspect
 * @param {number} perSide
 * @returns {Point[]}
 */
export function cardSamples(card, aspect, perSide) {
  const { width, height } = cardSize(card, aspect);
  return Array.from({ length: perSide * perSide }, (_, index) => {
    const u = ((index % perSide) + 0.5) / perSide - 0.5;
    const v = (Math.floor(index / perSide) + 0.5) / perSide - 0.5;
    return plus(card, turned(vec(u * width, v * height), card.rotation));
  });
}

/**
 * The card after a change of the plane it lies on.
 * @param {Card} card
 * @param {Similarity} change
 * @returns {Card}
 */
export function transformedCard(card, change) {
  const { x, y } = transformed(change, card);
  return {
    ...card, x: tidy(x), y: tidy(y),
    scale: Math.round(card.scale * change.scale * 1e5) / 1e5,
    rotation: tidy(normalAngle(card.rotation + change.rotation)),
  };
}

/**
 * The stroke after a change of the plane it lies on; its line grows with it.
 * @param {Stroke} stroke
 * @param {Similarity} change
 * @returns {Stroke}
 */
export function transformedStroke(stroke, change) {
  const points = stroke.points.map((point) => {
    const { x, y } = transformed(change, inkPlace(point));
    return [tidy(x), tidy(y), ...point.slice(2)];
  });
  return { ...stroke, width: Math.max(0.01, tidy(stroke.width * change.scale)), points };
}
