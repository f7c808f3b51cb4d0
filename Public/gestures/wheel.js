/** Wheels: with Control a pinch about the pointer, without it the drag of one finger that scrolls. */

import {
  WHEEL_LINE, WHEEL_PAGE, WHEEL_PIXELS_PER_E, WHEEL_QUIET, WHEEL_ZOOM_LIMIT,
} from "./constants.js";
import { minus, ORIGIN, plus } from "./point.js";
import { TrackpadTouches } from "./trackpad.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./point.js").Point} Point */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./trackpad.js").SampleSink} SampleSink */

/**
 * What a `WheelEvent` says, without the event.
 * @typedef {object} WheelTurn
 * @property {number} x px on the surface
 * @property {number} y
 * @property {number} deltaX as in `WheelEvent`
 * @property {number} deltaY
 * @property {number} [deltaMode]
 * @property {boolean} [control] whether the key is held, or the browser says so of a pinch
 * @property {number} time ms
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
   * @type {Point | null}
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
    if (turn.control) this.#zoom({ x: turn.x, y: turn.y }, deltaY, turn.time);
    else this.#scroll({ x: turn.x, y: turn.y }, { x: deltaX, y: deltaY }, turn.time);
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
   * @param {Point} pointer
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
   * The finger goes the other way than the wheel: it drags the content.
   * @param {Point} pointer
   * @param {Point} delta px
   * @param {number} time
   */
  #scroll(pointer, delta, time) {
    this.#pinch.end(time);
    if (!this.#finger) this.#send("began", pointer, time);
    this.#finger = minus(this.#finger ?? pointer, delta);
    this.#send("moved", this.#finger, time);
  }

  /** @param {number} time */
  #lift(time) {
    if (!this.#finger) return;
    this.#send("ended", plus(this.#finger, ORIGIN), time);
    this.#finger = null;
  }

  /**
   * @param {Sample["phase"]} phase
   * @param {Point} place
   * @param {number} time
   */
  #send(phase, { x, y }, time) {
    this.#sink.dispatch([{ phase, id: SCROLL_ID, time, type: "scroll", x, y }]);
  }
}
