/** One of the pictures that are compared: a page on its sheet, with a line that says which. The one before stays until it comes. */

import { element } from "../shell/element.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

export class PairPicture {
  /** @type {HTMLElement} */
  element;
  #sheet = element("div", { class: "pair-sheet" });
  #name;
  #explain;
  /** @type {HTMLImageElement | null} */
  #coming = null;
  #url = "";

  /**
   * @param {string} name of what it is a picture of
   * @param {(url: string) => Promise<string>} explain one sentence on why a picture did not come
   */
  constructor(name, explain) {
    this.#name = name;
    this.#explain = explain;
    this.element = element("figure", { class: "pair-picture" }, this.#sheet, element("figcaption", {}, name));
  }

  get loading() {
    return this.#coming !== null;
  }

  /**
   * @param {{url: string, size: Size, sheet: Size}} picture sizes in CSS pixels, of the page and of the sheet it lies on
   */
  show({ url, size, sheet }) {
    this.#fit(sheet);
    this.#sheet.style.setProperty("--wide", `${size.width}px`);
    this.#sheet.style.setProperty("--high", `${size.height}px`);
    if (url === this.#url) return;
    this.#url = url;
    const image = element("img", { alt: this.#name, decoding: "async", draggable: "false" });
    image.src = url;
    this.#coming = image;
    image.decode().then(() => this.#arrived(image), () => void this.#missed(image, url));
  }

  /**
   * Says why there is no picture.
   * @param {string} text
   * @param {Size} sheet
   */
  explain(text, sheet) {
    this.#fit(sheet);
    this.#url = "";
    this.#coming = null;
    this.#sheet.replaceChildren(element("p", { class: "pair-note" }, text));
  }

  /** @param {Size} sheet */
  #fit({ width, height }) {
    this.#sheet.style.width = `${width}px`;
    this.#sheet.style.height = `${height}px`;
  }

  /** @param {HTMLImageElement} image */
  #arrived(image) {
    if (this.#coming !== image) return;
    this.#coming = null;
    this.#sheet.replaceChildren(image);
  }

  /**
   * @param {HTMLImageElement} image
   * @param {string} url
   */
  async #missed(image, url) {
    if (this.#coming !== image) return;
    const text = await this.#explain(url);
    if (this.#coming !== image) return;
    this.#coming = null;
    this.#sheet.replaceChildren(element("p", { class: "pair-note" }, text));
  }
}
