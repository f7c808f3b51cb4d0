/** The pan of a scroll view: as any other, and it says when fingers land and when all have gone. */

import { PanGestureRecognizer } from "../recognizers/pan.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */
/** @typedef {import("../view.js").View} View */

/** Continuous. */
export class ScrollPanGestureRecognizer extends PanGestureRecognizer {
  landed = () => {};
  /** Called when the attempt is over and all fingers are up. */
  left = () => {};

  constructor() {
    super();
    this.allowedTouchTypes.add("scroll");
  }

  /** Whether a wheel turns, and not a finger moves. */
  get isWheel() {
    return this.touches.some((touch) => touch.type === "scroll");
  }

  /** @returns {View[]} */
  get touchedViews() {
    return this.touches.map((touch) => touch.view);
  }

  /**
   * A wheel means what it does from its first step on.
   * @override
   * @protected
   * @param {Point} way
   */
  isPan(way) {
    return this.isWheel ? way.x !== 0 || way.y !== 0 : super.isPan(way);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    super.touchesBegan(touches);
    this.landed();
  }

  /** @override */
  reset() {
    super.reset();
    this.left();
  }
}
