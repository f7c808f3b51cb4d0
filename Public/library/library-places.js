/** How far the lists of the library were scrolled: the way back shows the same cards. */

import { isRecord, LastSeen } from "../shell/last-seen.js";

/** @typedef {import("./list-view.js").ListPlace} ListPlace */

/** So many lists are remembered, the last ones seen. */
const MOST_LISTS = 30;

/** A place farther down than so many cards is not kept: the list comes in parts, one after the other. */
const MOST_CARDS = 10_000;

/**
 * The places of lists, each by its path as in an address.
 * @param {import("../shell/last-seen.js").TextStore} [store]
 */
export function libraryPlaces(store) {
  return new LastSeen("library-places", { most: MOST_LISTS, understood }, store);
}

/**
 * @param {unknown} place
 * @returns {ListPlace | null}
 */
function understood(place) {
  if (!isRecord(place)) return null;
  const { first, offset } = place;
  if (typeof first !== "number" || !Number.isInteger(first) || first > MOST_CARDS) return null;
  return typeof offset === "number" && Number.isFinite(offset) ? { first, offset } : null;
}
