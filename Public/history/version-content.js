/** A version for the reader: the document's present name, all else as it was. */

import { say } from "../shell/texts.js";
import { reasonFor } from "../api/reasons.js";
import { ApiProblem } from "../api/api-problem.js";
import { findInDocument } from "../api/find-api.js";
import { formatFor, pageFormat, pageText } from "../api/page-source.js";
import { documentPath } from "../api/urls.js";
import { versionContentUrl, versionPageUrl } from "../api/version-api.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/version-api.js").Version} Version */
/** @typedef {import("../api/version-api.js").VersionApi} VersionApi */
/** @typedef {import("../reader/read-content.js").ReadContent} ReadContent */

/** Most pixels of one image of a page of a version, 64 MiB when decoded: a Letter page at 400 %. */
const WHOLE_PIXELS = 16 * 1024 * 1024;

/** @implements {ReadContent} */
export class VersionContent {
  live = false;
  #api;
  #versions;
  #id;
  #number;
  #opened;

  /**
   * @param {Api} api
   * @param {VersionApi} versions
   * @param {{id: string, number: number}} which
   * @param {(version: Version, document: Document) => void} opened called with the version and what its document is now
   */
  constructor(api, versions, { id, number }, opened) {
    this.#api = api;
    this.#versions = versions;
    this.#id = id;
    this.#number = number;
    this.#opened = opened;
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const [document, version] = await Promise.all([
      this.#api.document(this.#id, signal), findVersion(this.#versions, this.#id, this.#number, signal),
    ]);
    if (!signal.aborted) this.#opened(version, document);
    const preview = await this.#versions.preview(this.#id, this.#number, signal);
    return { document: documentAsOf(document, version), preview };
  }

  /**
   * @param {Document} document as it was
   * @param {number} pageCount
   * @param {AbortSignal} signal
   * @returns {import("../api/page-source.js").PageSource}
   */
  pages({ id, sha256, size }, pageCount, signal) {
    const format = pageFormat(formatFor(size, pageCount));
    const version = { number: this.#number, sha256 };
    return {
      imageUrl: (page, width) => versionPageUrl(id, version, page, width, format),
      quickUrl: () => null,
      pageText: (page) => pageText(this.#api, this.#path, page, signal),
      // Tiles are cut from what a document is now, not from what it was.
      pageImage: async () => null, wholePixels: WHOLE_PIXELS,
      explain: async (url) => {
        const problem = await this.#api.problemOf(url);
        return problem && reasonFor(problem.code, problem.detail);
      },
      release: async () => {},
    };
  }

  /** @type {NonNullable<ReadContent["find"]>} */
  find = (_, parameters, take, signal) => findInDocument(this.#api, this.#path, parameters, take, signal);

  get #path() {
    return `${documentPath(this.#id)}/versions/${this.#number}`;
  }

  /**
   * @param {Document} document as it was
   * @param {number} limit
   * @param {AbortSignal} signal
   */
  async head({ id, size }, limit, signal) {
    // A range of nothing is none.
    if (size === 0) return { bytes: new Uint8Array(0), whole: true };
    return { bytes: await this.#versions.head(id, this.#number, limit, signal), whole: size <= limit };
  }

  /** @param {Document} document */
  download({ id, name }) {
    return { url: versionContentUrl(id, this.#number), name: versionFileName(name, this.#number) };
  }

  async release() {}
}

/**
 * A version; that it is not there any more has a name of its own, since the document may well be.
 * @param {VersionApi} versions
 * @param {string} id
 * @param {number} number
 * @param {AbortSignal} signal
 * @throws {ApiProblem} `version-let-go`
 */
export async function findVersion(versions, id, number, signal) {
  try {
    return await versions.version(id, number, signal);
  } catch (error) {
    const problem = ApiProblem.from(error);
    throw problem.code === "not-found" ? new ApiProblem(404, "version-let-go", "") : problem;
  }
}

/**
 * @param {Document} document
 * @param {Version} version
 * @returns {Document}
 */
export function documentAsOf(document, { number, sha256, size, type, created }) {
  return { ...document, version: number, sha256, size, type, modified: created };
}

/**
 * The name of a downloaded version: it must not take the place of the document.
 * @param {string} name
 * @param {number} number
 */
export function versionFileName(name, number) {
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return say("{stem} (version {number}){extension}", { stem, number, extension });
}
