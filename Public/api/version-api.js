import { contentUrl, parameters } from "./urls.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./api.js").Document} Document */
/** @typedef {import("./api.js").Preview} Preview */

/**
 * A version as the API has it.
 * @typedef {object} Version
 * @property {number} number the first is 1
 * @property {string} sha256 of its content
 * @property {number} size in bytes
 * @property {string} type a type identifier
 * @property {string} created RFC 3339 in UTC
 * @property {"api" | "drop-folder" | "disk" | "command-line" | "sample" | "restored" | "copy" | "hand-over" | "web"} origin which way it came
 * @property {string | null} author the name of the token or session that made it
 * @property {number | null} restoredFrom with `restored`: the version whose content came back
 * @property {boolean} kept whether its bytes can be read
 * @property {boolean} current
 */

/** @typedef {{versions: Version[], next: string | null}} VersionPage */

/**
 * A line of a comparison. `changes` says from where to where words changed, in UTF-16 units, and is left out where all of
 * the line did.
 * @typedef {object} ComparedLine
 * @property {"context" | "removed" | "added"} kind
 * @property {string} text
 * @property {number} [old] its number in the version before
 * @property {number} [new] its number in the version after
 * @property {boolean} [newline] false for a last line without a line feed
 * @property {[number, number][]} [changes]
 */

/** @typedef {{oldStart: number, oldCount: number, newStart: number, newCount: number, lines: ComparedLine[]}} Hunk */

/**
 * @typedef {object} Comparison
 * @property {boolean} identical
 * @property {boolean} truncated whether more is different than is listed
 * @property {number} removed lines
 * @property {number} added lines
 * @property {Hunk[]} hunks
 */

/**
 * The differences on a page; parts are of all pixels, boxes are left, top, width and height in page units.
 * @typedef {object} PageDifference
 * @property {number} page
 * @property {number} width of the sheet on which both pages lie, in page units
 * @property {number} height
 * @property {number} changed 0 to 1
 * @property {[number, number, number, number][]} boxes
 */

/** Versions in an answer. */
const PART = 50;

export class VersionApi {
  #api;

  /** @param {Api} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * A part of a document's versions, the newest first.
   * @param {string} id
   * @param {string | null} cursor where the part before ended
   * @param {AbortSignal} signal
   * @returns {Promise<VersionPage>}
   */
  list(id, cursor, signal) {
    return this.#api.ask(`${path(id)}${parameters({ cursor, limit: PART })}`, { signal });
  }

  /**
   * @param {string} id
   * @param {number} number
   * @param {AbortSignal} signal
   * @returns {Promise<Version>}
   */
  version(id, number, signal) {
    return this.#api.ask(path(id, number), { signal });
  }

  /**
   * The parts of a version that can be shown, and why not more.
   * @param {string} id
   * @param {number} number
   * @param {AbortSignal} signal
   * @returns {Promise<Preview>}
   */
  preview(id, number, signal) {
    return this.#api.ask(`${path(id, number)}/preview`, { signal });
  }

  /**
   * @param {string} id
   * @param {number} number
   * @param {number} limit
   * @param {AbortSignal} signal
   */
  async head(id, number, limit, signal) {
    const headers = { Range: `bytes=0-${limit - 1}` };
    const response = await this.#api.send(`${path(id, number)}/content`, { headers, signal });
    return new Uint8Array(await response.arrayBuffer()).subarray(0, limit);
  }

  /**
   * @param {string} id
   * @param {number} number
   * @param {AbortSignal} signal
   */
  async text(id, number, signal) {
    const response = await this.#api.send(`${path(id, number)}/content`, { signal });
    return response.text();
  }

  /**
   * @param {string} id
   * @param {number} from
   * @param {number} to
   * @param {AbortSignal} signal
   * @returns {Promise<Comparison>}
   */
  compare(id, from, to, signal) {
    return this.#api.ask(`${path(id, from)}/compare${parameters({ with: to, format: "json" })}`, { signal });
  }

  /**
   * How much changed on a page, and where.
   * @param {string} id
   * @param {number} from
   * @param {number} to
   * @param {number} page from 1
   * @param {AbortSignal} signal
   * @returns {Promise<PageDifference>}
   */
  comparePage(id, from, to, page, signal) {
    // Places are wanted and no picture: few pixels are enough to find them.
    const query = parameters({ with: to, format: "json", width: MEASURED_WIDTH });
    return this.#api.ask(`${path(id, from)}/compare/pages/${page}${query}`, { signal });
  }

  /**
   * Brings a version back as a new one, unless the document is another by now (`version-conflict`).
   * @param {string} id
   * @param {number} number
   * @param {string} sha256 of the content that it replaces
   * @returns {Promise<Document>}
   */
  restore(id, number, sha256) {
    return this.#api.ask(`${path(id, number)}/restore`, { method: "POST", headers: { "If-Match": `"${sha256}"` } });
  }
}

/** So wide are pages, in pixels, that are only measured against one another. */
const MEASURED_WIDTH = 800;

/**
 * @param {string} id
 * @param {number} [number]
 */
function path(id, number) {
  const versions = `/documents/${encodeURIComponent(id)}/versions`;
  return number === undefined ? versions : `${versions}/${number}`;
}

/**
 * @param {string} id
 * @param {number} number
 */
export function versionContentUrl(id, number) {
  return `${versionUrl(id, number)}/content`;
}

/**
 * A page of a version, with a width in device pixels; it carries the content's hash and is kept for ever.
 * @param {string} id
 * @param {{number: number, sha256: string}} version
 * @param {number} page from 1
 * @param {number} width
 * @param {"png" | "webp" | "auto"} format
 */
export function versionPageUrl(id, { number, sha256 }, page, width, format) {
  return `${versionUrl(id, number)}/pages/${page}${parameters({ width, format, v: sha256 })}`;
}

/**
 * The address of a picture of the changes on a page: red went, green came.
 * @param {string} id
 * @param {{number: number}} from
 * @param {{number: number}} to
 * @param {number} page from 1
 * @param {number} scale pixels of a page unit
 */
export function comparedPageUrl(id, from, to, page, scale) {
  const query = parameters({ with: to.number, scale: scale.toFixed(3), format: "png" });
  return `${versionUrl(id, from.number)}/compare/pages/${page}${query}`;
}

/**
 * @param {string} id
 * @param {number} number
 */
function versionUrl(id, number) {
  return contentUrl(id).replace(/content$/, `versions/${number}`);
}
