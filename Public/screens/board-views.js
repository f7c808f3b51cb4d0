/**
 * What was seen of each board last, kept in this browser: whoever comes back sees it again. It may be lost at any time,
 * and never ends a start of the app twice (`restore-guard.js`).
 */

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

/** What is restored of a board has this in front of its id. */
const GUARDED = "board ";

export class BoardViews {
  #store;
  #guard;

  /**
   * @param {ViewStore} [store]
   * @param {import("../shell/restore-guard.js").RestoreGuard | null} [guard] null where nothing can go wrong
   */
  constructor(store = BROWSER, guard = null) {
    this.#store = store;
    this.#guard = guard;
  }

  /**
   * What is to be shown of a board that is being opened; {@link restored} is called when it is shown.
   * @param {string} board
   * @returns {Partial<ViewportFacts> | null}
   */
  restore(board) {
    if (this.#guard?.clean) return null;
    const view = this.of(board);
    if (!view || !this.#guard || this.#guard.begin(GUARDED + board)) return view;
    this.forget(board);
    return null;
  }

  /**
   * The board is shown as {@link restore} said.
   * @param {string} board
   */
  restored(board) {
    this.#guard?.end(GUARDED + board);
  }

  /**
   * What was seen of a board, as far as it is remembered; null where nothing is.
   * @param {string} board
   * @returns {Partial<ViewportFacts> | null}
   */
  of(board) {
    return this.#all().find(([id]) => id === board)?.[1] ?? null;
  }

  /**
   * @param {string} board
   * @param {ViewportFacts} facts
   */
  keep(board, { x, y, zoom, rotation }) {
    if (this.#guard?.clean) return;
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

  /** @param {[string, Partial<ViewportFacts>][]} views */
  #write(views) {
    this.#store.write(JSON.stringify(views.slice(0, MOST_BOARDS)));
  }

  /**
   * Other tabs write here, too, and perhaps another Sheaf: what is no view is left out.
   * @returns {[string, Partial<ViewportFacts>][]}
   */
  #all() {
    try {
      const views = JSON.parse(this.#store.read() ?? "[]");
      return Array.isArray(views) ? views.flatMap(understood) : [];
    } catch {
      return [];
    }
  }
}

/** What of a view is remembered. */
const MEMBERS = Object.freeze(/** @type {const} */ (["x", "y", "zoom", "rotation"]));

/**
 * A view as far as it is one: half of it is better than nothing.
 * @param {unknown} entry
 * @returns {[string, Partial<ViewportFacts>][]}
 */
function understood(entry) {
  if (!Array.isArray(entry) || typeof entry[0] !== "string" || typeof entry[1] !== "object" || !entry[1]) return [];
  const members = MEMBERS.flatMap((member) => (
    Number.isFinite(entry[1][member]) ? [[member, entry[1][member]]] : []
  ));
  return members.length ? [[entry[0], Object.fromEntries(members)]] : [];
}
