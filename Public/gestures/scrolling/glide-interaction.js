/** The motion of a scroll view from the lift until it rests. */

import { scrolling } from "./showing-animation.js";

/** @typedef {import("../motion/plane-motion.js").PlaneMotion} PlaneMotion */
/** @typedef {import("./scroll-phase.js").ScrollPhase} ScrollPhase */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */

/** Glides while the phase is `decelerating`, and tells its beginning and its end, once each. */
export class GlideInteraction {
  #view;
  #phase;

  /**
   * @param {ScrollView} view
   * @param {ScrollPhase} phase
   */
  constructor(view, phase) {
    this.#view = view;
    this.#phase = phase;
  }

  /**
   * @param {PlaneMotion} motion
   */
  run(motion) {
    const view = this.#view;
    if (this.#phase.is("decelerating")) view.notify((delegate) => delegate.willBeginDecelerating?.(view));
    // A callback of the lift may have touched it again.
    if (!this.#phase.is("decelerating")) return;
    view.animate(scrolling(motion, view.zoomScale), (isFinished) => {
      this.#phase.go("resting");
      view.notify((delegate) => delegate.didEndDecelerating?.(view));
      if (!isFinished) return;
      if (view.pagingEnabled) view.notify((delegate) => delegate.didShowPage?.(view, view.page));
      view.notify((delegate) => delegate.didSettle?.(view));
    });
  }
}
