/** Asks the server which documents are like another one, by their words. */

import { documentPath } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/** @typedef {"same" | "nearly-same" | "earlier" | "later" | "alike"} Relation */

/** @typedef {{readonly document: Document, readonly likeness: number, readonly relation: Relation}} SimilarDocument */

/**
 * @typedef {object} SimilarDocuments
 * @property {"compared" | "waiting" | "few-words" | "refused"} state while it is `waiting`, the document's words are being read
 * @property {readonly SimilarDocument[]} documents copies first, then the most alike
 */

/**
 * @param {Pick<import("./api.js").Api, "ask">} api
 * @param {string} id
 * @param {number} limit how many documents are told
 * @param {AbortSignal} [signal]
 * @returns {Promise<SimilarDocuments>}
 * @throws {import("./api-problem.js").ApiProblem}
 */
export function askSimilar(api, id, limit, signal) {
  return api.ask(`${documentPath(id)}/similar?limit=${limit}`, signal ? { signal } : {});
}
