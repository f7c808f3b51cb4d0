/** Which of the tiles that the server names are wanted of a page, and in which order. Pure. */

import { fractionIn, overlap, rect, vec } from "../../gestures/geometry/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../../api/page-source.js").Tile} Tile */
/** @typedef {import("./tile-grid.js").TileGrid} TileGrid */

/**
 * @typedef {object} TilePlan
 * @property {readonly Tile[]} seen tiles of which something is seen, nearest to the middle first
 * @property {readonly Tile[]} near those around them, the same
 */

/** How much beyond what is seen is loaded ahead, as a share of it on each side. */
const MARGIN = 0.25;

/**
 * @param {TileGrid} grid
 * @param {Rect} frame where the page lies
 * @param {Rect} box what is seen, in the same coordinates
 * @param {number} pixelRatio
 * @returns {TilePlan}
 */
export function planTiles(grid, frame, box, pixelRatio) {
  const factor = grid.factorFor(frame.width * pixelRatio);
  const middle = fractionIn(frame, vec(box.x + box.width / 2, box.y + box.height / 2));
  const nearest = (/** @type {Tile[]} */ tiles) => [...tiles].sort((a, b) => {
    return distanceTo(a, middle, frame) - distanceTo(b, middle, frame);
  });
  const seen = nearest(grid.tilesIn(partOf(frame, box), factor));
  const keys = new Set(seen.map(({ key }) => key));
  const around = grid.tilesIn(partOf(frame, grown(box)), factor).filter(({ key }) => !keys.has(key));
  return { seen, near: nearest(around) };
}

/**
 * The part of a page that lies in a box, in fractions of the page.
 * @param {Rect} frame
 * @param {Rect} box
 */
function partOf(frame, box) {
  const { x, y } = fractionIn(frame, vec(Math.max(frame.x, box.x), Math.max(frame.y, box.y)));
  const width = overlap(frame.x, frame.x + frame.width, box.x, box.x + box.width) / frame.width;
  const height = overlap(frame.y, frame.y + frame.height, box.y, box.y + box.height) / frame.height;
  return rect(x, y, width, height);
}

/** @param {Rect} box */
function grown({ x, y, width, height }) {
  return rect(x - MARGIN * width, y - MARGIN * height, (1 + 2 * MARGIN) * width, (1 + 2 * MARGIN) * height);
}

/**
 * How far a tile's middle is from a place, in the units of `frame`.
 * @param {Tile} tile
 * @param {import("../../gestures/geometry/index.js").Point} place in fractions of the page
 * @param {Rect} frame
 */
function distanceTo({ frame: { x, y, width, height } }, place, frame) {
  return Math.hypot((x + width / 2 - place.x) * frame.width, (y + height / 2 - place.y) * frame.height);
}
