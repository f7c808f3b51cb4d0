/**
 * The scroll offset and zoom of some content, and the one animation that may change them. Tells its delegate of every
 * change.
 */

import { guarded, reportToConsole } from "../guard.js";
import { Animator } from "./animator.js";
import { ORIGIN } from "../geometry/point.js";
import { isFinitePoint, perAxis } from "./axes.js";
import { contentOrigin, isUsable, limitsOf, restingOffset } from "./scroll-geometry.js";

/** @typedef {import("../clock.js").Clock} Clock */
/** @typedef {import("../guard.js").Report} Report */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./animator.js").NextFrame} NextFrame */
/** @typedef {import("./scroll-geometry.js").ScrollGeometry} ScrollGeometry */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */
/** @typedef {import("./scroll-view-delegate.js").ScrollViewDelegate} ScrollViewDelegate */
/** @typedef {import("./showing-animation.js").ShowingAnimation} ShowingAnimation */
/** @typedef {import("./zoom.js").Showing} Showing */

/**
 * @typedef {object} ScrollViewOptions
 * @property {Clock} clock the arbiter's
 * @property {NextFrame} [nextFrame] every 60th of a second by the clock when it is missing
 * @property {Report} [report] the console when it is missing
 * @property {() => boolean} [prefersReducedMotion]
 */

/** The part of a scroll view that does not know why something is shown. */
export class ShownContent {
  /** @type {ScrollGeometry} */
  #geometry = {
    boundsSize: { width: 0, height: 0 },
    contentSize: { width: 0, height: 0 },
    contentInset: { top: 0, left: 0, bottom: 0, right: 0 },
    zoomScale: 1,
    centersContent: false,
  };
  /** @type {Point} */
  #offset = { x: 0, y: 0 };
  /** @type {Animator<Showing, ShowingAnimation>} */
  #animator;
  #report;
  #prefersReducedMotion;
  /** @type {ScrollViewDelegate} */
  delegate = {};

  /** @param {ScrollViewOptions} options */
  constructor({ clock, nextFrame, report = reportToConsole, prefersReducedMotion = () => false }) {
    this.#report = report;
    this.#prefersReducedMotion = prefersReducedMotion;
    this.#animator = new Animator(clock, (showing) => this.show(showing), nextFrame);
  }

  /** The point of the content, as zoomed, at the top left of the bounds: what is seen, also while it moves. */
  get offset() {
    return this.#offset;
  }

  /** How much larger the content is shown: what is seen, also while it changes. */
  get zoomScale() {
    return this.#geometry.zoomScale;
  }

  get showing() {
    return { offset: this.#offset, zoomScale: this.zoomScale };
  }

  /** Sizes, insets and zoom. */
  get geometry() {
    return this.#geometry;
  }

  /** The offsets at which it can rest. */
  get limits() {
    return limitsOf(this.#geometry);
  }

  /** Whether who looks at it asked their system for less motion. */
  get prefersReducedMotion() {
    return this.#prefersReducedMotion();
  }

  /** How the content is to be drawn: scaled, then moved, in px from the top left of the bounds. */
  get contentTransform() {
    const origin = contentOrigin(this.#geometry);
    const { x, y } = perAxis((axis) => origin[axis] - this.#offset[axis]);
    return { scale: this.zoomScale, x, y };
  }

  /**
   * Changes sizes and insets; none follows from another. Content that rested at its beginning still does, all else
   * keeps its place as far as it can.
   * @param {Partial<Omit<ScrollGeometry, "zoomScale">>} change
   * @throws {RangeError} when a length is negative or no number; then nothing is changed
   */
  layOut(change) {
    const geometry = { ...this.#geometry, ...change };
    if (!isUsable(geometry)) throw new RangeError("lengths of a scroll view are finite and not negative");
    this.halt();
    const { low } = this.limits;
    const start = limitsOf(geometry).low;
    const kept = perAxis((axis) => (this.#offset[axis] === low[axis] ? start[axis] : this.#offset[axis]));
    this.#geometry = geometry;
    this.show({ offset: restingOffset(geometry, kept), zoomScale: this.zoomScale });
  }

  /**
   * Shows something, and tells when it is not what was shown.
   * @param {Showing} showing
   */
  show({ offset, zoomScale }) {
    if (!isFinitePoint(offset) || !(zoomScale > 0 && zoomScale < Infinity)) return;
    const isSame = offset.x === this.#offset.x && offset.y === this.#offset.y && zoomScale === this.zoomScale;
    this.#offset = { x: offset.x, y: offset.y };
    this.#geometry = { ...this.#geometry, zoomScale };
    if (!isSame) this.notify((delegate, view) => delegate.didScroll?.(view));
  }

  /**
   * Plays an animation; the one before it ends where it is.
   * @param {ShowingAnimation} animation
   * @param {(isFinished: boolean) => void} ended
   */
  animate(animation, ended) {
    this.#animator.run(animation, ended);
  }

  /** Whether it moves by itself. */
  get isAnimating() {
    return this.#animator.animation !== null;
  }

  /** The offset and zoom at which it comes to rest, unless something else moves it before. */
  get destination() {
    return this.#animator.animation?.at(Infinity) ?? this.showing;
  }

  /** Px/s at which the offset changes by itself; nought while it zooms. */
  get velocity() {
    return this.#animator.animation?.velocity?.(this.#animator.time) ?? ORIGIN;
  }

  /** Brings what moves by itself to its end at once. */
  finish() {
    this.#animator.finish();
  }

  /** A moving offset stops where it is seen. */
  halt() {
    this.#animator.stop();
  }

  /**
   * Asks or tells the delegate.
   * @template Result
   * @param {(delegate: ScrollViewDelegate, view: ScrollView) => Result} call
   * @returns {Result | undefined} undefined when it threw
   */
  notify(call) {
    const view = /** @type {ScrollView} */ (/** @type {unknown} */ (this));
    return guarded(this.#report, "scroll view delegate", undefined, () => call(this.delegate, view));
  }
}
