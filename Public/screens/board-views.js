/** What was seen of each board last, kept in this browser: whoever comes back sees it again. */

import { preference, setPreference } from "../shell/preferences.js";

/** @typedef {import("../board/board-viewport.js").ViewportFacts} ViewportFacts */

/**
 * @typedef {object} ViewStore
 * @property {() => string | null} read
 * @property {(text: string) => void} write
 */

/** So many boards are remembered, the last ones seen. */
const MOST_BOARDS = 50;

/** @type {ViewStore} */
const BROWSER = Object.freeze({
  read: () => preference("board-views"),
  write: (/** @type {string} */ text) => setPreference("board-views", text),
});

export class BoardViews {
  #store;

  /** @param {ViewStore} [store] */
  constructor(store = BROWSER) {
    this.#store = store;
  }

  /**
   * What was seen of a board; null where nothing is remembered.
   * @param {string} board
   * @returns {ViewportFacts | null}
   */
  of(board) {
    return this.#all().find(([id]) => id === board)?.[1] ?? null;
  }

  /**
   * @param {string} board
   * @param {ViewportFacts} facts
   */
  keep(board, { x, y, zoom, rotation }) {
    this.#write([[board, { x, y, zoom, rotation }], ...this.#others(board)]);
  }

  /**
   * Shows all of it the next time.
   * @param {string} board
   */
  forget(board) {
    this.#write(this.#others(board));
  }

  /** @param {string} board */
  #others(board) {
    return this.#all().filter(([id]) => id !== board);
  }

  /** @param {[string, ViewportFacts][]} views */
  #write(views) {
    this.#store.write(JSON.stringify(views.slice(0, MOST_BOARDS)));
  }

  /**
   * Other tabs write here, too, and perhaps another Sheaf: what is no view is left out.
   * @returns {[string, ViewportFacts][]}
   */
  #all() {
    try {
      const views = JSON.parse(this.#store.read() ?? "[]");
      return Array.isArray(views) ? views.filter(isView) : [];
    } catch {
      return [];
    }
  }
}

/** @param {unknown} entry */
function isView(entry) {
  if (!Array.isArray(entry) || typeof entry[0] !== "string" || typeof entry[1] !== "object" || !entry[1]) return false;
  const { x, y, zoom, rotation } = entry[1];
  return [x, y, zoom, rotation].every(Number.isFinite);
}
