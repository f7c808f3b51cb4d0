/**
 * How a board gets the pages of documents of this server.
 *
 *     wanted ──► asked ──came──► known ──changed──► asked once more; what is known stays until then
 *                 ▲  └─refused──► trouble
 *                 └──time─────────┘ where it is one that passes: the server is busy, or cannot be reached
 */

import { Timer } from "../shell/timer.js";
import { ApiProblem } from "../api/api-problem.js";
import { isPassing, waitBefore } from "../api/thumbnail-tries.js";
import { reasonFor } from "../api/reasons.js";
import { pageSource } from "../api/page-source.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").Preview} Preview */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */

/**
 * The known facts of a document: null while it is asked for.
 * @typedef {object} Known
 * @property {Document} document
 * @property {Preview} preview
 * @property {import("../api/page-source.js").PageSource} source
 * @property {boolean} raster
 */

/**
 * When something is tried again; `chance` is 0 to 1.
 * @typedef {{timer: Pick<Timer, "set" | "pending">, chance: () => number}} Retrying
 */

/** So many documents are asked for at the same time; a board may hold pages of hundreds. */
const MOST_ASKED = 4;

export class BoardPages {
  #api;
  #types;
  #learned;
  #signal;
  #retrying;
  /** @type {Map<string, Known | ApiProblem | null>} */
  #known = new Map();
  /**
   * Those that are asked for, or are about to be, and what was heard of them meanwhile.
   * @type {Map<string, Document | null>}
   */
  #asking = new Map();
  /** @type {string[]} */
  #waiting = [];
  #asked = 0;
  /**
   * Called once nothing is being asked for.
   * @type {(() => void)[]}
   */
  #rested = [];
  /**
   * Those that are asked for again after a while.
   * @type {Set<string>}
   */
  #later = new Set();
  #tries = 0;
  /** Which look at all of them is the last one. */
  #look = 0;

  /**
   * @param {Api} api
   * @param {TypeTree} types
   * @param {(document: string, aspects: number[]) => void} learned called with what each page measures
   * @param {AbortSignal} signal
   * @param {Retrying} [retrying]
   */
  constructor(api, types, learned, signal, retrying = { timer: new Timer(signal), chance: Math.random }) {
    this.#api = api;
    this.#types = types;
    this.#learned = learned;
    this.#signal = signal;
    this.#retrying = retrying;
  }

  /** Whether any document is still being asked for. */
  get loading() {
    return this.#asked + this.#waiting.length > 0;
  }

  /** @param {string} id of a document, of which it is the name */
  name(id) {
    return this.#get(id)?.document.name ?? "";
  }

  /**
   * Why the pages of a document are not shown; null where they are.
   * @param {string} id
   */
  trouble(id) {
    const known = this.#known.get(id);
    if (known instanceof ApiProblem) return reasonFor(known.code, known.detail).title;
    if (!known || known.preview.pages.length > 0) return null;
    return reasonFor(known.preview.reason?.code ?? "not-showable", "").title;
  }

  /**
   * The image of a page, so many pixels wide; null while nothing is known of the document.
   * @param {string} id
   * @param {number} page
   * @param {number} width
   */
  imageUrl(id, page, width) {
    const known = this.#get(id);
    return known && this.#has(known, page) ? known.source.imageUrl(page, width) : null;
  }

  /**
   * A small image that is soon at hand.
   * @param {string} id
   * @param {number} page
   */
  quickUrl(id, page) {
    return this.#get(id)?.source.quickUrl(page) ?? null;
  }

  /**
   * Pixels that a page itself has; Infinity where it has none.
   * @param {string} id
   * @param {number} page
   */
  nativeWidth(id, page) {
    const known = this.#get(id);
    return known?.raster ? known.preview.pages[page - 1]?.width ?? Infinity : Infinity;
  }

  /** @param {string} id of a document that is asked for if nothing is known of it */
  want(id) {
    if (this.#known.has(id)) return;
    this.#known.set(id, null);
    this.#askFor(id);
  }

  /**
   * Learns of many documents.
   * @param {Iterable<string>} ids
   * @returns {Promise<void>} over when each of them is known, or was refused for now
   */
  async wantAll(ids) {
    for (const id of ids) this.want(id);
    if (this.loading) await new Promise((/** @type {(value?: undefined) => void} */ resolve) => this.#rested.push(resolve));
  }

  /**
   * A document whose content has changed is asked for anew.
   * @param {Document} document
   */
  heard(document) {
    const { id } = document;
    const known = this.#known.get(id);
    if (this.#asking.has(id)) this.#asking.set(id, document);
    else if (known && (known instanceof ApiProblem || known.document.sha256 !== document.sha256)) this.#askFor(id);
  }

  /** Any document may have become another: each is looked at again, one after the other. */
  async refresh() {
    const look = this.#look += 1;
    for (const [id, known] of [...this.#known]) {
      if (this.#signal.aborted || look !== this.#look) return;
      if (known instanceof ApiProblem) this.#askFor(id);
      else await this.#lookAt(id);
    }
  }

  /** @param {string} id */
  async #lookAt(id) {
    try {
      this.heard(await this.#api.document(id, this.#signal));
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (problem.code === "not-found") this.#askFor(id);
      else if (isPassing(problem)) this.#putOff(id, problem);
    }
  }

  /** @param {string} id */
  #askFor(id) {
    this.#later.delete(id);
    if (this.#asking.has(id)) return;
    this.#asking.set(id, null);
    this.#waiting.push(id);
    this.#askNext();
  }

  #askNext() {
    while (this.#asked < MOST_ASKED && this.#waiting.length > 0) {
      this.#asked += 1;
      void this.#ask(this.#waiting.shift() ?? "").finally(() => {
        this.#asked -= 1;
        this.#askNext();
        if (!this.loading) for (const rested of this.#rested.splice(0)) rested();
      });
    }
  }

  /** @param {string} id */
  async #ask(id) {
    try {
      const [document, preview] = await Promise.all(
        [this.#api.document(id, this.#signal), this.#api.preview(id, this.#signal)],
      );
      this.#came(id, document, preview);
    } catch (error) {
      this.#refused(id, ApiProblem.from(error));
    }
    const heard = this.#asking.get(id);
    this.#asking.delete(id);
    if (heard) this.heard(heard);
  }

  /**
   * @param {string} id
   * @param {Document} document
   * @param {Preview} preview
   */
  #came(id, document, preview) {
    const source = pageSource(this.#api, document, preview.pageCount, this.#signal);
    const raster = this.#types.conforms(document.type, "public.image");
    this.#known.set(id, { document, preview, source, raster });
    this.#tries = 0;
    this.#learned(id, preview.pages.map(({ width, height }) => height / width));
  }

  /**
   * @param {string} id
   * @param {ApiProblem} problem
   */
  #refused(id, problem) {
    const passes = isPassing(problem);
    if (passes) this.#putOff(id, problem);
    // The known pages are of more use than a problem that passes.
    if (passes && this.#get(id)) return;
    this.#known.set(id, problem);
    this.#learned(id, []);
  }

  /**
   * @param {string} id
   * @param {ApiProblem} problem
   */
  #putOff(id, { retryAfter }) {
    const { timer, chance } = this.#retrying;
    this.#later.add(id);
    if (timer.pending) return;
    timer.set(waitBefore(this.#tries, retryAfter, chance()), () => this.#tryAgain());
    this.#tries += 1;
  }

  #tryAgain() {
    for (const id of [...this.#later]) this.#askFor(id);
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
