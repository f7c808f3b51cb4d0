/** The time of the gesture system: that of the event or the timer at hand, which never goes back. */

import { guarded } from "./guard.js";
import { TimerQueue } from "./timer-queue.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./candidate.js").Candidate} Candidate */

/**
 * @typedef {object} ChronologyPorts
 * @property {Clock} clock
 * @property {Report} report
 * @property {(time: number) => void} expired told that timers are due by the clock; calls {@link Chronology.goTo}
 * @property {() => void} due told before the timers of one moment run
 * @property {() => void} concluded told when the timers of one moment have run
 */

/** The time, and the timers of recognizers on it. */
export class Chronology {
  #ports;
  #timers;
  #now = 0;

  /** @param {ChronologyPorts} ports */
  constructor(ports) {
    this.#ports = ports;
    this.#timers = new TimerQueue(ports.clock, ports.expired);
  }

  /** Ms, on the clock's scale. */
  get now() {
    return this.#now;
  }

  /** Whether no timer runs. */
  get isQuiet() {
    return this.#timers.size === 0;
  }

  /**
   * Goes on to `time` and runs what is due on the way, moment by moment.
   * @param {number} time
   */
  goTo(time) {
    this.#timers.runUntil(time, (due, runAll) => {
      this.#now = Math.max(this.#now, due);
      this.#ports.due();
      runAll();
      this.#ports.concluded();
    });
    this.#now = Math.max(this.#now, time);
  }

  /**
   * The time of an event: as it is stamped, but neither in the future nor before what has happened already.
   * @param {readonly Sample[]} samples
   */
  timeOf(samples) {
    const present = this.#ports.clock.now();
    const stamps = samples.map(({ time }) => (Number.isFinite(time) ? time : present));
    return Math.max(this.#now, Math.min(present, ...stamps));
  }

  /**
   * Calls `action` for a recognizer unless its attempt is over before.
   * @param {Candidate} candidate
   * @param {number} delay ms
   * @param {() => void} action
   * @returns {() => void} drops it
   */
  after(candidate, delay, action) {
    const cancel = this.#timers.set(this.#now + (delay > 0 ? delay : 0), () => {
      candidate.timers.delete(drop);
      guarded(this.#ports.report, `timer of ${candidate.recognizer.name}`, undefined, action);
    });
    const drop = () => {
      candidate.timers.delete(drop);
      cancel();
    };
    candidate.timers.add(drop);
    return drop;
  }
}
