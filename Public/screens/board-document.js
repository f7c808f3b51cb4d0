/** The document that a board is read from and saved to. */

import { BOARD_FORMAT, EMPTY_BOARD, parseBoard, serializeBoard } from "../board/board-file.js";
import { ApiProblem } from "../workspace/api-problem.js";
import { MOST_BYTES_LEAVING } from "../workspace/api.js";

/** @typedef {import("../board/board-file.js").Board} Board */
/** @typedef {import("../workspace/api.js").Api} Api */
/** @typedef {import("../workspace/api.js").Document} Document */

/** As in the registry of file types. */
const MEDIA_TYPE = "application/vnd.sheaf.board+json";

/** So many boards are offered. */
const MOST_OFFERED = 8;

/** How often a change is tried where somebody else is changing the board, too. */
const MOST_TRIES = 3;

/** The extension of boards. */
const EXTENSION = ".board";

/** The type of boards. */
export const BOARD_TYPE = BOARD_FORMAT;

/** @typedef {import("../board/board-saver.js").BoardStore} BoardStore */

/** @implements {BoardStore} */
export class BoardDocument {
  #api;
  #document;
  #copied;

  /**
   * @param {Api} api
   * @param {Document} document
   * @param {(copy: Document, original: Document) => void} copied called when the board goes on as a copy
   */
  constructor(api, document, copied) {
    this.#api = api;
    this.#document = document;
    this.#copied = copied;
  }

  get document() {
    return this.#document;
  }

  /**
   * Another name, or the same document after a save of our own.
   * @param {Document} document
   */
  renamed(document) {
    this.#document = { ...document, sha256: this.#document.sha256, version: this.#document.version };
  }

  /**
   * @param {string} text
   * @param {boolean} leaving
   */
  async save(text, leaving) {
    const short = fitsLeaving(text);
    this.#document = await this.#api.replace(
      this.#document, text, { type: MEDIA_TYPE, leaving: leaving && short },
    );
  }

  /** @param {string} text */
  async copy(text) {
    const original = this.#document;
    const name = `${stem(original.name)} (conflict)${EXTENSION}`;
    this.#document = await this.#api.create({ name, folder: original.folder, type: MEDIA_TYPE }, text);
    this.#copied(this.#document, original);
  }
}

/**
 * A new, empty board.
 * @param {Api} api
 * @param {string} folder
 */
export function createBoard(api, folder) {
  return api.create({ name: `Board${EXTENSION}`, folder, type: MEDIA_TYPE }, serializeBoard(EMPTY_BOARD));
}

/**
 * The boards that one may mean: those last changed come first.
 * @param {Api} api
 * @param {AbortSignal} signal
 */
export async function boardsLastChanged(api, signal) {
  const query = { type: BOARD_TYPE, sort: "-modified" };
  const { documents } = await api.list(query, { cursor: null, limit: MOST_OFFERED }, signal);
  return documents;
}

/**
 * Changes a board that is not open. Where it was changed elsewhere meanwhile it is read again, and changed as it is
 * then: nothing of anybody is lost.
 * @param {Api} api
 * @param {Document} board
 * @param {(content: Board) => Board} change
 * @returns {Promise<Document>} as it is now
 * @throws {ApiProblem} also where it was made with a newer Sheaf, which may mean more than is understood
 */
export async function changeBoard(api, board, change) {
  const { signal } = new AbortController();
  for (let tries = 1; ; tries += 1) {
    const document = await api.document(board.id, signal);
    const { board: content, newer } = parseBoard(await api.text(document, signal));
    if (newer !== null) throw new ApiProblem(409, "newer-board", "This board was made with a newer Sheaf.");
    try {
      return await api.replace(document, serializeBoard(change(content)), { type: MEDIA_TYPE, leaving: false });
    } catch (error) {
      if (tries === MOST_TRIES || ApiProblem.from(error).code !== "version-conflict") throw error;
    }
  }
}

/**
 * Whether a text can be sent while the page goes away; some of the bytes are the request's own.
 * @param {string} text
 */
export function fitsLeaving(text) {
  return text.length * 3 < MOST_BYTES_LEAVING || new TextEncoder().encode(text).length < MOST_BYTES_LEAVING;
}

/**
 * What a board is called where only boards are shown.
 * @param {string} name
 */
export function stem(name) {
  return name.replace(/\.(board|sheafboard)$/i, "");
}
