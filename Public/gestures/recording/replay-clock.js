/** The machine's clock, which a player can take over for a while. */

import { ManualClock, SystemClock } from "../clock.js";

/** @typedef {import("../clock.js").Clock} Clock */

/** @typedef {{readonly time: number, readonly callback: () => void, cancel: () => void}} WakeUp */

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
  /** @type {Set<WakeUp>} */
  #wakeUps = new Set();

  /** @param {Clock} [machine] */
  constructor(machine = new SystemClock()) {
    this.#machine = machine;
    this.#driver = machine;
  }

  now() {
    return this.#driver.now();
  }

  /**
   * Calls back at a time, once, by the machine or by hand.
   * @param {number} time
   * @param {() => void} callback
   * @returns {() => void}
   */
  wakeAt(time, callback) {
    /** @type {WakeUp} */
    const wakeUp = { time, callback, cancel: () => {} };
    this.#wakeUps.add(wakeUp);
    this.#arm(wakeUp);
    return () => {
      this.#wakeUps.delete(wakeUp);
      wakeUp.cancel();
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
   * Turns it on while it is held, and runs all callbacks on the way.
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
    for (const wakeUp of this.#wakeUps) {
      wakeUp.cancel();
      this.#arm(wakeUp);
    }
  }

  /** @param {WakeUp} wakeUp */
  #arm(wakeUp) {
    wakeUp.cancel = this.#driver.wakeAt(wakeUp.time, () => {
      this.#wakeUps.delete(wakeUp);
      wakeUp.callback();
    });
  }
}
