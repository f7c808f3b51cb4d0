/** Cards in rows and columns, all of one size, so that any number of them can be scrolled over. Pure. */

import { clamp, overlap } from "../gestures/geometry/index.js";

/** In CSS pixels. */
const GAP = 20;
const ROW_GAP = 24;
const NARROW = 600;
const PICTURE_LARGEST = 176;
const PICTURE_SMALLEST = 96;

/** Pictures grow in such steps, so that the server is asked for few sizes. */
const PICTURE_STEP = 8;

/**
 * The height of the text under a picture, in units of the root's font size: two lines of name, one of kind and date.
 */
const TEXT_REMS = 4.25;

/**
 * @typedef {object} GridLayout
 * @property {number} columns
 * @property {number} picture side of the square that a picture fits into
 * @property {number} cardWidth
 * @property {number} cardHeight
 * @property {number} pitchX from one column to the next
 * @property {number} pitchY from one row to the next
 * @property {number} height of all rows
 */

/**
 * @param {number} count how many cards
 * @param {number} width for all columns
 * @param {number} rem the root's font size
 * @returns {GridLayout}
 */
export function layoutGrid(count, width, rem) {
  const wanted = width < NARROW - 2 * 16 ? 140 : PICTURE_LARGEST;
  const columns = Math.max(1, Math.floor((width + GAP) / (wanted + GAP)));
  const cardWidth = Math.floor((width - GAP * (columns - 1)) / columns);
  const steps = Math.floor(cardWidth / PICTURE_STEP) * PICTURE_STEP;
  const picture = clamp(steps, PICTURE_SMALLEST, PICTURE_LARGEST);
  const cardHeight = Math.ceil(picture + TEXT_REMS * rem);
  const pitchY = cardHeight + ROW_GAP;
  const height = Math.max(0, Math.ceil(count / columns) * pitchY - ROW_GAP);
  return { columns, picture, cardWidth, cardHeight, pitchX: (width + GAP) / columns, pitchY, height };
}

/**
 * @param {GridLayout} layout
 * @param {number} index from 0
 */
export function cardPosition(layout, index) {
  const row = Math.floor(index / layout.columns);
  return { x: Math.floor((index % layout.columns) * layout.pitchX), y: row * layout.pitchY };
}

/**
 * The cards between two heights: from the first up to, but without, the end.
 * @param {GridLayout} layout
 * @param {number} count
 * @param {number} top
 * @param {number} bottom
 */
export function cardsBetween(layout, count, top, bottom) {
  const first = Math.floor(Math.max(0, top) / layout.pitchY) * layout.columns;
  const end = Math.ceil(Math.max(0, bottom) / layout.pitchY) * layout.columns;
  return { first: clamp(first, 0, count), end: clamp(end, 0, count) };
}

/**
 * The cards of which something lies in an area.
 * @param {GridLayout} layout
 * @param {number} count
 * @param {import("../gestures/geometry/index.js").Rect} area
 * @returns {number[]} their indices, row by row
 */
export function cardsIn(layout, count, area) {
  const { first, end } = cardsBetween(layout, count, area.y, area.y + area.height);
  return Array.from({ length: end - first }, (_, offset) => first + offset).filter((index) => {
    const { x, y } = cardPosition(layout, index);
    return overlap(x, x + layout.cardWidth, area.x, area.x + area.width) > 0
      && overlap(y, y + layout.cardHeight, area.y, area.y + area.height) > 0;
  });
}

/**
 * The card that a key leads to from another; null where the key leads nowhere.
 * @param {GridLayout} layout
 * @param {number} count
 * @param {number} index
 * @param {string} key as in `KeyboardEvent.key`
 */
export function cardByKey(layout, count, index, key) {
  const { columns } = layout;
  /** @type {Readonly<Record<string, number>>} */
  const targets = {
    ArrowLeft: index - 1, ArrowRight: index + 1, ArrowUp: index - columns, ArrowDown: index + columns,
    Home: 0, End: count - 1, PageUp: Math.max(
      index % columns, index - 3 * columns,
    ), PageDown: index + 3 * columns,
  };
  const target = targets[key];
  if (target === undefined || count === 0) return null;
  // Down from the last row but one reaches the last card even where it lies further left.
  if (key === "ArrowUp" && target < 0) return index;
  return clamp(target, 0, count - 1);
}
