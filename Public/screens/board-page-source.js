/** How a board gets the pages of documents of this server. */

import { ApiProblem } from "../workspace/api-problem.js";
import { reasonFor } from "../viewer/reasons.js";
import { pageSource } from "./page-source.js";

/** @typedef {import("../board/board-pages.js").BoardPages} BoardPages */
/** @typedef {import("../workspace/api.js").Api} Api */
/** @typedef {import("../workspace/api.js").Document} Document */
/** @typedef {import("../workspace/api.js").Preview} Preview */
/** @typedef {import("../workspace/type-tree.js").TypeTree} TypeTree */

/**
 * What is known of a document: null while it is asked for.
 * @typedef {object} Known
 * @property {Document} document
 * @property {Preview} preview
 * @property {import("../viewer/page-source.js").PageSource} source
 * @property {boolean} raster
 */

/** So many documents are asked for at the same time; a board may hold pages of hundreds. */
const MOST_ASKED = 4;

/** @implements {BoardPages} */
export class BoardPageSource {
  #api;
  #types;
  #learned;
  #signal;
  /** @type {Map<string, Known | ApiProblem | null>} */
  #known = new Map();
  /**
   * What was heard of a document while it was asked for.
   * @type {Map<string, Document>}
   */
  #heard = new Map();
  /** @type {string[]} */
  #waiting = [];
  #asked = 0;

  /**
   * @param {Api} api
   * @param {TypeTree} types
   * @param {(document: string, aspects: number[]) => void} learned called with what each page measures
   * @param {AbortSignal} signal
   */
  constructor(api, types, learned, signal) {
    this.#api = api;
    this.#types = types;
    this.#learned = learned;
    this.#signal = signal;
  }

  /** Whether any document is still being asked for. */
  get loading() {
    return this.#asked + this.#waiting.length > 0;
  }

  /** @param {string} id */
  name(id) {
    return this.#get(id)?.document.name ?? "";
  }

  /** @param {string} id */
  trouble(id) {
    const known = this.#known.get(id);
    if (known instanceof ApiProblem) return reasonFor(known.code, known.detail).title;
    if (!known || known.preview.pages.length > 0) return null;
    return reasonFor(known.preview.reason?.code ?? "not-showable", "").title;
  }

  /**
   * @param {string} id
   * @param {number} page
   * @param {number} width
   */
  imageUrl(id, page, width) {
    const known = this.#get(id);
    return known && this.#has(known, page) ? known.source.imageUrl(page, width) : null;
  }

  /**
   * @param {string} id
   * @param {number} page
   */
  quickUrl(id, page) {
    return this.#get(id)?.source.quickUrl(page) ?? null;
  }

  /**
   * @param {string} id
   * @param {number} page
   */
  nativeWidth(id, page) {
    const known = this.#get(id);
    return known?.raster ? known.preview.pages[page - 1]?.width ?? Infinity : Infinity;
  }

  /** @param {string} id */
  want(id) {
    if (this.#known.has(id)) return;
    this.#known.set(id, null);
    this.#waiting.push(id);
    this.#askNext();
  }

  /**
   * A document whose content has changed is asked for anew.
   * @param {Document} document
   */
  heard(document) {
    const { id } = document;
    const known = this.#known.get(id);
    if (known === null) this.#heard.set(id, document);
    if (!known || (!(known instanceof ApiProblem) && known.document.sha256 === document.sha256)) return;
    this.#known.delete(id);
    this.want(id);
  }

  /** Any document may have become another: each is looked at again, one after the other. */
  async refresh() {
    for (const id of [...this.#known.keys()]) {
      if (this.#signal.aborted) return;
      try {
        this.heard(await this.#api.document(id, this.#signal));
      } catch (error) {
        if (ApiProblem.from(error).code !== "not-found") continue;
        this.#known.delete(id);
        this.want(id);
      }
    }
  }

  #askNext() {
    while (this.#asked < MOST_ASKED && this.#waiting.length > 0) {
      this.#asked += 1;
      void this.#ask(this.#waiting.shift() ?? "").finally(() => {
        this.#asked -= 1;
        this.#askNext();
      });
    }
  }

  /** @param {string} id */
  async #ask(id) {
    try {
      const [document, preview] = await Promise.all(
        [this.#api.document(id, this.#signal), this.#api.preview(id, this.#signal)],
      );
      const source = pageSource(this.#api, document, preview.pageCount, this.#signal);
      const raster = this.#types.conforms(document.type, "public.image");
      this.#known.set(id, { document, preview, source, raster });
      this.#learned(id, preview.pages.map(({ width, height }) => height / width));
    } catch (error) {
      this.#known.set(id, ApiProblem.from(error));
      this.#learned(id, []);
    }
    const heard = this.#heard.get(id);
    this.#heard.delete(id);
    if (heard && this.#get(id)) this.heard(heard);
  }

  /** @param {string} id */
  #get(id) {
    const known = this.#known.get(id);
    return known instanceof ApiProblem ? null : known ?? null;
  }

  /**
   * @param {Known} known
   * @param {number} page
   */
  #has({ preview }, page) {
    return preview.pages.length > 0 && page <= Math.max(preview.pageCount, preview.pages.length);
  }
}
