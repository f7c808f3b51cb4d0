/** Pages that are turned by quarters: what lies on the page as it is, and as it is shown. Pure. */

import { rect, vec } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/geometry/index.js").Rect} Rect */
/** @typedef {import("../gestures/geometry/index.js").Size} Size */

/** @typedef {import("../shell/address.js").Turn} Turn */

/** @type {readonly Turn[]} */
const TURNS = Object.freeze([0, 90, 180, 270]);

/**
 * The turn that is nearest to a number of degrees.
 * @param {number} degrees
 * @returns {Turn}
 */
export function turnOf(degrees) {
  return TURNS[((Math.round(degrees / 90) % 4) + 4) % 4] ?? 0;
}

/**
 * @param {Size} size
 * @param {Turn} turn
 * @returns {Size}
 */
export function turnedSize({ width, height }, turn) {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Where a place of the page is shown, both as fractions of the sides.
 * @param {Point} place
 * @param {Turn} turn
 * @returns {Point}
 */
export function turned({ x, y }, turn) {
  if (turn === 90) return vec(1 - y, x);
  if (turn === 180) return vec(1 - x, 1 - y);
  return turn === 270 ? vec(y, 1 - x) : vec(x, y);
}

/**
 * The place of the page that is shown at a place; inverse of {@link turned}.
 * @param {Point} place
 * @param {Turn} turn
 */
export function unturned(place, turn) {
  return turned(place, turnOf(360 - turn));
}

/**
 * Where a part of the page is shown, both in fractions of the sides.
 * @param {Rect} part
 * @param {Turn} turn
 * @returns {Rect}
 */
export function turnedRect({ x, y, width, height }, turn) {
  const [a, b] = [turned(vec(x, y), turn), turned(vec(x + width, y + height), turn)];
  return rect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(a.x - b.x), Math.abs(a.y - b.y));
}

/**
 * As CSS writes it, what lays an unturned element on a frame whose corner is at the origin.
 * @param {Size} shown size of the frame
 * @param {Turn} turn
 */
export function turnTransform({ width, height }, turn) {
  if (turn === 0) return "";
  const corner = { 90: [width, 0], 180: [width, height], 270: [0, height] }[turn] ?? [0, 0];
  return ` translate(${corner[0]}px, ${corner[1]}px) rotate(${turn}deg)`;
}
