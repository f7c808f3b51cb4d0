/** Counts quick touches near each other: browsers do not say it of pointer events. */

import { MULTITAP_DISTANCE, MULTITAP_GAP, TAP_MAX_DURATION } from "./constants.js";
import { distance } from "./geometry/point.js";

/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./sample.js").TouchType} TouchType */
/** @typedef {{readonly place: Point, readonly time: number, readonly type: TouchType, readonly count: number}} Tap */

/** More fingers than this do not tap at once. */
const REMEMBERED = 10;

export class TapSeries {
  /**
   * Taps that another may follow, latest first.
   * @type {Tap[]}
   */
  #taps = [];

  /**
   * Which of its series a touch is that begins now; the tap it follows is used up.
   * @param {Point} place
   * @param {number} time
   * @param {TouchType} type
   */
  countFor(place, time, type) {
    this.#taps = this.#taps.filter((tap) => time - tap.time < MULTITAP_GAP);
    const before = this.#taps.find((tap) => tap.type === type && distance(tap.place, place) <= MULTITAP_DISTANCE);
    if (!before) return 1;
    this.#taps.splice(this.#taps.indexOf(before), 1);
    return before.count + 1;
  }

  /**
   * A touch has lifted; it counts if it was short.
   * @param {Touch} touch
   */
  lifted(touch) {
    if (touch.timestamp - touch.startTimestamp >= TAP_MAX_DURATION) return;
    const { timestamp: time, startLocation: place, type, tapCount: count } = touch;
    this.#taps.unshift({ place, time, type, count });
    this.#taps.length = Math.min(this.#taps.length, REMEMBERED);
  }

  /**
   * No touch follows this one: it was the palm.
   * @param {Touch} touch
   */
  forget(touch) {
    this.#taps = this.#taps.filter(({ place }) => place !== touch.startLocation);
  }
}
