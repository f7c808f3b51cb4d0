/** A pointer that is over a view and does not touch. */

import { GestureRecognizer } from "../recognizer.js";
import { State } from "../recognizer-state.js";

/**
 * Continuous: begins when a mouse or a pen comes over the view, ends when it leaves or presses. Cancelled with the
 * touches of the surface. It excludes no other recognizer, since each follows a touch of its own.
 */
export class HoverGestureRecognizer extends GestureRecognizer {
  constructor() {
    super("continuous");
    this.allowedTouchTypes = new Set(/** @type {const} */ (["hover"]));
  }

  /** @override */
  touchesBegan() {
    if (!this.hasBegun) this.become(State.Began);
  }

  /** @override */
  touchesMoved() {
    if (this.hasBegun) this.become(State.Changed);
  }
}
