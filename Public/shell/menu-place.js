/** Where a menu opens: never over the button that opened it, where a second tap would press an item. Pure. */

import { clamp } from "../gestures/geometry/index.js";

/**
 * A place in the window, in CSS pixels.
 * @typedef {{readonly x: number, readonly y: number}} Place
 */

/** @typedef {{readonly width: number, readonly height: number}} Size in CSS pixels */
/** @typedef {{readonly left: number, readonly top: number, readonly right: number, readonly bottom: number}} Edges */

/**
 * The corner of a menu, and the most height that it may have there: what is higher scrolls.
 * @typedef {{readonly left: number, readonly top: number, readonly height: number}} MenuPlace
 */

/** Between the button and the menu, and between the menu and the window's edge. */
export const DISTANCE = 6;

/**
 * Below the button where there is room, above it else. Where the menu fits in neither it scrolls in the larger one; where
 * that is too low it opens to a side of the button.
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
  const under = { left: across, top: button.bottom + DISTANCE, height: below };
  const over = { left: across, top: button.top - DISTANCE - Math.min(menu.height, above), height: above };
  if (menu.height <= below) return under;
  if (menu.height <= above) return over;
  const larger = below >= above ? under : over;
  return larger.height >= least ? larger : placeAside(button, menu, window) ?? larger;
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
  if (left >= DISTANCE) return { left, top, height };
  const right = button.right + DISTANCE;
  return right + menu.width <= window.width - DISTANCE ? { left: right, top, height } : null;
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
