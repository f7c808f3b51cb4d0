/** One page in a quick look: its small picture, its sharp one over it, or why that does not come. */

import { ApiProblem } from "../api/api-problem.js";
import { reasonFor } from "../api/reasons.js";
import { isPassing, waitBefore } from "../api/thumbnail-tries.js";
import { element, setAttributes } from "../shell/element.js";
import { Timer } from "../shell/timer.js";
import { fitted } from "./look-fit.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/**
 * A small picture that is at hand; its size where that is known already.
 * @typedef {{url: string, size: Size | null}} QuickPicture
 */

/**
 * @typedef {object} SheetPorts
 * @property {(url: string, signal: AbortSignal) => Promise<ApiProblem | null>} problemOf why a picture does not come
 * @property {() => void} settled called when the page is as sharp as it gets, or will not be
 */

export class LookSheet {
  element = element("div", { class: "look-sheet" });
  /** @type {() => string} */
  label = () => "";
  isSettled = false;
  #ports;
  #life = new AbortController();
  #timer = new Timer(this.#life.signal);
  #tries = 0;
  /** @type {HTMLImageElement | null} */
  #quick = null;
  /**
   * The size of the small picture, once that is known.
   * @type {Size | null}
   */
  quickSize;
  /** @type {HTMLImageElement | null} */
  #coming = null;
  /** @type {Size | null} */
  #room = null;
  #url = "";

  /**
   * @param {QuickPicture | null} quick
   * @param {SheetPorts} ports
   */
  constructor(quick, ports) {
    this.#ports = ports;
    this.quickSize = quick?.size ?? null;
    if (!quick) return;
    const image = this.#quick = element("img", { class: "look-quick", alt: "", draggable: "false" });
    image.addEventListener("load", () => {
      this.quickSize ??= { width: image.naturalWidth, height: image.naturalHeight };
      if (this.#room) this.hold(this.#room);
    }, { signal: this.#life.signal });
    image.src = quick.url;
    this.element.append(image);
  }

  /**
   * The page is not known yet: the small picture stands for it.
   * @param {Size} room
   */
  hold(room) {
    this.#room = room;
    if (this.quickSize) this.#size(fitted(this.quickSize, room));
  }

  /** @param {Size} size of the page, in CSS pixels */
  fit(size) {
    this.#room = null;
    this.#size(size);
  }

  /** @param {Size} size */
  #size({ width, height }) {
    const { style } = this.element;
    [style.width, style.height] = [`${width}px`, `${height}px`];
  }

  /**
   * @param {string} url of the sharp picture
   * @param {boolean} isFirst whether it is waited for
   */
  sharpen(url, isFirst) {
    if (url === this.#url) return;
    this.#url = url;
    this.#tries = 0;
    this.#load(isFirst);
  }

  retry() {
    if (this.#url && !this.isSettled) this.#load(true);
  }

  end() {
    this.#life.abort();
    // A picture that is still coming is no longer wanted.
    for (const image of [this.#coming, this.#quick]) if (image && !image.complete) image.removeAttribute("src");
    this.element.parentElement?.remove();
  }

  /** @param {boolean} isFirst */
  #load(isFirst) {
    this.#timer.clear();
    if (this.#coming && !this.#coming.isConnected) this.#coming.removeAttribute("src");
    const image = this.#coming = element("img", { class: "look-sharp", alt: this.label(), draggable: "false", fetchpriority: isFirst ? "high" : "low" });
    const url = image.src = this.#url;
    void image.decode().then(() => this.#came(image), () => this.#failed(image, url));
  }

  /** @param {HTMLImageElement} image */
  #came(image) {
    if (image !== this.#coming || this.#life.signal.aborted) return;
    const before = this.element.querySelectorAll(".look-sharp, .look-failure");
    this.element.append(image);
    before.forEach((one) => one.remove());
    this.#settle();
  }

  #settle() {
    setAttributes(this.element, { "data-settled": true });
    this.isSettled = true;
    this.#ports.settled();
  }

  /**
   * @param {HTMLImageElement} image
   * @param {string} url
   */
  async #failed(image, url) {
    const { signal } = this.#life;
    const isWanted = () => image === this.#coming && !signal.aborted;
    if (!isWanted()) return;
    const problem = await this.#ports.problemOf(url, signal);
    if (!isWanted()) return;
    const again = problem === null ? this.#tries === 0 : isPassing(problem);
    this.#tries += 1;
    if (again) return this.#timer.set(problem === null ? 0 : waitBefore(this.#tries - 1, problem.retryAfter, Math.random()), () => this.#load(true));
    this.#explain(problem ?? ApiProblem.from(new TypeError("The picture is damaged")));
  }

  /** @param {ApiProblem} problem */
  #explain({ code, detail }) {
    if (code !== "aborted") this.element.append(element("p", { class: "look-failure", role: "status" }, reasonFor(code, detail).title));
    this.#settle();
  }
}
