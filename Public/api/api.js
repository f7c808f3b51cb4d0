/** The server's words. Nothing else sends a request, but for the event stream in `event-stream.js`. */

import { ApiProblem, secondsOf } from "./api-problem.js";
import { keepFirstList, takeFirstAnswer } from "./first-answers.js";
import { contentUrl, documentUrl, imageUrl, parameters, ROOT } from "./urls.js";

/**
 * A document as the API has it; times are RFC 3339 in UTC.
 * @typedef {object} Document
 * @property {string} id
 * @property {string} name
 * @property {string} folder relative to `Documents`, "" for its top
 * @property {string} type a type identifier
 * @property {number} size in bytes
 * @property {string} sha256 of the content
 * @property {number} version
 * @property {string} created
 * @property {string} modified
 * @property {readonly string[]} tags
 * @property {boolean} favourite
 * @property {string} [copyOf] the original of a copy that the server does not have yet
 * @property {string} [note] a text about it; left out where there is none
 * @property {string} [mediaType] of the content
 * @property {boolean} [previewable] whether more than an icon can be shown of it
 * @property {string} [handler] identifier of the handler that was chosen for this document
 * @property {string} [trashed] when it came into the Trash; left out where it is not in there
 * @property {Provenance} [provenance] its origin elsewhere; left out where it came without a word
 * @property {string} [expires] when it leaves the Trash for good; left out where it stays
 */

/**
 * The words of the app that handed a document over, or the address that it was fetched from.
 * @typedef {object} Provenance
 * @property {string} [source] the name of the app
 * @property {unknown} [annotation] its remarks: any JSON
 * @property {string} [url]
 * @property {boolean} open whether it waits to be shown at once
 */

/** @typedef {{documents: Document[], next: string | null}} DocumentPage */

/**
 * A part of the contents of a document.
 * @typedef {object} OutlineItem
 * @property {string} title
 * @property {number} [page] from 1; missing where it leads nowhere
 * @property {readonly [number, number, number, number]} [area] left, top, width and height of the part of the page, in page
 *   units; missing for the whole page
 * @property {OutlineItem[]} children
 */

/**
 * @typedef {object} Preview
 * @property {"pages" | "media" | "text" | "archive" | "icon"} kind
 * @property {number} pageCount
 * @property {{number: number, width: number, height: number, label: string}[]} pages
 * @property {boolean} [preparing] whether more pages are being made
 * @property {boolean} [truncated] whether the document goes on beyond its pages
 * @property {OutlineItem[]} outline the contents
 * @property {{encoding: string | null, confidence: number}} [text] of what is shown as text
 * @property {boolean} [moves] whether its picture has several frames; left out where it was not asked for
 * @property {{code: string, detail: string} | null} reason
 */

/**
 * The used part of a page's `info.json` (IIIF Image API 3.0, 5).
 * @typedef {{width: number, height: number, tiles: {width: number}[]}} ImageInformation
 */

/**
 * A folder out of which files are taken.
 * @typedef {object} Watcher
 * @property {string} name
 * @property {"starting" | "watching" | "failing"} state
 * @property {string} [reason] why it fails
 * @property {number} pending files that wait to be taken
 * @property {number} passedOver files that are not taken
 * @property {number} imported since the start
 * @property {number} rejected since the start
 * @property {readonly {name: string, reason: string}[]} stuck files that cannot be moved out of it
 */
/**
 * `declared` is true of a type that a user declared.
 * @typedef {{identifier: string, name: string, conformsTo: string[], extensions?: string[], mediaTypes?: string[], declared?: boolean}} FileType
 */

/**
 * @typedef {object} ListQuery
 * @property {string} [type]
 * @property {string} [q]
 * @property {string} [sort]
 * @property {boolean} [trashed]
 * @property {string} [folder] "" for the top
 * @property {boolean} [deep] what is below the folder, too
 * @property {string} [tag] only documents that have it
 * @property {boolean} [favourite] only favourites
 */

/** Bytes that browsers take of requests that outlive their page (Fetch standard, "keepalive"). */
export const MOST_BYTES_LEAVING = 65_536;

/**
 * Stands before requests: changes wait where they would get lost.
 * @typedef {object} RequestKeeper
 * @property {(url: string, options: RequestInit, ask: () => Promise<Response>) => Promise<Response>} send
 * @property {(documents: readonly Document[]) => void} notice told of documents as the server has them
 */

export class Api {
  /** @type {RequestKeeper | null} */
  #keeper = null;

  /** @param {RequestKeeper} keeper */
  keepBy(keeper) {
    this.#keeper = keeper;
  }

  /**
   * A part of the list of documents.
   * @param {ListQuery} query
   * @param {{cursor: string | null, limit: number}} part
   * @param {AbortSignal} signal
   * @returns {Promise<DocumentPage>}
   */
  list(query, part, signal) {
    const url = `${ROOT}/documents${parameters({ ...query, ...part })}`;
    if (part.cursor === null) keepFirstList(url);
    return this.#json(url, { signal }).then((/** @type {DocumentPage} */ page) => (this.#keeper?.notice(page.documents), page));
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   * @returns {Promise<Document>}
   */
  document(id, signal) {
    return this.#json(documentUrl(id), { signal });
  }

  /**
   * The parts of a document that can be shown, and why not more.
   * @param {string} id
   * @param {AbortSignal} signal
   * @param {boolean} [early] whether leading pages are enough while more are being made
   * @returns {Promise<Preview>}
   */
  preview(id, signal, early = false) {
    return this.#json(`${documentUrl(id)}/preview${early ? "?early=true" : ""}`, { signal });
  }

  /**
   * How large a page's full image is, and in which tiles it comes fast.
   * @param {string} id
   * @param {number} page from 1
   * @param {AbortSignal} signal
   * @returns {Promise<ImageInformation>}
   */
  imageInformation(id, page, signal) {
    return this.#json(`${imageUrl(id, page)}/info.json`, { signal });
  }

  /**
   * The first bytes of a document, and whether they are all.
   * @param {Document} document
   * @param {number} limit
   * @param {AbortSignal} signal
   */
  async head(document, limit, signal) {
    const headers = { Range: `bytes=0-${limit - 1}` };
    const ranged = document.size > limit ? { headers, signal } : { signal };
    const response = await this.#send(contentUrl(document.id), ranged);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes: bytes.subarray(0, limit), whole: document.size <= limit };
  }

  /**
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  async text(document, signal) {
    // A content that was just replaced must not come from the browser's cache.
    const response = await this.#send(contentUrl(document.id), { signal, cache: "no-cache" });
    return response.text();
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async rendition(id, signal) {
    const response = await this.#send(`${documentUrl(id)}/rendition${parameters({ format: "pdf" })}`, { signal });
    return response.blob();
  }

  /**
   * Adds a document that is written here; its name changes where it is taken.
   * @param {{name: string, folder: string, type: string, key?: string}} facts its media type; one is made for a key, however often it is sent
   * @param {string} text
   * @returns {Promise<Document>}
   */
  create({ name, folder, type, key }, text) {
    const url = `${ROOT}/documents${parameters({ name, folder: folder || null, conflict: "rename" })}`;
    return this.#json(url, { method: "POST", body: text, headers: { "Content-Type": type, ...(key === undefined ? {} : { "Idempotency-Key": key }) } });
  }

  /**
   * Replaces the content of a document, unless it is another by now (`version-conflict`).
   * @param {Document} document as it was read
   * @param {string} text
   * @param {{type: string, leaving: boolean}} how `leaving` lets it outlive the page; browsers then take
   *   {@link MOST_BYTES_LEAVING} at most
   * @returns {Promise<Document>}
   */
  replace(document, text, { type, leaving }) {
    const headers = { "Content-Type": type, "If-Match": `"${document.sha256}"` };
    return this.#json(
      contentUrl(document.id), { method: "PUT", body: text, headers, keepalive: leaving },
    );
  }

  /** @param {string} id */
  async trash(id) {
    await this.#send(documentUrl(id), { method: "DELETE" });
  }

  /**
   * Takes a document back from the Trash.
   * @param {string} id
   * @returns {Promise<Document>}
   */
  restore(id) {
    return this.#json(`${documentUrl(id)}/restore`, { method: "POST" });
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{types: FileType[], handlers: import("./opener-api.js").Handler[]}>}
   */
  types(signal) {
    return this.#json(`${ROOT}/types`, { signal });
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{watchers: Watcher[]}>}
   */
  watchers(signal) {
    return this.#json(`${ROOT}/watchers`, { signal });
  }

  /**
   * How the server is; it says so outside the API.
   * @param {AbortSignal} signal
   * @returns {Promise<import("./workspace-api.js").Health>}
   */
  health(signal) {
    return this.#json("/healthz", { signal });
  }

  /**
   * Why an address is not answered with what it should be; null when it is after all.
   * @param {string} url
   * @returns {Promise<ApiProblem | null>}
   */
  async problemOf(url) {
    try {
      await this.#send(url, {});
      return null;
    } catch (error) {
      return ApiProblem.from(error);
    }
  }

  /**
   * Fetches an image into the browser's cache.
   * @param {string} url
   * @param {AbortSignal} signal
   * @returns {Promise<ApiProblem | null>} why it cannot be had; null when it was
   */
  async imageProblem(url, signal) {
    try {
      const response = await this.#send(url, { signal });
      await response.arrayBuffer();
      return null;
    } catch (error) {
      return ApiProblem.from(error);
    }
  }

  /**
   * Lets a document be drawn again that is left alone because it stopped the renderer more than once.
   * @param {string} id
   */
  async release(id) {
    await this.#send(`${documentUrl(id)}/quarantine`, { method: "DELETE" });
  }

  /**
   * Opens a locked document for this client.
   * @param {string} id
   * @param {string} password
   */
  async unlock(id, password) {
    const headers = { "Content-Type": "application/json" };
    await this.#send(`${documentUrl(id)}/unlock`, { method: "POST", headers, body: JSON.stringify({ password }) });
  }

  /**
   * Asks at an address below the API's root; for parts of the API that have a file of their own.
   * @template Result
   * @param {string} path
   * @param {RequestInit} options
   * @returns {Promise<Result>}
   */
  ask(path, options) {
    return this.#json(`${ROOT}${path}`, options);
  }

  /**
   * The same for what is not JSON.
   * @param {string} path
   * @param {RequestInit} options
   */
  send(path, options) {
    return this.#send(`${ROOT}${path}`, options);
  }

  /**
   * @template Result
   * @param {string} url
   * @param {RequestInit} options
   * @returns {Promise<Result>}
   */
  async #json(url, options) {
    const first = options.method === undefined ? takeFirstAnswer(url) : null;
    const headers = { Accept: "application/json", ...options.headers };
    const answer = await this.#taken(this.#ask(url, { ...options, headers }, first));
    // Nothing is kept there.
    return answer.status === 204 ? null : answer.json();
  }

  /**
   * @param {string} url
   * @param {RequestInit} options
   */
  #send(url, options) {
    return this.#taken(this.#ask(url, options));
  }

  /**
   * Asks past whatever stands before requests.
   * @param {string} url
   * @param {RequestInit} options
   */
  direct(url, options) {
    return fetch(url, { credentials: "same-origin", ...options });
  }

  /**
   * @param {string} url
   * @param {RequestInit} options
   * @param {Promise<Response> | null} [first] the answer, where it was asked for already
   */
  #ask(url, options, first = null) {
    const ask = () => first ?? this.direct(url, options);
    return this.#keeper ? this.#keeper.send(url, options, ask) : ask();
  }

  /** @param {Promise<Response>} coming */
  async #taken(coming) {
    const response = await coming.catch((error) => {
      throw ApiProblem.from(error);
    });
    if (response.ok) return response;
    const body = await response.text().catch(() => "");
    throw ApiProblem.parse(response.status, body, secondsOf(response.headers.get("Retry-After"), Date.now()));
  }
}
