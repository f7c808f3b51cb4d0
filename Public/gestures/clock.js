/** Where the time comes from: the machine, or a test that turns the hands itself. */

/**
 * Time in milliseconds on the scale of `Event.timeStamp`, and one wake-up at a time.
 * @typedef {object} Clock
 * @property {() => number} now
 * @property {(time: number, callback: () => void) => () => void} wakeAt calls back at `time`, or as soon
 *   as it can when that is past, never before it returns; what it returns cancels the wakeup
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
  #wakeups = new Set();

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
    const wakeup = { time, callback };
    this.#wakeups.add(wakeup);
    return () => void this.#wakeups.delete(wakeup);
  }

  /**
   * Goes on to `time`, and calls everyone on the way who wanted to be woken, in the order of their times.
   * @param {number} time not before now; an earlier one leaves the hands where they are
   */
  advance(time) {
    for (let wakeup = this.#next(time); wakeup; wakeup = this.#next(time)) {
      this.#wakeups.delete(wakeup);
      this.#time = Math.max(this.#time, wakeup.time);
      wakeup.callback();
    }
    this.#time = Math.max(this.#time, time);
  }

  /** @param {number} time */
  #next(time) {
    let first;
    for (const wakeup of this.#wakeups) {
      if (wakeup.time <= time && (!first || wakeup.time < first.time)) first = wakeup;
    }
    return first;
  }
}
