/** The document that a board is read from and saved to. */

import { BOARD_FORMAT, EMPTY_BOARD, serializeBoard } from "../board/board-file.js";
import { MOST_BYTES_LEAVING } from "../workspace/api.js";

/** @typedef {import("../workspace/api.js").Api} Api */
/** @typedef {import("../workspace/api.js").Document} Document */

/** As in the registry of file types. */
const MEDIA_TYPE = "application/vnd.sheaf.board+json";

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
