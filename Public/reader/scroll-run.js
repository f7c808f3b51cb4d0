/** What moves the pages by itself, one motion at a time, on a clock that never goes back. Times in ms. */

import { vec } from "../gestures/geometry/index.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./scroll-motion.js").ScrollMotion} ScrollMotion */
/** @typedef {import("./scroll-motion.js").ScrollState} ScrollState */

export class ScrollRun {
  /** @type {{readonly motion: ScrollMotion, readonly start: number} | null} */
  #running = null;
  #now = 0;

  get isRunning() {
    return this.#running !== null;
  }

  /** Whether what runs changes the zoom. */
  get zooms() {
    return this.#running?.motion.zooms ?? false;
  }

  /** CSS pixels a second at which it scrolls. */
  get speed() {
    return this.#running ? this.#running.motion.speed(this.#now - this.#running.start) : 0;
  }

  /** With which it scrolls now: a slide goes on with it, a glide is not made faster. CSS pixels a second. */
  get velocity() {
    if (!this.#running) return vec(0, 0);
    const { motion, start } = this.#running;
    const time = this.#now - start;
    const [before, after] = [motion.at(time - 1).scroll, motion.at(time).scroll];
    return vec((after.x - before.x) * 1000, (after.y - before.y) * 1000);
  }

  /**
   * Where it will have scrolled to; null when nothing runs.
   * @returns {Point | null}
   */
  get destination() {
    return this.#running?.motion.destination ?? null;
  }

  /**
   * Another motion takes the place of what runs.
   * @param {ScrollMotion} motion
   * @param {number} now
   * @returns {ScrollState} as it begins
   */
  start(motion, now) {
    this.#now = Math.max(now, this.#now);
    this.#running = { motion, start: this.#now };
    return this.tick(this.#now) ?? motion.at(0);
  }

  /** Nothing runs any more. */
  stop() {
    this.#running = null;
  }

  /**
   * Goes on to the time of a frame.
   * @param {number} now
   * @returns {ScrollState | null} null when nothing runs
   */
  tick(now) {
    if (!this.#running) return null;
    const { motion, start } = this.#running;
    this.#now = Math.max(now, this.#now);
    const time = this.#now - start;
    if (!(time < motion.duration)) this.#running = null;
    return motion.at(time);
  }

  /**
   * Brings it to its end at once.
   * @returns {ScrollState | null} null when nothing runs
   */
  finish() {
    const end = this.#running?.motion.at(Infinity) ?? null;
    this.#running = null;
    return end;
  }
}
