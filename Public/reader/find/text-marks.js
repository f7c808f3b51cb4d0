/**
 * Marks the hits on the pages that are in the document, in their real text (CSS Custom Highlight API). A browser without that
 * shows the places alone. A word that a finger has tapped is marked for a moment.
 */

import { Timer } from "../../shell/timer.js";

/** @typedef {import("../../api/find-api.js").Hit} Hit */
/** @typedef {import("../text-layer.js").TextLayer} TextLayer */
/** @typedef {{onPage: (page: number) => readonly Hit[], chosen: {page: number, index: number} | null}} MarkedHits */

const FOUND = "found";
const CHOSEN = "found-chosen";
const TAPPED = "tapped";

/** So long a word that was tapped is marked, in ms. */
const FLASH = 300;

export class TextMarks {
  /** @type {Map<number, TextLayer>} */
  #layers = new Map();
  /** @type {MarkedHits | null} */
  #hits = null;
  #flashing;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.#flashing = new Timer(signal);
    signal.addEventListener("abort", () => this.show(null));
  }

  /**
   * The words of a page have come.
   * @param {number} page
   * @param {TextLayer} layer
   */
  add(page, layer) {
    this.#layers.set(page, layer);
    if (this.#hits?.onPage(page).length) this.#mark();
  }

  /** @param {number} page that is not in the document any more */
  remove(page) {
    if (this.#layers.delete(page) && this.#hits?.onPage(page).length) this.#mark();
  }

  /** @param {MarkedHits | null} hits */
  show(hits) {
    this.#hits = hits;
    this.#mark();
  }

  /** @param {import("../selection/word-range.js").WordPlace | null} place of a word that was tapped; null beside words */
  flash(place) {
    const range = place && this.#layers.get(place.page)?.rangeOfWord(place.word);
    if (!range || !("highlights" in CSS)) return;
    CSS.highlights.set(TAPPED, new Highlight(range));
    this.#flashing.set(FLASH, () => CSS.highlights.delete(TAPPED));
  }

  #mark() {
    if (!("highlights" in CSS)) return;
    /** @type {AbstractRange[]} */
    const found = [];
    /** @type {AbstractRange[]} */
    const chosen = [];
    for (const [page, layer] of this.#layers) {
      const place = this.#hits?.chosen;
      this.#hits?.onPage(page).forEach((hit, index) => {
        const range = layer.range(hit.start, hit.end);
        if (range) (place?.page === page && place.index === index ? chosen : found).push(range);
      });
    }
    CSS.highlights.set(FOUND, new Highlight(...found));
    CSS.highlights.set(CHOSEN, new Highlight(...chosen));
  }
}
