/** Where the time comes from: the machine, or a test that turns the hands itself. */

/**
 * Time in milliseconds on the scale of `Event.timeStamp`, and one wake-up at a time.
 * @typedef {object} Clock
 * @property {() => number} now
 * @property {(time: number, callback: () => void) => () => void} wakeAt calls back at `time`, or as soon
 *   as it can when that is past, never before it returns; what it returns cancels the wake-up
 */

/**
 * The machine's clock: `performance.now()` has the origin that events are stamped with.
 * @implements {Clock}
 */
export class SystemClock {
  now() {
    return performance.now();
  }

  /**
   * Calls back at a time, once.
   * @param {number} time
   * @param {() => void} callback
   * @returns {() => void}
   */
  wakeAt(time, callback) {
    const handle = setTimeout(callback, Math.max(0, time - this.now()));
    return () => clearTimeout(handle);
  }
}

/**
 * A clock that stands still until it is told to go on: for tests and for replay.
 * @implements {Clock}
 */
export class ManualClock {
  #time = 0;
  /** @type {Set<{readonly time: number, readonly callback: () => void}>} */
  #wakeUps = new Set();

  now() {
    return this.#time;
  }

  /**
   * Calls back at a time, once.
   * @param {number} time
   * @param {() => void} callback
   * @returns {() => void}
   */
  wakeAt(time, callback) {
    const wakeUp = { time, callback };
    this.#wakeUps.add(wakeUp);
    return () => void this.#wakeUps.delete(wakeUp);
  }

  /**
   * Goes on to `time`, and runs all callbacks that are due on the way, in the order of their times.
   * @param {number} time not before now; an earlier one leaves the hands where they are
   */
  advance(time) {
    for (let wakeUp = this.#next(time); wakeUp; wakeUp = this.#next(time)) {
      this.#wakeUps.delete(wakeUp);
      this.#time = Math.max(this.#time, wakeUp.time);
      wakeUp.callback();
    }
    this.#time = Math.max(this.#time, time);
  }

  /** @param {number} time */
  #next(time) {
    let first;
    for (const wakeUp of this.#wakeUps) {
      if (wakeUp.time <= time && (!first || wakeUp.time < first.time)) first = wakeUp;
    }
    return first;
  }
}
