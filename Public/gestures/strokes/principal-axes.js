/** Undoing the shape of an ellipse: points are stretched until they spread alike in every direction. Pure. */

import { centroid } from "../geometry/point.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** No stretching beyond this: a line has no width that could be made as large as its length. */
const MOST_STRETCH = 3;

/**
 * The points about their centroid, turned onto the principal axes of their covariance and stretched along the shorter
 * one. An ellipse of any slant becomes a circle and a parallelogram a square.
 * @param {readonly Point[]} points
 * @returns {Point[]}
 */
export function spreadAlike(points) {
  const { angle, stretch } = principalAxes(points);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const center = centroid(points);
  return points.map((point) => {
    const [x, y] = [point.x - center.x, point.y - center.y];
    return { x: x * cosine + y * sine, y: (y * cosine - x * sine) * stretch };
  });
}

/**
 * The direction of the longer axis, and how many times it is as long as the shorter.
 * @param {readonly Point[]} points
 */
function principalAxes(points) {
  const center = centroid(points);
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y } of points) {
    xx += (x - center.x) ** 2;
    xy += (x - center.x) * (y - center.y);
    yy += (y - center.y) ** 2;
  }
  const [mean, difference] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  const stretch = Math.sqrt((mean + difference) / Math.max(0, mean - difference));
  return { angle: Math.atan2(2 * xy, xx - yy) / 2, stretch: Math.min(MOST_STRETCH, stretch) };
}
