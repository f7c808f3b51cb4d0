/** Wheels: with Control a pinch about the pointer, without it the drag of one finger that scrolls. */

import {
  WHEEL_LINE, WHEEL_PAGE, WHEEL_PIXELS_PER_E, WHEEL_QUIET, WHEEL_ZOOM_LIMIT,
} from "./constants.js";
import { minus } from "./geometry/point.js";
import { TrackpadTouches } from "./trackpad.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./trackpad.js").Aim} Aim */
/** @typedef {import("./trackpad.js").SampleSink} SampleSink */

/**
 * The values of a `WheelEvent`.
 * @typedef {object} WheelTurn
 * @property {number} x px on the surface
 * @property {number} y
 * @property {number} deltaX as in `WheelEvent`
 * @property {number} deltaY
 * @property {number} [deltaMode]
 * @property {boolean} [control] whether the key is held, or the browser says so of a pinch
 * @property {number} time ms
 * @property {object} [target] what the source knows to be under the pointer
 */

/** Pixels for one of the units that `deltaMode` counts. */
const UNITS = Object.freeze([1, WHEEL_LINE, WHEEL_PAGE]);

const SCROLL_ID = -3;

/**
 *     Idle ──turn──▶ Scrolling ──quiet──▶ Idle
 *       └──turn with Control──▶ Pinching ──quiet──▶ Idle
 */
export class WheelSource {
  #sink;
  #clock;
  #pinch;
  /**
   * Where the finger that scrolls is, and is not when it is null.
   * @type {Aim | null}
   */
  #finger = null;
  #stopWaiting = () => {};

  /**
   * @param {SampleSink} sink
   * @param {Clock} clock
   */
  constructor(sink, clock) {
    this.#sink = sink;
    this.#clock = clock;
    this.#pinch = new TrackpadTouches(sink);
  }

  /**
   * A notch, or a frame of a trackpad. One that makes no sense is left out.
   * @param {WheelTurn} turn
   */
  turn(turn) {
    const unit = UNITS[turn.deltaMode ?? 0] ?? 1;
    const [deltaX, deltaY] = [turn.deltaX * unit, turn.deltaY * unit];
    if (![turn.x, turn.y, deltaX, deltaY].every(Number.isFinite)) return;
    const pointer = { x: turn.x, y: turn.y, ...(turn.target && { target: turn.target }) };
    if (turn.control) this.#zoom(pointer, deltaY, turn.time);
    else this.#scroll(pointer, { x: deltaX, y: deltaY }, turn.time);
    this.#stopWaiting();
    this.#stopWaiting = this.#clock.wakeAt(this.#clock.now() + WHEEL_QUIET, () => this.end());
  }

  /** Nothing more comes. */
  end() {
    this.#stopWaiting();
    const time = this.#clock.now();
    this.#pinch.end(time);
    this.#lift(time);
  }

  /**
   * @param {Aim} pointer
   * @param {number} delta px
   * @param {number} time
   */
  #zoom(pointer, delta, time) {
    this.#lift(time);
    if (!this.#pinch.isTouching) this.#pinch.begin(pointer, time);
    const limited = Math.max(-WHEEL_ZOOM_LIMIT, Math.min(WHEEL_ZOOM_LIMIT, delta));
    const scale = this.#pinch.scale * Math.exp(-limited / WHEEL_PIXELS_PER_E);
    this.#pinch.move(pointer, scale, 0, time);
  }

  /**
   * The finger goes the other way than the wheel: it drags the content. One that was taken away meanwhile lands again.
   * @param {Aim} pointer
   * @param {Point} delta px
   * @param {number} time
   */
  #scroll(pointer, delta, time) {
    this.#pinch.end(time);
    const finger = this.#sink.hasTouch?.(SCROLL_ID) === false ? null : this.#finger;
    if (!finger) this.#send("began", pointer, time);
    this.#finger = minus(finger ?? pointer, delta);
    this.#send("moved", this.#finger, time);
  }

  /** @param {number} time */
  #lift(time) {
    if (!this.#finger) return;
    this.#send("ended", this.#finger, time);
    this.#finger = null;
  }

  /**
   * @param {Sample["phase"]} phase
   * @param {Aim} place
   * @param {number} time
   */
  #send(phase, { x, y, target }, time) {
    this.#sink.dispatch([{ phase, id: SCROLL_ID, time, type: "scroll", x, y, ...(target && { target }) }]);
  }
}
