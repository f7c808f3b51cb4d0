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

import { ORIGIN } from "../geometry/point.js";
import { respectingReducedMotionInShowing, zooming } from "./showing-animation.js";
import { ZoomPinch } from "./zoom-pinch.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */
/** @typedef {import("./zoom.js").Showing} Showing */

export class ZoomInteraction {
  #view;
  /** @type {ZoomPinch | null} */
  #pinch = null;
  /** The latest factor of the fingers, and the factor when the present pinch began. */
  #factor = 1;
  #counted = 1;
  #place = ORIGIN;
  #isBouncing = false;

  /** @param {ScrollView} view */
  constructor(view) {
    this.#view = view;
  }

  get isZooming() {
    return this.#pinch !== null;
  }

  /** Whether it returns from beyond a limit. */
  get isBouncing() {
    return this.#isBouncing;
  }

  /** Whether the zoom owns the position, so that a drag rests. */
  get isBusy() {
    return this.isZooming || this.#isBouncing;
  }

  /**
   * @param {Point} place the middle of the fingers, px from the top left of the bounds
   */
  begin(place) {
    const view = this.#view;
    view.halt();
    this.#place = place;
    this.#factor = 1;
    this.#startPinch();
    view.notify((delegate) => delegate.willBeginZooming?.(view));
  }

  /** The position was changed from outside: the fingers go on from there. */
  rebase() {
    if (this.#pinch) this.#startPinch();
  }

  /**
   * @param {number} factor since the zoom began
   * @param {Point} place
   */
  follow(factor, place) {
    if (!this.#pinch) return;
    this.#factor = factor;
    this.#place = place;
    this.#view.show(this.#pinch.at(factor / this.#counted, place));
    this.#view.notify((delegate, view) => delegate.didZoom?.(view));
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

  /** The shown zoom may stay. */
  conclude() {
    this.#view.notify((delegate, view) => delegate.didEndZooming?.(view, view.zoomScale));
  }

  /**
   * @param {Showing} target
   * @param {(isFinished: boolean) => void} ended
   */
  bounce(target, ended) {
    const view = this.#view;
    this.#isBouncing = true;
    const animation = respectingReducedMotionInShowing(zooming(view.showing, target), view.prefersReducedMotion);
    view.animate(animation, (isFinished) => {
      this.#isBouncing = false;
      view.notify((delegate) => delegate.didZoom?.(view));
      this.conclude();
      ended(isFinished);
    });
  }

  #startPinch() {
    const { geometry, offset, zoomLimits: limits, bouncesZoom: bounces } = this.#view;
    this.#counted = this.#factor;
    this.#pinch = new ZoomPinch(geometry, offset, this.#place, { limits, bounces });
  }
}
