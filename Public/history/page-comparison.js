/** Changes between two versions of a document's pages: on one picture, side by side, or alternating. */

import { announce } from "../shell/announcer.js";
import { button, element, setAttributes } from "../shell/element.js";
import { onResize } from "../shell/resize.js";
import { PageControls } from "../reader/page-controls.js";
import { PageNames } from "../api/page-names.js";
import { numberInWords } from "../api/words.js";
import { differenceInWords, fittingScale, isStacked, pictureScale, scaled, sheetOf, sizeOf, steppedZoom } from "./page-pair.js";
import { ApiProblem } from "../api/api-problem.js";
import { comparedPageUrl, versionPageUrl } from "../api/version-api.js";
import { formatFor } from "../api/page-source.js";
import { PairPicture } from "./pair-picture.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { say, text } from "../shell/texts.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("./page-pair.js").PairMode} PairMode */
/** @typedef {import("../api/api.js").Preview} Preview */
/** @typedef {import("../api/version-api.js").Version} Version */

/**
 * One of the two that are compared; `id` is that of its document.
 * @typedef {{readonly id: string, readonly version: Version, readonly preview: Preview, readonly name: string}} Side
 */

/**
 * @typedef {object} PageComparisonContext
 * @property {import("../api/version-api.js").VersionApi} versions
 * @property {Side} before
 * @property {Side} after
 * @property {number} page where to begin, from 1
 * @property {boolean} raster whether pages are pixels
 * @property {(url: string) => Promise<string>} explain one sentence on why a picture did not come
 */

/** @type {readonly {mode: PairMode, label: string, key: string}[]} */
const MODES = Object.freeze([
  { mode: "overlay", label: text("Changes"), key: "1" },
  { mode: "side", label: text("Side by side"), key: "2" },
  { mode: "flick", label: text("Flick"), key: "3" },
]);

export class PageComparison {
  /** @type {HTMLElement} */
  element;
  tools;
  #context;
  #signal;
  #pages;
  #page;
  /** @type {PairMode} */
  #mode;
  #zoom = 1;
  /**
   * With `flick`: which of both is seen.
   * @type {"before" | "after"}
   */
  #seen = "before";
  #summary = "";
  #pair = element("div", { class: "pair" });
  #said = element("p", { class: "diff-summary", role: "status" });
  #overlay;
  #before;
  #after;
  #modes;
  #looking = new LatestSignal();

  /**
   * @param {PageComparisonContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    this.#context = context;
    this.#signal = signal;
    const { before, after, page, explain } = context;
    this.#mode = this.#isOfOne ? "overlay" : "side";
    this.#overlay = new PairPicture(say("What went is red, what came is green"), explain);
    this.#before = new PairPicture(before.name, explain);
    this.#after = new PairPicture(after.name, explain);
    this.#page = Math.max(1, Math.min(this.pageCount, page));
    this.#pages = new PageControls(PageNames.numbered(this.pageCount), {
      go: (wanted) => this.goTo(wanted), turn: (direction) => this.goTo(this.#page + direction),
    }, signal);
    this.#modes = this.#choices.map(({ mode, label, key }) => (
      button({ label: say(label), text: true, class: "quiet mode-button", keys: key }, () => this.choose(mode), signal)
    ));
    const next = button({ label: say("Next change"), icon: "next", text: true, class: "outlined next-change", keys: "N" },
      () => void this.findChange(1), signal);
    const group = element("div", { "class": "mode-buttons", "role": "group", "aria-label": say("How to compare") }, ...this.#modes);
    this.tools = this.#isOfOne ? [group, next] : [group];
    this.element = element(
      "div", { "class": "comparison-scroll pair-view", "tabindex": 0, "role": "region", "aria-label": say("Comparison") },
      this.#said, this.#pair,
    );
    this.#pair.addEventListener("click", () => this.#mode === "flick" && this.flick(), { signal });
    onResize(this.element, () => this.#draw(), signal);
    signal.addEventListener("abort", () => this.#looking.abort());
    void this.#measure();
  }

  /** Whether both are versions of one document: the server compares those alone. */
  get #isOfOne() {
    return this.#context.before.id === this.#context.after.id;
  }

  get #choices() {
    return this.#isOfOne ? MODES : MODES.filter(({ mode }) => mode !== "overlay");
  }

  /** The buttons that turn pages; null for a single one. */
  get middle() {
    return this.pageCount > 1 ? this.#pages.element : null;
  }

  get pageCount() {
    const { before, after } = this.#context;
    return Math.max(1, before.preview.pageCount, after.preview.pageCount);
  }

  get loading() {
    return this.#shownPictures.some((picture) => picture.loading) || this.#summary === "";
  }

  get facts() {
    const seen = this.#mode === "flick" ? this.#seen : null;
    return { kind: /** @type {const} */ ("pages"), page: this.#page, mode: this.#mode, seen, summary: this.#summary };
  }

  focus() {
    this.element.focus({ preventScroll: true, focusVisible: false });
  }

  /** @param {number} page from 1; out of range means the nearest */
  goTo(page) {
    const wanted = Math.max(1, Math.min(this.pageCount, page));
    if (wanted === this.#page) return;
    this.#page = wanted;
    this.#draw();
    void this.#measure();
  }

  /** @param {PairMode} mode */
  choose(mode) {
    this.#mode = mode;
    this.#seen = "before";
    this.#draw();
    if (mode === "flick") announce(say("{name}. X shows the other one.", { name: this.#nameOfSeen }));
  }

  /** Shows the other one in the same place. */
  flick() {
    if (this.#mode !== "flick") return this.choose("flick");
    this.#seen = this.#seen === "before" ? "after" : "before";
    this.#draw();
    announce(this.#nameOfSeen);
  }

  /** @param {KeyboardEvent} event */
  pressed({ key, altKey, ctrlKey, metaKey }) {
    if (altKey || ctrlKey || metaKey) return false;
    const mode = this.#choices.find((other) => other.key === key)?.mode;
    if (mode) return this.choose(mode), true;
    const act = this.#keys.get(key);
    act?.();
    return act !== undefined;
  }

  /** @type {ReadonlyMap<string, () => void>} */
  #keys = new Map([
    ["ArrowLeft", () => this.goTo(this.#page - 1)], ["ArrowRight", () => this.goTo(this.#page + 1)],
    ["PageUp", () => this.goTo(this.#page - 1)], ["PageDown", () => this.goTo(this.#page + 1)],
    ["n", () => void this.findChange(1)], ["p", () => void this.findChange(-1)], ["x", () => this.flick()],
    ["+", () => this.#step(1)], ["=", () => this.#step(1)], ["-", () => this.#step(-1)], ["0", () => this.#fit()],
  ]);

  /**
   * Goes to the next page on which something changed.
   * @param {1 | -1} direction
   */
  async findChange(direction) {
    if (!this.#isOfOne) return;
    const start = this.#page;
    const signal = this.#looking.next();
    try {
      for (let page = start + direction; page >= 1 && page <= this.pageCount; page += direction) {
        this.#report(say("Looking at page {page}…", { page }));
        const { changed } = await this.#difference(page, signal);
        if (signal.aborted) return;
        if (changed > 0) return this.goTo(page);
      }
      this.#report(direction > 0 ? say("Nothing changed on the pages after this one") : say("Nothing changed on the pages before this one"));
    } catch (error) {
      const { code } = ApiProblem.from(error);
      if (code !== "aborted") this.#report(say("The next change could not be looked for. Try again in a moment."));
    }
  }

  /** @param {1 | -1} direction */
  #step(direction) {
    this.#zoom = steppedZoom(this.#zoom, direction);
    this.#draw();
  }

  #fit() {
    this.#zoom = 1;
    this.#draw();
  }

  get #nameOfSeen() {
    return this.#context[this.#seen].name;
  }

  get #shownPictures() {
    if (this.#mode === "overlay") return [this.#overlay];
    return [this.#before, this.#after];
  }

  /** Says how much changed on the page that is seen. */
  async #measure() {
    const signal = this.#looking.next();
    const page = this.#page;
    if (!this.#isOfOne) return this.#report(this.#nameOfPage(page));
    try {
      const difference = await this.#difference(page, signal);
      if (!signal.aborted) this.#report(differenceInWords(difference, page, this.pageCount));
    } catch (error) {
      const { code } = ApiProblem.from(error);
      if (code !== "aborted") this.#report(this.#nameOfPage(page));
    }
  }

  /** @param {number} page */
  #nameOfPage(page) {
    return say("Page {page} of {count}", { page: numberInWords(page), count: numberInWords(this.pageCount) });
  }

  /**
   * @param {number} page
   * @param {AbortSignal} signal
   */
  #difference(page, signal) {
    const { versions, before, after } = this.#context;
    return versions.comparePage(before.id, before.version.number, after.version.number, page, signal);
  }

  /** @param {string} text */
  #report(text) {
    this.#summary = text;
    this.#said.textContent = text;
  }

  #draw() {
    const box = { width: this.element.clientWidth, height: this.element.clientHeight };
    if (this.#signal.aborted || box.width === 0) return;
    const { before, after } = this.#context;
    const sizes = { before: sizeOf(before.preview, this.#page), after: sizeOf(after.preview, this.#page) };
    const sheet = sheetOf(sizes.before, sizes.after);
    if (!sheet) return;
    const scale = fittingScale(sheet, { ...box, height: box.height - this.#said.offsetHeight }, this.#mode) * this.#zoom;
    this.#drawMode(isStacked(box));
    if (this.#mode === "overlay") this.#drawOverlay(sheet, scale);
    else this.#drawSides(sizes, sheet, scale);
    this.#pages.show(this.#page);
  }

  /** @param {boolean} stacked */
  #drawMode(stacked) {
    this.#modes.forEach((made, index) => {
      setAttributes(made, { "aria-pressed": String(this.#choices[index]?.mode === this.#mode) });
    });
    setAttributes(this.#pair, { "data-mode": this.#mode, "data-stacked": stacked });
    const wanted = this.#shownPictures.map((picture) => picture.element);
    if (wanted.some((shown, index) => this.#pair.children[index] !== shown) || this.#pair.children.length !== wanted.length) {
      this.#pair.replaceChildren(...wanted);
    }
    const flicking = this.#mode === "flick";
    setAttributes(this.#before.element, { "data-covered": flicking && this.#seen === "after" });
    setAttributes(this.#after.element, { "data-covered": flicking && this.#seen === "before" });
  }

  /**
   * @param {Size} sheet
   * @param {number} scale
   */
  #drawOverlay(sheet, scale) {
    const { before, after, raster } = this.#context;
    const pixels = pictureScale(sheet, scale, devicePixelRatio, raster);
    const url = comparedPageUrl(before.id, before.version, after.version, this.#page, pixels);
    this.#overlay.show({ url, size: scaled(sheet, scale), sheet: scaled(sheet, scale) });
  }

  /**
   * @param {{before: Size | null, after: Size | null}} sizes
   * @param {Size} sheet
   * @param {number} scale
   */
  #drawSides(sizes, sheet, scale) {
    const { before, after, raster } = this.#context;
    const draw = (/** @type {PairPicture} */ picture, /** @type {Side} */ { id, version, preview, name }, /** @type {Size | null} */ size) => {
      if (!size) return picture.explain(say("{name} has no page {page}", { name, page: this.#page }), scaled(sheet, scale));
      const width = Math.max(1, Math.round(size.width * pictureScale(size, scale, devicePixelRatio, raster)));
      const url = versionPageUrl(id, version, this.#page, width, formatFor(version.size, preview.pageCount));
      return picture.show({ url, size: scaled(size, scale), sheet: scaled(sheet, scale) });
    };
    draw(this.#before, before, sizes.before);
    draw(this.#after, after, sizes.after);
  }
}
