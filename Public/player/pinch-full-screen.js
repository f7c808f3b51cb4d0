/** Two fingers on a film: spread, it fills the screen; drawn together, it leaves that. It plays on meanwhile. */

import { addGestureRecognizer, GestureSurface, PinchGestureRecognizer, State } from "../gestures/index.js";

/** How far the fingers go until that is meant. */
const SPREAD = 1.15;

/**
 * @param {HTMLElement} stage of the film
 * @param {(full: boolean) => void} fill
 * @param {AbortSignal} signal
 */
export function pinchToFullScreen(stage, fill, signal) {
  const surface = new GestureSurface(stage, { touchAction: "none" }, signal);
  const pinch = new PinchGestureRecognizer();
  // Browsers fill the screen in the event of a lift, and not in those of moves.
  pinch.addTarget(() => {
    if (pinch.state !== State.Ended) return;
    if (pinch.scale >= SPREAD) fill(true);
    else if (pinch.scale <= 1 / SPREAD) fill(false);
  });
  addGestureRecognizer(surface.views.viewFor(stage), pinch);
}
