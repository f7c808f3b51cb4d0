/** Where a menu opens: never over the button that opened it, where a second tap would press an item. Pure. */

import { clamp } from "../gestures/geometry/index.js";

/**
 * A place in the window, in CSS pixels.
 * @typedef {{readonly x: number, readonly y: number}} Place
 */

/** @typedef {{readonly width: number, readonly height: number}} Size in CSS pixels */
/** @typedef {{readonly left: number, readonly top: number, readonly right: number, readonly bottom: number}} Edges */

/**
 * The corner of a menu, and the most height that it may have there: what is higher scrolls. `side` is where it lies, seen from its
 * button; left out where it has none.
 * @typedef {{readonly left: number, readonly top: number, readonly height: number, readonly side?: Side}} MenuPlace
 */

/** @typedef {"below" | "above" | "left" | "right"} Side */

/** The arrow of a menu keeps so far from the corners, in CSS pixels. */
const CORNER = 22;

/** Between the button and the menu, and between the menu and the window's edge. */
export const DISTANCE = 6;

/**
 * Below the button where there is room, above it else. Where the menu fits in neither it opens to a side, if all of it is
 * seen there. Else it scrolls in the larger one; where that is too low it scrolls at a side.
 * @param {Edges} button
 * @param {Size} menu as high as all its items
 * @param {Size} window
 * @param {number} least the lowest menu that can be used, in CSS pixels
 * @returns {MenuPlace}
 */
export function placeBeside(button, menu, window, least) {
  const below = window.height - DISTANCE - (button.bottom + DISTANCE);
  const above = button.top - 2 * DISTANCE;
  const across = within(button.right - menu.width, menu.width, window.width);
  const under = { left: across, top: button.bottom + DISTANCE, height: below, side: /** @type {const} */ ("below") };
  const over = { left: across, top: button.top - DISTANCE - Math.min(menu.height, above), height: above, side: /** @type {const} */ ("above") };
  if (menu.height <= below) return under;
  if (menu.height <= above) return over;
  const larger = below >= above ? under : over;
  const aside = placeAside(button, menu, window);
  return aside && (menu.height <= aside.height || larger.height < least) ? aside : larger;
}

/**
 * To the left of the button, or to its right; null where there is no room for either.
 * @param {Edges} button
 * @param {Size} menu
 * @param {Size} window
 * @returns {MenuPlace | null}
 */
function placeAside(button, menu, window) {
  const height = window.height - 2 * DISTANCE;
  const top = within(button.top, Math.min(menu.height, height), window.height);
  const left = button.left - DISTANCE - menu.width;
  if (left >= DISTANCE) return { left, top, height, side: "left" };
  const right = button.right + DISTANCE;
  return right + menu.width <= window.width - DISTANCE ? { left: right, top, height, side: "right" } : null;
}

/**
 * Where the arrow of a menu is: in the middle of the button, on the edge of the menu that is nearer to it.
 * @param {Edges} button
 * @param {Edges} menu as it is shown
 * @param {Side} side
 * @returns {Place}
 */
export function arrowAt(button, menu, side) {
  const along = (/** @type {number} */ middle, /** @type {number} */ from, /** @type {number} */ to) => clamp(middle, from + CORNER, Math.max(from + CORNER, to - CORNER));
  if (side === "below" || side === "above") return { x: along((button.left + button.right) / 2, menu.left, menu.right), y: side === "below" ? menu.top : menu.bottom };
  return { x: side === "right" ? menu.left : menu.right, y: along((button.top + button.bottom) / 2, menu.top, menu.bottom) };
}

/**
 * To the right of the place and below it where there is room, within the window.
 * @param {Place} place
 * @param {Size} menu
 * @param {Size} window
 * @returns {MenuPlace}
 */
export function placeAt({ x, y }, menu, window) {
  const left = x + menu.width <= window.width - DISTANCE ? x : x - menu.width;
  const top = y + menu.height <= window.height - DISTANCE ? y : y - menu.height;
  return { left: Math.max(DISTANCE, left), top: Math.max(DISTANCE, top), height: window.height - 2 * DISTANCE };
}

/**
 * @param {number} start
 * @param {number} length
 * @param {number} room
 */
function within(start, length, room) {
  return clamp(start, DISTANCE, Math.max(DISTANCE, room - length - DISTANCE));
}
