/**
 * Which parts of a picture are there at all: one byte a pixel, of any resolution, stretched over a node's bounds.
 *
 * A mask of a quarter the size needs a sixteenth of the memory and is as good for fingers. The node's own
 * transform has been undone before the mask is asked, so that it may be scaled and turned as it likes.
 */

import { MASK_ALPHA, TRANSPARENT_PIXEL } from "../constants.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("../geometry/rect.js").Rect} Rect */

/** Where pictures have soft edges: only what is at least a third opaque is touched. Recipe 1-6: 85 of 255 misses. */
export const SOFT_EDGE_CUTOFF = MASK_ALPHA;

/** Every visible pixel can be touched. */
const VISIBLE_CUTOFF = TRANSPARENT_PIXEL * 255;

export class AlphaMask {
  #width;
  #height;
  #alpha;
  #cutoff;

  /**
   * @param {number} width pixels
   * @param {number} height pixels
   * @param {ArrayLike<number>} alpha 0 to 255, row by row from the top left
   * @param {number} [cutoff] of 255; a pixel is touched above it. All that is visible where left out
   * @throws {RangeError} where there are not `width` × `height` values
   */
  constructor(width, height, alpha, cutoff = VISIBLE_CUTOFF) {
    if (!(width >= 1 && height >= 1 && alpha.length >= width * height)) {
      throw new RangeError(`an alpha mask of ${width} × ${height} needs that many values, not ${alpha.length}`);
    }
    this.#width = width;
    this.#height = height;
    this.#alpha = alpha;
    this.#cutoff = cutoff;
  }

  /**
   * The mask of a picture as canvas `getImageData` gives it.
   * @param {{readonly width: number, readonly height: number, readonly data: ArrayLike<number>}} picture RGBA
   * @param {number} [cutoff] of 255
   * @throws {RangeError} where there are not four values for each pixel
   */
  static of({ width, height, data }, cutoff = VISIBLE_CUTOFF) {
    const alpha = new Uint8Array(Math.floor(data.length / 4)).map((_, pixel) => data[4 * pixel + 3] ?? 0);
    return new AlphaMask(width, height, alpha, cutoff);
  }

  /**
   * @param {Point} point in the coordinates of `bounds`
   * @param {Rect} bounds over which the picture is stretched
   */
  covers(point, bounds) {
    const column = Math.floor(((point.x - bounds.x) / bounds.width) * this.#width);
    const row = Math.floor(((point.y - bounds.y) / bounds.height) * this.#height);
    if (!(column >= 0 && row >= 0 && column < this.#width && row < this.#height)) return false;
    return (this.#alpha[row * this.#width + column] ?? 0) > this.#cutoff;
  }
}
