/**
 * Motions: pure functions of the time since they began. So 30 and 120 frames a second show one motion, tests need no
 * clock, and fingers catch things where they are seen.
 *
 * Positions are px, times ms, velocities px/s. Time before the start is the start, time after the end the end.
 */

/**
 * @typedef {object} MotionState
 * @property {number} position px
 * @property {number} velocity px/s
 */

/**
 * @typedef {object} Motion
 * @property {number} duration ms until it rests
 * @property {number} destination px where it rests
 * @property {number} still px where it rests at once when motion is to be reduced
 * @property {(time: number) => MotionState} at the state `time` ms after the start
 */

/**
 * The motion of what does not move.
 * @param {number} position px
 * @returns {Motion}
 */
export function resting(position) {
  const state = Object.freeze({ position, velocity: 0 });
  return { duration: 0, destination: position, still: position, at: () => state };
}

/**
 * A motion that stops exactly at its destination: before its end it is `moving`, from then on it rests.
 * @param {Omit<Motion, "at">} motion
 * @param {(time: number) => MotionState} moving
 * @returns {Motion}
 */
export function ending({ duration, destination, still }, moving) {
  const end = Object.freeze({ position: destination, velocity: 0 });
  // A time that is no number is after the end: a motion never hangs.
  const at = (/** @type {number} */ time) => (time < duration ? moving(Math.max(0, time)) : end);
  return { duration, destination, still, at };
}

/**
 * The motion for users who asked their system for less of it: none, only its outcome.
 * @param {Motion} motion
 * @param {boolean} reduced what `prefers-reduced-motion: reduce` says
 * @returns {Motion}
 */
export function respectingReducedMotion(motion, reduced) {
  return reduced ? resting(motion.still) : motion;
}

/**
 * A velocity that can be reckoned with: what is no finite number is none.
 * @param {number} velocity px/s
 */
export function usableVelocity(velocity) {
  return Number.isFinite(velocity) ? velocity : 0;
}
