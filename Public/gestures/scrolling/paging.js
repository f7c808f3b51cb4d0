/** Pages: sections as large as the bounds, at which content comes to rest. Pure. */

import { DECELERATION_FAST, PAGES_KEPT } from "../constants.js";
import { glideDistance } from "../motion/deceleration.js";

/**
 * The page that an offset lies on, by the integer part.
 * @param {number} offset px along the axis
 * @param {number} length px of a page
 */
export function pageAt(offset, length) {
  // A hair's breadth, so that 2 · 0.1 pages are not one page less.
  return length > 0 ? Math.max(0, Math.floor(offset / length + 1e-6)) : 0;
}

/**
 * @typedef {object} PagingLift
 * @property {number} offset px where the finger lifted
 * @property {number} velocity px/s of the offset
 * @property {number} start px where the drag began
 * @property {number} length px of a page
 */

/**
 * The page where content comes to rest: the nearest to the end of its glide. Of two as near the direction of the drag
 * decides. A drag changes by one page at most.
 * @param {PagingLift} lift
 * @returns {number} px, perhaps beyond the last page
 */
export function pageOffset({ offset, velocity, start, length }) {
  if (!(length > 0)) return offset;
  const home = Math.round(start / length);
  const reach = (offset + glideDistance(velocity, DECELERATION_FAST)) / length;
  const nearest = offset >= start ? Math.floor(reach + 0.5) : Math.ceil(reach - 0.5);
  return Math.max(home - 1, Math.min(home + 1, nearest)) * length;
}

/**
 * The pages that exist while one is shown: it, and its neighbours, so that a drag shows no gap.
 * @param {number} page that is shown, from 0
 * @param {number} count of all pages
 * @returns {number[]} ascending
 */
export function pagesToKeep(page, count) {
  const wanted = Array.from({ length: 2 * PAGES_KEPT + 1 }, (_, index) => page - PAGES_KEPT + index);
  return wanted.filter((index) => index >= 0 && index < count);
}
