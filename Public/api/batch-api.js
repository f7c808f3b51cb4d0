import { ApiProblem } from "./api-problem.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * One operation of a batch, as the API has it.
 * @typedef {object} Operation
 * @property {"move" | "trash" | "restore" | "copy" | "mark"} op
 * @property {string} document
 * @property {string} [name]
 * @property {string} [folder]
 * @property {"rename" | "fail"} [conflict] what a taken name does; `fail` where it is left out of a move
 * @property {readonly string[]} [tags]
 * @property {boolean} [favourite]
 */

/**
 * The outcome of operations that are done in several batches.
 * @typedef {object} Applied
 * @property {readonly string[]} batches those that were done
 * @property {number} count of operations that were done
 * @property {readonly Document[]} documents as they are then, in the order of the operations
 * @property {ApiProblem | null} problem why the rest is not done; null where all is
 */

/** Operations in a batch: the server answers within a second or two, so that the work can be stopped in between. */
const PART = 250;

export class BatchApi {
  #api;

  /** @param {Pick<import("./api.js").Api, "ask">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * Does operations in their order. Each part is done as a whole or not at all, and nothing is done after a refusal.
   * @param {readonly Operation[]} operations
   * @param {(done: number) => boolean} report called after each part but the last; false ends the work
   * @returns {Promise<Applied>}
   */
  async apply(operations, report) {
    /** @type {string[]} */
    const batches = [];
    /** @type {Document[]} */
    const documents = [];
    let count = 0;
    for (let from = 0; from < operations.length; from += PART) {
      if (from > 0 && !report(from)) break;
      const body = JSON.stringify({ operations: operations.slice(from, from + PART) });
      try {
        /** @type {{id: string, results: {document?: Document}[]}} */
        const batch = await this.#api.ask("/batches", { method: "POST", body });
        batches.push(batch.id);
        documents.push(...batch.results.flatMap(({ document }) => document ?? []));
      } catch (error) {
        return { batches, count: from, documents, problem: ApiProblem.from(error) };
      }
      count = Math.min(operations.length, from + PART);
    }
    return { batches, count, documents, problem: null };
  }

  /**
   * All tags, the most frequent first.
   * @returns {Promise<string[]>}
   */
  async tags() {
    /** @type {{tags: {tag: string}[]}} */
    const { tags } = await this.#api.ask("/tags", {});
    return tags.map(({ tag }) => tag);
  }

  /**
   * Undoes batches, the last one first.
   * @param {readonly string[]} batches
   * @returns {Promise<readonly Document[]>} as they are then
   */
  async undo(batches) {
    /** @type {Document[]} */
    const documents = [];
    for (const id of [...batches].reverse()) {
      /** @type {{results: {document?: Document}[]}} */
      const batch = await this.#api.ask(`/batches/${encodeURIComponent(id)}/undo`, { method: "POST" });
      documents.push(...batch.results.flatMap(({ document }) => document ?? []));
    }
    return documents;
  }
}
