/** The thumbs that say how much there is to scroll and where one is. Drawn last; nothing of the content. */

import { INDICATOR_FADE, INDICATOR_LINGER, INDICATOR_MIN_LENGTH } from "../constants.js";
import { FAR, LENGTHS, NEAR } from "./axes.js";
import { isScrollable, limitsOf } from "./scroll-geometry.js";

/** @typedef {import("../geometry/rect.js").Insets} Insets */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./axes.js").AxisName} AxisName */
/** @typedef {import("./scroll-geometry.js").ScrollGeometry} ScrollGeometry */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */

/** @typedef {{readonly start: number, readonly length: number}} Thumb px along the bounds */

/** @type {Insets} */
const NONE = Object.freeze({ top: 0, left: 0, bottom: 0, right: 0 });

/**
 * The thumb along an axis: as long, of its track, as the bounds are of the content. Beyond a limit it is squeezed.
 * @param {ScrollGeometry} geometry
 * @param {Point} offset
 * @param {AxisName} axis
 * @param {{readonly insets?: Insets, readonly shortest?: number}} [options] by which the track is shorter, and the least length, px, unless squeezed
 * @returns {Thumb | null} null along an axis that does not scroll
 */
export function thumbOf(geometry, offset, axis, options = {}) {
  const { insets = NONE, shortest = INDICATOR_MIN_LENGTH } = options;
  if (!isScrollable(geometry, axis)) return null;
  const { low, high } = limitsOf(geometry);
  const seen = geometry.boundsSize[LENGTHS[axis]];
  const track = Math.max(0, seen - insets[NEAR[axis]] - insets[FAR[axis]]);
  const full = Math.max(shortest, (track * seen) / (high[axis] - low[axis] + seen));
  const beyond = Math.max(0, low[axis] - offset[axis], offset[axis] - high[axis]);
  const length = Math.min(track, Math.max(INDICATOR_MIN_LENGTH, full - beyond));
  const share = Math.min(1, Math.max(0, (offset[axis] - low[axis]) / (high[axis] - low[axis])));
  return { start: insets[NEAR[axis]] + (track - length) * share, length };
}

/** Both thumbs of a scroll view: seen while a user scrolls, and a moment longer; not when code does. */
export class ScrollIndicators {
  #view;
  #seenAt = -Infinity;
  showsHorizontal = true;
  showsVertical = true;
  /** By which the tracks are shorter, px; normally the content's insets. */
  insets = NONE;

  /** @param {ScrollView} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * Shows them for a moment: when the view appears.
   * @param {number} now ms
   */
  flash(now) {
    this.#seenAt = now;
  }

  /**
   * How much they are to be seen; to be asked with every frame that is drawn.
   * @param {number} now ms
   * @returns {number} 0 to 1
   */
  alphaAt(now) {
    const { isDragging, isDecelerating, isZooming } = this.#view.interaction;
    if (isDragging || isDecelerating || isZooming) this.#seenAt = now;
    const fading = Math.max(0, now - this.#seenAt - INDICATOR_LINGER);
    return Math.max(0, 1 - fading / INDICATOR_FADE);
  }

  /**
   * Where the thumbs are now; null for one that is not to be drawn.
   * @returns {{horizontal: Thumb | null, vertical: Thumb | null}}
   */
  get thumbs() {
    const { geometry, offset } = this.#view;
    return {
      horizontal: this.showsHorizontal ? thumbOf(geometry, offset, "x", this) : null,
      vertical: this.showsVertical ? thumbOf(geometry, offset, "y", this) : null,
    };
  }
}
