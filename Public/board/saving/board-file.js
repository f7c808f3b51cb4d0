/**
 * The file of a board: JSON that people and programs may write (DESIGN.md §6). Pure.
 *
 * Reading is tolerant and loses nothing. A missing field gets its default. Fields that are not understood are kept as they came,
 * at every level, and written back. Only a file that is no board at all is refused.
 */

import { say } from "../../shell/texts.js";
import { readCards, readStrokes } from "./board-reading.js";

/** The file's name for itself; also the type identifier. */
export const BOARD_FORMAT = "org.sheaf.board";

/** The newest format that can be written. */
const FORMAT_VERSION = 1;

/**
 * A page that lies on the board. Unknown members of the file are kept in it.
 * @typedef {object} Card
 * @property {string} id
 * @property {string} document its id
 * @property {number} page from 1
 * @property {number} x of the centre, in board units
 * @property {number} y
 * @property {number} width unscaled, in board units
 * @property {number} scale
 * @property {number} rotation in degrees clockwise
 * @property {number} z higher ones cover lower ones
 */

/** @typedef {import("../../ink/stroke-geometry.js").InkPoint} InkPoint */

/**
 * A line of ink. Unknown members of the file are kept in it.
 * @typedef {import("../../ink/stroke-geometry.js").Stroke} Stroke
 */

/**
 * The parts of a file that are not understood.
 * @typedef {object} Remainder
 * @property {Readonly<Record<string, unknown>>} members of the board itself
 * @property {readonly unknown[]} cards entries that are no cards
 * @property {readonly unknown[]} strokes entries that are no strokes
 */

/** @typedef {{readonly cards: readonly Card[], readonly strokes: readonly Stroke[], readonly rest: Remainder}} Board */

/**
 * @typedef {object} ReadBoard
 * @property {Board} board
 * @property {number | null} newer the format's version where it is one that must not be written over
 * @property {number} notUnderstood entries that are kept but not shown
 */

/** Why a file is not read as a board. */
export class BoardFileProblem extends Error {
  /** @type {"not-json" | "not-a-board"} */
  code;

  /**
   * @param {"not-json" | "not-a-board"} code
   * @param {string} message what was found
   */
  constructor(code, message) {
    super(message);
    this.name = "BoardFileProblem";
    this.code = code;
  }
}

/** @type {Board} */
export const EMPTY_BOARD = Object.freeze(
  { cards: [], strokes: [], rest: { members: {}, cards: [], strokes: [] } },
);

/**
 * Reads a file. An empty one is an empty board; a newer format is read as far as it is understood.
 * @param {string} text
 * @returns {ReadBoard}
 * @throws {BoardFileProblem} where it is no board
 */
export function parseBoard(text) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return { board: EMPTY_BOARD, newer: null, notUnderstood: 0 };
  const { format, formatVersion = FORMAT_VERSION, cards, strokes, ...members } = membersOf(parsed(trimmed));
  if (format !== BOARD_FORMAT) {
    throw new BoardFileProblem("not-a-board", say("its format is not {format}", { format: BOARD_FORMAT }));
  }
  const readCard = readCards(cards);
  const readStroke = readStrokes(strokes, new Set(readCard.known.map((card) => card.id)));
  const rest = { members, cards: readCard.others, strokes: readStroke.others };
  return {
    board: { cards: readCard.known, strokes: readStroke.known, rest },
    newer: isWritable(formatVersion) ? null : Number(formatVersion) || 0,
    notUnderstood: rest.cards.length + rest.strokes.length,
  };
}

/**
 * The file of a board. The format stands first, by which it is recognised; each card and each stroke has a
 * line of its own, so that versions compare well.
 * @param {Board} board
 */
export function serializeBoard({ cards, strokes, rest }) {
  const members = Object.entries(rest.members).map(([name, value]) => member(name, JSON.stringify(value)));
  return `{${[
    member("format", JSON.stringify(BOARD_FORMAT)),
    member("formatVersion", String(FORMAT_VERSION)),
    ...members,
    member("cards", list([...cards, ...rest.cards])),
    member("strokes", list([...strokes, ...rest.strokes])),
  ].join(",\n")}}\n`;
}

/** @param {unknown} version */
function isWritable(version) {
  return typeof version === "number" && version > 0 && version <= FORMAT_VERSION;
}

/** @param {string} text */
function parsed(text) {
  try {
    return /** @type {unknown} */ (JSON.parse(text));
  } catch (error) {
    throw new BoardFileProblem("not-json", error instanceof Error ? error.message : say("it is not JSON"));
  }
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function membersOf(value) {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return /** @type {Record<string, unknown>} */ (value);
  }
  throw new BoardFileProblem("not-a-board", say("it is JSON, but no object"));
}

/**
 * @param {string} name
 * @param {string} json
 */
function member(name, json) {
  return `${JSON.stringify(name)}:${json}`;
}

/** @param {readonly unknown[]} entries */
function list(entries) {
  return entries.length ? `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]` : "[]";
}
