/**
 * Two fingers that stand for a trackpad: browsers tell what the fingers did, not where they are. A pinch becomes
 * a wheel turned with Control in most, and a `gesturechange` with scale and rotation in Safari.
 */

import { TRACKPAD_SPAN } from "./constants.js";
import { ORIGIN } from "./point.js";

/** @typedef {import("./point.js").Point} Point */
/** @typedef {import("./sample.js").Sample} Sample */

/**
 * @typedef {object} SampleSink
 * @property {(samples: readonly Sample[]) => void} dispatch
 */

/** Pointers have positive ids; these two never meet one. */
const IDS = Object.freeze([-1, -2]);

/**
 *     Idle ──begin──▶ Touching ──end, cancel──▶ Idle
 */
export class TrackpadTouches {
  #sink;
  #isTouching = false;
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
   * @param {Point} centre px on the surface
   * @param {number} time ms
   */
  begin(centre, time) {
    if (this.#isTouching) this.end(time);
    this.#isTouching = true;
    this.#place(centre, 1, 0);
    this.#send("began", time);
  }

  /**
   * Values that are no number leave everything where it was.
   * @param {Point} centre px on the surface
   * @param {number} scale since the fingers landed
   * @param {number} rotation radians since they landed, clockwise
   * @param {number} time ms
   */
  move(centre, scale, rotation, time) {
    if (!this.#isTouching || !(scale > 0) || !Number.isFinite(scale) || !Number.isFinite(rotation)) return;
    this.#place(centre, scale, rotation);
    this.#send("moved", time);
  }

  /**
   * They lift.
   * @param {number} time ms
   */
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
   * @param {Point} centre
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
    const { x, y } = this.#centre;
    this.#sink.dispatch(IDS.map((id, index) => {
      const side = index === 0 ? -1 : 1;
      return { phase, id, time, type: "trackpad", x: x + side * arm.x, y: y + side * arm.y, aim: this.#centre };
    }));
  }
}
