/** How far fingers have to part for another size of pictures, and how the grid follows them until then. Pure. */

/** Fingers that part by so much make one size of it. */
const STEP = 1.6;

/** So much of a step, in the logarithm, is far enough: a notch of a wheel with Control, which is a factor of 1.22. */
const ENOUGH = 0.4;

/** The grid is stretched no farther, as another size follows when it is let go. */
const MOST_STRETCH = 1.35;

/**
 * How many sizes larger fingers have asked for; 0 where they have not gone far enough.
 * @param {number} scale since they landed
 */
export function pinchSteps(scale) {
  const steps = Math.log(scale) / Math.log(STEP);
  if (!Number.isFinite(steps) || Math.abs(steps) < ENOUGH) return 0;
  return Math.sign(steps) * Math.max(1, Math.round(Math.abs(steps)));
}

/**
 * By how much the grid is stretched under the fingers: as they say at first, less and less beyond that.
 * @param {number} scale since they landed
 */
export function pinchStretch(scale) {
  const most = Math.log(MOST_STRETCH);
  return Math.exp(most * Math.tanh(Math.log(scale) / most));
}
