/**
 * Scrolls and zooms the pages of a document, without a DOM.
 *
 *                hold                  release                its time is over
 *     Resting ─────────► Held ────────────────────► Moving ────────────────────► Resting
 *        │                 ▲                        │ │ ▲
 *        │                 └──────── hold ──────────┘ │ │
 *        │                 └── revert ──► as it was   │ │
 *        └── glideTo, zoomTo, scrollBy ───────────────┼─┘
 *     Resting ◄── catch: where it was last seen ──────┘
 *
 * The function that `remember` returned leads from anywhere back to where it was then, at rest.
 *
 * Positions are CSS pixels, times ms.
 */

import { Animator } from "../gestures/index.js";
import { glide, inPlane } from "../gestures/motion/index.js";
import { minus, plus, vec } from "../gestures/geometry/index.js";
import { ScrollHold } from "./scroll-hold.js";
import { scrolling, sliding, UNSTRETCHED, zooming } from "./scroll-motion.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./scroll-hold.js").Step} Step */
/** @typedef {import("./scroll-motion.js").ScrollMotion} ScrollMotion */
/** @typedef {import("./scroll-motion.js").ScrollState} ScrollState */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** Zooms nearer to the smallest one than this share of it snap to it when the fingers leave. */
const FIT_SNAP = 0.04;

export class ScrollModel {
  /** @type {ScrollState} */
  #state;
  /** @type {ScrollHold | null} */
  #hold = null;
  /** As it was when the present hold began. */
  #before;
  /** @type {Animator<ScrollState>} */
  #animator;
  /**
   * How it moves by itself.
   * @type {ScrollMotion | null}
   */
  #motion = null;
  #prefersReducedMotion;

  /**
   * @param {Viewport} viewport
   * @param {Pick<import("../gestures/index.js").ScrollViewOptions, "clock" | "nextFrame" | "prefersReducedMotion">} options
   */
  constructor(viewport, { clock, nextFrame, prefersReducedMotion = () => false }) {
    this.#animator = new Animator(clock, (state) => (this.#state = state), nextFrame);
    this.#state = { viewport, scroll: vec(0, 0), stretch: UNSTRETCHED };
    this.#before = this.#state;
    this.#prefersReducedMotion = prefersReducedMotion;
  }

  get viewport() {
    return this.#state.viewport;
  }

  get scroll() {
    return this.#state.scroll;
  }

  get stretch() {
    return this.#state.stretch;
  }

  get isMoving() {
    return this.#motion !== null;
  }

  get isHeld() {
    return this.#hold !== null;
  }

  /** CSS pixels a second at which it scrolls by itself. */
  get speed() {
    return Math.hypot(this.#velocity.x, this.#velocity.y);
  }

  get #velocity() {
    return this.#motion?.velocity(this.#animator.time) ?? vec(0, 0);
  }

  /** Where it will have scrolled to. */
  get destination() {
    return this.#motion?.destination ?? this.#state.scroll;
  }

  /**
   * Shows something else at once.
   * @param {Viewport} viewport
   * @param {Point} scroll brought within the limits
   */
  put(viewport, scroll) {
    this.catch();
    this.#hold = null;
    this.#state = { viewport, scroll: viewport.within(scroll), stretch: UNSTRETCHED };
  }

  /** Stops it where it is seen. */
  catch() {
    const seen = this.#state;
    this.#animator.stop();
    this.#state = seen;
  }

  /** Brings what moves to its end, so that a zoom is never left half way by what goes on from there. */
  finish() {
    this.#animator.finish();
  }

  /** @param {{elastic: boolean}} how whether it gives at edges and limits: under fingers, not under a wheel */
  hold({ elastic }) {
    this.catch();
    this.#before = this.#state;
    this.#hold = new ScrollHold(this.#state, elastic);
  }

  /**
   * Lets go as if nobody had held it: it was the palm. What had been caught beyond an edge goes back there.
   */
  revert() {
    if (!this.#hold) return;
    this.#hold = null;
    this.#state = this.#before;
    this.settle();
  }

  /**
   * Remembers the present state, for a hand that may turn out to be the palm.
   * @returns {() => void} shows it again and stops what moves, unless the window or the pages have become others
   */
  remember() {
    const before = this.#state;
    const { box, pageCount } = before.viewport;
    return () => {
      if (box !== this.viewport.box || pageCount !== this.viewport.pageCount) return;
      this.catch();
      this.#hold = null;
      this.#state = before;
    };
  }

  /**
   * The fingers that hold it have moved.
   * @param {Step} step one that is no number is left out
   */
  move(step) {
    if (this.#hold) this.#state = this.#hold.moved(step);
  }

  /**
   * The fingers have left.
   * @param {Point} velocity of the fingers, CSS pixels a second
   */
  release(velocity) {
    const hold = this.#hold;
    this.#hold = null;
    if (!hold) return;
    const { viewport, stretch } = this.#state;
    const isStretched = stretch.scale !== 1;
    const fits = hold.elastic && hold.hasZoomed && Math.abs(viewport.zoom / viewport.smallest.zoom - 1) < FIT_SNAP;
    if (fits) this.zoomTo(viewport.smallest, isStretched ? stretch.about : middleOf(viewport));
    else if (isStretched) this.zoomTo(viewport, stretch.about);
    else this.#glide(velocity, hold.elastic);
  }

  /** Brings back what was caught beyond an edge or a limit. */
  settle() {
    if (this.isHeld || this.isMoving) return;
    this.hold({ elastic: true });
    this.release(vec(0, 0));
  }

  /**
   * Scrolls, as a wheel does: edges hold, and what comes in notches slides.
   * @param {Point} way
   * @param {{isNotch: boolean}} how
   */
  scrollBy(way, { isNotch }) {
    if (![way.x, way.y].every(Number.isFinite)) return;
    if (this.#motion?.zooms) this.finish();
    const to = this.viewport.within(plus(isNotch ? this.destination : this.scroll, way));
    if (isNotch) this.#slide(to, true);
    else this.put(this.viewport, to);
  }

  /** @param {Point} scroll */
  glideTo(scroll) {
    if (this.#motion?.zooms) this.finish();
    this.#slide(this.viewport.within(scroll), false);
  }

  /**
   * @param {Viewport} viewport what it comes to
   * @param {Point} at the point of the box whose place stays, as far as the edges let it
   */
  zoomTo(viewport, at) {
    this.#hold = null;
    const place = this.viewport.layout.placeAt(plus(this.scroll, at));
    const scroll = viewport.within(minus(viewport.layout.pointOf(place), at));
    this.#start(zooming(this.#state, viewport, scroll, at, this.#prefersReducedMotion()));
  }

  /**
   * @param {Point} velocity of the fingers
   * @param {boolean} bounces
   */
  #glide(velocity, bounces) {
    const { scroll, viewport: { scrollLimit: limit } } = this.#state;
    const along = (/** @type {"x" | "y"} */ axis) => {
      return glide(scroll[axis], limit[axis] > 0 ? -velocity[axis] : 0, { low: 0, high: limit[axis], bounces });
    };
    this.#start(scrolling(this.#state, inPlane(along("x"), along("y")), this.#prefersReducedMotion()));
  }

  /**
   * @param {Point} to
   * @param {boolean} isNotch
   */
  #slide(to, isNotch) {
    const motion = sliding(this.scroll, to, { velocity: this.#velocity, isNotch });
    this.#start(scrolling(this.#state, motion, this.#prefersReducedMotion()));
  }

  /** @param {ScrollMotion} motion from what was last seen */
  #start(motion) {
    this.catch();
    this.#motion = motion;
    this.#animator.run(motion, () => (this.#motion = null));
  }
}

/** @param {Viewport} viewport */
function middleOf({ box }) {
  return vec(box.width / 2, box.height / 2);
}
