/** A drag of what a scroll view shows, from the slop to the lift, through zooms and new layouts in its midst. */

import { respectingReducedMotionInPlane, springInPlane } from "../motion/plane-motion.js";
import { minus, ORIGIN } from "../geometry/point.js";
import { isFinitePoint, mainAxis } from "./axes.js";
import { ScrollDrag } from "./scroll-drag.js";
import { isScrollable, restingOffset } from "./scroll-geometry.js";
import { isSame, pagePlace } from "./scroll-room.js";

/** @typedef {import("../motion/plane-motion.js").PlaneMotion} PlaneMotion */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./axes.js").AxisName} AxisName */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */

/**
 * @typedef {object} DragStart
 * @property {Point} [way] of the finger until now, px; nought when it is missing
 * @property {AxisName | null} [handed] the axis along which an outer view takes the rest beyond the limits
 * @property {boolean} [isFirm] whether it stops at the limits although the view bounces: a wheel does not spring back
 */

/** In pieces: after a change from outside the next piece begins there. */
export class DragInteraction {
  #view;
  /** @type {ScrollDrag} */
  #piece;
  #start;
  #lockedTo;
  #handed;
  #isFirm;
  #translation = ORIGIN;
  /** How far the finger had gone when the present piece began. */
  #counted = ORIGIN;

  /**
   * @param {ScrollView} view
   * @param {DragStart} start
   */
  constructor(view, { way = ORIGIN, handed = null, isFirm = false }) {
    const isFree = isScrollable(view.geometry, "x") && isScrollable(view.geometry, "y");
    this.#view = view;
    this.#start = view.offset;
    this.#lockedTo = view.directionalLockEnabled && isFree ? mainAxis(way) : null;
    this.#handed = handed;
    this.#isFirm = isFirm;
    this.#piece = this.#nextPiece();
  }

  /** The position was changed from outside: the finger goes on from there. */
  rebase() {
    this.#counted = this.#translation;
    this.#start = this.#view.offset;
    this.#piece = this.#nextPiece();
  }

  /**
   * The finger has gone on while something else has what is shown.
   * @param {Point} translation px since the drag began
   */
  wait(translation) {
    this.#translation = translation;
  }

  /**
   * The finger has gone on.
   * @param {Point} translation px since the drag began
   * @returns {Point} what it asks for beyond the limits, px of the offset
   */
  follow(translation) {
    this.#translation = translation;
    const { offset, overflow } = this.#piece.at(minus(translation, this.#counted));
    this.#view.show({ offset, zoomScale: this.#view.zoomScale });
    // A wheel that is turned back moves at once, however far it was turned beyond the edge.
    if (this.#isFirm && !this.#handed && !isSame(overflow, ORIGIN)) this.rebase();
    return overflow;
  }

  /**
   * The finger has lifted; the delegate may say where it shall rest.
   * @param {Point} velocity of the offset, px/s
   * @returns {PlaneMotion} how it goes on
   */
  end(velocity) {
    const view = this.#view;
    const free = this.#piece.released(view.offset, velocity, view.decelerationRate);
    const planned = view.pagingEnabled ? pagePlace(view, velocity, this.#start) : free.destination;
    const target = { ...planned };
    view.notify((delegate) => delegate.willEndDragging?.(view, velocity, target));
    const wanted = restingOffset(view.geometry, isFinitePoint(target) ? target : planned);
    const motion = isSame(wanted, free.destination) ? free : springInPlane(view.offset, wanted, { velocity });
    return respectingReducedMotionInPlane(motion, view.prefersReducedMotion);
  }

  #nextPiece() {
    const { geometry, offset, bounces, alwaysBounceHorizontal, alwaysBounceVertical } = this.#view;
    const elasticity = { bounces: bounces && !this.#isFirm, alwaysBounceHorizontal, alwaysBounceVertical };
    return new ScrollDrag(geometry, offset, { elasticity, lockedTo: this.#lockedTo, handed: this.#handed });
  }
}
