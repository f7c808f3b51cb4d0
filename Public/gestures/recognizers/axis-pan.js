/** A pan that follows one axis and leaves the other to other recognizers. */

import { State } from "../recognizer-state.js";
import { PanGestureRecognizer } from "./pan.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../view.js").View} View */
/** @typedef {import("./pan.js").PanOptions} PanOptions */
/** @typedef {"horizontal" | "vertical"} Axis */

/**
 * Continuous. Decides when the fingers have gone far enough, and fails when they went along the other axis as much or
 * more. So of two with different axes at most one begins.
 */
export class AxisPanGestureRecognizer extends PanGestureRecognizer {
  /**
   * @param {Axis} axis
   * @param {PanOptions} [options]
   */
  constructor(axis, options) {
    super(options);
    this.axis = axis;
  }

  /**
   * Without the part that is not its own; the axis is that of `view`.
   * @override
   * @param {View | null} [view]
   * @returns {Point}
   */
  translation(view = null) {
    return this.#along(super.translation(view));
  }

  /**
   * @override
   * @param {View | null} [view]
   * @returns {Point}
   */
  velocity(view = null) {
    return this.#along(super.velocity(view));
  }

  /**
   * @override
   * @protected
   * @param {Point} way
   */
  isPan(way) {
    if (!super.isPan(way)) return false;
    const across = this.axis === "horizontal" ? Math.abs(way.y) - Math.abs(way.x) : Math.abs(way.x) - Math.abs(way.y);
    const isAlong = across < 0;
    if (!isAlong) this.become(State.Failed);
    return isAlong;
  }

  /** @param {Point} point */
  #along({ x, y }) {
    return this.axis === "horizontal" ? { x, y: 0 } : { x: 0, y };
  }
}
