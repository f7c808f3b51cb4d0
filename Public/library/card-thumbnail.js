/**
 * The picture on a document's card: a sheet with the icon of its kind until the first page has come.
 *
 *     held ──let go──► asked ──came──► shown
 *       ▲                │ held again
 *       └──given up──────┘
 */

import { element, icon } from "../shell/element.js";
import { Timer } from "../shell/timer.js";
import { whenReady } from "../api/preview-ready.js";
import { thumbnailUrl } from "../api/urls.js";
import { ThumbnailTries } from "../api/thumbnail-tries.js";

/** @typedef {import("../api/api.js").Document} Document */

/** Device pixels per CSS pixel for which a thumbnail is offered. */
const DENSITIES = Object.freeze([1, 1.5, 2, 3]);

/** Media types of what is heard, packed, or not known: a picture of it would be an icon. */
const WITHOUT_PAGES = /^(audio\/|application\/(octet-stream$|zip$|gzip$|zstd$|x-(tar|gtar|gzip|bzip2?|xz|7z-compressed|rar-compressed|iso9660-image)$|vnd\.rar$|java-archive$))/;

/**
 * Whether a document has more to show on its card than an icon. A board is drawn even while it is empty.
 * @param {Document} document
 */
export function hasPicture({ type, mediaType = "", previewable }) {
  return (previewable !== false || type === "org.sheaf.board") && !WITHOUT_PAGES.test(mediaType);
}

export class CardThumbnail {
  /** @type {HTMLElement} */
  element = element("span", { class: "card-picture" });
  #signal;
  #tries;
  /** @type {HTMLImageElement | null} */
  #image = null;
  /** @type {{document: Document, side: number} | null} */
  #wanted = null;
  /** The content of which something is shown, and that in a size. */
  #content = "";
  #key = "";
  #isHeld = true;
  /** Ends the addresses of pictures that are asked for again. */
  #again = "";

  /**
   * @param {import("../api/thumbnail-tries.js").TryPorts["ask"]} ask
   * @param {AbortSignal} signal ends it; what did not come is tried again until then
   */
  constructor(ask, signal) {
    this.#signal = signal;
    this.#tries = new ThumbnailTries({
      timer: new Timer(signal), ask, again: () => this.#load(), chance: Math.random,
    });
    whenReady((notice) => this.#becameReady(notice), signal);
    signal.addEventListener("abort", () => this.#giveUp(), { once: true });
  }

  /** Whether the picture is still on its way. */
  get loading() {
    if (this.#wanted === null) return false;
    return this.#image === null ? this.#isHeld : !this.#image.complete;
  }

  /**
   * @param {Document} document
   * @param {number} side of the square that the picture fits into, in CSS pixels
   * @param {string} kind name of an icon
   * @param {string | null} label stands on an empty sheet of paper instead of a picture
   */
  show(document, side, kind, label) {
    const content = `${document.id} ${document.sha256} ${label ?? ""}`;
    const key = `${content} ${side}`;
    if (this.#key === key) return;
    this.#giveUp();
    // A picture of the same content in another size stays until the new one has come.
    if (this.#content !== content) this.#again = "";
    if (this.#content !== content) this.element.replaceChildren(label === null ? blankSheet(kind) : labelledSheet(label));
    [this.#content, this.#key, this.#wanted] = [content, key, label === null ? { document, side } : null];
    if (!this.#isHeld) this.#begin();
  }

  /**
   * A picture that is held is not asked for; one that is on its way is given up.
   * @param {boolean} held
   */
  setHeld(held) {
    if (held === this.#isHeld) return;
    this.#isHeld = held;
    if (held && !this.#image?.parentNode) this.#giveUp();
    if (!held && this.#image === null) this.#begin();
  }

  #begin() {
    if (this.#wanted === null) return;
    this.#tries.begin();
    this.#load();
  }

  /**
   * A picture that did not come, or was the icon of its type, may be the first page now.
   * @param {import("../api/event-stream.js").PreviewNotice} notice
   */
  #becameReady({ sha256, pageCount }) {
    if (sha256 !== this.#wanted?.document.sha256 || pageCount === 0 || this.loading || !isIcon(this.#image)) return;
    // A browser shows an image of the same address again without asking for it.
    this.#again = "&again=1";
    this.#begin();
  }

  #load() {
    if (this.#wanted === null) return;
    const { document, side } = this.#wanted;
    const signal = this.#signal;
    const image = element("img", { alt: "", decoding: "async", draggable: "false" });
    image.addEventListener("load", () => this.#came(image), { signal });
    image.addEventListener("error", () => this.#failed(image), { signal });
    const urlOf = (/** @type {number} */ pixels) => thumbnailUrl(document, pixels) + this.#again;
    image.srcset = DENSITIES.map((density) => `${urlOf(Math.round(side * density))} ${density}x`).join(", ");
    image.src = urlOf(side);
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

  /** The browser gives up what is on its way when it is no longer asked for. */
  #giveUp() {
    this.#tries.stop();
    if (this.#image && !this.#image.parentNode) {
      this.#image.removeAttribute("srcset");
      this.#image.removeAttribute("src");
    }
    this.#image = null;
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

/**
 * A sheet of paper of a document that has no pages to show.
 * @param {string} label
 */
function labelledSheet(label) {
  return element("span", { class: "blank-sheet labelled" }, element("span", { class: "sheet-label" }, label));
}
