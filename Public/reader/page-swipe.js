/** A swipe that turns the page: it leaves a finger that goes up or down to the scrolling, at once. */

import { PAN_SLOP, State, SwipeGestureRecognizer } from "../gestures/index.js";

/** Way down for a way across from which a finger does not go sideways: some 27 degrees. */
const STEEP = 0.5;

export class PageSwipeGestureRecognizer extends SwipeGestureRecognizer {
  constructor() {
    super({ direction: ["left", "right"] });
  }

  /** @override */
  touchesMoved() {
    // A pan waits for this to fail: by then the finger should have gone no further than a pan needs to begin.
    if (this.touches.some(isUpright)) this.become(State.Failed);
    else super.touchesMoved();
  }
}

/** @param {import("../gestures/index.js").Touch} touch */
function isUpright(touch) {
  const [{ x, y }, start] = [touch.location(), touch.startLocation];
  const [across, down] = [Math.abs(x - start.x), Math.abs(y - start.y)];
  return down > STEEP * across && Math.hypot(across, down) > PAN_SLOP;
}
