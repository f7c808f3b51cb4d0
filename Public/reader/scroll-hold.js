/**
 * The pages held by fingers. What these ask for is kept apart from what is shown: beyond an edge or a limit
 * of the zoom it gives less and less, and one pulls out of it the same way.
 */

import { askedZoom, stretchedZoom } from "../gestures/index.js";
import { askedOffset, draggedOffset } from "../gestures/motion/index.js";
import { MINIMUM_ZOOM } from "../shell/zoom.js";
import { minus, plus, vec } from "../gestures/geometry/index.js";
import { UNSTRETCHED } from "./scroll-motion.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./scroll-motion.js").ScrollState} ScrollState */

/**
 * A step of the fingers, on the box: scale about the centre, then move.
 * @typedef {{readonly translation: Point, readonly scale: number, readonly centre: Point}} Step
 */

/**
 * Fingers scroll until they have spread or closed by this, as the logarithm of a factor: no two go quite side by side. 8 px
 * of the common 160 between two fingers.
 */
const ZOOM_SLOP = 0.05;

export class ScrollHold {
  #state;
  /** The place that the fingers ask for, limits or not. */
  #zoom;
  #scroll;
  #floor;
  #hasZoomed = false;
  /** By how much the fingers have spread before they zoomed, as a logarithm. */
  #spread = 0;

  /**
   * @param {ScrollState} state
   * @param {boolean} elastic whether it gives at edges and limits
   */
  constructor(state, elastic) {
    const { viewport, scroll, stretch } = state;
    const { box, scrollLimit } = viewport;
    this.elastic = elastic;
    this.#state = state;
    this.#zoom = askedZoom(viewport.zoom * stretch.scale, only(viewport.zoom));
    this.#scroll = vec(
      askedOffset(scroll.x, 0, scrollLimit.x, box.width), askedOffset(scroll.y, 0, scrollLimit.y, box.height),
    );
    this.#floor = elastic ? Math.min(viewport.zoom, viewport.smallest.zoom) : MINIMUM_ZOOM;
  }

  /** Whether the fingers have zoomed since they took hold. */
  get hasZoomed() {
    return this.#hasZoomed;
  }

  /**
   * @param {Step} step one that is no number is left out
   * @returns {ScrollState} what is seen now
   */
  moved(step) {
    const at = plus(step.centre, step.translation);
    if (![at.x, at.y, step.scale].every(Number.isFinite) || step.scale <= 0) return this.#state;
    if (!this.#zooms(step.scale)) this.#scroll = minus(this.#scroll, step.translation);
    else this.#zoomBy(step, at);
    this.#state = { ...this.#state, scroll: this.#shownScroll(), stretch: this.#shownStretch(at) };
    // A hold that does not give forgets the way beyond its limits.
    if (!this.elastic) [this.#scroll, this.#zoom] = [this.#state.scroll, this.#state.viewport.zoom];
    return this.#state;
  }

  /** @param {number} scale of the step at hand */
  #zooms(scale) {
    this.#spread += Math.log(scale);
    this.#hasZoomed ||= this.elastic ? Math.abs(this.#spread) > ZOOM_SLOP : scale !== 1;
    return this.#hasZoomed && scale !== 1;
  }

  /**
   * @param {Step} step
   * @param {Point} at where the centre has come to
   */
  #zoomBy(step, at) {
    const place = this.#state.viewport.layout.placeAt(plus(this.#scroll, step.centre));
    this.#zoom *= step.scale;
    const viewport = this.#state.viewport.scaledTo(Math.max(this.#zoom, this.#floor));
    this.#scroll = minus(viewport.layout.pointOf(place), at);
    this.#state = { ...this.#state, viewport };
  }

  #shownScroll() {
    const { box, scrollLimit: limit } = this.#state.viewport;
    const shown = (/** @type {"x" | "y"} */ axis, /** @type {number} */ size) => {
      return draggedOffset(this.#scroll[axis], 0, limit[axis], size, this.elastic && limit[axis] > 0);
    };
    return vec(shown("x", box.width), shown("y", box.height));
  }

  /** @param {Point} about */
  #shownStretch(about) {
    if (!this.elastic) return UNSTRETCHED;
    const { zoom } = this.#state.viewport;
    const scale = stretchedZoom(this.#zoom, only(zoom), true) / zoom;
    return Math.abs(scale - 1) < 1e-9 ? UNSTRETCHED : { scale, about };
  }
}

/** @param {number} zoom that the pages are laid out for: beyond it they are stretched */
function only(zoom) {
  return { minimum: zoom, maximum: zoom };
}

/**
 * The same step without its turn, about the fingers: what they hold by their middle stays under it. A step may be
 * given about any point, and left so, its turn would move what is far from there.
 * @param {Step & {readonly rotation: number}} step in radians clockwise on the screen
 * @param {Point} middle of the fingers, after the step
 * @returns {Step}
 */
export function uprightStep({ translation, scale, rotation, centre }, middle) {
  const arm = minus(minus(middle, centre), translation);
  const [cosine, sine] = [Math.cos(rotation) / scale, Math.sin(rotation) / scale];
  const before = plus(centre, vec(arm.x * cosine + arm.y * sine, arm.y * cosine - arm.x * sine));
  return { translation: minus(middle, before), scale, centre: before };
}
