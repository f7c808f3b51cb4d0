/** What of a document is shown, and how large: the reader's state as one immutable value. Pure. */

import { clamp } from "../geometry/interval.js";
import { imageWidth, snap, snapFit } from "../geometry/resolution.js";
import { fitPage, fitWidth, limitZoom, stepZoom } from "../geometry/zoom.js";
import { vec } from "../geometry/vec.js";
import { AIR, PageLayout } from "./page-layout.js";

/** @typedef {import("../geometry/vec.js").Size} Size */
/** @typedef {import("../geometry/vec.js").Vec} Vec */

/** @typedef {import("../geometry/zoom.js").Zoom} Zoom */

/**
 * @typedef {object} ViewportState
 * @property {readonly Size[]} pages in page units, as shown after their own rotation
 * @property {number} unit CSS pixels that a page unit measures at 100 %
 * @property {boolean} raster whether the pages are pixels, which grow no sharper than they are
 * @property {Size} box what is seen at once, in CSS pixels
 * @property {number} pixelRatio device pixels per CSS pixel
 * @property {Zoom} zoom
 */

/** CSS pixels of a point (1/72 inch); CSS counts 96 pixels to the inch. */
export const CSS_PIXELS_PER_POINT = 96 / 72;

/** The automatic zoom makes a page no larger than this: text in its own size, slides half as large again. */
const AUTOMATIC_LIMIT = Object.freeze({ portrait: 1, landscape: 1.5, raster: 1 });

/** Most pixels of one image of a whole page, 16 MiB when decoded: a Letter page at 200 %. Beyond it come tiles. */
export const WHOLE_PAGE_PIXELS = 4 * 1024 * 1024;

/** Pixels of the image that tiles lie on: there at once, and enough to find one's way by. */
const GROUND_PIXELS = 1024 * 1024;

/** Pages wider than this many times the common page do not decide on a fit: a fold-out among letters. */
const FOLD_OUT = 1.6;

export class Viewport {
  #state;
  /** @type {PageLayout | null} */
  #layout = null;
  /** @type {Size | null} */
  #reference = null;
  /** @type {number | null} */
  #zoom = null;

  /** @param {ViewportState} state */
  constructor(state) {
    this.#state = state;
  }

  /**
   * A copy with some of its state changed.
   * @param {Partial<ViewportState>} changes
   */
  with(changes) {
    return new Viewport({ ...this.#state, ...changes });
  }

  get pageCount() {
    return this.#state.pages.length;
  }

  get box() {
    return this.#state.box;
  }

  get pixelRatio() {
    return this.#state.pixelRatio;
  }

  get mode() {
    return this.#state.zoom.mode;
  }

  /** The zoom that results, 1 for 100 %. */
  get zoom() {
    this.#zoom ??= this.#resolveZoom();
    return this.#zoom;
  }

  /** Where the pages lie. */
  get layout() {
    const { pages, box, pixelRatio } = this.#state;
    this.#layout ??= new PageLayout(pages.map((page) => this.#shown(page)), box, pixelRatio);
    return this.#layout;
  }

  /**
   * How many pixels wide the image of a whole page should be: what its tiles lie on where it has some.
   * @param {number} page from 1
   */
  imageWidth(page) {
    const frame = this.layout.frame(page);
    const wanted = this.#sharpWidth(page);
    return this.isTiled(page) ? Math.min(wanted, Math.round(Math.sqrt(GROUND_PIXELS * frame.width / frame.height))) : wanted;
  }

  /**
   * Whether a page takes more pixels than one image of it should have.
   * @param {number} page from 1
   */
  isTiled(page) {
    const frame = this.layout.frame(page);
    const device = Math.min(frame.width * this.pixelRatio, this.#native(page));
    return device * device * (frame.height / frame.width) > WHOLE_PAGE_PIXELS;
  }

  /**
   * A page's own size, in page units.
   * @param {number} page from 1
   * @returns {Size}
   */
  pageSize(page) {
    return this.#state.pages[page - 1] ?? { width: 1, height: 1 };
  }

  /** Whether the pages are pixels. */
  get isRaster() {
    return this.#state.raster;
  }

  /**
   * How far one can scroll, in CSS pixels; the least is nought on both axes.
   * @returns {Vec}
   */
  get scrollLimit() {
    const { content } = this.layout;
    return vec(Math.max(0, content.width - this.box.width), Math.max(0, content.height - this.box.height));
  }

  /**
   * The place to scroll to that is nearest to `scroll`.
   * @param {Vec} scroll
   */
  within(scroll) {
    const limit = this.scrollLimit;
    return vec(clamp(scroll.x, 0, limit.x), clamp(scroll.y, 0, limit.y));
  }

  /** Whether pages are wider than the box, so that a finger moves them sideways. */
  get isZoomedIn() {
    return this.scrollLimit.x > 0;
  }

  /** As the document is shown at first, whatever was chosen since. */
  get fitted() {
    return this.with({ zoom: { mode: "automatic" } });
  }

  /** The smallest view that fingers leave: the whole page, or the automatic one where that is smaller. */
  get smallest() {
    const whole = this.with({ zoom: { mode: "page" } });
    return whole.zoom < this.fitted.zoom ? whole : this.fitted;
  }

  /**
   * The same at a chosen zoom.
   * @param {number} scale 1 for 100 %; brought within the limits
   */
  scaledTo(scale) {
    return this.with({ zoom: { mode: "scale", scale } });
  }

  /** @param {1 | -1} direction */
  stepped(direction) {
    return this.scaledTo(stepZoom(this.zoom, direction));
  }

  /** @param {number} page */
  #native(page) {
    return this.#state.raster ? this.pageSize(page).width : Infinity;
  }

  /** @param {number} page */
  #sharpWidth(page) {
    return imageWidth(this.layout.frame(page), this.pixelRatio, this.#native(page));
  }

  #resolveZoom() {
    const { zoom, unit, pixelRatio } = this.#state;
    if (zoom.mode === "scale") return limitZoom(zoom.scale);
    const reference = this.#referencePage();
    const size = { width: reference.width * unit, height: reference.height * unit };
    const { fit, limit } = this.#wanted(zoom.mode, size);
    return fit >= limit ? limit : snapFit(fit, size.width, pixelRatio);
  }

  /**
   * @param {"width" | "page"} mode
   * @param {Size} size of the reference page at 100 %
   */
  #fit(mode, size) {
    const room = this.#room();
    return mode === "width" ? fitWidth(size.width, room.width) : fitPage(size, room);
  }

  /**
   * @param {"automatic" | "width" | "page"} mode
   * @param {Size} size of the reference page at 100 %
   */
  #wanted(mode, size) {
    return mode === "automatic" ? this.#automatic(size) : { fit: this.#fit(mode, size), limit: Infinity };
  }

  /**
   * Reads best: text by its width, slides and pictures as a whole.
   * @param {Size} size of the reference page at 100 %
   */
  #automatic(size) {
    if (this.#state.raster) return { fit: this.#fit("page", size), limit: AUTOMATIC_LIMIT.raster };
    if (size.width > size.height) return { fit: this.#fit("page", size), limit: AUTOMATIC_LIMIT.landscape };
    return { fit: this.#fit("width", size), limit: AUTOMATIC_LIMIT.portrait };
  }

  /** The box without the air around the page. */
  #room() {
    const { box } = this.#state;
    return { width: Math.max(1, box.width - 2 * AIR), height: Math.max(1, box.height - 2 * AIR) };
  }

  /**
   * The page by which a fit is measured: the widest one that is not a fold-out.
   * @returns {Size}
   */
  #referencePage() {
    this.#reference ??= referenceOf(this.#state.pages);
    return this.#reference;
  }

  /**
   * A page as shown: whole device pixels, so that its image needs no stretching. In a fit a fold-out is made
   * to fit too.
   * @param {Size} page
   * @returns {Size}
   */
  #shown(page) {
    const { unit, pixelRatio, zoom } = this.#state;
    const fitting = zoom.mode === "scale" ? Infinity : this.#room().width / (page.width * unit);
    const width = snap(page.width * unit * Math.min(this.zoom, fitting), pixelRatio);
    return { width, height: snap((width * page.height) / page.width, pixelRatio) };
  }
}

/**
 * @param {readonly Size[]} pages
 * @returns {Size}
 */
function referenceOf(pages) {
  const byWidth = [...pages].sort((a, b) => a.width - b.width);
  const common = byWidth[byWidth.length >> 1];
  if (!common) return { width: 1, height: 1 };
  const ordinary = byWidth.filter((page) => page.width <= FOLD_OUT * common.width);
  return ordinary[ordinary.length - 1] ?? common;
}
