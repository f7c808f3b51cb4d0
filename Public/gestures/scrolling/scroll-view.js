/**
 * The model of a view that shows a part of something larger: how far it may be scrolled and zoomed, and how code
 * does so. Knows nothing of touches and draws nothing: its delegate's `didScroll` says when to draw.
 */

import { DECELERATION_NORMAL } from "../constants.js";
import { springInPlane } from "../motion/plane-motion.js";
import { isFinitePoint, LENGTHS, perAxis } from "./axes.js";
import { pageAt } from "./paging.js";
import { isScrollable, offsetRevealing, restingOffset } from "./scroll-geometry.js";
import { ScrollInteraction } from "./scroll-interaction.js";
import { ShownContent } from "./shown-content.js";
import { respectingReducedMotionInShowing, scrolling, zooming } from "./showing-animation.js";
import { limitedZoom, zoomedAbout, zoomedToRect } from "./zoom.js";

/** @typedef {import("../geometry/rect.js").Rect} Rect */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./scroll-geometry.js").ScrollGeometry} ScrollGeometry */
/** @typedef {import("./zoom.js").Showing} Showing */

/**
 * Whether it is seen moving, and in how many ms a scroll does most of its way; a spring's own time when that is missing.
 * @typedef {{readonly animated?: boolean, readonly response?: number}} Animated
 */

/** Callbacks at the end of a movement by code: of an animated one, and of every one. */
/** @typedef {{readonly finished?: () => void, readonly done?: () => void}} Told */

/** See above. Its settings have UIKit's names and defaults. */
export class ScrollView extends ShownContent {
  bounces = true;
  alwaysBounceHorizontal = false;
  alwaysBounceVertical = false;
  /** Whether a drag stays on the axis that it began along. */
  directionalLockEnabled = false;
  pagingEnabled = false;
  /** Share of the velocity that is left after each millisecond. */
  decelerationRate = DECELERATION_NORMAL;
  scrollsToTop = true;
  minimumZoomScale = 1;
  maximumZoomScale = 1;
  bouncesZoom = true;
  /**
   * The view that is scaled when the content is zoomed; without it nothing zooms.
   * @type {object | null}
   */
  viewForZooming = null;
  /** Driven by `ScrollGestures`. */
  interaction = new ScrollInteraction(this);

  /** Between which scales it can rest. */
  get zoomLimits() {
    return { minimum: this.minimumZoomScale, maximum: Math.max(this.minimumZoomScale, this.maximumZoomScale) };
  }

  /** Whether there is something to zoom, and a way to go. */
  get isZoomable() {
    return this.viewForZooming !== null && this.minimumZoomScale < this.maximumZoomScale;
  }

  /** The axis that pages follow one another along: x where that scrolls, else y. */
  get pageAxis() {
    return isScrollable(this.geometry, "x") ? "x" : "y";
  }

  /** The page that is shown, from 0. */
  get page() {
    return pageAt(this.offset[this.pageAxis], this.geometry.boundsSize[LENGTHS[this.pageAxis]]);
  }

  /**
   * As {@link ShownContent.layOut}; a finger that drags goes on from what is shown then.
   * @override
   * @param {Partial<Omit<ScrollGeometry, "zoomScale">>} change
   */
  layOut(change) {
    super.layOut(change);
    this.#go(this.#restingShowing(this.offset), {}, {});
  }

  /**
   * Scrolls, as far as the limits let it. With an animation `didEndScrollingAnimation` follows, without nothing.
   * While a finger holds the content it goes there at once.
   * @param {Point} offset one that is no number is not followed
   * @param {Animated} [options]
   */
  setOffset(offset, options = {}) {
    if (!isFinitePoint(offset)) return;
    this.#go(this.#restingShowing(offset), options, {
      finished: () => this.notify((delegate) => delegate.didEndScrollingAnimation?.(this)),
    });
  }

  /**
   * Scrolls no further than needed to show a part of the content.
   * @param {Rect} rect of the content at a zoom of 1
   * @param {Animated} [options]
   */
  scrollRectToVisible(rect, options) {
    const offset = offsetRevealing(this.geometry, this.offset, rect);
    const isSeen = offset.x === this.offset.x && offset.y === this.offset.y;
    if (!isSeen) this.setOffset(offset, options);
  }

  /** Goes to the beginning, if it does so at all and the delegate does not refuse. */
  scrollToTop() {
    if (!this.scrollsToTop || this.notify((delegate) => delegate.shouldScrollToTop?.(this)) === false) return;
    const offset = { x: this.offset.x, y: this.limits.low.y };
    this.#go(this.#restingShowing(offset), { animated: true }, {
      finished: () => this.notify((delegate) => delegate.didScrollToTop?.(this)),
    });
  }

  /**
   * @param {number} page from 0
   * @param {Animated} [options]
   */
  setPage(page, options) {
    const along = this.pageAxis;
    const target = page * this.geometry.boundsSize[LENGTHS[along]];
    this.setOffset(perAxis((axis) => (axis === along ? target : this.offset[axis])), options);
  }

  /**
   * Zooms, about the middle of the bounds unless a place is given.
   * @param {number} zoomScale
   * @param {Animated & {readonly about?: Point}} [options] `about` in px from the top left of the bounds
   */
  setZoomScale(zoomScale, options = {}) {
    const { width, height } = this.geometry.boundsSize;
    const scale = limitedZoom(zoomScale, this.zoomLimits);
    this.#zoomTo(zoomedAbout(this.geometry, this.offset, scale, options.about ?? { x: width / 2, y: height / 2 }), options);
  }

  /**
   * Zooms so that a part of the content fills as much of the bounds as it can.
   * @param {Rect} rect of the content at a zoom of 1
   * @param {Animated} [options]
   */
  zoomToRect(rect, options = {}) {
    this.#zoomTo(zoomedToRect(this.geometry, rect, this.zoomLimits), options);
  }

  /**
   * Shows what was shown when it was left, as far as the limits let it: `showing` is what to keep.
   * @param {Showing} showing
   * @param {Animated} [options]
   */
  restore({ offset, zoomScale }, options = {}) {
    if (!isFinitePoint(offset)) return;
    this.#go(this.#restingShowing(offset, this.isZoomable ? limitedZoom(zoomScale, this.zoomLimits) : this.zoomScale), options, {});
  }

  /**
   * The nearest position that can stay; only fingers keep a zoom beyond its limits.
   * @param {Point} offset
   * @param {number} [zoomScale]
   * @returns {Showing}
   */
  #restingShowing(offset, zoomScale = this.zoomScale) {
    const isHeld = this.interaction.isTracking;
    const scale = isHeld ? zoomScale : limitedZoom(zoomScale, this.zoomLimits);
    return { zoomScale: scale, offset: restingOffset({ ...this.geometry, zoomScale: scale }, offset) };
  }

  /**
   * @param {Showing} showing
   * @param {Animated} options
   */
  #zoomTo({ offset, zoomScale }, options) {
    if (!this.isZoomable || !isFinitePoint(offset)) return;
    this.notify((delegate) => delegate.willBeginZooming?.(this));
    this.#go(this.#restingShowing(offset, zoomScale), options, {
      done: () => {
        this.notify((delegate) => delegate.didZoom?.(this));
        this.notify((delegate) => delegate.didEndZooming?.(this, zoomScale));
      },
    });
  }

  /**
   * @param {Showing} target
   * @param {Animated} options
   * @param {Told} told
   */
  #go(target, { animated = false, response }, { finished, done }) {
    // A scroll that is led elsewhere in its midst keeps its speed.
    const { velocity } = this;
    this.halt();
    if (!animated || !this.interaction.beginAnimating()) {
      this.show(target);
      this.interaction.rebase();
      if (animated) finished?.();
      return done?.();
    }
    const isScroll = target.zoomScale === this.zoomScale;
    const moves = isScroll
      ? scrolling(springInPlane(this.offset, target.offset, { velocity, ...(response && { response }) }), this.zoomScale)
      : zooming(this.showing, target);
    this.animate(respectingReducedMotionInShowing(moves, this.prefersReducedMotion), (isFinished) => {
      finished?.();
      done?.();
      this.interaction.endAnimating(isFinished);
    });
  }
}
