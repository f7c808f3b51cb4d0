/** Ways of what is shown, offset and zoom, to where it shall be. Pure functions of time. */

import { springShare } from "../motion/spring.js";
import { between } from "../geometry/point.js";

/** @typedef {import("../motion/plane-motion.js").PlaneMotion} PlaneMotion */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./zoom.js").Showing} Showing */

/**
 * @typedef {object} ShowingAnimation
 * @property {number} duration ms
 * @property {(time: number) => Showing} at `time` ms after its beginning
 * @property {(time: number) => Point} [velocity] px/s at which the offset changes; missing while it zooms
 */

/**
 * An offset that moves, at one zoom.
 * @param {PlaneMotion} motion
 * @param {number} zoomScale
 * @returns {ShowingAnimation}
 */
export function scrolling(motion, zoomScale) {
  return {
    duration: motion.duration,
    at: (time) => ({ offset: motion.at(time).position, zoomScale }),
    velocity: (time) => motion.at(time).velocity,
  };
}

/**
 * A zoom: the scale grows by equal factors, and the offset with it. So one point of the content keeps its place on the
 * screen.
 * @param {Showing} from
 * @param {Showing} to
 * @returns {ShowingAnimation}
 */
export function zooming(from, to) {
  const way = springShare();
  const octaves = Math.log2(to.zoomScale / from.zoomScale);
  return {
    duration: way.duration,
    at(time) {
      const done = way.at(time);
      if (done >= 1) return to;
      const zoomScale = from.zoomScale * 2 ** (octaves * done);
      const share = octaves === 0 ? done : (zoomScale - from.zoomScale) / (to.zoomScale - from.zoomScale);
      return { zoomScale, offset: between(from.offset, to.offset, share) };
    },
  };
}

/**
 * The animation for users who asked their system for less of it: its outcome, at once.
 * @param {ShowingAnimation} animation
 * @param {boolean} reduced what `prefers-reduced-motion: reduce` says
 * @returns {ShowingAnimation}
 */
export function respectingReducedMotionInShowing(animation, reduced) {
  return reduced ? { duration: 0, at: () => animation.at(Infinity) } : animation;
}
