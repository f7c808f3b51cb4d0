/**
 * What is seen of the pages, and how it is moved: a scroll view that zooms, without a page to show it on.
 *
 *                hold                 release                     its time is over
 *     Resting ─────────► Held ─────────────────────► Moving ─────────────────────────► Resting
 *        ▲ │               ▲                          │ │ ▲
 *        │ └ glideTo, zoomTo, scrollBy ───────────────┼─┼─┘
 *        └──────────── catch ─────────────────────────┘ │
 *                          └──────── hold ──────────────┘
 *
 * While it is held, what the fingers ask for is kept apart from what is shown: beyond an edge or a limit of the
 * zoom it gives less and less, and one pulls out of it the same way. Caught, it rests where it was last seen.
 * The clock is the caller's; positions are CSS pixels, times ms.
 */

import { draggedOffset, rubberBand, rubberBandPull } from "../gestures/motion/rubber-band.js";
import { glide } from "../gestures/motion/glide.js";
import { inPlane } from "../gestures/motion/plane-motion.js";
import { MINIMUM_ZOOM } from "../geometry/zoom.js";
import { add, subtract, vec } from "../geometry/vec.js";
import { scrolling, sliding, UNSTRETCHED, zooming } from "./desk-motion.js";

/** @typedef {import("../geometry/vec.js").Vec} Vec */
/** @typedef {import("./desk-motion.js").DeskMotion} DeskMotion */
/** @typedef {import("./desk-motion.js").DeskState} DeskState */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/**
 * What fingers did, on the box: scale about the centre, then move.
 * @typedef {{readonly translation: Vec, readonly scale: number, readonly centre: Vec}} Step
 */

/**
 * What the hand asks for, and whether it has zoomed. `floor` is the zoom below which it gives; `elastic` whether it
 * gives at all.
 * @typedef {{zoom: number, scroll: Vec, zoomed: boolean, readonly floor: number, readonly elastic: boolean}} Asked
 */

/** How far a zoom beyond its limit can be pulled, as the logarithm of a factor: never twice as far. */
const STRETCH_LIMIT = Math.LN2;

/** Zooms nearer to the smallest one than this share of it snap to it when the fingers leave. */
const FIT_SNAP = 0.04;

export class Desk {
  /** @type {DeskState} */
  #state;
  /** @type {Asked | null} */
  #asked = null;
  /** @type {{readonly motion: DeskMotion, readonly start: number} | null} */
  #running = null;
  #now = 0;
  #prefersReducedMotion;

  /**
   * @param {Viewport} viewport
   * @param {() => boolean} [prefersReducedMotion]
   */
  constructor(viewport, prefersReducedMotion = () => false) {
    this.#state = { viewport, scroll: vec(0, 0), stretch: UNSTRETCHED };
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

  /** Whether it moves by itself. */
  get isMoving() {
    return this.#running !== null;
  }

  get isHeld() {
    return this.#asked !== null;
  }

  /** CSS pixels a second at which it scrolls by itself. */
  get speed() {
    return this.#running ? this.#running.motion.speed(this.#now - this.#running.start) : 0;
  }

  /** Where it will have scrolled to. */
  get destination() {
    return this.#running?.motion.destination ?? this.#state.scroll;
  }

  /**
   * Shows something else at once.
   * @param {Viewport} viewport
   * @param {Vec} scroll brought within the limits
   */
  put(viewport, scroll) {
    this.#running = null;
    this.#asked = null;
    this.#state = { viewport, scroll: viewport.within(scroll), stretch: UNSTRETCHED };
  }

  /** Stops it where it is seen. */
  catch() {
    this.#running = null;
  }

  /**
   * Fingers take hold of it.
   * @param {{elastic: boolean}} how whether it gives at edges and limits: under fingers, not under a wheel
   */
  hold({ elastic }) {
    this.catch();
    const { viewport, scroll, stretch } = this.#state;
    const { box, scrollLimit } = viewport;
    const beyond = Math.exp(rubberBandPull(Math.log(stretch.scale), STRETCH_LIMIT));
    this.#asked = {
      zoom: viewport.zoom * beyond,
      scroll: vec(pulled(scroll.x, scrollLimit.x, box.width), pulled(scroll.y, scrollLimit.y, box.height)),
      floor: elastic ? Math.min(viewport.zoom, viewport.smallest.zoom) : MINIMUM_ZOOM,
      elastic,
      zoomed: false,
    };
  }

  /**
   * The fingers that hold it have moved.
   * @param {Step} step one that is no number is left out
   */
  move(step) {
    const asked = this.#asked;
    const at = add(step.centre, step.translation);
    if (!asked || ![at.x, at.y, step.scale].every(Number.isFinite) || step.scale <= 0) return;
    if (step.scale === 1) asked.scroll = subtract(asked.scroll, step.translation);
    else this.#zoomAsked(asked, step, at);
    this.#present(asked, at);
  }

  /**
   * The fingers have left.
   * @param {Vec} velocity of the fingers, CSS pixels a second
   * @param {number} now
   */
  release(velocity, now) {
    const asked = this.#asked;
    this.#asked = null;
    if (!asked) return;
    const { viewport, scroll, stretch } = this.#state;
    const { smallest, scrollLimit: limit } = viewport;
    const nearFit = asked.elastic && asked.zoomed && Math.abs(viewport.zoom / smallest.zoom - 1) < FIT_SNAP;
    if (nearFit) return this.zoomTo(smallest, stretch.scale === 1 ? middleOf(viewport) : stretch.about, now);
    if (stretch.scale !== 1) return this.zoomTo(viewport, stretch.about, now);
    const bounces = asked.elastic;
    const along = (/** @type {"x" | "y"} */ axis) => {
      return glide(scroll[axis], limit[axis] > 0 ? -velocity[axis] : 0, { low: 0, high: limit[axis], bounces });
    };
    this.#run(scrolling(this.#state, inPlane(along("x"), along("y")), this.#prefersReducedMotion()), now);
  }

  /**
   * Brings back what was caught beyond an edge or a limit.
   * @param {number} now
   */
  settle(now) {
    if (this.isHeld || this.isMoving) return;
    this.hold({ elastic: true });
    this.release(vec(0, 0), now);
  }

  /**
   * Scrolls, as a wheel does: edges hold, and what comes in notches slides.
   * @param {Vec} way
   * @param {number} now
   * @param {{isNotch: boolean}} how
   */
  scrollBy(way, now, { isNotch }) {
    if (![way.x, way.y].every(Number.isFinite)) return;
    const to = this.viewport.within(add(isNotch ? this.destination : this.scroll, way));
    if (isNotch) this.#slide(to, now, true);
    else this.put(this.viewport, to);
  }

  /**
   * Scrolls to a place.
   * @param {Vec} scroll
   * @param {number} now
   */
  glideTo(scroll, now) {
    this.#slide(this.viewport.within(scroll), now, false);
  }

  /**
   * Zooms by itself.
   * @param {Viewport} viewport what it comes to
   * @param {Vec} at the point of the box whose place stays, as far as the edges let it
   * @param {number} now
   */
  zoomTo(viewport, at, now) {
    this.#asked = null;
    const place = this.viewport.layout.placeAt(add(this.scroll, at));
    const scroll = viewport.within(subtract(viewport.layout.pointOf(place), at));
    this.#run(zooming(this.#state, viewport, scroll, at, this.#prefersReducedMotion()), now);
  }

  /**
   * Goes on to the time of a frame.
   * @param {number} now
   */
  tick(now) {
    if (!this.#running) return;
    const { motion, start } = this.#running;
    this.#now = Math.max(now, this.#now);
    const time = this.#now - start;
    this.#state = motion.at(time);
    if (!(time < motion.duration)) this.#running = null;
  }

  /**
   * @param {Asked} asked
   * @param {Step} step
   * @param {Vec} at where the centre has come to
   */
  #zoomAsked(asked, step, at) {
    const place = this.viewport.layout.placeAt(add(asked.scroll, step.centre));
    asked.zoom *= step.scale;
    asked.zoomed = true;
    const viewport = this.viewport.scaledTo(Math.max(asked.zoom, asked.floor));
    this.#state = { ...this.#state, viewport };
    asked.scroll = subtract(viewport.layout.pointOf(place), at);
    if (!asked.elastic) asked.zoom = viewport.zoom;
  }

  /**
   * Shows what is asked for, as far as it gives.
   * @param {Asked} asked
   * @param {Vec} at
   */
  #present(asked, at) {
    const { viewport } = this.#state;
    const { box, scrollLimit } = viewport;
    const beyond = rubberBand(Math.log(asked.zoom / viewport.zoom), STRETCH_LIMIT);
    const shown = (/** @type {"x" | "y"} */ axis, /** @type {number} */ size) => {
      return draggedOffset(asked.scroll[axis], 0, scrollLimit[axis], size, asked.elastic && scrollLimit[axis] > 0);
    };
    const scroll = vec(shown("x", box.width), shown("y", box.height));
    const stretch = Math.abs(beyond) < 1e-9 ? UNSTRETCHED : { scale: Math.exp(beyond), about: at };
    if (!asked.elastic) asked.scroll = scroll;
    this.#state = { viewport, scroll, stretch };
  }

  /**
   * @param {Vec} to
   * @param {number} now
   * @param {boolean} isNotch
   */
  #slide(to, now, isNotch) {
    const velocity = this.#velocity();
    this.#run(scrolling(this.#state, sliding(this.scroll, to, { velocity, isNotch }), this.#prefersReducedMotion()), now);
  }

  /** With which it scrolls now: a slide goes on with it, a glide is not made faster. */
  #velocity() {
    const running = this.#running;
    if (!running) return vec(0, 0);
    const time = this.#now - running.start;
    const [before, after] = [running.motion.at(time - 1).scroll, running.motion.at(time).scroll];
    return vec((after.x - before.x) * 1000, (after.y - before.y) * 1000);
  }

  /**
   * @param {DeskMotion} motion
   * @param {number} now
   */
  #run(motion, now) {
    this.#now = Math.max(now, this.#now);
    this.#running = { motion, start: this.#now };
    this.tick(this.#now);
  }
}

/**
 * What a finger asked for where `offset` is shown.
 * @param {number} offset
 * @param {number} limit
 * @param {number} size
 */
function pulled(offset, limit, size) {
  const rest = Math.max(0, Math.min(limit, offset));
  return rest + rubberBandPull(offset - rest, size);
}

/** @param {Viewport} viewport */
function middleOf({ box }) {
  return vec(box.width / 2, box.height / 2);
}
