/**
 * One drag of content from the moment it began: where it is shown for how far the finger went. Never a sum of
 * steps, so that events that are lost or repeated change nothing, and the way back is the way there. Pure.
 */

import { glide } from "../motion/glide.js";
import { inPlane } from "../motion/plane-motion.js";
import { askedOffset, draggedOffset } from "../motion/rubber-band.js";
import { AXES, LENGTHS, perAxis } from "./axes.js";
import { isScrollable, limitsOf, restingOffset } from "./scroll-geometry.js";

/** @typedef {import("../motion/plane-motion.js").PlaneMotion} PlaneMotion */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./axes.js").AxisName} AxisName */
/** @typedef {import("./scroll-geometry.js").ScrollGeometry} ScrollGeometry */

/**
 * How content gives way.
 * @typedef {object} Elasticity
 * @property {boolean} bounces whether it can be dragged beyond its limits
 * @property {boolean} alwaysBounceHorizontal also where it does not scroll
 * @property {boolean} alwaysBounceVertical
 */

/**
 * @typedef {object} ScrollDragOptions
 * @property {Elasticity} elasticity
 * @property {AxisName | null} [lockedTo] the only axis to move along
 * @property {AxisName | null} [handed] the axis along which an outer view takes the rest beyond the limits
 */

/**
 * Whether a drag moves content along an axis.
 * @param {ScrollGeometry} geometry
 * @param {AxisName} axis
 * @param {Elasticity} elasticity
 */
export function isMovable(geometry, axis, { bounces, alwaysBounceHorizontal, alwaysBounceVertical }) {
  const always = axis === "x" ? alwaysBounceHorizontal : alwaysBounceVertical;
  return isScrollable(geometry, axis) || (bounces && always);
}

export class ScrollDrag {
  #geometry;
  #elasticity;
  #base;
  #axes;
  #handed;

  /**
   * @param {ScrollGeometry} geometry
   * @param {Point} offset that is shown as it begins, perhaps on its way back from beyond a limit
   * @param {ScrollDragOptions} options
   */
  constructor(geometry, offset, { elasticity, lockedTo = null, handed = null }) {
    this.#geometry = geometry;
    this.#elasticity = elasticity;
    this.#handed = handed;
    this.#axes = AXES.filter((axis) => (lockedTo ?? axis) === axis && isMovable(geometry, axis, elasticity));
    const { low, high } = limitsOf(geometry);
    const asked = (/** @type {AxisName} */ axis) => askedOffset(offset[axis], low[axis], high[axis], this.#length(axis));
    this.#base = perAxis((axis) => (this.#axes.includes(axis) ? asked(axis) : offset[axis]));
    /** Where it was shown as it began. */
    this.start = offset;
  }

  /**
   * The offset after a translation of the finger.
   * @param {Point} translation px since the beginning
   * @returns {{offset: Point, overflow: Point}} the overflow is what the finger asks for beyond the limits
   */
  at(translation) {
    const { low, high } = limitsOf(this.#geometry);
    const asked = perAxis((axis) => this.#base[axis] - (this.#axes.includes(axis) ? translation[axis] : 0));
    const rest = restingOffset(this.#geometry, asked);
    const offset = perAxis((axis) => {
      if (!this.#axes.includes(axis)) return this.start[axis];
      const gives = this.#elasticity.bounces && axis !== this.#handed;
      return draggedOffset(asked[axis], low[axis], high[axis], this.#length(axis), gives);
    });
    const overflow = perAxis((axis) => (this.#axes.includes(axis) ? asked[axis] - rest[axis] : 0));
    return { offset, overflow };
  }

  /**
   * How it goes on when the finger has lifted.
   * @param {Point} offset that is shown
   * @param {Point} velocity px/s of the offset
   * @param {number} rate share of the velocity left after each ms
   * @returns {PlaneMotion}
   */
  released(offset, velocity, rate) {
    const { low, high } = limitsOf(this.#geometry);
    const along = (/** @type {AxisName} */ axis) => {
      const speed = this.#axes.includes(axis) ? velocity[axis] : 0;
      return glide(offset[axis], speed, { low: low[axis], high: high[axis], bounces: this.#elasticity.bounces, rate });
    };
    return inPlane(along("x"), along("y"));
  }

  /** @param {AxisName} axis */
  #length(axis) {
    return this.#geometry.boundsSize[LENGTHS[axis]];
  }
}
