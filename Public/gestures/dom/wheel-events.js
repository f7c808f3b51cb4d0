/** Listens to the wheel, and to Safari's gestures of a trackpad. */

import { TrackpadTouches } from "../trackpad.js";
import { WheelSource } from "../wheel.js";

/** @typedef {import("../clock.js").Clock} Clock */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../trackpad.js").Aim} Aim */
/** @typedef {import("../trackpad.js").SampleSink} SampleSink */
/** @typedef {import("./pointer-events.js").ClientPlace} ClientPlace */

/**
 * @typedef {object} WheelPorts
 * @property {SampleSink} sink
 * @property {Clock} clock
 * @property {(event: ClientPlace) => Point} placeOf
 * @property {() => boolean} isScrollWanted whether a recognizer took the finger that scrolls
 * @property {() => boolean} areFingersDown whether fingers are on the surface: then Safari's gesture is theirs
 */

/**
 * Safari's own event: scale and degrees since the start.
 * @typedef {MouseEvent & {readonly scale: number, readonly rotation: number}} SafariGestureEvent
 */

/** Hears wheel and trackpad over an element and feeds them to the arbiter as fingers. */
export class WheelEvents {
  #ports;
  #wheel;
  #trackpad;

  /**
   * @param {HTMLElement} element
   * @param {WheelPorts} ports
   * @param {AbortSignal} signal ends it
   */
  constructor(element, ports, signal) {
    this.#ports = ports;
    this.#wheel = new WheelSource(ports.sink, ports.clock);
    this.#trackpad = new TrackpadTouches(ports.sink);
    const options = { signal, passive: false };
    element.addEventListener("wheel", (event) => this.#turned(event), options);
    for (const name of ["gesturestart", "gesturechange", "gestureend"]) {
      element.addEventListener(name, (event) => this.#gestured(/** @type {SafariGestureEvent} */ (event)), options);
    }
    signal.addEventListener("abort", () => this.#wheel.end());
  }

  /** @param {WheelEvent} event */
  #turned(event) {
    const { deltaX, deltaY, deltaMode, ctrlKey: control, timeStamp: time } = event;
    this.#wheel.turn({ ...this.#aimOf(event), deltaX, deltaY, deltaMode, control, time });
    if (event.cancelable && (control || this.#ports.isScrollWanted())) event.preventDefault();
  }

  /** @param {SafariGestureEvent} event */
  #gestured(event) {
    if (event.cancelable) event.preventDefault();
    const { type, scale, rotation, timeStamp: time } = event;
    if (this.#ports.areFingersDown()) return this.#trackpad.cancel(time);
    const aim = this.#aimOf(event);
    if (type === "gesturestart") this.#trackpad.begin(aim, time);
    this.#trackpad.move(aim, scale, (rotation * Math.PI) / 180, time);
    if (type === "gestureend") this.#trackpad.end(time);
  }

  /**
   * Where the pointer is, and the element that is there.
   * @param {MouseEvent} event
   * @returns {Aim}
   */
  #aimOf(event) {
    const { target } = event;
    return { ...this.#ports.placeOf(event), ...(target && { target }) };
  }
}
