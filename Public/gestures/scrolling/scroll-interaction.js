/**
 * What a user does with a scroll view: touches it, drags it, lets it go, zooms it. Told by recognizers, or by a
 * test; {@link ScrollPhase} has the drawing of its states.
 *
 * While two fingers zoom, they move the content too, and the drag rests; the finger that stays takes it up from
 * where it is. What the end of a zoom brings back to its limits is not disturbed by that finger.
 */

import { ORIGIN } from "../point.js";
import { isFinitePoint } from "./axes.js";
import { DragInteraction, pagePlace } from "./drag-interaction.js";
import { isMovable } from "./scroll-drag.js";
import { isScrollable, restingOffset } from "./scroll-geometry.js";
import { ScrollPhase } from "./scroll-phase.js";
import { scrolling, springing } from "./showing-animation.js";
import { ZoomInteraction } from "./zoom-interaction.js";
import { limitedZoom } from "./zoom-pinch.js";

/** @typedef {import("../motion/plane-motion.js").PlaneMotion} PlaneMotion */
/** @typedef {import("../point.js").Point} Point */
/** @typedef {import("./axes.js").AxisName} AxisName */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */
/** @typedef {import("./zoom-pinch.js").Showing} Showing */

/** See above. */
export class ScrollInteraction {
  #view;
  #phase = new ScrollPhase();
  #zoom;
  /** @type {DragInteraction | null} */
  #drag = null;
  /** Whether the finger stopped something that moved by itself. */
  #hasCaught = false;
  /** Called when the user, or what they threw, moved the content: indicators show themselves. */
  scrolled = () => {};

  /** @param {ScrollView} view */
  constructor(view) {
    this.#view = view;
    this.#zoom = new ZoomInteraction(view);
  }

  /** Whether it is touched, and it is not known yet whether that is a scroll; also while it is dragged. */
  get isTracking() {
    return this.#phase.isTouched;
  }

  /** Whether a finger moves it. */
  get isDragging() {
    return this.#phase.is("dragging");
  }

  /** Whether it moves on after it was let go. */
  get isDecelerating() {
    return this.#phase.is("decelerating");
  }

  /** Whether two fingers zoom it. */
  get isZooming() {
    return this.#zoom.isZooming;
  }

  /** Whether it returns from beyond a limit of the zoom. */
  get isZoomBouncing() {
    return this.#zoom.isBouncing;
  }

  /**
   * Whether a drag along an axis would move it at all.
   * @param {AxisName} axis
   */
  canMove(axis) {
    return isMovable(this.#view.geometry, axis, this.#view);
  }

  /**
   * Whether content is left in the direction that a finger drags it.
   * @param {AxisName} axis
   * @param {number} way of the finger, px
   */
  hasRoom(axis, way) {
    const { low, high } = this.#view.limits;
    const offset = this.#view.offset[axis];
    return isScrollable(this.#view.geometry, axis) && (way > 0 ? offset > low[axis] : offset < high[axis]);
  }

  /** Whether it lies where it would not rest: between two pages, or beyond a limit. */
  get isUnsettled() {
    return !isSame(this.#restingPlace(), this.#view.offset);
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
   * @param {{way?: Point, handed?: AxisName | null}} options its way so far, and the axis along which somebody else
   * takes what goes beyond the limits
   */
  beginDragging({ way = ORIGIN, handed = null } = {}) {
    this.touchesDown();
    if (!this.#phase.is("tracking")) return;
    this.#phase.go("dragging");
    this.#drag = new DragInteraction(this.#view, way, handed);
    this.#view.tell((delegate, view) => delegate.willBeginDragging?.(view));
  }

  /**
   * The finger has gone on.
   * @param {Point} translation px since the drag began
   * @returns {Point} what it asks for beyond the limits, px of the offset
   */
  drag(translation) {
    if (!this.#drag || !isFinitePoint(translation)) return ORIGIN;
    if (this.#zoom.isBusy) this.#drag.wait(translation);
    const overflow = this.#zoom.isBusy ? ORIGIN : this.#drag.follow(translation);
    this.scrolled();
    return overflow;
  }

  /**
   * The finger has lifted, or was taken away.
   * @param {Point} velocity of the offset, px/s
   */
  endDragging(velocity) {
    const drag = this.#drag;
    if (!drag) return;
    const motion = this.#zoom.isBusy ? null : drag.end(isFinitePoint(velocity) ? velocity : ORIGIN);
    this.#drag = null;
    if (!motion) return this.#endInZoom();
    const { offset, pagingEnabled } = this.#view;
    const willDecelerate = pagingEnabled || motion.duration > 0 || !isSame(motion.destination, offset);
    // The phase comes first: whoever is told may ask, or scroll elsewhere.
    this.#phase.go(willDecelerate ? "decelerating" : "resting");
    this.#view.tell((delegate, view) => delegate.didEndDragging?.(view, willDecelerate));
    if (!willDecelerate) this.#settled();
    else if (this.#phase.is("decelerating")) this.#decelerate(motion);
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
    this.scrolled();
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

  /** What is shown was changed by somebody else: the finger goes on from there. */
  rebase() {
    this.#drag?.rebase();
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

  /** @param {PlaneMotion} motion */
  #decelerate(motion) {
    const view = this.#view;
    view.tell((delegate) => delegate.willBeginDecelerating?.(view));
    if (!this.#phase.is("decelerating")) return view.tell((delegate) => delegate.didEndDecelerating?.(view));
    view.animate(scrolling(motion, view.zoomScale), (isFinished) => {
      this.#phase.go("resting");
      view.tell((delegate) => delegate.didEndDecelerating?.(view));
      if (!isFinished) return;
      if (view.pagingEnabled) view.tell((delegate) => delegate.didShowPage?.(view, view.page));
      this.#settled();
    });
  }

  /** The drag ends in a zoom, or while one returns to its limits: nothing glides. */
  #endInZoom() {
    this.#phase.go(this.#zoom.isZooming ? "tracking" : "animating");
    this.#view.tell((delegate, view) => delegate.didEndDragging?.(view, false));
  }

  /** Nothing holds it any more and nothing was thrown. */
  #comeToRest() {
    if (this.#zoom.isBouncing) return this.#phase.go("animating");
    const { geometry, offset, zoomScale, zoomLimits } = this.#view;
    const limited = limitedZoom(zoomScale, zoomLimits);
    const isUnsettled = this.isUnsettled;
    if (limited !== zoomScale) {
      this.#phase.go("animating");
      this.#bounceZoom({ zoomScale: limited, offset: restingOffset({ ...geometry, zoomScale: limited }, offset) });
    } else if (isUnsettled) {
      this.#phase.go("decelerating");
      this.#decelerate(springing(offset, this.#restingPlace()));
    } else {
      this.#phase.go("resting");
      if (this.#hasCaught) this.#settled();
    }
  }

  /** @param {Showing} target */
  #bounceZoom(target) {
    this.#zoom.bounce(target, (isFinished) => {
      this.rebase();
      this.endAnimating(isFinished);
    });
  }

  /** Where it would rest if it were let go without a push. */
  #restingPlace() {
    const view = this.#view;
    return view.pagingEnabled ? pagePlace(view, ORIGIN) : restingOffset(view.geometry, view.offset);
  }

  #settled() {
    this.#view.tell((delegate, view) => delegate.didSettle?.(view));
  }
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function isSame(a, b) {
  return a.x === b.x && a.y === b.y;
}
