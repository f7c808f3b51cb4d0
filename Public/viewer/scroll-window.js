/**
 * Scrolling over more than a browser can scroll. Pure.
 *
 * Engines stop laying out at some 17 million (Firefox) or 33 million (Chromium) pixels; ten thousand pages at
 * 200 % are more. So the element that scrolls holds a window of the content, and the window moves when a
 * reader comes near its edge.
 */

import { clamp } from "../geometry/interval.js";

/** The tallest element that every engine lays out exactly, in CSS pixels. */
export const WINDOW_HEIGHT = 8_000_000;

/** How near to the window's edge a reader may come before it moves. */
const MARGIN = 100_000;

/**
 * The height of the element that scrolls.
 * @param {number} contentHeight
 */
export function windowHeight(contentHeight) {
  return Math.min(contentHeight, WINDOW_HEIGHT);
}

/**
 * Where the window begins so that `top` can be scrolled to; stays where it is while that suits.
 * @param {number} top of what is seen, from the start of the content
 * @param {number} boxHeight
 * @param {number} contentHeight
 * @param {number} origin where the window begins now
 */
export function windowOrigin(top, boxHeight, contentHeight, origin) {
  const height = windowHeight(contentHeight);
  const last = contentHeight - height;
  const tooHigh = origin > 0 && top - origin < MARGIN;
  const tooLow = origin < last && origin + height - (top + boxHeight) < MARGIN;
  if (!tooHigh && !tooLow && origin <= last) return origin;
  return clamp(Math.round(top - height / 2), 0, last);
}
