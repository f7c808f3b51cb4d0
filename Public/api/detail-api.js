import { documentPath } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * Facts of a document that are changed together; null clears one.
 * @typedef {object} DocumentChanges
 * @property {string} [name]
 * @property {string | null} [note]
 * @property {readonly string[]} [tags] in place of the earlier ones
 * @property {boolean} [favourite]
 */

/** @typedef {{readonly tag: string, readonly documents: number}} TagCount */

export class DetailApi {
  #api;

  /** @param {Pick<import("./api.js").Api, "ask" | "send">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * A document with its entity tag, which a change is held against.
   * @param {string} id
   * @param {AbortSignal} [signal]
   * @returns {Promise<{document: Document, etag: string}>}
   */
  async read(id, signal) {
    const response = await this.#api.send(documentPath(id), signal ? { signal, cache: "no-cache" } : { cache: "no-cache" });
    return { document: await response.json(), etag: response.headers.get("ETag") ?? "*" };
  }

  /**
   * Changes a document, unless it is another by now (`version-conflict`).
   * @param {string} id
   * @param {DocumentChanges} changes
   * @param {string} etag as it was read
   * @returns {Promise<Document>} as it is then
   */
  change(id, changes, etag) {
    const headers = { "Content-Type": "application/json", "If-Match": etag };
    return this.#api.ask(documentPath(id), { method: "PATCH", headers, body: JSON.stringify(changes) });
  }

  /**
   * All tags with the number of documents that have them, the most frequent first.
   * @param {AbortSignal} [signal]
   * @returns {Promise<readonly TagCount[]>}
   */
  async tags(signal) {
    const { tags } = await /** @type {Promise<{tags: TagCount[]}>} */ (this.#api.ask("/tags", signal ? { signal } : {}));
    return tags;
  }
}
