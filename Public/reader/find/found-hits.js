/**
 * The hits that the server has told of a document, in the order of its pages, and the chosen one. Pure.
 *
 *     nothing chosen ──a hit at or behind the place where one reads──► chosen ──step──► chosen
 *           └──────────all pages are searched: the first hit──────────►┘
 */

/** @typedef {import("../../api/find-api.js").Hit} Hit */
/** @typedef {import("../../api/find-api.js").FindPiece} FindPiece */
/** @typedef {{page: number, index: number, hit: Hit}} FoundHit `index` is its place among those of the page */

export class FoundHits {
  /** @type {Map<number, readonly Hit[]>} */
  #hits = new Map();
  /** @type {number[]} */
  #pages = [];
  #start;
  /** @type {{page: number, index: number} | null} */
  #chosen = null;
  count = 0;
  isDone = false;
  isCutOff = false;
  /** How many pages could not be read. */
  failed = 0;
  /** How much of the document was searched, from 0 to 1. */
  progress = 0;

  /** @param {{page: number, top: number}} start where one reads: `top` is in page units */
  constructor(start) {
    this.#start = start;
  }

  /** The pages that have hits, in their order. */
  get pages() {
    return this.#pages;
  }

  /**
   * @param {number} page
   * @returns {readonly Hit[]}
   */
  onPage(page) {
    return this.#hits.get(page) ?? [];
  }

  /** @param {FindPiece} piece */
  add({ pages, searched, pageCount, failed = [], done = false, cutOff = false }) {
    this.failed += failed.length;
    for (const { page, hits } of pages) {
      this.#hits.set(page, hits);
      this.count += hits.length;
    }
    this.#pages = [...this.#hits.keys()].sort((one, other) => one - other);
    this.progress = searched / Math.max(1, pageCount);
    this.isDone = done;
    this.isCutOff = cutOff;
    this.#chosen ??= this.#first();
  }

  /** @returns {FoundHit | null} */
  get chosen() {
    if (!this.#chosen) return null;
    const { page, index } = this.#chosen;
    const hit = this.onPage(page)[index];
    return hit ? { page, index, hit } : null;
  }

  /** The place of the chosen hit among all that are known, from 1; 0 for none. */
  get place() {
    if (!this.#chosen) return 0;
    const { page, index } = this.#chosen;
    const before = this.#pages.filter((other) => other < page);
    return before.reduce((sum, other) => sum + this.onPage(other).length, index + 1);
  }

  /**
   * @param {number} page
   * @param {number} index
   */
  choose(page, index) {
    if (this.onPage(page)[index]) this.#chosen = { page, index };
  }

  /**
   * Goes to the next hit or the one before, and round at the ends.
   * @param {1 | -1} direction
   */
  step(direction) {
    if (this.#pages.length === 0) return;
    if (!this.#chosen) return this.#chooseEnd(direction);
    const { page, index } = this.#chosen;
    if (this.onPage(page)[index + direction]) return this.choose(page, index + direction);
    const place = this.#pages.indexOf(page) + direction;
    const next = this.#pages.at(place % this.#pages.length) ?? page;
    this.choose(next, direction === 1 ? 0 : this.onPage(next).length - 1);
  }

  /**
   * The first hit that is known, or the last one, where none was chosen yet.
   * @param {1 | -1} direction
   */
  #chooseEnd(direction) {
    const page = this.#pages.at(direction === 1 ? 0 : -1) ?? 1;
    this.choose(page, direction === 1 ? 0 : this.onPage(page).length - 1);
  }

  #first() {
    const { page: start, top } = this.#start;
    for (const page of this.#pages.filter((other) => other >= start)) {
      const index = page > start ? 0 : this.onPage(page).findIndex(({ boxes }) => (boxes[0]?.[1] ?? 0) >= top);
      if (index >= 0) return { page, index };
    }
    const [first] = this.#pages;
    return this.isDone && first !== undefined ? { page: first, index: 0 } : null;
  }
}
