/**
 * A page cut into tiles, at every resolution: which there are, and where they lie. Pure.
 *
 * The page is an image service (IIIF Image API 3). Its full image has whole pixels, and a region of it can be asked
 * for at any size. At scale factor 2 a pixel of a tile stands for 2 × 2 pixels of the full image. The tile stands
 * for a region of twice its side. Below 1 a vector page is drawn larger than its full image, and gains detail.
 *
 * Each level is twice as fine as the one below it. Between two levels a vector page has the tiles of the finer one with
 * three quarters of its pixels along a side. At 800 % on a usual screen a point has 12 pixels then instead of 16. Little
 * more than half as much is drawn, sent and kept.
 */

import { clamp, rect } from "../../gestures/geometry/index.js";

/** @typedef {import("../../api/page-source.js").PageImage} PageImage */
/** @typedef {import("../../api/page-source.js").Tile} Tile */
/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../../gestures/geometry/index.js").Size} Size */

/** The finest tiles of a vector page: 256 pixels a point, what the largest zoom takes on a screen of three. */
const FINEST = 1 / 64;

/** The pixels of a level that one between it and the coarser level stands for. */
const BETWEEN = 4 / 3;

/** A resolution that is missed by less than this share of itself is reached: the eye does not see it, and pages are rounded. */
const SLACK = 0.005;

export class TileGrid {
  #page;
  #full;
  #side;
  #finest;
  #between;
  #scale;

  /**
   * @param {Size} page in page units
   * @param {PageImage} image
   * @param {boolean} isRaster whether the page is pixels, which grow no sharper than they are
   */
  constructor(page, { full, side }, isRaster) {
    this.#page = page;
    this.#full = full;
    this.#side = side;
    this.#finest = isRaster ? 1 : FINEST;
    this.#between = isRaster ? 1 : BETWEEN;
    // The last pixel may lie on the page in part, so that the quotient is a little more than the power of two it is.
    this.#scale = isRaster ? full.width / page.width : 2 ** Math.round(Math.log2(full.width / page.width));
  }

  /** The factor at which the whole page is one tile. */
  get coarsest() {
    const longest = Math.max(this.#full.width, this.#full.height);
    return 2 ** Math.max(0, Math.ceil(Math.log2(longest / this.#side)));
  }

  /**
   * The coarsest factor that is sharp: scaled down looks good, scaled up blurs.
   * @param {number} width of the page as shown, in device pixels
   */
  factorFor(width) {
    const density = width / (this.#page.width * this.#scale);
    const most = (1 + SLACK) / density;
    const level = levelOf(most);
    const factor = most < level * this.#between ? level : level * this.#between;
    return clamp(Number.isFinite(factor) && factor > 0 ? factor : 1, this.#finest, this.coarsest);
  }

  /**
   * The tiles that meet a part of the page, row by row.
   * @param {Rect} part in fractions of the page's sides
   * @param {number} factor
   * @returns {Tile[]}
   */
  tilesIn(part, factor) {
    const step = this.#side * levelOf(factor);
    const columns = span(part.x, part.width, this.#page.width * this.#scale, this.#full.width, step);
    const rows = span(part.y, part.height, this.#page.height * this.#scale, this.#full.height, step);
    return rows.flatMap((row) => columns.map((column) => this.#tile(column, row, factor)));
  }

  /**
   * @param {number} column
   * @param {number} row
   * @param {number} factor
   * @returns {Tile}
   */
  #tile(column, row, factor) {
    const step = this.#side * levelOf(factor);
    const [x, y] = [column * step, row * step];
    const width = Math.min(step, this.#full.width - x);
    const height = Math.min(step, this.#full.height - y);
    return {
      key: `${factor}/${column},${row}`,
      factor,
      region: rect(x, y, width, height),
      size: { width: wholePixels(width / factor), height: wholePixels(height / factor) },
      frame: this.#frame(x, y, width, height),
    };
  }

  /**
   * A region of the full image on the page; what hangs over the page's edge is not there.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  #frame(x, y, width, height) {
    const [wide, high] = [this.#page.width * this.#scale, this.#page.height * this.#scale];
    const [right, bottom] = [Math.min(1, (x + width) / wide), Math.min(1, (y + height) / high)];
    return rect(x / wide, y / high, right - x / wide, bottom - y / high);
  }
}

/**
 * The factor of the level to which a factor belongs.
 * @param {number} factor
 */
function levelOf(factor) {
  return 2 ** Math.floor(Math.log2(factor));
}

/**
 * As many pixels as a length takes; quotients of a factor between levels miss whole numbers by their last digits.
 * @param {number} length
 */
function wholePixels(length) {
  return Math.ceil(length - 1e-6);
}

/**
 * The indices of the tiles along one side.
 * @param {number} start in fractions of the page
 * @param {number} length in the same
 * @param {number} pixels of the page along this side
 * @param {number} full whole pixels of the full image along this side
 * @param {number} step pixels of the full image that a tile has along this side
 * @returns {number[]}
 */
function span(start, length, pixels, full, step) {
  if (!(length > 0)) return [];
  const first = Math.max(0, Math.floor((start * pixels) / step));
  const last = Math.min(Math.ceil(full / step), Math.ceil(((start + length) * pixels) / step)) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
