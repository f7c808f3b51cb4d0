/** The server's words. Nothing else sends a request, but for the event stream in `event-stream.js`. */

import { ApiProblem } from "./api-problem.js";

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
 */

/** @typedef {{documents: Document[], next: string | null}} DocumentPage */

/**
 * @typedef {object} Preview
 * @property {"pages" | "media" | "text" | "archive" | "icon"} kind
 * @property {number} pageCount
 * @property {{number: number, width: number, height: number, label: string}[]} pages
 * @property {{code: string, detail: string} | null} reason
 */

/**
 * What is read of a page's `info.json` (IIIF Image API 3.0, 5).
 * @typedef {{width: number, height: number, tiles: {width: number}[]}} ImageInformation
 */

/** @typedef {{identifier: string, name: string, conformsTo: string[]}} FileType */
/** @typedef {{name: string, state: string}} Watcher */

/**
 * @typedef {object} ListQuery
 * @property {string} [type]
 * @property {string} [q]
 * @property {string} [sort]
 * @property {boolean} [trashed]
 */

/**
 * @typedef {object} UploadTarget
 * @property {string} name
 * @property {string} folder
 * @property {(sent: number) => void} progress called with the bytes that have been sent
 */

const ROOT = "/api/v1";

/** Where pages are images of the IIIF Image API 3. */
const IMAGES = "/iiif/3";

/** Address of the server-sent events. */
export const EVENTS_URL = `${ROOT}/events`;

/** What browsers take of requests that outlive their page (Fetch standard, "keepalive"), in bytes. */
export const MOST_BYTES_LEAVING = 65_536;

export class Api {
  /**
   * A part of the list of documents.
   * @param {ListQuery} query
   * @param {{cursor: string | null, limit: number}} part
   * @param {AbortSignal} signal
   * @returns {Promise<DocumentPage>}
   */
  list(query, part, signal) {
    return this.#json(`${ROOT}/documents${parameters({ ...query, ...part })}`, { signal });
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
   * What can be shown of a document, and why not more.
   * @param {string} id
   * @param {AbortSignal} signal
   * @returns {Promise<Preview>}
   */
  preview(id, signal) {
    return this.#json(`${documentUrl(id)}/preview`, { signal });
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
   * The content of a document as text.
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  async text(document, signal) {
    // A content that was just replaced must not come from the browser's cache.
    const response = await this.#send(contentUrl(document.id), { signal, cache: "no-cache" });
    return response.text();
  }

  /**
   * A document as a PDF.
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async rendition(id, signal) {
    const response = await this.#send(`${documentUrl(id)}/rendition${parameters({ format: "pdf" })}`, { signal });
    return response.blob();
  }

  /**
   * Adds a document that is written here; its name changes where it is taken.
   * @param {{name: string, folder: string, type: string}} facts its media type
   * @param {string} text
   * @returns {Promise<Document>}
   */
  create({ name, folder, type }, text) {
    const url = `${ROOT}/documents${parameters({ name, folder: folder || null, conflict: "rename" })}`;
    return this.#json(url, { method: "POST", body: text, headers: { "Content-Type": type } });
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

  /**
   * Moves a document to the Trash.
   * @param {string} id
   */
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
   * @returns {Promise<{types: FileType[]}>}
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
   * Lets a document be drawn again that is left alone because it stopped the renderer more than once.
   * @param {string} id
   */
  async release(id) {
    await this.#send(`${documentUrl(id)}/quarantine`, { method: "DELETE" });
  }

  /**
   * Sends a file. XMLHttpRequest, because `fetch` does not tell how much has been sent.
   * @param {File} file
   * @param {UploadTarget} target
   * @param {AbortSignal} signal
   * @returns {Promise<Document>}
   */
  upload(file, target, signal) {
    const { name, folder } = target;
    const url = `${ROOT}/documents${parameters({ name, folder: folder || null, conflict: "rename" })}`;
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", url);
      request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
      request.upload.onprogress = (event) => target.progress(event.loaded);
      request.onload = () => settleUpload(request, resolve, reject);
      request.onerror = () => reject(ApiProblem.offline());
      request.onabort = () => reject(ApiProblem.aborted());
      signal.addEventListener("abort", () => request.abort(), { once: true });
      request.send(file);
    });
  }

  /**
   * All that was chosen, over what holds until somebody chooses.
   * @param {AbortSignal} signal
   * @returns {Promise<{preferences: Record<string, unknown>}>}
   */
  preferences(signal) {
    return this.#json(`${ROOT}/preferences`, { signal });
  }

  /**
   * @param {string} key
   * @param {string} value
   * @param {string} client names this tab in the event that tells of it
   */
  async setPreference(key, value, client) {
    const headers = { "Content-Type": "application/json", "Sheaf-Client": client };
    await this.#send(`${ROOT}/preferences/${key}`, { method: "PUT", body: JSON.stringify(value), headers });
  }

  /**
   * @template Answer
   * @param {string} url
   * @param {RequestInit} options
   * @returns {Promise<Answer>}
   */
  async #json(url, options) {
    const headers = { Accept: "application/json", ...options.headers };
    const response = await this.#send(url, { ...options, headers });
    return response.json();
  }

  /**
   * @param {string} url
   * @param {RequestInit} options
   */
  async #send(url, options) {
    const response = await fetch(url, { credentials: "same-origin", ...options }).catch((error) => {
      throw ApiProblem.from(error);
    });
    if (!response.ok) throw ApiProblem.parse(response.status, await response.text().catch(() => ""));
    return response;
  }
}

/**
 * The page image with a width in device pixels; carries the content's hash and is kept for ever.
 * @param {Document} document
 * @param {number} page from 1
 * @param {number} width
 * @param {"png" | "jpg" | "webp"} format
 */
export function pageUrl(document, page, width, format) {
  return `${documentUrl(document.id)}/pages/${page}${parameters({ width, format, v: document.sha256 })}`;
}

/**
 * A part of a page at a size, in pixels; the part in those of its full image. A size beyond that gains detail.
 * @param {Document} document
 * @param {number} page from 1
 * @param {{x: number, y: number, width: number, height: number}} region
 * @param {{width: number, height: number}} size
 * @param {"png" | "webp"} format
 */
export function regionUrl(document, page, { x, y, width, height }, size, format) {
  const larger = size.width > width || size.height > height ? "^" : "";
  const path = `${x},${y},${width},${height}/${larger}${size.width},${size.height}/0/default.${format}`;
  return `${imageUrl(document.id, page)}/${path}${parameters({ v: document.sha256 })}`;
}

/**
 * @param {Document} document
 * @param {number} size of the longer side in device pixels
 */
export function thumbnailUrl(document, size) {
  return `${documentUrl(document.id)}/thumbnail${parameters({ size, format: "webp", v: document.sha256 })}`;
}

/** @param {string} id */
export function contentUrl(id) {
  return `${documentUrl(id)}/content`;
}

/**
 * @param {string} id
 * @param {number} page from 1
 */
function imageUrl(id, page) {
  return `${IMAGES}/${encodeURIComponent(id)}_${page}`;
}

/** @param {string} id */
function documentUrl(id) {
  return `${ROOT}/documents/${encodeURIComponent(id)}`;
}

/** @param {Readonly<Record<string, string | number | boolean | null | undefined>>} values */
function parameters(values) {
  const given = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length ? `?${query}` : "";
}

/**
 * @param {XMLHttpRequest} request
 * @param {(document: Document) => void} resolve
 * @param {(problem: ApiProblem) => void} reject
 */
function settleUpload(request, resolve, reject) {
  if (request.status < 200 || request.status > 299) {
    reject(ApiProblem.parse(request.status, request.responseText));
    return;
  }
  try {
    resolve(JSON.parse(request.responseText));
  } catch {
    reject(ApiProblem.parse(request.status, ""));
  }
}
