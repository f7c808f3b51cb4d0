/** How finished ink is cut into tiles, so that a new stroke repaints little. Pure. */

import { meet, rect } from "../../gestures/geometry/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../saving/board-file.js").Stroke} Stroke */

/** Side of a tile in device pixels: large enough to be few, small enough to be repainted between two frames. */
export const TILE_PIXELS = 512;

/** Tiles overlap by this many pixels: where they meet nothing shines through. */
export const TILE_OVERLAP = 1;

/** @typedef {{readonly column: number, readonly row: number}} TileSpot */

/**
 * Where in board units a tile lies.
 * @param {TileSpot} spot
 * @param {number} resolution
 */
export function tileFrame({ column, row }, resolution) {
  const side = TILE_PIXELS / resolution;
  return rect(column * side, row * side, side, side);
}

/**
 * The tiles that a rectangle of the board touches.
 * @param {Rect} frame
 * @param {number} resolution
 * @returns {TileSpot[]}
 */
export function tilesOver({ x, y, width, height }, resolution) {
  const side = TILE_PIXELS / resolution;
  const [left, top] = [Math.floor(x / side), Math.floor(y / side)];
  const columns = Math.floor((x + width) / side) - left + 1;
  const rows = Math.floor((y + height) / side) - top + 1;
  return Array.from({ length: columns * rows }, (_, index) => (
    { column: left + (index % columns), row: top + Math.floor(index / columns) }
  ));
}

/**
 * How ink has changed. New strokes on top can be painted over what is there. Where other strokes have come or
 * gone, everything under them is painted anew.
 * @param {readonly Stroke[]} before
 * @param {readonly Stroke[]} after
 * @returns {{added: readonly Stroke[], disturbed: readonly Stroke[]}}
 */
export function inkChanges(before, after) {
  if (before === after) return { added: [], disturbed: [] };
  const common = commonStart(before, after);
  if (common === before.length) return { added: after.slice(common), disturbed: [] };
  const [old, fresh] = [new Set(before), new Set(after)];
  const gone = before.filter((stroke) => !fresh.has(stroke));
  const come = after.filter((stroke) => !old.has(stroke));
  // The same strokes in another order: all that were moved may cover one another differently.
  const disturbed = gone.length + come.length ? [...gone, ...come] : after.slice(common);
  return { added: [], disturbed };
}

/**
 * @param {readonly Stroke[]} before
 * @param {readonly Stroke[]} after
 */
function commonStart(before, after) {
  const end = Math.min(before.length, after.length);
  for (let index = 0; index < end; index += 1) if (before[index] !== after[index]) return index;
  return end;
}

/**
 * @param {Rect} frame
 * @param {readonly Rect[]} others
 */
export function touches(frame, others) {
  return others.some((other) => meet(frame, other));
}
