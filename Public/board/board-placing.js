import { say } from "../shell/texts.js";
import { grown, meet, rect, unionOf, vec } from "../gestures/geometry/index.js";
import { perform } from "./board-commands.js";
import { CARD_WIDTH } from "./saving/board-reading.js";
import { tidy } from "../ink/stroke-geometry.js";
import { cardBounds, COMMON_ASPECT } from "./card-geometry.js";
import { strokeBounds } from "../ink/stroke-geometry.js";

/** @typedef {import("./saving/board-file.js").Board} Board */
/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./page-picker.js").Choice} Choice */

/** Between two cards that are laid side by side, as a part of a card's width. */
const GAP = 0.12;

/** So many rings around the middle of the view are looked at for a free place. */
const MOST_RINGS = 40;

/** The width of pages that are laid down together, over what a square of them would have. */
const LANDSCAPE = 1.4;

/** A card takes up no more than this part of the view. */
const PART_OF_VIEW = 0.7;

/**
 * Lays pages side by side where there is nothing, as near to the middle of what is seen as can be, and selects them. One
 * step of undo. Where they are not all seen there, the view follows.
 * @param {BoardModel} model
 * @param {Choice} choice
 * @param {() => string} newId
 * @returns {string[]} the ids of the cards
 */
export function addPages(model, { document, pages, aspects }, newId) {
  const { viewport } = model;
  const width = Math.min(CARD_WIDTH, (PART_OF_VIEW * viewport.size.width) / viewport.zoom || CARD_WIDTH);
  const { places, size } = inRows(pages.map((_, index) => width * (aspects[index] ?? COMMON_ASPECT)), width);
  const frame = freePlace(size, viewport, occupied(model), width * GAP);
  const cards = pages.map((page, index) => ({
    id: newId(), document: document.id, page,
    x: tidy(frame.x + (places[index]?.x ?? 0)), y: tidy(frame.y + (places[index]?.y ?? 0)),
    width: tidy(width), scale: 1, rotation: 0, z: 0,
  }));
  model.run({ type: "add", cards }, pages.length === 1 ? say("Add page") : say("Add pages"));
  const ids = cards.map((card) => card.id);
  model.select(ids);
  model.show(viewport.containing(frame));
  return ids;
}

/**
 * Cards of one width in rows, about as many in each as there are rows.
 * @param {readonly number[]} heights
 * @param {number} width
 * @returns {{places: Point[], size: import("../gestures/geometry/index.js").Size}} the middles of the cards from the corner of all of them
 */
function inRows(heights, width) {
  const columns = Math.ceil(Math.sqrt(heights.length));
  const gap = width * GAP;
  /** @type {Point[]} */
  const places = [];
  let y = 0;
  for (let start = 0; start < heights.length; start += columns) {
    const row = heights.slice(start, start + columns);
    const height = Math.max(...row);
    row.forEach((_, column) => places.push(vec(column * (width + gap) + width / 2, y + height / 2)));
    y += height + gap;
  }
  return { places, size: { width: columns * (width + gap) - gap, height: y - gap } };
}

/** @param {BoardModel} model */
function occupied(model) {
  const { cards, strokes } = model.board;
  return [...cards.map((card) => cardBounds(card, model.aspectOf(card))), ...strokes.map(strokeBounds)];
}

/**
 * The free place nearest to a point, looked for in rings around it; where there is none nearby, beside everything.
 * @param {import("../gestures/geometry/index.js").Size} size
 * @param {Point} middle
 * @param {readonly Rect[]} taken
 * @param {number} air around it
 * @returns {Rect}
 */
function freePlace({ width, height }, middle, taken, air) {
  const step = Math.min(width, height) / 3;
  const at = (/** @type {Point} */ { x, y }) => rect(middle.x + x - width / 2, middle.y + y - height / 2, width, height);
  for (let ring = 0; ring <= MOST_RINGS; ring += 1) {
    const ways = ringOf(ring).map(({ x, y }) => vec(x * step, y * step));
    const free = ways.map(at).find((frame) => !taken.some((other) => meet(other, grown(frame, air))));
    if (free) return free;
  }
  const all = unionOf(taken);
  return all ? rect(all.x + all.width + CARD_WIDTH * GAP, all.y, width, height) : at(vec(0, 0));
}

/**
 * The steps to the places of a square ring, the nearest first.
 * @param {number} ring 0 for its middle
 * @returns {Point[]}
 */
function ringOf(ring) {
  const sides = Array.from({ length: 2 * ring + 1 }, (_, index) => index - ring);
  const steps = sides.flatMap((x) => sides.filter((y) => Math.max(Math.abs(x), Math.abs(y)) === ring).map((y) => vec(x, y)));
  return steps.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
}

/**
 * A board that is not open, with one page more: to the right of everything, at half its height, so that it covers
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
 * A board that is not open, with pages of several documents more: to the right of everything, those of each document together.
 * @param {Board} board
 * @param {readonly Choice[]} choices
 * @param {() => string} newId
 * @returns {{board: Board, ids: string[]}} also the ids of the new cards
 */
export function withDocuments(board, choices, newId) {
  const bounds = unionOf(
    [...board.cards.map((card) => cardBounds(card, COMMON_ASPECT)), ...board.strokes.map(strokeBounds)],
  );
  const corner = bounds ? vec(bounds.x + bounds.width + CARD_WIDTH * GAP, bounds.y) : vec(0, 0);
  const cards = placedTogether(choices).map(({ document, page, at }) => ({
    id: newId(), document, page, x: tidy(corner.x + at.x), y: tidy(corner.y + at.y), width: CARD_WIDTH, scale: 1, rotation: 0, z: 0,
  }));
  return { board: perform(board, { type: "add", cards }), ids: cards.map(({ id }) => id) };
}

/**
 * The pages of each document as a block, the blocks in rows of about the width of all of them put into a square. Documents of one
 * page that follow one another are one block.
 * @param {readonly Choice[]} choices
 * @returns {{document: string, page: number, at: Point}[]} the middles of the cards from the corner of all of them
 */
export function placedTogether(choices) {
  const blocks = blocksOf(choices).map((pages) => ({ pages, ...inRows(pages.map(({ aspect }) => CARD_WIDTH * aspect), CARD_WIDTH) }));
  const apart = 2 * CARD_WIDTH * GAP;
  const area = blocks.reduce((sum, { size }) => sum + (size.width + apart) * (size.height + apart), 0);
  const wide = Math.max(Math.sqrt(area) * LANDSCAPE, ...blocks.map(({ size }) => size.width));
  let [x, y, high] = [0, 0, 0];
  return blocks.flatMap(({ pages, places, size }) => {
    if (x > 0 && x + size.width > wide) [x, y, high] = [0, y + high + apart, 0];
    const corner = vec(x, y);
    [x, high] = [x + size.width + apart, Math.max(high, size.height)];
    return pages.map(({ document, page }, index) => (
      { document, page, at: vec(corner.x + (places[index]?.x ?? 0), corner.y + (places[index]?.y ?? 0)) }
    ));
  });
}

/**
 * @param {readonly Choice[]} choices
 * @returns {{document: string, page: number, aspect: number}[][]}
 */
function blocksOf(choices) {
  /** @type {{document: string, page: number, aspect: number}[][]} */
  const blocks = [];
  let isOfSingles = false;
  for (const { document, pages, aspects } of choices) {
    const block = pages.map((page, index) => ({ document: document.id, page, aspect: aspects[index] ?? COMMON_ASPECT }));
    const isSingle = block.length === 1;
    if (isSingle && isOfSingles) blocks.at(-1)?.push(...block);
    else blocks.push(block);
    isOfSingles = isSingle;
  }
  return blocks;
}

/**
 * @param {Board} board
 * @param {string} card the id; where there is none, nothing changes
 */
export function withoutCard(board, card) {
  return withoutCards(board, [card]);
}

/**
 * @param {Board} board
 * @param {readonly string[]} cards their ids; those that are not there change nothing
 */
export function withoutCards(board, cards) {
  return perform(board, { type: "delete", ids: [...cards] });
}
