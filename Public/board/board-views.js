/**
 * The last view of each board. Restoring it never ends a start of the app twice (`restore-guard.js`).
 */

import { isRecord, LastSeen } from "../shell/last-seen.js";
import { isPrivate } from "../offline/private-documents.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("./board-viewport.js").ViewportFacts} ViewportFacts */

/** How long the view must rest before it is kept. */
const REST_MILLISECONDS = 300;

/** So many boards are remembered, the last ones seen. */
const MOST_BOARDS = 50;

/** The guard's name of a view that is restored begins with this. */
const GUARDED = "board ";

export class BoardViews {
  #seen;
  #guard;
  /** The private boards that were opened. */
  /** @type {Set<string>} */
  #private = new Set();

  /**
   * @param {import("../shell/restore-guard.js").RestoreGuard | null} [guard] null where nothing can go wrong
   * @param {import("../shell/last-seen.js").TextStore} [store]
   */
  constructor(guard = null, store) {
    this.#seen = new LastSeen("board-views", { most: MOST_BOARDS, understood }, store);
    this.#guard = guard;
  }

  /**
   * The view of a board that is being opened; {@link follow} is called when it is shown.
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
   * The last view of a board, as far as it is remembered; null where none is.
   * @param {string} board
   * @returns {Partial<ViewportFacts> | null}
   */
  of(board) {
    return this.#seen.of(board);
  }

  /**
   * @param {string} board
   * @param {ViewportFacts} facts
   */
  keep(board, { x, y, zoom, rotation }) {
    if (this.#guard?.clean || this.#private.has(board)) return;
    this.#seen.keep(board, { x, y, zoom, rotation });
  }

  /**
   * The board is shown as {@link restore} said. Its view is kept whenever it rests: a tab may be gone at any time.
   * @param {() => string} board which it is then: a board may go on as a copy
   * @param {import("./board-model.js").BoardModel} model
   * @param {AbortSignal} signal
   */
  follow(board, model, signal) {
    this.#guard?.end(GUARDED + board());
    const resting = new Timer(signal);
    model.subscribe((change) => {
      if (change === "viewport") resting.set(REST_MILLISECONDS, () => this.keep(board(), model.viewport.facts));
    }, signal);
  }

  /**
   * Forgets the view of a private board, and keeps it no more.
   * @param {{readonly id: string, readonly tags?: readonly string[]}} board as it is now
   */
  guard(board) {
    if (!isPrivate(board)) this.#private.delete(board.id);
    else this.#private.add(board.id), this.forget(board.id);
  }

  /**
   * Shows all of it the next time.
   * @param {string} board
   */
  forget(board) {
    this.#seen.keep(board, null);
  }
}

/**
 * A view as far as it is one: half of it is better than nothing.
 * @param {unknown} view
 * @returns {Partial<ViewportFacts> | null}
 */
function understood(view) {
  if (!isRecord(view)) return null;
  const members = ["x", "y", "zoom", "rotation"].filter((member) => Number.isFinite(view[member]));
  return members.length ? Object.fromEntries(members.map((member) => [member, view[member]])) : null;
}
