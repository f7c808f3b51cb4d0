/**
 * One page on the desk.
 *
 * An image stays until its sharper successor is decoded, so a page never flashes:
 *
 *     blank ──quick──► blurred ──decoded──► sharp ──other size──► sharp, next one loading ──► …
 *       └────────────────load──────────────►┘            load fails with nothing to show ──► failed
 */

import { button, element, setAttributes } from "../shell/element.js";
import { TileLayer } from "./tile-layer.js";

/** @typedef {import("../geometry/rect.js").Rect} Rect */
/** @typedef {import("./page-source.js").PageSource} PageSource */

export class PageView {
  /** @type {HTMLElement} */
  element;
  /** What lies on the image where one is not enough. */
  tiles = new TileLayer();
  #name;
  #source;
  #settled;
  #listening = new AbortController();
  /** @type {HTMLImageElement | null} */
  #shown = null;
  /** @type {HTMLImageElement | null} */
  #coming = null;
  /** @type {string | null} */
  #wanted = null;
  /** @type {HTMLElement | null} */
  #failure = null;

  /**
   * @param {string} name what a screen reader says: "Page 3 of 12"
   * @param {PageSource} source
   * @param {() => void} settled called whenever an image has come or failed
   */
  constructor(name, source, settled) {
    this.#name = name;
    this.#source = source;
    this.#settled = settled;
    this.element = element("div", { class: "page" }, this.tiles.element);
  }

  /** Whether the image that was asked for is still on its way. */
  get loading() {
    return this.#coming !== null;
  }

  /** How many pixels wide the image is that is shown; 0 without one. */
  get pixels() {
    return this.#shown?.naturalWidth ?? 0;
  }

  /**
   * Its size changes only when it has come to rest; until then it is stretched, which costs no layout.
   * @param {Rect} frame in the content
   * @param {Rect} rested the frame when it last rested
   * @param {number} origin height from which places are counted
   */
  place(frame, rested, origin) {
    const { style } = this.element;
    const scale = frame.width / rested.width;
    const stretch = scale === 1 ? "" : ` scale(${scale})`;
    style.transform = `translate(${frame.x}px, ${frame.y - origin}px)${stretch}`;
    style.width = `${rested.width}px`;
    style.height = `${rested.height}px`;
  }

  /**
   * Shows a small image while there is nothing better.
   * @param {string | null} url
   */
  showQuick(url) {
    if (!url || this.#shown) return;
    const image = this.#image(url);
    image.classList.add("page-quick");
    this.#accept(image);
  }

  /**
   * Loads an image and shows it when it is decoded.
   * @param {string} url
   * @param {"high" | "low"} priority
   */
  show(url, priority) {
    if (url === this.#wanted) return;
    this.#wanted = url;
    this.#drop();
    const image = this.#image(url, priority);
    this.#coming = image;
    image.decode().then(
      () => this.#arrived(image),
      () => this.#missed(image, url),
    );
  }

  /** What is shown is enough: what was asked for is no longer. */
  rest() {
    this.#wanted = null;
    this.#drop();
  }

  /** Lets go of the element, and of an image that nobody waits for any more: the server need not draw it. */
  destroy() {
    this.#listening.abort();
    this.#drop();
    this.element.remove();
  }

  /**
   * @param {string} url
   * @param {"high" | "low"} [priority]
   */
  #image(url, priority) {
    const image = element(
      "img", { alt: this.#name, decoding: "async", draggable: "false", fetchpriority: priority },
    );
    image.src = url;
    return image;
  }

  #drop() {
    if (this.#coming) this.#coming.src = "";
    this.#coming = null;
  }

  /** @param {HTMLImageElement} image */
  #arrived(image) {
    if (this.#coming !== image) return;
    this.#coming = null;
    this.#accept(image);
    this.#settled();
  }

  /** @param {HTMLImageElement} image */
  #accept(image) {
    this.#failure?.remove();
    this.#failure = null;
    this.tiles.element.before(image);
    this.#shown?.remove();
    this.#shown = image;
  }

  /**
   * @param {HTMLImageElement} image
   * @param {string} url
   */
  async #missed(image, url) {
    if (this.#coming !== image) return;
    this.#coming = null;
    this.#settled();
    const why = await this.#source.explain(url);
    if (this.#wanted === url && !this.#listening.signal.aborted) this.#fail(why);
  }

  /** @param {string} why */
  #fail(why) {
    const again = button(
      { label: "Try again", icon: "retry", text: true, class: "outlined" },
      () => void this.#retry(), this.#listening.signal,
    );
    const failure = element("div", { class: "page-failure", role: "group" }, element("p", {}, why), again);
    setAttributes(failure, { "aria-label": `${this.#name} is not shown` });
    this.#failure?.remove();
    this.#failure = failure;
    this.element.append(failure);
  }

  async #retry() {
    const url = this.#wanted;
    this.#failure?.remove();
    this.#failure = null;
    if (url) await this.#source.release(url).catch(() => {});
    if (!url || url !== this.#wanted || this.#listening.signal.aborted) return;
    this.#wanted = null;
    this.show(url, "high");
  }
}
