/** How high pages are, as far as that has become known: cards are laid out before their pages are. */

import { COMMON_ASPECT } from "./card-geometry.js";

/** @typedef {import("./saving/board-file.js").Card} Card */

export class PageAspects {
  /** @type {Map<string, number>} */
  #known = new Map();

  /**
   * Height over width of a card's page; a common one while it is not known.
   * @param {Pick<Card, "document" | "page">} card
   */
  of({ document, page }) {
    return this.#known.get(`${document} ${page}`) ?? COMMON_ASPECT;
  }

  /**
   * Values that are no proportions are left out.
   * @param {string} document
   * @param {readonly number[]} aspects of its pages, from the first
   */
  learn(document, aspects) {
    aspects.forEach((aspect, index) => {
      if (aspect > 0 && Number.isFinite(aspect)) this.#known.set(`${document} ${index + 1}`, aspect);
    });
  }
}
