/** Timers merged with events by time: timers that were due before an event run before it, even when both come late. */

import { LATE_TIMER } from "./constants.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {{readonly due: number, readonly action: () => void, dropped: boolean}} Timer dropped: or run already */

/**
 * All timers of a surface, with one wake-up at the clock. A timer that is dropped stays in the list until its turn comes,
 * unless all are: whole crowds of them are dropped at a time.
 */
export class TimerQueue {
  #clock;
  #expired;
  /** @type {Timer[]} in the order in which they are due; of the same time, in the order in which they were set */
  #timers = [];
  /** How many of them were not dropped. */
  #size = 0;
  /** @type {(() => void) | null} */
  #takeBack = null;
  #armedFor = Infinity;

  /**
   * @param {Clock} clock
   * @param {(time: number) => void} expired told when the clock has reached a timer; calls {@link runUntil}
   */
  constructor(clock, expired) {
    this.#clock = clock;
    this.#expired = expired;
  }

  /** How many timers are pending. */
  get size() {
    return this.#size;
  }

  /**
   * @param {number} due ms, on the clock's scale
   * @param {() => void} action
   * @returns {() => void} drops the timer
   */
  set(due, action) {
    const timer = { due, action, dropped: false };
    let at = this.#timers.length;
    while (at > 0 && /** @type {Timer} */ (this.#timers[at - 1]).due > due) at -= 1;
    if (at === this.#timers.length) this.#timers.push(timer);
    else this.#timers.splice(at, 0, timer);
    this.#size += 1;
    this.#arm();
    return () => this.#drop(timer);
  }

  /**
   * Runs what is due at `time` or before, moment by moment; also what these set anew.
   * @param {number} time
   * @param {(due: number, runAll: () => void) => void} run called once for all that is due at one moment: in
   *   which order they were set is not to matter
   */
  runUntil(time, run) {
    for (let first = this.#timers[0]; first && first.due <= time; first = this.#timers[0]) {
      const { due } = first;
      const later = this.#timers.findIndex((timer) => timer.due > due);
      const timers = this.#timers.splice(0, later < 0 ? this.#timers.length : later).filter(isWanted);
      if (timers.length > 0) run(due, () => timers.forEach((timer) => this.#run(timer)));
    }
    this.#arm();
  }

  /** @param {Timer} timer */
  #run(timer) {
    if (timer.dropped) return;
    timer.dropped = true;
    this.#size -= 1;
    timer.action();
  }

  /** @param {Timer} timer */
  #drop(timer) {
    if (timer.dropped) return;
    timer.dropped = true;
    this.#size -= 1;
    if (this.#size > 0) return;
    this.#timers = [];
    this.#arm();
  }

  /** Keeps one wake-up at the clock, for the first timer; it comes too early when that was dropped meanwhile. */
  #arm() {
    const due = this.#timers[0]?.due ?? Infinity;
    if (due === this.#armedFor) return;
    this.#takeBack?.();
    this.#takeBack = null;
    this.#armedFor = due;
    if (due < Infinity) this.#takeBack = this.#clock.wakeAt(due, () => this.#woken(due));
  }

  /**
   * A late wake-up means that the page was busy, and that earlier input may be waiting: one more turn lets it pass.
   * @param {number} due
   */
  #woken(due) {
    const now = this.#clock.now();
    if (now - due <= LATE_TIMER) this.#expire(due);
    else this.#takeBack = this.#clock.wakeAt(now, () => this.#expire(due));
  }

  /** @param {number} due */
  #expire(due) {
    this.#armedFor = Infinity;
    this.#takeBack = null;
    this.#expired(due);
  }
}

/** @param {Timer} timer */
function isWanted({ dropped }) {
  return !dropped;
}
