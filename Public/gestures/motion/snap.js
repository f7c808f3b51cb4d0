/** Things let go fly to their slot, swinging a little: UIKit's snap behaviour as a pure function. */

import { SNAP_DAMPING } from "../constants.js";
import { distance } from "../geometry/point.js";
import { springInPlane } from "./plane-motion.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./plane-motion.js").PlaneMotion} PlaneMotion */

/**
 * The motion of something let go at `from` into its place at `to`.
 * @param {Point} from px
 * @param {Point} to px
 * @param {{velocity?: Point, damping?: number, response?: number}} [options] px/s, and as of a spring
 * @returns {PlaneMotion}
 */
export function snap(from, to, options = {}) {
  return springInPlane(from, to, { damping: SNAP_DAMPING, ...options });
}

/**
 * The slot nearest to where something would come to rest, or null where there is none. Ask it with the
 * destination of a glide rather than with the place of the lift, and a throw goes where it was thrown.
 * @template {Point} Slot
 * @param {Point} destination px
 * @param {readonly Slot[]} slots
 * @returns {Slot | null}
 */
export function nearestSlot(destination, slots) {
  /** @type {Slot | null} */
  let nearest = null;
  for (const slot of slots) {
    if (!nearest || distance(destination, slot) < distance(destination, nearest)) nearest = slot;
  }
  return nearest;
}
