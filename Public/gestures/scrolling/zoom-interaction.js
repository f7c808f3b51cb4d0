/**
 * Two fingers that zoom what a scroll view shows, and its return when they went beyond a limit:
 *
 *              begin()              end(), within                 arrives
 *     still ───────────► zooming ───────────────► still ◄──────────────────┐
 *       ▲                   │  ▲                                           │
 *       │ halted            │  └── begin() ──┐                             │
 *       └───────────────────┼───────────── bouncing ───────────────────────┘
 *                           └── end(), beyond ─▲
 */

import { respectingReducedMotionInShowing, zooming } from "./showing-animation.js";
import { ZoomPinch } from "./zoom-pinch.js";

/** @typedef {import("../point.js").Point} Point */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */
/** @typedef {import("./zoom-pinch.js").Showing} Showing */

/** See above. */
export class ZoomInteraction {
  #view;
  /** @type {ZoomPinch | null} */
  #pinch = null;
  #isBouncing = false;

  /** @param {ScrollView} view */
  constructor(view) {
    this.#view = view;
  }

  /** Whether fingers zoom. */
  get isZooming() {
    return this.#pinch !== null;
  }

  /** Whether it returns from beyond a limit. */
  get isBouncing() {
    return this.#isBouncing;
  }

  /** Whether a drag is to rest: what is shown is somebody else's. */
  get isBusy() {
    return this.isZooming || this.#isBouncing;
  }

  /**
   * @param {Point} place the middle of the fingers, px from the top left of the bounds
   */
  begin(place) {
    const view = this.#view;
    view.halt();
    this.#pinch = new ZoomPinch(view.geometry, view.offset, place, { limits: view.zoomLimits, bounces: view.bouncesZoom });
    view.tell((delegate) => delegate.willBeginZooming?.(view));
  }

  /**
   * @param {number} factor since the zoom began
   * @param {Point} place
   */
  follow(factor, place) {
    if (!this.#pinch) return;
    this.#view.show(this.#pinch.at(factor, place));
    this.#view.tell((delegate, view) => delegate.didZoom?.(view));
  }

  /**
   * The fingers have gone.
   * @returns {Showing | null} where it would rest; null when none zoomed
   */
  end() {
    const pinch = this.#pinch;
    this.#pinch = null;
    return pinch?.settled(this.#view.zoomScale) ?? null;
  }

  /** What is shown may stay. */
  conclude() {
    this.#view.tell((delegate, view) => delegate.didEndZooming?.(view, view.zoomScale));
  }

  /**
   * Brings it back.
   * @param {Showing} target
   * @param {(isFinished: boolean) => void} ended
   */
  bounce(target, ended) {
    const view = this.#view;
    this.#isBouncing = true;
    const animation = respectingReducedMotionInShowing(zooming(view.showing, target), view.prefersReducedMotion);
    view.animate(animation, (isFinished) => {
      this.#isBouncing = false;
      view.tell((delegate) => delegate.didZoom?.(view));
      this.conclude();
      ended(isFinished);
    });
  }
}
