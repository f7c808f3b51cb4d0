/** The cards of a board as they lie on its plane: an element for each, made, kept up to date and let go of. */

import { boundsOf, grown, meet } from "../gestures/geometry/index.js";
import { element } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { cardBounds, cardSize } from "./card-geometry.js";
import { CardView } from "./card-view.js";
import { stacked } from "./stacking.js";

/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/**
 * Where cards get their pages from.
 * @typedef {Pick<import("./board-pages.js").BoardPages,
 *   "imageUrl" | "quickUrl" | "nativeWidth" | "name" | "trouble" | "want">} CardPages
 */

/** So many cards get layers of their own while they are in a hand: moving them then draws nothing. */
const MOST_LIFTED = 12;

/** Images are loaded so far beyond what is seen, in screens. */
const MARGIN_SCREENS = 0.5;

export class CardList {
  element = element(
    "div", { "class": "board-cards", "role": "listbox", "aria-multiselectable": "true", "aria-label": say("Cards") },
  );
  #model;
  #pages;
  #settled;
  /** @type {Map<string, CardView>} */
  #cards = new Map();

  /**
   * @param {BoardModel} model
   * @param {CardPages} pages
   * @param {() => void} settled called whenever an image has come or failed
   */
  constructor(model, pages, settled) {
    this.#model = model;
    this.#pages = pages;
    this.#settled = settled;
  }

  get loading() {
    return [...this.#cards.values()].some((card) => card.loading);
  }

  /** @param {string} id */
  focus(id) {
    this.#cards.get(id)?.element.focus({ preventScroll: true });
  }

  /** @param {EventTarget | null} target */
  at(target) {
    const found = [...this.#cards].find(([, card]) => target instanceof Node && card.element.contains(target));
    return found?.[0] ?? null;
  }

  /** @param {number} zoom that the plane is drawn at */
  draw(zoom) {
    const { board: { cards }, selection, changing } = this.#model;
    this.#forget(new Set(cards.map((card) => card.id)));
    const few = selection.size <= MOST_LIFTED;
    stacked(cards).forEach((card, height) => {
      const selected = selection.has(card.id);
      const view = this.#cards.get(card.id) ?? this.#make(card.id);
      view.update(card, {
        aspect: this.#model.aspectOf(card), height, zoom, selected, lifted: few && selected && changing,
        name: this.#pages.name(card.document) || say("Document"),
      });
    });
  }

  /**
   * Asks for the images of what is seen, and of what is near.
   * @param {number} pixelRatio
   */
  sharpen(pixelRatio) {
    const { board, viewport } = this.#model;
    const seen = boundsOf(viewport.corners);
    if (!seen) return;
    const near = grown(seen, MARGIN_SCREENS * Math.max(seen.width, seen.height));
    for (const card of board.cards) {
      const aspect = this.#model.aspectOf(card);
      if (!meet(cardBounds(card, aspect), near)) continue;
      const { width, height } = cardSize(card, aspect);
      const box = { width: width * viewport.zoom, height: height * viewport.zoom };
      this.#cards.get(card.id)?.sharpen(card, box, pixelRatio);
    }
  }

  destroy() {
    this.#forget(new Set());
  }

  /** @param {ReadonlySet<string>} kept */
  #forget(kept) {
    this.#cards.forEach((view, id) => {
      if (kept.has(id)) return;
      view.destroy();
      this.#cards.delete(id);
    });
  }

  /** @param {string} id */
  #make(id) {
    const view = new CardView(this.#pages, this.#settled);
    this.#cards.set(id, view);
    this.element.append(view.element);
    return view;
  }
}
