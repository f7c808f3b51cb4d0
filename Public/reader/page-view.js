/**
 * One page among the others.
 *
 * An image stays until its sharper successor is decoded, so a page never flashes:
 *
 *     blank ──quick──► blurred ──decoded──► sharp ──other size──► sharp, next one loading ──► …
 *       └────────────────load──────────────►┘            load fails with nothing to show ──► failed
 *
 * A page that is not sharp has its paper at once, and after a while a mark that it is being drawn.
 */

import { button, element, setAttributes } from "../shell/element.js";
import { say, text } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { turnedSize, turnTransform } from "./page-turn.js";
import { TextLayer } from "./text-layer.js";
import { TileLayer } from "./tiles/tile-layer.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("./page-turn.js").Turn} Turn */
/** @typedef {import("../api/page-source.js").PageSource} PageSource */

/** How long a page may take before it is said that it is being drawn. */
const PATIENCE_MILLISECONDS = 300;

/** @typedef {import("../api/page-source.js").PageText} PageText */

/**
 * The words of a page, and how large it is in the units of their boxes.
 * @typedef {object} PageWords
 * @property {import("../gestures/geometry/index.js").Size} size
 * @property {(page: number) => string} nameOf any page
 * @property {() => Promise<PageText | null>} load
 * @property {(layer: TextLayer) => void} came called when they lie over the page
 */

/** An image came, and the browser could not read it. */
const UNREADABLE = Object.freeze({ title: text("The picture of this page could not be read"), again: true });

export class PageView {
  /** @type {HTMLElement} */
  element;
  /** Tiles on the image where one is not enough. */
  tiles = new TileLayer();
  #name;
  #source;
  #settled;
  #listening = new AbortController();
  #patience = new Timer(this.#listening.signal);
  #spinner;
  /** The image that was asked for once more since it can be had after all. */
  #retried = "";
  /** @type {HTMLImageElement | null} */
  #shown = null;
  /** @type {HTMLImageElement | null} */
  #coming = null;
  /** @type {string | null} */
  #wanted = null;
  /** @type {HTMLElement | null} */
  #failure = null;
  #words;
  #hasAskedForText = false;
  /** @type {TextLayer | null} */
  #text = null;
  #width = 0;
  #isReached = false;

  /**
   * @param {string} name what a screen reader says: "Page 3 of 12"
   * @param {PageSource} source
   * @param {() => void} settled called whenever an image has come or failed
   * @param {PageWords | null} [words] null for a picture, which has none
   */
  constructor(name, source, settled, words = null) {
    this.#words = words;
    this.#name = name;
    this.#source = source;
    this.#settled = settled;
    this.element = element("div", { "class": "page", "role": "region", "aria-label": name }, this.tiles.element);
    this.#spinner = element(
      "div", { "class": "page-spinner", "role": "img", "aria-label": say("{name} is being drawn", { name }) },
    );
  }

  /** @param {boolean} isReached whether the key Tab leads to its links */
  set isReached(isReached) {
    if (isReached === this.#isReached) return;
    this.#isReached = isReached;
    this.#text?.reach(isReached);
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
   * @param {Rect} frame in what is scrolled over
   * @param {{rested: Rect, turn: Turn, from: Point}} how the frame when it last rested, the turn, and the point from which
   *   places are counted
   */
  place(frame, { rested, turn, from }) {
    const { style } = this.element;
    const scale = frame.width / rested.width;
    const stretch = scale === 1 ? "" : ` scale(${scale})`;
    const { width, height } = turnedSize(rested, turn);
    style.transform = `translate(${frame.x - from.x}px, ${frame.y - from.y}px)${stretch}${turnTransform(rested, turn)}`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    this.#width = width;
    this.#text?.fit(width);
  }

  /**
   * Shows a small image while there is nothing better.
   * @param {string | null} url
   */
  showQuick(url) {
    if (!url || this.#shown) return;
    const image = this.#image(url);
    image.classList.add("page-quick");
    image.addEventListener("error", () => this.#withdraw(image), { signal: this.#listening.signal });
    image.addEventListener("load", () => this.#isOfType(image) && this.#withdraw(image), { signal: this.#listening.signal });
    this.#accept(image);
  }

  /**
   * Whether a small image is the icon of the document's type, which is square: the page could not be drawn.
   * @param {HTMLImageElement} image
   */
  #isOfType({ naturalWidth, naturalHeight }) {
    const { clientWidth, clientHeight } = this.element;
    return naturalWidth === naturalHeight && Math.abs(clientWidth - clientHeight) > 0.02 * clientWidth;
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
    if (!this.#isSharp && !this.#patience.pending) this.#patience.set(PATIENCE_MILLISECONDS, () => this.element.append(this.#spinner));
    image.decode().then(
      () => this.#arrived(image),
      () => this.#missed(image, url),
    );
  }

  /** The image shown is enough: the one asked for is not waited for. */
  rest() {
    this.#wanted = null;
    this.#drop();
    this.#endWaiting();
  }

  /** Whether there is an image that was drawn for it, in whatever size. */
  get #isSharp() {
    return this.#shown !== null && !this.#shown.classList.contains("page-quick");
  }

  #endWaiting() {
    this.#patience.clear();
    this.#spinner.remove();
  }

  /** Lets go of the element, and of an image that is still on its way: the server need not draw it. */
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
      "img", {
        "alt": this.#name, "aria-hidden": this.#text && "true", "decoding": "async", "draggable": "false", "fetchpriority": priority,
      },
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
    this.#endWaiting();
    this.#accept(image);
    this.#settled();
  }

  /** Lays the words over the sharp picture, once. */
  async addText() {
    if (!this.#words || this.#hasAskedForText || !this.#isSharp) return;
    this.#hasAskedForText = true;
    const text = await this.#words.load();
    const { signal } = this.#listening;
    if (!text || signal.aborted || text.words.length + text.links.length === 0) return;
    this.#text = new TextLayer(text, this.#words);
    this.#text.fit(this.#width);
    this.#text.reach(this.#isReached);
    this.element.append(this.#text.element);
    // Its words are read instead of the picture of them.
    for (const image of this.element.querySelectorAll(":scope > img")) setAttributes(image, { "aria-hidden": "true" });
    this.#words.came(this.#text);
  }

  /**
   * A small image could not be had: paper is better than a sign of that.
   * @param {HTMLImageElement} image
   */
  #withdraw(image) {
    if (this.#shown === image) this.#shown = null;
    image.remove();
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
    const reason = await this.#source.explain(url);
    if (this.#wanted !== url || this.#listening.signal.aborted) return;
    const isHad = reason === null && this.#retried !== url;
    this.#retried = url;
    if (isHad) this.#showAgain(url);
    else this.#fail(reason ?? UNREADABLE);
  }

  /** @param {{title: string, again: boolean}} reason */
  #fail({ title, again }) {
    this.#endWaiting();
    const retry = button(
      { label: say("Try again"), icon: "retry", text: true, class: "outlined" },
      () => void this.#retry(), this.#listening.signal,
    );
    const failure = element("div", { class: "page-failure", role: "group" }, element("p", {}, say(title)), ...(again ? [retry] : []));
    setAttributes(failure, { "aria-label": say("{name} is not shown", { name: this.#name }) });
    this.#failure?.remove();
    this.#failure = failure;
    this.element.append(failure);
  }

  /** Asks once more for an image that could not be had. */
  retry() {
    if (this.#failure && this.#wanted) this.#showAgain(this.#wanted);
  }

  async #retry() {
    const url = this.#wanted;
    this.#failure?.remove();
    this.#failure = null;
    if (url) await this.#source.release(url).catch(() => {});
    if (!url || url !== this.#wanted || this.#listening.signal.aborted) return;
    this.#showAgain(url);
  }

  /** @param {string} url */
  #showAgain(url) {
    this.#wanted = null;
    this.show(url, "high");
  }
}
