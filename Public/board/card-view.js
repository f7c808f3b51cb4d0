/** A card as it is seen: a page that lies on the desk. */

import { element, icon, setAttributes } from "../shell/element.js";
import { imageWidth } from "../geometry/resolution.js";
import { CardPicture } from "./card-picture.js";

/** @typedef {import("./board-file.js").Card} Card */
/** @typedef {import("./board-pages.js").BoardPages} BoardPages */

/** Images are asked for in steps of the square root of two, so that zooming asks seldom. */
const STEPS_PER_DOUBLING = 2;

/** Narrower ones are not worth a step. */
const NARROWEST = 128;

export class CardView {
  /** @type {HTMLElement} */
  element;
  #pages;
  #picture;
  #said = "";
  #placed = "";
  #trouble = "";
  /** @type {HTMLElement | null} */
  #notice = null;

  /**
   * @param {BoardPages} pages
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
   * @param {Card} card
   * @param {number} aspect height over width of its page
   * @param {number} height among the cards, from 0
   */
  place(card, aspect, height) {
    const { x, y, width, scale, rotation } = card;
    const placed = `${x} ${y} ${width} ${scale} ${rotation} ${aspect} ${height}`;
    if (placed === this.#placed) return;
    this.#placed = placed;
    const { style } = this.element;
    style.width = `${width}px`;
    style.height = `${width * aspect}px`;
    style.transform = `translate(${x - width / 2}px, ${y - (width * aspect) / 2}px) rotate(${rotation}deg) scale(${scale})`;
    style.zIndex = String(height);
    style.setProperty("--card-scale", String(scale));
  }

  /**
   * @param {Card} card
   * @param {boolean} selected
   */
  name({ document, page }, selected) {
    const said = `${this.#pages.name(document) || "Document"}, page ${page}`;
    if (said !== this.#said) setAttributes(this.element, { "aria-label": said });
    this.#said = said;
    setAttributes(this.element, { "aria-selected": String(selected) });
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
    if (this.#picture.width >= needed) return;
    const step = stepAbove(needed);
    const width = imageWidth({ width: step, height: (step * box.height) / box.width }, 1, native);
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
