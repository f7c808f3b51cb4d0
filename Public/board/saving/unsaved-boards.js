/**
 * Boards that were left while something of them was not stored yet. Each goes on trying by itself, and is remembered here. So
 * the browser asks before the window closes, and a save that a session's end has stopped goes on.
 */

import { say } from "../../shell/texts.js";

/** @typedef {Pick<import("../open-board.js").OpenBoard, "losing" | "saver">} LeftBoard */

export class UnsavedBoards {
  /** @type {Set<LeftBoard>} */
  #boards = new Set();
  #notices;

  /** @param {Pick<import("../../api/notices.js").Notices, "problem">} notices of a board that could not be stored when it was left */
  constructor(notices) {
    this.#notices = notices;
  }

  /** Whether something would be lost if the window were closed now. */
  get losing() {
    return [...this.#left()].some((board) => board.losing);
  }

  /**
   * Remembers a board that the user leaves, and stores what is not stored.
   * @param {LeftBoard} board
   * @param {string} name
   * @returns {Promise<void>} once it was tried
   */
  async add(board, name) {
    if (!board.saver.unsaved) return;
    this.#boards.add(board);
    await board.saver.stored();
    this.#left();
    const { phase, reason } = board.saver.state;
    if (phase === "failed") this.#notices.problem(say("{name} is not saved yet. Sheaf keeps trying while this window is open.", { name }));
    else if (phase === "refused" && reason !== "signed-out") this.#notices.problem(say("{name} could not be saved. Open it to see why.", { name }));
  }

  /** Stores what is not stored, as after the user has signed in again; over when each was tried. */
  async store() {
    await Promise.all([...this.#left()].map((board) => board.saver.stored()));
  }

  /** The boards of which something is not stored still; those that are stored are forgotten. */
  #left() {
    for (const board of this.#boards) if (!board.saver.unsaved) this.#boards.delete(board);
    return this.#boards;
  }
}
