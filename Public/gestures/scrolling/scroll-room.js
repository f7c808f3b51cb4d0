/** Where a scroll view can still go from where it is, and where it would rest. Pure. */

import { ORIGIN } from "../geometry/point.js";
import { LENGTHS, perAxis } from "./axes.js";
import { pageOffset } from "./paging.js";
import { isMovable } from "./scroll-drag.js";
import { isScrollable, limitsOf, restingOffset } from "./scroll-geometry.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./axes.js").AxisName} AxisName */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */

/**
 * Whether a drag along an axis would move it at all.
 * @param {ScrollView} view
 * @param {AxisName} axis
 */
export function canMove(view, axis) {
  return isMovable(view.geometry, axis, view);
}

/**
 * Whether content is left in the direction that a finger drags it.
 * @param {ScrollView} view
 * @param {AxisName} axis
 * @param {number} way of the finger, px
 */
export function hasRoom({ geometry, offset }, axis, way) {
  const { low, high } = limitsOf(geometry);
  return isScrollable(geometry, axis) && (way > 0 ? offset[axis] > low[axis] : offset[axis] < high[axis]);
}

/**
 * Where it would rest if it were let go without a push.
 * @param {ScrollView} view
 * @returns {Point}
 */
export function restingPlace(view) {
  return view.pagingEnabled ? pagePlace(view, ORIGIN) : restingOffset(view.geometry, view.offset);
}

/**
 * Whether it lies where it would not rest: between two pages, or beyond a limit.
 * @param {ScrollView} view
 */
export function isUnsettled(view) {
  return !isSame(restingPlace(view), view.offset);
}

/**
 * Where a view of pages rests.
 * @param {ScrollView} view
 * @param {Point} velocity of the offset, px/s
 * @param {Point} [start] the offset at which the drag began; the present one when there was none
 * @returns {Point}
 */
export function pagePlace({ geometry, offset }, velocity, start = offset) {
  return restingOffset(geometry, perAxis((axis) => {
    const lift = { offset: offset[axis], velocity: velocity[axis], start: start[axis] };
    const length = geometry.boundsSize[LENGTHS[axis]];
    return isScrollable(geometry, axis) ? pageOffset({ ...lift, length }) : offset[axis];
  }));
}

/**
 * @param {Point} a
 * @param {Point} b
 */
export function isSame(a, b) {
  return a.x === b.x && a.y === b.y;
}
