/** Images of pages for small pictures of boards. Each is fetched once; one that does not come is left out. */

/** Images are a power of two wide, so that pictures of nearly one size share them. */
const NARROWEST = 64;
const WIDEST = 256;

/** @typedef {import("./saving/board-file.js").Card} Card */

export class MiniaturePictures {
  #pages;
  #came;
  /** @type {Map<string, HTMLImageElement | null>} */
  #images = new Map();

  /**
   * @param {Pick<import("./board-pages.js").BoardPages, "want" | "imageUrl">} pages
   * @param {() => void} came called when an image has come
   */
  constructor(pages, came) {
    this.#pages = pages;
    this.#came = came;
  }

  /**
   * The image of a card's page where it is at hand; else it is fetched.
   * @param {Card} card
   * @param {number} width in pixels
   */
  of({ document, page }, width) {
    this.#pages.want(document);
    const fine = Math.min(WIDEST, Math.max(NARROWEST, 2 ** Math.ceil(Math.log2(width))));
    const url = this.#pages.imageUrl(document, page, fine);
    if (!url) return null;
    if (!this.#images.has(url)) void this.#fetch(url);
    return this.#images.get(url) ?? null;
  }

  /** @param {string} url */
  async #fetch(url) {
    this.#images.set(url, null);
    const image = new Image();
    image.src = url;
    await image.decode().then(() => this.#images.set(url, image), () => undefined);
    this.#came();
  }
}
