/**
 * The image of a page on a card. The one that is shown stays until a sharper one is decoded, so a card never
 * flashes:
 *
 *     blank ──quick──► small ──decoded──► sharp ──more pixels wanted──► sharp, next one loading ──► …
 *       └─────────────load───────────────►┘        load fails: what is shown stays
 */

import { element } from "../shell/element.js";

export class CardPicture {
  #parent;
  #settled;
  /** @type {HTMLImageElement | null} */
  #shown = null;
  /** @type {HTMLImageElement | null} */
  #coming = null;
  #wanted = "";
  #width = 0;

  /**
   * @param {HTMLElement} parent the card
   * @param {() => void} settled called whenever an image has come or failed
   */
  constructor(parent, settled) {
    this.#parent = parent;
    this.#settled = settled;
  }

  get loading() {
    return this.#coming !== null;
  }

  /** Pixels of the image that is shown or on its way. */
  get width() {
    return this.#width;
  }

  /** @param {string | null} url of a small image, while there is nothing better */
  showQuick(url) {
    if (!url || this.#shown) return;
    const image = picture(url);
    image.addEventListener("error", () => image.remove(), { once: true });
    this.#accept(image);
  }

  /**
   * @param {string} url
   * @param {number} width in pixels
   */
  show(url, width) {
    if (url === this.#wanted) return;
    this.#wanted = url;
    this.#width = width;
    this.#drop();
    const image = picture(url);
    this.#coming = image;
    image.decode().then(() => this.#arrived(image), () => this.#missed(image));
  }

  destroy() {
    this.#drop();
  }

  #drop() {
    if (this.#coming) this.#coming.src = "";
    this.#coming = null;
  }

  /** @param {HTMLImageElement} image */
  #arrived(image) {
    if (image !== this.#coming) return;
    this.#coming = null;
    this.#accept(image);
    this.#settled();
  }

  /** @param {HTMLImageElement} image */
  #missed(image) {
    if (image !== this.#coming) return;
    this.#coming = null;
    this.#settled();
  }

  /** @param {HTMLImageElement} image */
  #accept(image) {
    this.#parent.prepend(image);
    this.#shown?.remove();
    this.#shown = image;
  }
}

/** @param {string} url */
function picture(url) {
  const image = element("img", { alt: "", decoding: "async", draggable: "false" });
  image.src = url;
  return image;
}
