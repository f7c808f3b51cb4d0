/**
 * Which tiles content is cut into, at which resolutions, and which of them are to be seen. Pure.
 *
 * A level k has 2ᵏ px for a unit of the content, times the density of the screen. Of L levels, B are above 1:
 * they are 2ᴮ, 2ᴮ⁻¹ and so on, L in all. UIKit's `CATiledLayer`.
 */

import { LEVELS_OF_DETAIL, LEVELS_OF_DETAIL_BIAS, TILE_SIZE } from "../constants.js";

/** @typedef {import("../geometry/rect.js").Rect} Rect */
/** @typedef {import("../geometry/rect.js").Size} Size */

/** @typedef {{readonly column: number, readonly row: number}} TileAddress */

/**
 * @typedef {object} TilePlanOptions
 * @property {Size} contentSize at a zoom of 1
 * @property {Size} [tileSize] px of the screen, 256 by 256 when it is missing
 * @property {number} [density] px of the screen for a CSS pixel, 1 when it is missing
 * @property {number} [levelsOfDetail] how many resolutions there are
 * @property {number} [levelsOfDetailBias] how many of them are above 1
 */

/** A zoom that is above a level by less than this is that level: rounding, and no enlargement. */
const ROUNDING = 1e-6;

/** See above. */
export class TilePlan {
  #contentSize;
  #tileSize;
  #density;
  #levels;
  #bias;

  /**
   * @param {TilePlanOptions} options
   * @throws {RangeError} when a length is not positive and finite, or there is no level
   */
  constructor({
    contentSize, tileSize = { width: TILE_SIZE, height: TILE_SIZE }, density = 1,
    levelsOfDetail = LEVELS_OF_DETAIL, levelsOfDetailBias = LEVELS_OF_DETAIL_BIAS,
  }) {
    const lengths = [contentSize.width, contentSize.height, tileSize.width, tileSize.height, density];
    if (!lengths.every((length) => length > 0 && length < Infinity)) throw new RangeError("lengths of tiles are positive");
    if (!(levelsOfDetail >= 1)) throw new RangeError("tiles need a level of detail");
    this.#contentSize = contentSize;
    this.#tileSize = tileSize;
    this.#density = density;
    this.#levels = levelsOfDetail;
    this.#bias = levelsOfDetailBias;
  }

  /** The scales of all levels, the largest first. */
  get scales() {
    return Array.from({ length: this.#levels }, (_, index) => 2 ** (this.#bias - index));
  }

  /**
   * The smallest level that need not be enlarged for a zoom; the largest when all must be.
   * @param {number} zoomScale
   * @returns {number} k
   */
  levelFor(zoomScale) {
    const wanted = Math.ceil(Math.log2(zoomScale) - ROUNDING);
    const least = this.#bias - this.#levels + 1;
    return wanted > least ? Math.min(this.#bias, wanted) : least;
  }

  /**
   * How much of the content a tile covers, in its units.
   * @param {number} level
   * @returns {Size}
   */
  coverage(level) {
    const scale = 2 ** level * this.#density;
    return { width: this.#tileSize.width / scale, height: this.#tileSize.height / scale };
  }

  /**
   * How many tiles there are.
   * @param {number} level
   */
  counts(level) {
    const { width, height } = this.coverage(level);
    const count = (/** @type {number} */ length, /** @type {number} */ tile) => Math.max(1, Math.ceil(length / tile - ROUNDING));
    return { columns: count(this.#contentSize.width, width), rows: count(this.#contentSize.height, height) };
  }

  /**
   * The size of one tile; those at the right and the bottom are what is left.
   * @param {number} level
   * @param {TileAddress} address
   * @returns {Size | null} px of the level; null where there is no such tile
   */
  sizeOf(level, { column, row }) {
    const { columns, rows } = this.counts(level);
    if (!(column >= 0 && row >= 0 && column < columns && row < rows)) return null;
    const scale = 2 ** level * this.#density;
    return {
      width: Math.min(this.#tileSize.width, this.#contentSize.width * scale - column * this.#tileSize.width),
      height: Math.min(this.#tileSize.height, this.#contentSize.height * scale - row * this.#tileSize.height),
    };
  }

  /**
   * The tiles that a part of the content lies on, row by row.
   * @param {number} level
   * @param {Rect} rect of the content
   * @returns {TileAddress[]}
   */
  tilesIn(level, rect) {
    const { columns, rows } = this.counts(level);
    const { width, height } = this.coverage(level);
    const across = indices(rect.x / width, (rect.x + rect.width) / width, columns);
    return indices(rect.y / height, (rect.y + rect.height) / height, rows)
      .flatMap((row) => across.map((column) => ({ column, row })));
  }
}

/**
 * The whole numbers that an interval lies on, its end not among them.
 * @param {number} start
 * @param {number} end
 * @param {number} count
 */
function indices(start, end, count) {
  const first = Math.max(0, Math.floor(start));
  const beyond = Math.min(count, Math.ceil(end));
  return Array.from({ length: Math.max(0, beyond - first) || 0 }, (_, index) => first + index);
}
