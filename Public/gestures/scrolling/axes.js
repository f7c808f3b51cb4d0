/** The two axes, so that what is said of one is said of both. Pure. */

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {"x" | "y"} AxisName */

/** @type {readonly AxisName[]} */
export const AXES = Object.freeze(["x", "y"]);
/** The side of a size or a rectangle that lies along an axis. */
export const LENGTHS = Object.freeze(/** @type {const} */ ({ x: "width", y: "height" }));
/** The inset at the beginning of an axis. */
export const NEAR = Object.freeze(/** @type {const} */ ({ x: "left", y: "top" }));
export const FAR = Object.freeze(/** @type {const} */ ({ x: "right", y: "bottom" }));
export const ACROSS = Object.freeze(/** @type {const} */ ({ x: "y", y: "x" }));

/**
 * A point, each coordinate by its axis.
 * @param {(axis: AxisName) => number} coordinate
 * @returns {{x: number, y: number}}
 */
export function perAxis(coordinate) {
  return { x: coordinate("x"), y: coordinate("y") };
}

/**
 * The axis along which a way leads further; of the diagonal the horizontal one.
 * @param {Point} way
 * @returns {AxisName}
 */
export function mainAxis({ x, y }) {
  return Math.abs(x) >= Math.abs(y) ? "x" : "y";
}

/**
 * Whether both coordinates can be reckoned with.
 * @param {Point} point
 */
export function isFinitePoint({ x, y }) {
  return Number.isFinite(x) && Number.isFinite(y);
}
