/** A card as it is seen: a page that lies on the canvas. */

import { element, icon, setAttributes } from "../shell/element.js";
import { imageWidth } from "../shell/resolution.js";
import { say } from "../shell/texts.js";
import { CardPicture } from "./card-picture.js";

/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./card-list.js").CardPages} CardPages */

/**
 * @typedef {object} CardState
 * @property {number} aspect height over width of its page
 * @property {number} height among the cards, from 0
 * @property {number} zoom at which it is drawn
 * @property {boolean} selected
 * @property {boolean} lifted whether a hand may move it any moment
 * @property {string} name of its document
 */

/** Images are asked for in steps of the square root of two, so that zooming asks seldom. */
const STEPS_PER_DOUBLING = 2;

/** Narrower ones are not worth a step. */
const NARROWEST = 128;

export class CardView {
  /** @type {HTMLElement} */
  element;
  #pages;
  #picture;
  /** @type {Card | null} */
  #card = null;
  /** @type {CardState} */
  #state = { aspect: 0, height: -1, zoom: 0, selected: false, lifted: false, name: "" };
  #trouble = "";
  /** @type {HTMLElement | null} */
  #notice = null;

  /**
   * @param {CardPages} pages
   * @param {() => void} settled called whenever an image has come or failed
   */
  constructor(pages, settled) {
    this.#pages = pages;
    this.element = element("div", { class: "board-card", role: "option", tabindex: 0 });
    this.#picture = new CardPicture(this.element, settled);
  }

  get loading() {
    return this.#picture.loading;
  }

  /**
   * Brings it up to date; a card of which nothing has changed costs nothing.
   * @param {Card} card
   * @param {CardState} state
   */
  update(card, state) {
    const { aspect, height, zoom, selected, lifted, name } = state;
    const [before, was] = [this.#card, this.#state];
    this.#card = card;
    this.#state = state;
    const still = card === before && aspect === was.aspect && height === was.height && zoom === was.zoom;
    if (!still) this.#place(card, state);
    if (selected !== was.selected || name !== was.name || card.page !== before?.page) {
      setAttributes(this.element, { "aria-label": say("{name}, page {page}", { name, page: card.page }), "aria-selected": String(selected) });
    }
    if (lifted !== was.lifted) this.element.classList.toggle("lifted", lifted);
  }

  /**
   * In pixels rather than by a scale: what is scaled down would be drawn in its full size first.
   * @param {Card} card
   * @param {CardState} state
   */
  #place({ x, y, width, scale, rotation }, { aspect, height, zoom }) {
    const { style } = this.element;
    const [wide, tall] = [width * scale * zoom, width * scale * zoom * aspect];
    style.width = `${wide}px`;
    style.height = `${tall}px`;
    style.transform = `translate(${x * zoom - wide / 2}px, ${y * zoom - tall / 2}px) rotate(${rotation}deg)`;
    style.zIndex = String(height);
  }

  /**
   * Sees to an image that is sharp in a box.
   * @param {Card} card
   * @param {{width: number, height: number}} box as seen, in CSS pixels
   * @param {number} pixelRatio
   */
  sharpen({ document, page }, box, pixelRatio) {
    this.#explain(document);
    const native = this.#pages.nativeWidth(document, page);
    const needed = imageWidth(box, pixelRatio, native);
    const step = stepAbove(needed);
    // A picture that is sharp enough keeps its address, unless the page has become another.
    const width = this.#picture.width >= needed
      ? this.#picture.width : imageWidth({ width: step, height: (step * box.height) / box.width }, 1, native);
    const url = this.#pages.imageUrl(document, page, width);
    if (!url) return this.#pages.want(document);
    this.#picture.showQuick(this.#pages.quickUrl(document, page));
    this.#picture.show(url, width);
  }

  destroy() {
    this.#picture.destroy();
    this.element.remove();
  }

  /** @param {string} document */
  #explain(document) {
    const trouble = this.#pages.trouble(document) ?? "";
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#notice?.remove();
    this.#notice = trouble ? element(
      "div", { class: "card-trouble" }, icon("warning"), element("span", {}, trouble),
    ) : null;
    if (this.#notice) this.element.append(this.#notice);
  }
}

/**
 * The next step that is no smaller.
 * @param {number} width
 */
export function stepAbove(width) {
  const steps = Math.ceil(STEPS_PER_DOUBLING * Math.log2(Math.max(width, NARROWEST)) - 0.001);
  return Math.round(2 ** (steps / STEPS_PER_DOUBLING));
}
