/**
 * Documents that were left while something of them was not stored yet. Each goes on trying by itself, and is remembered here. So
 * the browser asks before the window closes, and a save that a session's end or the Trash has stopped goes on.
 */

import { documentPath } from "../shell/address.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * A document that is edited: whether closing the window now would lose something, and what saves it.
 * @typedef {{readonly losing: boolean, readonly saver: import("./document-saver.js").Saver}} LeftDocument
 */

export class UnsavedDocuments {
  /** @type {Map<LeftDocument, string>} */
  #documents = new Map();
  #notices;
  #router;

  /**
   * @param {Pick<import("../api/notices.js").Notices, "problem" | "show" | "failed">} notices of a document that could not be stored when
   *   it was left
   * @param {Pick<import("../shell/router.js").Router, "go">} router
   */
  constructor(notices, router) {
    this.#notices = notices;
    this.#router = router;
  }

  /** Whether something would be lost if the window were closed now. */
  get losing() {
    return [...this.#left()].some(([left]) => left.losing);
  }

  /**
   * Remembers a document that the user leaves, and stores what is not stored.
   * @param {LeftDocument} left
   * @param {Pick<Document, "id" | "name" | "trashed">} document as far as it is known
   * @param {() => Promise<Document>} copy makes another document of what is not stored
   * @returns {Promise<void>} once it was tried
   */
  async add(left, { id, name, trashed }, copy) {
    if (!left.saver.unsaved) return;
    this.#documents.set(left, id);
    await left.saver.stored();
    this.#left();
    const { phase, reason } = left.saver.state;
    if (phase === "failed") this.#notices.problem(say("{name} is not saved yet. Sheaf keeps trying while this window is open.", { name }));
    if (phase !== "refused" || reason === "signed-out") return;
    const text = trashed ? say("{name} is in the Trash. What you did is saved when it is restored.", { name }) : say("{name} could not be saved.", { name });
    this.#notices.show({ text, problem: true, action: { label: say("Keep as a copy"), act: () => void this.#keep(left, copy) } });
  }

  /**
   * @param {LeftDocument} left
   * @param {() => Promise<Document>} copy
   */
  async #keep(left, copy) {
    // It may have been stored while the question stood there.
    if (!left.saver.unsaved) return;
    try {
      const { id, name } = await copy();
      this.#documents.delete(left);
      this.#notices.show({ text: say("What you did is kept as {name}", { name }), also: { label: say("Open"), act: () => this.#router.go(documentPath(id)) } });
    } catch (error) {
      this.#notices.failed(error, say("The copy could not be made. Try again in a moment."));
    }
  }

  /**
   * Stores what a document refused that may take it now.
   * @param {Document} document that has changed, as by being restored
   */
  heard({ id, trashed }) {
    for (const [left, of] of this.#left()) if (of === id && !trashed && left.saver.state.phase === "refused") void left.saver.stored();
  }

  /** Stores what is not stored, as after the user has signed in again; over when each was tried. */
  async store() {
    await Promise.all([...this.#left().keys()].map((left) => left.saver.stored()));
  }

  /** The documents of which something is not stored still; those that are stored are forgotten. */
  #left() {
    for (const left of this.#documents.keys()) if (!left.saver.unsaved) this.#documents.delete(left);
    return this.#documents;
  }
}
