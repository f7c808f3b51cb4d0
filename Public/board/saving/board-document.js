/** Boards as documents: what they are called, how one is made, and how one that is not open is changed. */

import { say } from "../../shell/texts.js";
import { BOARD_FORMAT, EMPTY_BOARD, parseBoard, serializeBoard } from "./board-file.js";
import { ApiProblem } from "../../api/api-problem.js";
import { isEditable } from "../../api/opener-api.js";

/** @typedef {import("./board-file.js").Board} Board */
/** @typedef {import("../../api/api.js").Api} Api */
/** @typedef {import("../../api/api.js").Document} Document */

/** As in the registry of file types. */
export const MEDIA_TYPE = "application/vnd.sheaf.board+json";

/** So many boards are offered. */
export const MOST_OFFERED = 8;

/** How often a change is tried where another client is changing the board, too. */
const MOST_TRIES = 3;

const EXTENSION = ".board";

export const BOARD_TYPE = BOARD_FORMAT;

/** The handler that shows the text of a board's file. */
const TEXT_VIEW = "text";

/** Handlers of boards that are Sheaf's own. */
const OWN = new Set(["board", TEXT_VIEW]);

/**
 * Whether a document is opened as a board. It is, unless the user chose, for good or this once, that it opens as the text
 * that its file holds.
 * @param {Document} document
 * @param {string | null} [once] the handler that was asked for this once
 */
export function opensAsBoard({ type, handler }, once = null) {
  return type === BOARD_TYPE && (once ?? handler) !== TEXT_VIEW;
}

/**
 * Whether it is worth asking whether a board may be edited. A handler that is not Sheaf's own was chosen for it, and may only
 * show it. Sheaf's own board edits.
 * @param {Pick<Document, "handler">} document
 */
export function mayBeShownOnly({ handler }) {
  return handler !== undefined && !OWN.has(handler);
}

/**
 * @param {Api} api
 * @param {string} folder
 * @param {string} [key] by which the server knows it again: one board is made for it
 */
export function createBoard(api, folder, key) {
  return api.create({ name: newBoardName(), folder, type: MEDIA_TYPE, ...(key === undefined ? {} : { key }) }, serializeBoard(EMPTY_BOARD));
}

/** The name of a board that is made; it gets a number where it is taken. */
export function newBoardName() {
  return `${say("Board")}${EXTENSION}`;
}

/**
 * A board as it is changed without being opened.
 * @param {string} text its file
 * @throws {ApiProblem} where it is no board, or was made with a newer Sheaf, which may mean more than is understood
 */
export function readBoard(text) {
  try {
    const { board, newer } = parseBoard(text);
    if (newer === null) return board;
  } catch (error) {
    throw new ApiProblem(409, "not-a-board", error instanceof Error ? error.message : "");
  }
  throw new ApiProblem(409, "newer-board", say("This board was made with a newer Sheaf."));
}

/**
 * The boards that one may mean: those last changed come first. One that is only shown is not among them.
 * @param {Api} api
 * @param {AbortSignal} signal
 */
export async function boardsLastChanged(api, signal) {
  const query = { type: BOARD_TYPE, sort: "-modified" };
  const { documents } = await api.list(query, { cursor: null, limit: MOST_OFFERED }, signal);
  const editable = await Promise.all(documents.map(async (board) => (
    !mayBeShownOnly(board) || isEditable(api, board.id, signal).catch(() => true)
  )));
  return documents.filter((_, place) => editable[place]);
}

/**
 * Changes a board that is not open. Where it was changed elsewhere meanwhile it is read again, and changed as it is
 * then: no change is lost.
 * @param {Api} api
 * @param {Document} board
 * @param {(content: Board) => Board} change
 * @returns {Promise<Document>} as it is now
 * @throws {ApiProblem} also where it cannot be read: see {@link readBoard}
 */
export async function changeBoard(api, board, change) {
  const { signal } = new AbortController();
  for (let tries = 1; ; tries += 1) {
    const document = await api.document(board.id, signal);
    const content = readBoard(await api.text(document, signal));
    try {
      return await api.replace(document, serializeBoard(change(content)), { type: MEDIA_TYPE, leaving: false });
    } catch (error) {
      if (tries === MOST_TRIES || ApiProblem.from(error).code !== "version-conflict") throw error;
    }
  }
}

/**
 * The board of a model, as it is saved.
 * @param {import("../board-model.js").BoardModel} model
 * @returns {import("../../saving/document-saver.js").Draft<Board>}
 */
export function boardDraft(model) {
  return {
    get content() { return model.board; },
    get readOnly() { return model.readOnly; },
    get changing() { return model.changing; },
    follow: (changed, signal) => model.subscribe((change) => (change === "content" || change === "replayed") && changed(), signal),
    fileOf: serializeBoard,
  };
}

/**
 * The name that a board is to have for typed words; null where they make no name, or the one it has.
 * @param {string} words
 * @param {string} name of its document, whose extension it keeps
 */
export function nameFor(words, name) {
  const typed = stem(words.trim()).trim();
  return typed === "" || typed === stem(name) ? null : typed + name.slice(stem(name).length);
}

/**
 * Gives a document another name; in a way that outlives the page.
 * @param {Pick<Api, "ask">} api
 * @param {string} id
 * @param {string} name
 * @returns {Promise<Document>} as it is now
 */
export function renameDocument(api, id, name) {
  const body = JSON.stringify({ name });
  return api.ask(`/documents/${encodeURIComponent(id)}`, { method: "PATCH", body, keepalive: true });
}

/**
 * The name of a board where only boards are shown.
 * @param {string} name
 */
export function stem(name) {
  return name.replace(/\.(board|sheafboard)$/i, "");
}
