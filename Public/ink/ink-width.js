/** How pressure widens a line. Pure. */

/** @typedef {import("./stroke-geometry.js").InkPoint} InkPoint */

/** The pressure of a finger or a mouse, by the Pointer Events standard. */
export const PLAIN_PRESSURE = 0.5;

/** The width at no pressure, as a part of the line's own; it is whole at {@link PLAIN_PRESSURE}. */
const LIGHTEST = 0.4;

/** Pressures nearer than this to one another are the same. */
const SAME_PRESSURE = 0.02;

/**
 * How much wider or narrower than its own width a line is: 0.4 to 1.6 times, 1 at plain pressure.
 * @param {number | undefined} pressure 0 to 1
 */
export function widthFactor(pressure = PLAIN_PRESSURE) {
  const part = Math.max(0, Math.min(1, pressure)) / PLAIN_PRESSURE;
  return LIGHTEST + (1 - LIGHTEST) * part;
}

/**
 * Whether a line is equally wide everywhere.
 * @param {readonly InkPoint[]} points
 */
export function isEven(points) {
  const first = points[0]?.[2] ?? PLAIN_PRESSURE;
  return points.every((point) => Math.abs((point[2] ?? PLAIN_PRESSURE) - first) < SAME_PRESSURE);
}
