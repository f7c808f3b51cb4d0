/** The store of a board that is looked at and not changed: an earlier version, or a board in the Trash. */

import { say } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";

/** @typedef {import("../../saving/document-saver.js").DocumentStore} DocumentStore */
/** @typedef {import("../../saving/document-saver.js").SaveOutcome} SaveOutcome */
/** @typedef {import("../../api/api.js").Document} Document */

/** @implements {DocumentStore} */
export class BoardVersion {
  #document;
  #download;

  /**
   * @param {Document} document as it was
   * @param {{url: string, name: string}} download
   */
  constructor(document, download) {
    this.#document = document;
    this.#download = download;
  }

  /** Whether it is what the board is now. */
  get current() {
    return false;
  }

  get document() {
    return this.#document;
  }

  get download() {
    return this.#download;
  }

  /** Nothing is ever written over what was. */
  save() {
    return Promise.reject(new ApiProblem(409, "read-only", say("An earlier version is not changed.")));
  }

  /** The server need not know that the board is looked at. */
  follow() {}

  /**
   * There is nothing to decide: no other client changes an earlier version, either.
   * @returns {Promise<SaveOutcome>}
   */
  decide() {
    return Promise.resolve("behind");
  }
}
