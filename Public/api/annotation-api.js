/** Marks on the pages of documents, as W3C Web Annotations. */

import { documentUrl, parameters } from "./urls.js";

/** @typedef {Readonly<Record<string, unknown>>} WebAnnotation as JSON */

/**
 * All annotations of a content, or what changed of them since a moment.
 * @typedef {object} AnnotationNews
 * @property {string} sha256 of the content
 * @property {string} cursor the moment up to which it tells
 * @property {boolean} complete whether these are all
 * @property {readonly string[]} removed UUIDs
 * @property {readonly WebAnnotation[]} annotations
 */

/**
 * @typedef {object} AnnotationEdit
 * @property {string} sha256 of the content on which it was made
 * @property {readonly WebAnnotation[]} put
 * @property {readonly string[]} removed UUIDs
 */

/**
 * @typedef {object} EmbeddedAnnotation
 * @property {number} page from 1
 * @property {string} kind as PDF names it: `Highlight`
 * @property {readonly [number, number, number, number]} box left, top, width and height, in page units
 * @property {string} [contents] the note
 * @property {string} [words] those under it
 * @property {string} [author]
 * @property {string} [modified] RFC 3339
 * @property {string} [color] as `#rrggbb`
 */

export class AnnotationApi {
  #api;

  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * @param {string} id of a document
   * @param {string | null} since an earlier cursor
   * @param {AbortSignal} signal
   * @returns {Promise<AnnotationNews>}
   */
  news(id, since, signal) {
    return this.#api.ask(`${path(id)}${parameters({ since })}`, { signal });
  }

  /**
   * The annotations that a PDF brings with it.
   * @param {string} id of a document
   * @param {AbortSignal} signal
   * @returns {Promise<{annotations: EmbeddedAnnotation[]}>}
   */
  embedded(id, signal) {
    return this.#api.ask(`${path(id)}/embedded`, { signal });
  }

  /**
   * @param {string} id of a document
   * @param {AnnotationEdit} edit made wholly or not at all
   * @returns {Promise<{sha256: string, cursor: string}>}
   */
  edit(id, edit) {
    const headers = { "Content-Type": "application/json" };
    return this.#api.ask(path(id), { method: "PATCH", headers, body: JSON.stringify(edit) });
  }
}

/** @param {string} id */
function path(id) {
  return `/documents/${encodeURIComponent(id)}/annotations`;
}

/**
 * Where a document is had as a PDF with its marks.
 * @param {string} id
 * @param {"flat" | "annotations"} marks drawn into the pages, or as annotations that PDF programs edit
 */
export function markedPdfUrl(id, marks) {
  return `${documentUrl(id)}/rendition${parameters({ format: "pdf", marks })}`;
}
