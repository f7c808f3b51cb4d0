/**
 * The resistance beyond an edge: the further one pulls, the less it gives, and never more than the view's size.
 * overshoot = d·c / (1 + d·c / size), UIKit's curve as its users have measured it. Pure.
 */

import { RUBBER_BAND } from "../constants.js";

/**
 * How far the content follows a finger that has gone `distance` beyond an edge.
 * @param {number} distance px, either way
 * @param {number} size px of the view along this axis
 * @returns {number} px, of the same sign, less than `size`
 */
export function rubberBand(distance, size) {
  const given = Math.abs(distance) * RUBBER_BAND;
  // The same as d·c / (1 + d·c / size), but a pull without end shows the whole size and not NaN.
  return size > 0 ? (Math.sign(distance) * size) / (1 + size / given) : 0;
}

/**
 * How far a finger must have gone for an overshoot: with it a drag takes up again what was caught on its way back.
 * @param {number} overshoot px, either way
 * @param {number} size px of the view along this axis
 */
export function rubberBandPull(overshoot, size) {
  // Nothing is ever pulled by a whole size; a hair's breadth less keeps the answer finite.
  const seen = Math.min(Math.abs(overshoot), size * (1 - 1e-9));
  return size > 0 ? (Math.sign(overshoot) * seen) / (RUBBER_BAND * (1 - seen / size)) : 0;
}

/**
 * The offset that is shown while a finger drags.
 * @param {number} offset px that the finger asks for
 * @param {number} low least offset at rest
 * @param {number} high greatest offset at rest; where it is less than `low` there is nothing to scroll
 * @param {number} size px of the view along this axis
 * @param {boolean} [bounces] whether it gives at all; else it stops at the edge
 */
export function draggedOffset(offset, low, high, size, bounces = true) {
  const rest = Math.max(low, Math.min(Math.max(low, high), offset));
  return bounces ? rest + rubberBand(offset - rest, size) : rest;
}

/**
 * The offset that a finger asks for while one is shown: the inverse of {@link draggedOffset}.
 * @param {number} shown px
 * @param {number} low as in {@link draggedOffset}
 * @param {number} high as there
 * @param {number} size as there
 */
export function askedOffset(shown, low, high, size) {
  const rest = draggedOffset(shown, low, high, size, false);
  return rest + rubberBandPull(shown - rest, size);
}
