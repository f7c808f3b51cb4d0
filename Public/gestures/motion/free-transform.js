/**
 * Moving, turning and scaling a thing with one gesture, or with several at once: p' = T·R·S·p about its center.
 *
 * Recognizers report translation, rotation and scale since their gesture began. These are laid on the base, so a second
 * pinch goes on from the first. The value is made anew for each event: a pinch in the midst of a pan drops nothing.
 * Pure.
 */

import { apply, compose, rotation, scaling, translation } from "../geometry/affine.js";
import { minus, plus } from "../geometry/point.js";
import { CARD_MAX_SCALE, CARD_MIN_SCALE } from "../constants.js";

/** @typedef {import("../geometry/affine.js").Affine} Affine */

/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * How a thing is changed from what it is untouched.
 * @typedef {object} Pose
 * @property {Point} offset of its center, px in the parent's coordinates
 * @property {number} rotation radians, clockwise on a screen
 * @property {number} scale
 */

/**
 * The values that recognizers report; missing ones have not changed.
 * @typedef {object} LiveTransform
 * @property {Point} [translation] px since the gesture began
 * @property {number} [rotation] radians since it began
 * @property {number} [scale] times what it was when it began
 * @property {Point} [anchor] what of the parent stays under the fingers, measured from the untouched center; where left
 *   out the center
 */

/**
 * Untouched.
 * @type {Pose}
 */
export const UNTOUCHED = Object.freeze({ offset: Object.freeze({ x: 0, y: 0 }), rotation: 0, scale: 1 });

/**
 * The pose while a gesture goes on; the last one, when it has ended, is the base of the next.
 * @param {Pose} base when the gesture began
 * @param {LiveTransform} live values that are no numbers count as none
 * @returns {Pose}
 */
export function posed(base, live) {
  const wanted = base.scale * positive(live.scale);
  // The limit holds the result, not the fingers: a hand that goes on and comes back finds no dead zone.
  const scale = Math.min(CARD_MAX_SCALE, Math.max(CARD_MIN_SCALE, wanted));
  const turn = finite(live.rotation);
  const anchor = live.anchor ?? base.offset;
  const arm = apply(compose(rotation(turn), scaling(scale / base.scale)), minus(base.offset, anchor));
  const { x, y } = live.translation ?? UNTOUCHED.offset;
  return {
    offset: plus(plus(anchor, arm), { x: finite(x), y: finite(y) }),
    rotation: base.rotation + turn,
    scale,
  };
}

/**
 * The transform of a pose about the thing's own center, to be drawn with and hit by.
 * @param {Pose} pose
 * @returns {Affine}
 */
export function transformOf({ offset, rotation: angle, scale }) {
  return compose(translation(offset.x, offset.y), rotation(angle), scaling(scale));
}

/**
 * Puts the offset into the center, so that the transform only turns and scales: the picture stays the same.
 * @param {Point} center px in the parent's coordinates
 * @param {Pose} pose
 * @returns {{center: Point, pose: Pose}}
 */
export function baked(center, pose) {
  return { center: plus(center, pose.offset), pose: { ...pose, offset: UNTOUCHED.offset } };
}

/** @param {number | undefined} value */
function finite(value) {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}

/** @param {number | undefined} value */
function positive(value) {
  return value !== undefined && value > 0 && Number.isFinite(value) ? value : 1;
}
