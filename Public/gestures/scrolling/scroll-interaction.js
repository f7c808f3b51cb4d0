/**
 * A user's touches, drags, lifts and zooms of a scroll view, reported by recognizers or by a test. {@link ScrollPhase}
 * has the drawing of its states.
 *
 * While two fingers zoom, they move the content too, and the drag rests; the finger that stays takes it up. That finger
 * does not disturb a zoom on its way back to the limits.
 */

import { ORIGIN } from "../geometry/point.js";
import { springInPlane } from "../motion/plane-motion.js";
import { isFinitePoint } from "./axes.js";
import { DragInteraction } from "./drag-interaction.js";
import { GlideInteraction } from "./glide-interaction.js";
import { restingOffset } from "./scroll-geometry.js";
import { ScrollPhase } from "./scroll-phase.js";
import { isSame, restingPlace } from "./scroll-room.js";
import { ZoomInteraction } from "./zoom-interaction.js";
import { limitedZoom } from "./zoom.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./drag-interaction.js").DragStart} DragStart */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */
/** @typedef {import("./zoom.js").Showing} Showing */

export class ScrollInteraction {
  #view;
  #phase = new ScrollPhase();
  #zoom;
  #glide;
  /** @type {DragInteraction | null} */
  #drag = null;
  /** Whether the finger stopped something that moved by itself. */
  #hasCaught = false;

  /** @param {ScrollView} view */
  constructor(view) {
    this.#view = view;
    this.#zoom = new ZoomInteraction(view);
    this.#glide = new GlideInteraction(view, this.#phase);
  }

  /** Whether it is touched, and it is not known yet whether that is a scroll; also while it is dragged. */
  get isTracking() {
    return this.#phase.isTouched;
  }

  get isDragging() {
    return this.#phase.is("dragging");
  }

  /** Whether it moves on after it was let go. */
  get isDecelerating() {
    return this.#phase.is("decelerating");
  }

  get isZooming() {
    return this.#zoom.isZooming;
  }

  /** Whether it returns from beyond a limit of the zoom. */
  get isZoomBouncing() {
    return this.#zoom.isBouncing;
  }

  /** A finger has landed: what moves stays where it is seen. */
  touchesDown() {
    if (this.#phase.isTouched) return;
    this.#hasCaught = !this.#phase.is("resting");
    this.#view.halt();
    this.#phase.go("tracking");
  }

  /** The last finger has lifted. */
  touchesUp() {
    if (this.#phase.is("dragging")) this.endDragging(ORIGIN);
    if (!this.#phase.is("tracking")) return;
    this.endZooming();
    this.#comeToRest();
  }

  /**
   * The finger has gone far enough to scroll.
   * @param {DragStart} [start]
   */
  beginDragging(start = {}) {
    this.touchesDown();
    if (!this.#phase.is("tracking")) return;
    this.#phase.go("dragging");
    this.#drag = new DragInteraction(this.#view, start);
    this.#view.notify((delegate, view) => delegate.willBeginDragging?.(view));
  }

  /**
   * The finger has gone on.
   * @param {Point} translation px since the drag began
   * @returns {Point} what it asks for beyond the limits, px of the offset
   */
  drag(translation) {
    if (!this.#drag || !isFinitePoint(translation)) return ORIGIN;
    if (this.#zoom.isBusy) this.#drag.wait(translation);
    return this.#zoom.isBusy ? ORIGIN : this.#drag.follow(translation);
  }

  /**
   * The finger has lifted, or was taken away.
   * @param {Point} velocity of the offset, px/s
   */
  endDragging(velocity) {
    const drag = this.#drag;
    if (!drag) return;
    const isZoomed = this.#zoom.isBusy || this.#isStretched;
    const motion = isZoomed ? null : drag.end(isFinitePoint(velocity) ? velocity : ORIGIN);
    this.#drag = null;
    if (!motion) return this.#endInZoom();
    const { offset, pagingEnabled } = this.#view;
    const willDecelerate = pagingEnabled || motion.duration > 0 || !isSame(motion.destination, offset);
    // The phase comes first: the delegate may ask for it, or scroll elsewhere.
    this.#phase.go(willDecelerate ? "decelerating" : "resting");
    this.#view.notify((delegate, view) => delegate.didEndDragging?.(view, willDecelerate));
    if (!willDecelerate) this.#settled();
    else this.#glide.run(motion);
  }

  /**
   * Two fingers zoom. Nothing happens where nothing can be zoomed.
   * @param {Point} place their middle, px from the top left of the bounds
   */
  beginZooming(place) {
    if (!this.#view.isZoomable || this.#zoom.isZooming) return;
    this.touchesDown();
    this.#zoom.begin(place);
  }

  /**
   * @param {number} factor since the zoom began
   * @param {Point} place the middle of the fingers
   */
  zoom(factor, place) {
    if (!(factor > 0 && factor < Infinity) || !isFinitePoint(place)) return;
    this.#zoom.follow(factor, place);
  }

  /** One of the two fingers has lifted, or was taken away. */
  endZooming() {
    const target = this.#zoom.end();
    if (!target) return;
    const { offset, zoomScale } = this.#view;
    const isBeside = !this.isDragging && !isSame(target.offset, offset);
    if (target.zoomScale !== zoomScale || isBeside) return this.#bounceZoom(target);
    this.rebase();
    this.#zoom.conclude();
  }

  /** The position was changed from outside: the fingers go on from there. */
  rebase() {
    this.#drag?.rebase();
    this.#zoom.rebase();
  }

  /**
   * Code is about to move the content.
   * @returns {boolean} whether it may be seen moving: not under a finger
   */
  beginAnimating() {
    if (!this.#phase.is("resting")) return false;
    this.#phase.go("animating");
    return true;
  }

  /** @param {boolean} isFinished by itself, and not by a finger or by code */
  endAnimating(isFinished) {
    if (!this.#phase.is("animating")) return;
    this.#phase.go("resting");
    if (isFinished) this.#settled();
  }

  /** The drag ends in a zoom, or while one returns or is to return to its limits: nothing glides. */
  #endInZoom() {
    this.#phase.go(this.#zoom.isZooming ? "tracking" : "animating");
    this.#view.notify((delegate, view) => delegate.didEndDragging?.(view, false));
    if (this.#phase.is("animating") && !this.#zoom.isBouncing) this.#bounceZoom(this.#limitedShowing());
  }

  /** Nothing holds it any more and nothing was thrown. */
  #comeToRest() {
    const rest = restingPlace(this.#view);
    if (this.#zoom.isBouncing) return this.#phase.go("animating");
    if (this.#isStretched) {
      this.#phase.go("animating");
      this.#bounceZoom(this.#limitedShowing());
    } else if (!isSame(rest, this.#view.offset)) {
      this.#phase.go("decelerating");
      this.#glide.run(springInPlane(this.#view.offset, rest));
    } else {
      this.#phase.go("resting");
      if (this.#hasCaught) this.#settled();
    }
  }

  /** Whether the zoom is beyond its limits. */
  get #isStretched() {
    return this.#limitedShowing().zoomScale !== this.#view.zoomScale;
  }

  /** The nearest position within all limits. */
  #limitedShowing() {
    const { geometry, offset, zoomScale: shown, zoomLimits } = this.#view;
    const zoomScale = limitedZoom(shown, zoomLimits);
    return { zoomScale, offset: restingOffset({ ...geometry, zoomScale }, offset) };
  }

  /** @param {Showing} target */
  #bounceZoom(target) {
    this.#zoom.bounce(target, (isFinished) => {
      this.rebase();
      this.endAnimating(isFinished);
    });
  }

  #settled() {
    this.#view.notify((delegate, view) => delegate.didSettle?.(view));
  }
}
