/** A drag by one finger or several. */

import { PAN_SLOP } from "../constants.js";
import { firstOf, minus, ORIGIN, plus } from "../geometry/point.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";
import { displacementFromView, displacementInView } from "../view.js";
import { CentroidPath } from "./centroid-path.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */
/** @typedef {import("../view.js").View} View */

/**
 * @typedef {object} PanOptions
 * @property {number} [minimumTouches] 1 when it is missing
 * @property {number} [maximumTouches] any number when it is missing
 * @property {number} [slop] px to go before it begins; 10 when it is missing
 */

/**
 * Continuous. The translation counts from where the slop was gone (row B11: from where the finger landed), so nothing
 * jumps, nor when fingers come or go. A finger beyond the maximum makes it fail before it begins, and is ignored later.
 *
 *     Possible ──beyond the slop──▶ Began ──moves──▶ Changed ──too few fingers──▶ Ended
 *        └──too many fingers, all lifted──▶ Failed
 */
export class PanGestureRecognizer extends GestureRecognizer {
  #path = new CentroidPath();
  #offset = ORIGIN;

  /** @param {PanOptions} options */
  constructor({ minimumTouches = 1, maximumTouches = Infinity, slop = PAN_SLOP } = {}) {
    super("continuous");
    this.minimumNumberOfTouches = minimumTouches;
    this.maximumNumberOfTouches = maximumTouches;
    this.slop = slop;
  }

  /**
   * How far the fingers went, in the coordinates of `view`.
   * @param {View | null} [view] those of the surface without one
   * @returns {Point}
   */
  translation(view = null) {
    return displacementInView(plus(this.#path.translation, this.#offset), view);
  }

  /**
   * Counts on from `translation`.
   * @param {Point} translation
   * @param {View | null} [view] whose coordinates it is in
   */
  setTranslation(translation, view = null) {
    this.#offset = minus(displacementFromView(translation, view), this.#path.translation);
  }

  /**
   * How fast the fingers move.
   * @param {View | null} [view]
   * @returns {Point} px a second, in the coordinates of `view`; nought when the fingers rest
   */
  velocity(view = null) {
    return displacementInView(this.#path.velocity(this.now), view);
  }

  /**
   * Whether the way so far makes a pan; a subclass may fail here, or restrict the axis.
   * @protected
   * @param {Point} way from where the first finger landed, px on the surface
   */
  isPan(way) {
    return Math.hypot(way.x, way.y) > this.slop;
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    const isTooMany = this.touches.length > this.maximumNumberOfTouches;
    if (isTooMany && !this.hasBegun) return this.become(State.Failed);
    if (isTooMany) return touches.forEach((touch) => this.ignore(touch));
    this.#path.rebase(this.touches, this.now);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesMoved(touches) {
    this.#path.move(this.touches, touches);
    if (this.hasBegun) return this.become(State.Changed);
    const way = this.#path.translation;
    if (this.touches.length < this.minimumNumberOfTouches || !this.isPan(way)) return;
    const isWheel = this.touches.some(({ type }) => type === "scroll");
    if (!isWheel) this.#offset = minus(this.#offset, firstOf(way, this.slop));
    this.become(State.Began);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesEnded(touches) {
    this.#path.move([...this.touches, ...touches], touches);
    this.#path.rebase(this.touches, this.now);
    const tooFew = this.hasBegun && this.touches.length < this.minimumNumberOfTouches;
    if (tooFew || this.touches.length === 0) this.conclude();
  }

  /** @override */
  reset() {
    this.#path = new CentroidPath();
    this.#offset = ORIGIN;
  }
}
