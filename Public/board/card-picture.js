/**
 * The image of a page on a card. The one that is shown stays until a sharper one is decoded, so a card never
 * flashes:
 *
 *     blank ──quick──► small ──decoded──► sharp ──more pixels wanted──► sharp, next one loading ──► …
 *       └─────────────load───────────────►┘        load fails: what is shown stays, and it is tried again after a while
 */

import { element } from "../shell/element.js";
import { Timer } from "../shell/timer.js";

/** So long after an image did not come it is asked for again; then twice as long each time. */
const FIRST_MILLISECONDS = 2000;

/** An image does not say why it did not come: it may be one that never does. */
const MOST_TRIES = 5;

export class CardPicture {
  #parent;
  #settled;
  /** @type {HTMLImageElement | null} */
  #shown = null;
  /** @type {HTMLImageElement | null} */
  #coming = null;
  #wanted = "";
  #width = 0;
  #life = new AbortController();
  #again = new Timer(this.#life.signal);
  #tries = 0;

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
    this.#tries = 0;
    this.#drop();
    this.#load(url);
  }

  destroy() {
    this.#life.abort();
    this.#drop();
  }

  /** @param {string} url */
  #load(url) {
    const image = picture(url);
    this.#coming = image;
    image.decode().then(() => this.#arrived(image), () => this.#missed(image));
  }

  #drop() {
    this.#again.clear();
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
    if (this.#tries === MOST_TRIES) return;
    this.#again.set(FIRST_MILLISECONDS * 2 ** this.#tries, () => this.#load(this.#wanted));
    this.#tries += 1;
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
