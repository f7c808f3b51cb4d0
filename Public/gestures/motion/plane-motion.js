/** Two motions as one in the plane. Pure. */

import { respectingReducedMotion } from "./motion.js";
import { spring } from "./spring.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./motion.js").Motion} Motion */

/**
 * @typedef {object} PlaneMotion
 * @property {Motion} x
 * @property {Motion} y
 * @property {number} duration ms until both axes rest
 * @property {Point} destination px
 * @property {(time: number) => {position: Point, velocity: Point}} at the state `time` ms after the start
 */

/**
 * @param {Motion} x
 * @param {Motion} y
 * @returns {PlaneMotion}
 */
export function inPlane(x, y) {
  return {
    x,
    y,
    duration: Math.max(x.duration, y.duration),
    destination: { x: x.destination, y: y.destination },
    at(time) {
      const [across, down] = [x.at(time), y.at(time)];
      return {
        position: { x: across.position, y: down.position },
        velocity: { x: across.velocity, y: down.velocity },
      };
    },
  };
}

/**
 * Springs along both axes.
 * @param {Point} from px
 * @param {Point} to px
 * @param {{velocity?: Point, damping?: number, response?: number}} [options] px/s, and as of a spring
 * @returns {PlaneMotion}
 */
export function springInPlane(from, to, options = {}) {
  const { velocity, ...rest } = options;
  const along = (/** @type {"x" | "y"} */ axis) => spring(from[axis], to[axis], { ...rest, velocity: velocity?.[axis] ?? 0 });
  return inPlane(along("x"), along("y"));
}

/**
 * The motion for users who asked their system for less of it: none, only its outcome.
 * @param {PlaneMotion} motion
 * @param {boolean} reduced what `prefers-reduced-motion: reduce` says
 */
export function respectingReducedMotionInPlane({ x, y }, reduced) {
  return inPlane(respectingReducedMotion(x, reduced), respectingReducedMotion(y, reduced));
}
