/** The tiles of one page, on top of its whole image. Coarser ones lie below, and stay until finer ones cover them. */

import { element } from "../../shell/element.js";
import { snapPosition } from "../../shell/resolution.js";

/** @typedef {import("../../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../../api/page-source.js").Tile} Tile */
/** @typedef {import("./tile-plan.js").TilePlan} TilePlan */

/** More than there are levels of tiles, with those between them: the finest lie on top, and none below the whole image. */
const LEVELS = 32;

export class TileLayer {
  /** @type {HTMLElement} */
  element = element("div", { class: "page-tiles" });
  /** @type {Map<string, {readonly tile: Tile, readonly image: HTMLImageElement}>} */
  #shown = new Map();

  /**
   * Puts the tiles that are there into their places.
   * @param {TilePlan} plan
   * @param {(tile: Tile) => HTMLImageElement | null} imageOf
   */
  show(plan, imageOf) {
    const wanted = [...plan.seen, ...plan.near];
    for (const tile of wanted) {
      const image = imageOf(tile);
      if (image && !this.#shown.has(tile.key)) this.#add(tile, image);
    }
    const isCovered = plan.seen.every(({ key }) => this.#shown.has(key));
    const keys = new Set(wanted.map(({ key }) => key));
    const factor = plan.seen[0]?.factor;
    for (const [key, { tile }] of this.#shown) {
      if (!keys.has(key) && (isCovered || tile.factor === factor)) this.#remove(key);
    }
  }

  /**
   * @param {Size} page in CSS pixels
   * @param {number} pixelRatio
   */
  place(page, pixelRatio) {
    for (const { tile, image } of this.#shown.values()) placeTile(image, tile, page, pixelRatio);
  }

  clear() {
    for (const key of [...this.#shown.keys()]) this.#remove(key);
  }

  /**
   * @param {Tile} tile
   * @param {HTMLImageElement} image
   */
  #add(tile, image) {
    image.style.zIndex = String(LEVELS - Math.round(2 * Math.log2(tile.factor)));
    this.#shown.set(tile.key, { tile, image });
    this.element.append(image);
  }

  /** @param {string} key */
  #remove(key) {
    this.#shown.get(key)?.image.remove();
    this.#shown.delete(key);
  }
}

/**
 * On whole device pixels, so that neighbours share their edge and no seam is seen.
 * @param {HTMLImageElement} image
 * @param {Tile} tile
 * @param {Size} page in CSS pixels
 * @param {number} pixelRatio
 */
function placeTile(image, { frame }, page, pixelRatio) {
  const left = snapPosition(frame.x * page.width, pixelRatio);
  const top = snapPosition(frame.y * page.height, pixelRatio);
  const right = snapPosition((frame.x + frame.width) * page.width, pixelRatio);
  const bottom = snapPosition((frame.y + frame.height) * page.height, pixelRatio);
  Object.assign(image.style, {
    left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px`,
  });
}
