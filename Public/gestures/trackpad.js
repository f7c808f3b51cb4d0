/**
 * Two fingers that stand for a trackpad: browsers tell what the fingers did, not where they are. A pinch becomes
 * a wheel turned with Control in most, and a `gesturechange` with scale and rotation in Safari.
 */

import { TRACKPAD_SPAN } from "./constants.js";
import { ORIGIN } from "./geometry/point.js";

/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./sample.js").Sample} Sample */

/**
 * @typedef {object} SampleSink
 * @property {(samples: readonly Sample[]) => void} dispatch
 * @property {(id: number) => boolean} [hasTouch] whether a pointer that was sent is still followed: it may have been
 *   taken away meanwhile. It is, where this is missing
 */

/** @typedef {Point & {readonly target?: object}} Aim a place on the surface, and what the source knows to lie there */

/** Pointers have positive ids; these two never meet one. */
const IDS = Object.freeze(/** @type {const} */ ([-1, -2]));

/**
 *     Idle ──begin──▶ Touching ──end, cancel──▶ Idle
 */
export class TrackpadTouches {
  #sink;
  #isTouching = false;
  /** @type {Aim} */
  #centre = ORIGIN;
  #scale = 1;
  #rotation = 0;

  /** @param {SampleSink} sink */
  constructor(sink) {
    this.#sink = sink;
  }

  /** Whether the two fingers are down. */
  get isTouching() {
    return this.#isTouching;
  }

  /** The scale since the fingers landed. */
  get scale() {
    return this.#scale;
  }

  /**
   * Two fingers land about a point.
   * @param {Aim} centre px on the surface
   * @param {number} time ms
   */
  begin(centre, time) {
    if (this.#isTouching) this.end(time);
    this.#isTouching = true;
    this.#place(centre, 1, 0);
    this.#send("began", time);
  }

  /**
   * Values that are no number leave everything where it was. Fingers that were taken away meanwhile land again where
   * they were: the hand on the trackpad has not lifted.
   * @param {Aim} centre px on the surface
   * @param {number} scale since the fingers landed
   * @param {number} rotation radians since they landed, clockwise
   * @param {number} time ms
   */
  move(centre, scale, rotation, time) {
    if (!this.#isTouching || !(scale > 0) || !Number.isFinite(scale) || !Number.isFinite(rotation)) return;
    if (this.#sink.hasTouch?.(IDS[0]) === false) this.#land(centre, time);
    this.#place(centre, scale, rotation);
    this.#send("moved", time);
  }

  /** @param {number} time ms */
  end(time) {
    if (!this.#isTouching) return;
    this.#isTouching = false;
    this.#send("ended", time);
  }

  /**
   * They are taken away.
   * @param {number} time ms
   */
  cancel(time) {
    if (!this.#isTouching) return;
    this.#isTouching = false;
    this.#send("cancelled", time);
  }

  /**
   * @param {Aim} centre
   * @param {number} time
   */
  #land(centre, time) {
    this.#centre = centre;
    this.#send("began", time);
  }

  /**
   * @param {Aim} centre
   * @param {number} scale
   * @param {number} rotation
   */
  #place(centre, scale, rotation) {
    this.#centre = centre;
    this.#scale = scale;
    this.#rotation = rotation;
  }

  /**
   * Both land under the pointer, so that both hit what it is over.
   * @param {Sample["phase"]} phase
   * @param {number} time
   */
  #send(phase, time) {
    const reach = (TRACKPAD_SPAN / 2) * this.#scale;
    const arm = { x: Math.cos(this.#rotation) * reach, y: Math.sin(this.#rotation) * reach };
    const { x, y, target } = this.#centre;
    const common = /** @type {const} */ ({ phase, time, type: "trackpad", aim: { x, y }, ...(target && { target }) });
    this.#sink.dispatch(IDS.map((id, index) => {
      const side = index === 0 ? -1 : 1;
      return { ...common, id, x: x + side * arm.x, y: y + side * arm.y };
    }));
  }
}
