/** What fingers did to a thing that does not turn. Pure. */

import { minus, plus, vec } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./desk-hold.js").Step} Step */

/**
 * The same step without its turn, about the fingers: what they hold by their middle stays under it. A step may be
 * given about any point, and left so, its turn would move what is far from there.
 * @param {Step & {readonly rotation: number}} step in radians clockwise on the screen
 * @param {Point} middle of the fingers, after the step
 * @returns {Step}
 */
export function uprightStep({ translation, scale, rotation, centre }, middle) {
  const arm = minus(minus(middle, centre), translation);
  const [cosine, sine] = [Math.cos(rotation) / scale, Math.sin(rotation) / scale];
  const before = plus(centre, vec(arm.x * cosine + arm.y * sine, arm.y * cosine - arm.x * sine));
  return { translation: minus(middle, before), scale, centre: before };
}
