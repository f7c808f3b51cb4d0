/**
 * Changes of a board as data. Each command makes a new board of an old one and never touches it. Parts
 * that it does not change are the same values. A command that changes nothing returns the board it got. Pure.
 */

import { say, text } from "../shell/texts.js";
import { similarity } from "./similarity.js";
import { transformedCard, transformedStroke } from "./card-geometry.js";
import { restacked, topHeight } from "./stacking.js";

/** @typedef {import("./saving/board-file.js").Board} Board */
/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./saving/board-file.js").Stroke} Stroke */
/** @typedef {import("./similarity.js").Similarity} Similarity */

/**
 * @typedef {readonly string[]} Ids
 * @typedef {{readonly cards?: readonly Card[], readonly strokes?: readonly Stroke[]}} Items
 * @typedef {{readonly type: "add" | "paste"} & Items} AddCommand adds cards on top, and strokes
 * @typedef {{readonly type: "set"} & Items} SetCommand puts these in place of those with the same ids
 * @typedef {{readonly type: "place"} & Items} PlaceCommand the same, but cards keep their heights
 * @typedef {{readonly type: "move", readonly ids: Ids, readonly by: import("../gestures/geometry/index.js").Point}} MoveCommand
 * @typedef {{readonly type: "transform", readonly ids: Ids, readonly by: Similarity}} TransformCommand
 * @typedef {{readonly type: "stack", readonly ids: Ids, readonly direction: import("./stacking.js").Direction}} StackCommand
 * @typedef {{readonly type: "draw", readonly stroke: Stroke}} DrawCommand
 * @typedef {{readonly type: "delete" | "erase", readonly ids: Ids}} DeleteCommand
 * @typedef {AddCommand | SetCommand | PlaceCommand | MoveCommand | TransformCommand | StackCommand | DrawCommand | DeleteCommand} Command
 */

/**
 * @param {Board} board
 * @param {Command} command
 * @returns {Board}
 */
export function perform(board, command) {
  switch (command.type) {
    case "add":
    case "paste":
      return added(board, command);
    case "draw":
      return added(board, { strokes: [command.stroke] });
    case "set":
      return replaced(board, command);
    case "place":
      return placed(board, command);
    case "move":
      return changed(board, command.ids, similarity({ translation: command.by }));
    case "transform":
      return changed(board, command.ids, command.by);
    case "stack":
      return restackedBoard(board, command);
    case "delete":
    case "erase":
      return without(board, new Set(command.ids));
  }
}

/**
 * The name of its undo: "Undo Move".
 * @param {Command} command
 */
export function nameOfCommand(command) {
  return say(NAMES[command.type]);
}

/** @type {Readonly<Record<Command["type"], string>>} */
const NAMES = Object.freeze({
  add: text("Add"), paste: text("Paste"), draw: text("Draw"), set: text("Change"), place: text("Move"), move: text("Move"), transform: text("Move"), stack: text("Reorder"),
  delete: "Delete", erase: text("Erase"),
});

/**
 * The cards and strokes with these ids.
 * @param {Board} board
 * @param {Iterable<string>} ids
 */
export function itemsOf(board, ids) {
  const wanted = new Set(ids);
  return {
    cards: board.cards.filter((card) => wanted.has(card.id)),
    strokes: board.strokes.filter((stroke) => wanted.has(stroke.id)),
  };
}

/**
 * @param {Board} board
 * @param {Items} items
 * @returns {Board}
 */
function added(board, { cards = [], strokes = [] }) {
  if (cards.length + strokes.length === 0) return board;
  const top = topHeight(board.cards);
  const lifted = cards.map((card, index) => ({ ...card, z: top + index }));
  return { ...board, cards: [...board.cards, ...lifted], strokes: [...board.strokes, ...strokes] };
}

/**
 * @param {Board} board
 * @param {Items} items
 * @returns {Board}
 */
function replaced(board, { cards = [], strokes = [] }) {
  return {
    ...board, cards: withItems(board.cards, cards), strokes: withItems(board.strokes, strokes),
  };
}

/**
 * @param {Board} board
 * @param {Items} items
 */
function placed(board, { cards = [], strokes = [] }) {
  const heights = new Map(board.cards.map(({ id, z }) => [id, z]));
  return replaced(board, { cards: cards.map((card) => ({ ...card, z: heights.get(card.id) ?? card.z })), strokes });
}

/**
 * @template {{id: string}} Item
 * @param {readonly Item[]} items
 * @param {readonly Item[]} news
 */
function withItems(items, news) {
  if (news.length === 0) return items;
  const byId = new Map(news.map((item) => [item.id, item]));
  return items.map((item) => byId.get(item.id) ?? item);
}

/**
 * @param {Board} board
 * @param {Ids} ids
 * @param {Similarity} change
 */
function changed(board, ids, change) {
  const { cards, strokes } = itemsOf(board, ids);
  if (cards.length + strokes.length === 0) return board;
  return replaced(board, {
    cards: cards.map((card) => transformedCard(card, change)),
    strokes: strokes.map((stroke) => transformedStroke(stroke, change)),
  });
}

/**
 * @param {Board} board
 * @param {StackCommand} command
 */
function restackedBoard(board, { ids, direction }) {
  const cards = restacked(board.cards, new Set(ids), direction);
  return cards === board.cards ? board : { ...board, cards };
}

/**
 * @param {Board} board
 * @param {ReadonlySet<string>} ids
 */
function without(board, ids) {
  const cards = board.cards.filter((card) => !ids.has(card.id));
  const strokes = board.strokes.filter((stroke) => !ids.has(stroke.id));
  const same = cards.length === board.cards.length && strokes.length === board.strokes.length;
  return same ? board : { ...board, cards, strokes };
}
