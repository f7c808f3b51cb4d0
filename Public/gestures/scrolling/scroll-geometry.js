/**
 * The place of content in its view. Scrolling moves the bounds over the content: the offset is the point of the zoomed
 * content at the top left of the bounds. Pure.
 *
 *     low = -inset of the near edge          high = content · zoom - bounds + inset of the far edge
 */

import { AXES, LENGTHS, NEAR, FAR, perAxis } from "./axes.js";

/** @typedef {import("../geometry/rect.js").Insets} Insets */
/** @typedef {import("../geometry/rect.js").Rect} Rect */
/** @typedef {import("../geometry/rect.js").Size} Size */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./axes.js").AxisName} AxisName */

/**
 * @typedef {object} ScrollGeometry
 * @property {Size} boundsSize px of what shows the content
 * @property {Size} contentSize px at a zoom of 1
 * @property {Insets} contentInset px by which content can be scrolled clear of bars that lie over it
 * @property {number} zoomScale
 * @property {boolean} centersContent whether content that is smaller than the bounds lies in their middle
 */

/**
 * The offsets between which the content rests; along an axis that does not scroll both are the same.
 * @param {ScrollGeometry} geometry
 * @returns {{low: Point, high: Point}}
 */
export function limitsOf({ boundsSize, contentSize, contentInset, zoomScale }) {
  const low = perAxis((axis) => 0 - contentInset[NEAR[axis]]);
  const high = perAxis((axis) => {
    const length = LENGTHS[axis];
    return Math.max(low[axis], contentSize[length] * zoomScale - boundsSize[length] + contentInset[FAR[axis]]);
  });
  return { low, high };
}

/**
 * Whether the content is larger than the bounds along an axis.
 * @param {ScrollGeometry} geometry
 * @param {AxisName} axis
 */
export function isScrollable(geometry, axis) {
  const { low, high } = limitsOf(geometry);
  return high[axis] > low[axis];
}

/**
 * The nearest offset at which the content can rest.
 * @param {ScrollGeometry} geometry
 * @param {Point} offset
 * @returns {Point}
 */
export function restingOffset(geometry, offset) {
  const { low, high } = limitsOf(geometry);
  return perAxis((axis) => Math.max(low[axis], Math.min(high[axis], offset[axis])));
}

/**
 * Where the content begins: in the corner, or so that what is smaller than the bounds lies in their middle.
 * @param {ScrollGeometry} geometry
 * @returns {Point} px from the top left of the bounds, at an offset of nought
 */
export function contentOrigin({ boundsSize, contentSize, contentInset, zoomScale, centersContent }) {
  return perAxis((axis) => {
    const length = LENGTHS[axis];
    const room = boundsSize[length] - contentInset[NEAR[axis]] - contentInset[FAR[axis]];
    return centersContent ? Math.max(0, (room - contentSize[length] * zoomScale) / 2) : 0;
  });
}

/**
 * @param {ScrollGeometry} geometry
 * @param {Point} offset
 * @param {Point} place px from the top left of the bounds
 * @returns {Point}
 */
export function contentPoint(geometry, offset, place) {
  const origin = contentOrigin(geometry);
  return perAxis((axis) => (offset[axis] + place[axis] - origin[axis]) / geometry.zoomScale);
}

/**
 * The offset that shows a point of the content at a place: the inverse of {@link contentPoint}.
 * @param {ScrollGeometry} geometry
 * @param {Point} point of the content at a zoom of 1
 * @param {Point} place px from the top left of the bounds
 * @returns {Point} perhaps beyond the limits
 */
export function offsetShowing(geometry, point, place) {
  const origin = contentOrigin(geometry);
  return perAxis((axis) => point[axis] * geometry.zoomScale + origin[axis] - place[axis]);
}

/**
 * The nearest offset at which a part of the content is clear of the insets; of what is larger, its beginning.
 * @param {ScrollGeometry} geometry
 * @param {Point} offset
 * @param {Rect} rect of the content at a zoom of 1
 * @returns {Point}
 */
export function offsetRevealing(geometry, offset, rect) {
  const { boundsSize, contentInset, zoomScale } = geometry;
  const origin = contentOrigin(geometry);
  return restingOffset(geometry, perAxis((axis) => {
    const start = rect[axis] * zoomScale + origin[axis];
    const end = start + rect[LENGTHS[axis]] * zoomScale;
    const last = start - contentInset[NEAR[axis]];
    const first = end - boundsSize[LENGTHS[axis]] + contentInset[FAR[axis]];
    return Math.min(last, Math.max(first, offset[axis]));
  }));
}

/**
 * Whether all numbers are usable, and no length is negative.
 * @param {ScrollGeometry} geometry
 */
export function isUsable({ boundsSize, contentSize, contentInset, zoomScale }) {
  const lengths = [...AXES.flatMap((axis) => [boundsSize[LENGTHS[axis]], contentSize[LENGTHS[axis]]])];
  const insets = [contentInset.top, contentInset.left, contentInset.bottom, contentInset.right];
  return lengths.every((length) => length >= 0 && length < Infinity) && insets.every(Number.isFinite) && zoomScale > 0;
}
