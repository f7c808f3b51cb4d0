/** The pages, the window and the zoom of the reader as one immutable value. Pure. */

import { clamp, vec } from "../gestures/geometry/index.js";
import { imageWidth, snap } from "../shell/resolution.js";
import { limitZoom, stepZoom } from "../shell/zoom.js";
import { fittedZoom, roomOf } from "./fitted-zoom.js";
import { PageLayout } from "./page-layout.js";

/** @typedef {import("../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../gestures/geometry/index.js").Point} Point */

/** @typedef {import("../shell/zoom.js").Zoom} Zoom */

/**
 * @typedef {object} ViewportState
 * @property {readonly Size[]} pages in page units, as shown after their own rotation
 * @property {number} unit CSS pixels that a page unit measures at 100 %
 * @property {boolean} raster whether the pages are pixels, which grow no sharper than they are
 * @property {Size} box what is seen at once, in CSS pixels
 * @property {number} pixelRatio device pixels per CSS pixel
 * @property {Zoom} zoom
 * @property {number} [wholePixels] the most pixels of one image, where there are no tiles beyond it
 */

/** CSS pixels of a point (1/72 inch); CSS counts 96 pixels to the inch. */
export const CSS_PIXELS_PER_POINT = 96 / 72;

/** Most pixels of one image of a whole page, 16 MiB when decoded: a Letter page at 200 %. Beyond it come tiles. */
const WHOLE_PAGE_PIXELS = 4 * 1024 * 1024;

/** Pixels of the image that tiles lie on: there at once, and enough to find one's way by. */
const GROUND_PIXELS = 1024 * 1024;

export class Viewport {
  #state;
  /** @type {PageLayout | null} */
  #layout = null;
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
    const { zoom } = this.#state;
    this.#zoom ??= zoom.mode === "scale" ? limitZoom(zoom.scale) : fittedZoom(this.#state, zoom.mode);
    return this.#zoom;
  }

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
    const sharp = imageWidth(frame, this.pixelRatio, this.#native(page));
    const most = this.#state.wholePixels ?? GROUND_PIXELS;
    const ground = Math.round(Math.sqrt((most * frame.width) / frame.height));
    return this.isTiled(page) ? Math.min(sharp, ground) : sharp;
  }

  /**
   * Whether a page takes more pixels than one image of it should have.
   * @param {number} page from 1
   */
  isTiled(page) {
    const frame = this.layout.frame(page);
    const device = Math.min(frame.width * this.pixelRatio, this.#native(page));
    return device * device * (frame.height / frame.width) > (this.#state.wholePixels ?? WHOLE_PAGE_PIXELS);
  }

  /**
   * A page's own size, in page units.
   * @param {number} page from 1
   * @returns {Size}
   */
  pageSize(page) {
    return this.#state.pages[page - 1] ?? { width: 1, height: 1 };
  }

  get isRaster() {
    return this.#state.raster;
  }

  /**
   * How far one can scroll, in CSS pixels; the least is nought on both axes.
   * @returns {Point}
   */
  get scrollLimit() {
    const { content } = this.layout;
    return vec(Math.max(0, content.width - this.box.width), Math.max(0, content.height - this.box.height));
  }

  /**
   * The place to scroll to that is nearest to `scroll`.
   * @param {Point} scroll
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

  /**
   * A page as shown: whole device pixels, so that its image needs no stretching. In a fit a fold-out is made
   * to fit too.
   * @param {Size} page
   * @returns {Size}
   */
  #shown(page) {
    const { unit, pixelRatio, zoom } = this.#state;
    const fitting = zoom.mode === "scale" ? Infinity : roomOf(this.box).width / (page.width * unit);
    const width = snap(page.width * unit * Math.min(this.zoom, fitting), pixelRatio);
    return { width, height: snap((width * page.height) / page.width, pixelRatio) };
  }
}
