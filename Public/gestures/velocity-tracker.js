/**
 * How fast something moves, from its last moments: the slope of the line of least squares, as in Android's
 * `VelocityTracker` of degree one. Steady against jitter, and nought when the finger rested before it lifted.
 */

import { VELOCITY_REST, VELOCITY_SPAN, VELOCITY_WINDOW } from "./constants.js";
import { ORIGIN } from "./geometry/point.js";

/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {{readonly time: number, readonly value: Point}} Reading */

/** Keeps the readings of the last moments. */
export class VelocityTracker {
  /** @type {Reading[]} */
  #readings = [];
  /** When the value last differed from the one before. */
  #movedAt = -Infinity;

  /**
   * @param {number} time ms; one before the last reading is left out
   * @param {Point} value
   */
  add(time, value) {
    const last = this.#readings[this.#readings.length - 1];
    if (last && time < last.time) return;
    if (!last || last.value.x !== value.x || last.value.y !== value.y) this.#movedAt = time;
    if (last?.time === time) this.#readings.pop();
    this.#readings.push({ time, value });
    this.#readings = latestOf(this.#readings, time);
  }

  /** Forgets all readings. */
  clear() {
    this.#readings = [];
    this.#movedAt = -Infinity;
  }

  /**
   * @param {number} now ms
   * @returns {Point} units of the value a second
   */
  velocity(now) {
    const readings = latestOf(this.#readings, now);
    const [first, ...others] = readings;
    const last = others[others.length - 1];
    if (!first || !last || now - this.#movedAt >= VELOCITY_REST) return ORIGIN;
    const scale = Math.min(1, (last.time - first.time) / VELOCITY_SPAN);
    return { x: slope(readings, "x") * scale * 1000, y: slope(readings, "y") * scale * 1000 };
  }
}

/**
 * @param {readonly Reading[]} readings
 * @param {number} now
 */
function latestOf(readings, now) {
  return readings.filter(({ time }) => time >= now - VELOCITY_WINDOW);
}

/**
 * @param {readonly Reading[]} readings at two different times at least
 * @param {"x" | "y"} axis
 */
function slope(readings, axis) {
  const meanTime = readings.reduce((sum, { time }) => sum + time, 0) / readings.length;
  const meanValue = readings.reduce((sum, { value }) => sum + value[axis], 0) / readings.length;
  let above = 0;
  let below = 0;
  for (const { time, value } of readings) {
    above += (time - meanTime) * (value[axis] - meanValue);
    below += (time - meanTime) ** 2;
  }
  return above / below;
}
