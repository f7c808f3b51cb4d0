/** The picture on a document's card: a sheet with the icon of its kind until the first page has come. */

import { element, icon } from "../shell/element.js";
import { Timer } from "../shell/timer.js";
import { whenReady } from "../api/preview-ready.js";
import { thumbnailUrl } from "../api/urls.js";
import { ThumbnailTries } from "../api/thumbnail-tries.js";

/** @typedef {import("../api/api.js").Document} Document */

/** Device pixels per CSS pixel for which a thumbnail is offered. */
const DENSITIES = Object.freeze([1, 1.5, 2, 3]);

export class CardThumbnail {
  /** @type {HTMLElement} */
  element = element("span", { class: "card-picture" });
  #signal;
  #tries;
  /** @type {HTMLImageElement | null} */
  #image = null;
  #sources = { srcset: "", src: "" };
  /** The addresses that are to be shown; those of a further try are others. */
  #shown = "";
  #sha256 = "";

  /**
   * @param {import("../api/thumbnail-tries.js").TryPorts["ask"]} ask
   * @param {AbortSignal} signal ends it; what did not come is tried again until then
   */
  constructor(ask, signal) {
    this.#signal = signal;
    this.#tries = new ThumbnailTries({
      timer: new Timer(signal), ask, again: () => this.#load(), chance: Math.random,
    });
    signal.addEventListener("abort", () => this.#end(), { once: true });
    whenReady((notice) => this.#becameReady(notice), signal);
  }

  /** Whether the picture is still on its way. */
  get loading() {
    return this.#image !== null && !this.#image.complete;
  }

  /**
   * @param {Document} document
   * @param {number} side of the square that the picture fits into, in CSS pixels
   * @param {string} kind name of an icon
   */
  show(document, side, kind) {
    const srcset = DENSITIES.map(
      (density) => `${thumbnailUrl(document, Math.round(side * density))} ${density}x`,
    ).join(", ");
    if (this.#shown === srcset) return;
    this.#shown = srcset;
    this.#sources = { srcset, src: thumbnailUrl(document, side) };
    this.#sha256 = document.sha256;
    this.#tries.begin();
    this.#load();
    if (!this.element.firstChild) this.element.append(blankSheet(kind));
  }

  /**
   * A picture that did not come, or was the icon of its type, may be the first page now.
   * @param {import("../api/event-stream.js").PreviewNotice} notice
   */
  #becameReady({ sha256, pageCount }) {
    if (sha256 !== this.#sha256 || pageCount === 0 || this.loading || !isIcon(this.#image)) return;
    // A browser shows an image of the same address again without asking for it.
    const anew = (/** @type {string} */ url) => `${url}&again=1`;
    const { src, srcset } = this.#sources;
    this.#sources = { src: anew(src), srcset: srcset.replace(/\S+(?= [\d.]+x)/gu, anew) };
    this.#tries.begin();
    this.#load();
  }

  #load() {
    const signal = this.#signal;
    const image = element("img", { alt: "", decoding: "async", draggable: "false" });
    image.addEventListener("load", () => this.#came(image), { signal });
    image.addEventListener("error", () => this.#failed(image), { signal });
    image.srcset = this.#sources.srcset;
    image.src = this.#sources.src;
    this.#image = image;
  }

  /** @param {HTMLImageElement} image */
  #came(image) {
    if (image !== this.#image || image.parentNode) return;
    this.element.replaceChildren(image);
  }

  /** @param {HTMLImageElement} image */
  #failed(image) {
    if (image === this.#image) this.#tries.failed(image.currentSrc || image.src);
  }

  #end() {
    this.#tries.stop();
    this.#image?.removeAttribute("srcset");
    this.#image?.removeAttribute("src");
  }
}

/**
 * Whether an image shows the icon of a type, which is as wide as it is high, or nothing. A square page counts as one.
 * @param {HTMLImageElement | null} image
 */
function isIcon(image) {
  return image !== null && image.naturalWidth === image.naturalHeight;
}

/**
 * A sheet of paper that keeps the place of a picture.
 * @param {string} kind name of an icon
 */
export function blankSheet(kind) {
  return element("span", { class: "blank-sheet" }, icon(kind));
}
