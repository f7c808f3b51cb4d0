/** The machine's clock, which a player can take over for a while. */

import { ManualClock, SystemClock } from "../clock.js";

/** @typedef {import("../clock.js").Clock} Clock */

/** @typedef {{readonly time: number, readonly callback: () => void, cancel: () => void}} Wakeup */

/**
 *     Running by the machine ──hold()──▶ turned by hand with advance() ──release()──▶ Running by the machine
 *
 * It never goes back, but stands still while it is held, and jumps on to the machine's time when it is released.
 * @implements {Clock}
 */
export class ReplayClock {
  #machine;
  /** @type {Clock} */
  #driver;
  /** @type {ManualClock | null} */
  #hands = null;
  /** @type {Set<Wakeup>} */
  #wakeups = new Set();

  /** @param {Clock} [machine] */
  constructor(machine = new SystemClock()) {
    this.#machine = machine;
    this.#driver = machine;
  }

  now() {
    return this.#driver.now();
  }

  /**
   * Calls back at a time, once, whoever drives the clock then.
   * @param {number} time
   * @param {() => void} callback
   * @returns {() => void}
   */
  wakeAt(time, callback) {
    /** @type {Wakeup} */
    const wakeup = { time, callback, cancel: () => {} };
    this.#wakeups.add(wakeup);
    this.#arm(wakeup);
    return () => {
      this.#wakeups.delete(wakeup);
      wakeup.cancel();
    };
  }

  /** Whether it is turned by hand. */
  get isHeld() {
    return this.#hands !== null;
  }

  /** Stops it where it is. */
  hold() {
    if (this.#hands) return;
    const hands = new ManualClock();
    hands.advance(this.#machine.now());
    this.#hands = hands;
    this.#drive(hands);
  }

  /**
   * Turns it on while it is held, and calls everyone on the way.
   * @param {number} time ms; an earlier one leaves the hands where they are
   */
  advance(time) {
    this.#hands?.advance(time);
  }

  /** Lets it run again. Timers that were due meanwhile fire soon. */
  release() {
    if (!this.#hands) return;
    this.#hands = null;
    this.#drive(this.#machine);
  }

  /** @param {Clock} driver */
  #drive(driver) {
    this.#driver = driver;
    for (const wakeup of this.#wakeups) {
      wakeup.cancel();
      this.#arm(wakeup);
    }
  }

  /** @param {Wakeup} wakeup */
  #arm(wakeup) {
    wakeup.cancel = this.#driver.wakeAt(wakeup.time, () => {
      this.#wakeups.delete(wakeup);
      wakeup.callback();
    });
  }
}
