/** Asks the server in which documents words stand: on their pages, in their names, tags and notes. */

/** @typedef {import("./api.js").Document} Document */

/**
 * The first hit of a page with the words around it.
 * @typedef {object} Snippet
 * @property {string} text
 * @property {readonly (readonly [number, number])[]} marks start and length of each hit in it
 * @property {boolean} cutAtStart
 * @property {boolean} cutAtEnd
 */

/**
 * @typedef {object} FoundPage
 * @property {number} page from 1
 * @property {readonly [number, number]} size in the units of the boxes
 * @property {readonly (readonly (readonly [number, number, number, number])[])[]} hits the boxes of the words of each
 * @property {Snippet} snippet
 */

/** @typedef {{document: Document, pageCount: number, pages: readonly FoundPage[]}} FoundDocument */

/** @typedef {{value: string, documents: number}} Facet how many of what is found have a value */

/** @typedef {Readonly<Record<"types" | "folders" | "tags" | "years", readonly Facet[]>>} Facets the most frequent first */

/**
 * @typedef {object} FoundDocuments
 * @property {readonly FoundDocument[]} documents the best first
 * @property {number} total
 * @property {boolean} partial whether there are more
 * @property {readonly {code: string, part?: string}[]} remarks on the query
 * @property {Readonly<Record<string, readonly string[]>>} corrections words that stand nowhere, with those that were looked for instead
 * @property {Facets} [facets] where they were asked for
 * @property {string | null} next the cursor of those that follow
 */

/**
 * @param {Pick<import("./api.js").Api, "ask">} api
 * @param {{text: string, isTyped: boolean, limit: number, cursor?: string | null, hasFacets?: boolean}} query
 * @param {AbortSignal} signal
 * @returns {Promise<FoundDocuments>}
 * @throws {import("./api-problem.js").ApiProblem}
 */
export function searchDocuments(api, { text, isTyped, limit, cursor, hasFacets }, signal) {
  const query = new URLSearchParams({ q: text, typing: String(isTyped), limit: String(limit), ...(cursor && { cursor }), ...(hasFacets && { facets: "true" }) });
  return api.ask(`/search?${query}`, { signal });
}

/**
 * How far the index of words is: in contents, and in pages that are pictures.
 * @typedef {object} SearchIndex
 * @property {number} read
 * @property {number} waiting
 * @property {number} refused
 * @property {number} scans pages that wait
 * @property {number} scansRead
 * @property {number} scansRefused
 * @property {{state: string, languages: readonly string[], install?: string}} recognition
 */

/**
 * @param {Pick<import("./api.js").Api, "ask">} api
 * @param {AbortSignal} signal
 * @returns {Promise<SearchIndex>}
 */
export function searchIndex(api, signal) {
  return api.ask("/search/index", { signal });
}

/**
 * How far the index is with a document, in pages; `reason` is the code of a refusal.
 * @typedef {object} DocumentWords
 * @property {"read" | "waiting" | "refused"} state
 * @property {number} pages that are in the index
 * @property {number | null} pageCount
 * @property {number} recognized pages whose words were read in their pictures
 * @property {number} scans pages in whose pictures words may still be read
 * @property {string} [reason]
 */

/**
 * @param {Pick<import("./api.js").Api, "ask">} api
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<DocumentWords>}
 */
export function documentWords(api, id, signal) {
  return api.ask(`/documents/${encodeURIComponent(id)}/words`, { signal });
}
