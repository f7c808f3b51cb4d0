/** A drag of a scroll view, and of those around it once it is at its edge. */

import { ORIGIN } from "../geometry/point.js";
import { mainAxis, perAxis } from "./axes.js";
import { canMove } from "./scroll-room.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./scroll-gestures.js").ScrollGestures} ScrollGestures */

/**
 * Shares each move anew: the inner view goes to its edge, the view around it takes the rest. So the outer one returns
 * first on the way back.
 */
export class NestedDrag {
  #inner;
  /** @type {ScrollGestures | null} that takes what goes beyond the edge */
  #taker;
  #axis;
  #isFirm;
  /** Px of the taker's offset that it was asked for. */
  #handed = 0;

  /**
   * @param {ScrollGestures} gestures of the view that the drag began in
   * @param {Point} way of the finger until now
   */
  constructor(gestures, way) {
    this.#axis = mainAxis(way);
    this.#inner = gestures.scrollView.interaction;
    const isAlong = canMove(gestures.scrollView, this.#axis);
    const around = gestures.outer.find(({ scrollView }) => canMove(scrollView, this.#axis));
    this.#taker = isAlong ? around ?? null : null;
    this.#isFirm = gestures.pan.isWheel;
    this.#inner.beginDragging({ way, handed: this.#taker ? this.#axis : null, isFirm: this.#isFirm });
  }

  /** @param {Point} translation px since the drag began, in the inner view's coordinates */
  follow(translation) {
    const overflow = this.#inner.drag(translation)[this.#axis];
    const outer = this.#taker?.scrollView.interaction;
    if (!outer || (overflow === 0 && this.#handed === 0)) return;
    this.#handed = overflow;
    if (!outer.isDragging) outer.beginDragging({ isFirm: this.#isFirm });
    outer.drag(this.#along(-overflow));
  }

  /** @param {Point} velocity of the offset, px/s */
  end(velocity) {
    const outer = this.#taker?.scrollView.interaction;
    const isOut = this.#handed !== 0;
    this.#inner.endDragging(isOut ? perAxis((axis) => (axis === this.#axis ? 0 : velocity[axis])) : velocity);
    if (outer?.isDragging) outer.endDragging(isOut ? this.#along(velocity[this.#axis]) : ORIGIN);
  }

  /**
   * @param {number} value
   * @returns {Point}
   */
  #along(value) {
    return perAxis((axis) => (axis === this.#axis ? value : 0));
  }
}
