/**
 * Documents that were left while something of them was not stored yet. Each goes on trying by itself, and is remembered here. So
 * the browser asks before the window closes, and a save that a session's end has stopped goes on.
 */

import { say } from "../shell/texts.js";

/**
 * A document that is edited: whether closing the window now would lose something, and what saves it.
 * @typedef {{readonly losing: boolean, readonly saver: import("./document-saver.js").Saver}} LeftDocument
 */

export class UnsavedDocuments {
  /** @type {Set<LeftDocument>} */
  #documents = new Set();
  #notices;

  /** @param {Pick<import("../api/notices.js").Notices, "problem">} notices of a document that could not be stored when it was left */
  constructor(notices) {
    this.#notices = notices;
  }

  /** Whether something would be lost if the window were closed now. */
  get losing() {
    return [...this.#left()].some((left) => left.losing);
  }

  /**
   * Remembers a document that the user leaves, and stores what is not stored.
   * @param {LeftDocument} left
   * @param {string} name
   * @returns {Promise<void>} once it was tried
   */
  async add(left, name) {
    if (!left.saver.unsaved) return;
    this.#documents.add(left);
    await left.saver.stored();
    this.#left();
    const { phase, reason } = left.saver.state;
    if (phase === "failed") this.#notices.problem(say("{name} is not saved yet. Sheaf keeps trying while this window is open.", { name }));
    else if (phase === "refused" && reason !== "signed-out") this.#notices.problem(say("{name} could not be saved. Open it to see why.", { name }));
  }

  /** Stores what is not stored, as after the user has signed in again; over when each was tried. */
  async store() {
    await Promise.all([...this.#left()].map((left) => left.saver.stored()));
  }

  /** The documents of which something is not stored still; those that are stored are forgotten. */
  #left() {
    for (const left of this.#documents) if (!left.saver.unsaved) this.#documents.delete(left);
    return this.#documents;
  }
}
