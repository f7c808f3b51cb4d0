/** Asks the server which name a document's words suggest, and which dates are among them. */

import { documentPath } from "./urls.js";

/** @typedef {{readonly text: string, readonly name: string, readonly page?: number}} SuggestedTitle `name` has the document's extension */

/** @typedef {{readonly date: string, readonly text: string, readonly page: number}} SuggestedDate `date` as in ISO 8601, `text` as it is written */

/**
 * @typedef {object} Suggestions
 * @property {"ready" | "waiting" | "none"} state while it is `waiting`, the document's words are being read
 * @property {number} scans its pages in whose pictures words may still be read
 * @property {SuggestedTitle | null} title
 * @property {readonly SuggestedDate[]} dates the likeliest first
 */

/**
 * @param {Pick<import("./api.js").Api, "ask">} api
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Suggestions>}
 * @throws {import("./api-problem.js").ApiProblem}
 */
export function askSuggestions(api, id, signal) {
  return api.ask(`${documentPath(id)}/suggestions`, signal ? { signal } : {});
}
