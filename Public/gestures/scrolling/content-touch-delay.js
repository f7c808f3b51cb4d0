/** Holds the beginning of a touch back from the content while it may become a scroll. */

import { CONTENT_TOUCH_DELAY, PAN_SLOP } from "../constants.js";
import { distance } from "../geometry/point.js";
import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";

/**
 * Discrete, and never recognized: as long as it has not failed, the views in its own hear nothing of a touch.
 *
 *     Possible ──150 ms, moved, lifted, a second finger──▶ Failed: the content hears of it
 */
export class ContentTouchDelayGestureRecognizer extends GestureRecognizer {
  #overAt = Infinity;

  constructor() {
    super("discrete");
    this.delaysTouchesBegan = true;
    this.delaysTouchesEnded = false;
    this.cancelsTouchesInView = false;
  }

  /** Whether the content was let hear before the present event. */
  get wasOver() {
    return this.now > this.#overAt;
  }

  /** @override */
  touchesBegan() {
    if (this.touches.length > 1) this.#release();
    else this.after(CONTENT_TOUCH_DELAY, () => this.#release());
  }

  /** @override */
  touchesMoved() {
    const isMoved = this.touches.some((touch) => distance(touch.location(), touch.startLocation) > PAN_SLOP);
    if (isMoved) this.#release();
  }

  /** @override */
  touchesEnded() {
    this.#release();
  }

  /** @override */
  reset() {
    this.#overAt = Infinity;
  }

  #release() {
    this.#overAt = this.now;
    this.become(State.Failed);
  }
}
