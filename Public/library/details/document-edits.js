/**
 * Changes of one document, each held against the document as it was read just before (`If-Match`).
 *
 * A change of another fact is none of a field's business: the document is read again, and the change is made to that. Where
 * the field itself has another value by now, nothing is changed and that value is told.
 */

import { ApiProblem } from "../../api/api-problem.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/detail-api.js").DocumentChanges} DocumentChanges */

/** So often a document may be changed by others between a reading and a change. */
const MOST_TRIES = 4;

/** @typedef {"name" | "note"} FieldName */

/**
 * The outcome of a change: done, with the document as it is then; another value is there; or refused.
 * @typedef {{readonly done: Document, readonly before: Document} | {readonly differs: Document} | {readonly refused: ApiProblem}} Outcome
 */

/**
 * @typedef {object} DocumentEditParts
 * @property {Pick<import("../../api/detail-api.js").DetailApi, "read" | "change">} details
 * @property {Pick<import("../library.js").Library, "step" | "state">} library told of each document that was changed or read
 */

export class DocumentEdits {
  #parts;

  /** @param {DocumentEditParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Gives a field another value, if it has still the one that the edit began from.
   * @param {string} id
   * @param {FieldName} field
   * @param {{base: string, value: string}} edit
   */
  set(id, field, { base, value }) {
    return this.change(id, (document) => {
      const now = valueOf(document, field);
      if (now === value) return {};
      return now === base ? { [field]: value === "" ? null : value } : null;
    });
  }

  /**
   * Changes a document as it is by then.
   * @param {string} id
   * @param {(document: Document) => DocumentChanges | null} changesOf null where it is not to be changed as it is; none where it
   *   is so already
   * @returns {Promise<Outcome>}
   */
  async change(id, changesOf) {
    try {
      for (let tries = 1; ; tries += 1) {
        const outcome = await this.#try(id, changesOf, tries === MOST_TRIES);
        if (outcome) return outcome;
      }
    } catch (error) {
      return { refused: ApiProblem.from(error) };
    }
  }

  /**
   * @param {string} id
   * @param {(document: Document) => DocumentChanges | null} changesOf
   * @param {boolean} isLast
   * @returns {Promise<Outcome | null>} null where it was changed meanwhile
   */
  async #try(id, changesOf, isLast) {
    const { details } = this.#parts;
    const { document, etag } = await details.read(id);
    const changes = changesOf(document);
    if (!changes) return this.#came(document), { differs: document };
    if (Object.keys(changes).length === 0) return this.#came(document), { done: document, before: document };
    const known = this.#known(id);
    try {
      const done = await details.change(id, changes, etag);
      // Changes that were heard meanwhile may be newer than the answer.
      this.#came(this.#known(id) === known ? done : (await details.read(id)).document);
      return { done, before: document };
    } catch (error) {
      if (ApiProblem.from(error).status !== 412 || isLast) throw error;
      return null;
    }
  }

  /** @param {string} id */
  #known(id) {
    return this.#parts.library.state.documents.find((document) => document.id === id);
  }

  /** @param {Document} document */
  #came(document) {
    if (!document.trashed) this.#parts.library.step({ type: "came", documents: [document] });
  }
}

/**
 * @param {Document} document
 * @param {FieldName} field
 */
export function valueOf(document, field) {
  return document[field] ?? "";
}
