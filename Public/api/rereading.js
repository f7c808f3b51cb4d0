/**
 * Reading what a screen shows, and reading it again when it has changed elsewhere. The old content stays until the new is
 * there, and until no hand is on it.
 *
 *     idle ──ask──► reading ──► at rest ──► shown: idle, or reading once more where it was asked for meanwhile
 *                    ▲  └─failed: said, but for what passes while something is shown
 *                    └──time, ask────────────┘
 */

import { isPassing, waitBefore } from "./thumbnail-tries.js";
import { ApiProblem } from "./api-problem.js";

/**
 * @template Found
 * @typedef {object} RereadingPorts
 * @property {(signal: AbortSignal) => Promise<Found>} read
 * @property {() => Promise<void>} rest over when no hand is on what is shown
 * @property {(found: Found) => void} show
 * @property {(error: unknown) => void} failed
 * @property {() => boolean} isShown whether something is shown that is better than a notice
 * @property {Pick<import("../shell/timer.js").Timer, "set" | "clear">} timer
 * @property {() => number} [chance] 0 to 1
 */

/** @template Found */
export class Rereading {
  #ports;
  #signal;
  #isBehind = false;
  #tries = 0;
  /** @type {Promise<void> | null} */
  #reading = null;

  /**
   * @param {RereadingPorts<Found>} ports
   * @param {AbortSignal} signal ends it
   */
  constructor(ports, signal) {
    this.#ports = ports;
    this.#signal = signal;
  }

  /**
   * Reads it; once more after that where it is being read already, for what is on its way may be from before.
   * @returns {Promise<void>} over when it is shown, or has failed
   */
  ask() {
    this.#ports.timer.clear();
    this.#isBehind = true;
    this.#reading ??= this.#catchUp().finally(() => { this.#reading = null; });
    return this.#reading;
  }

  get isReading() {
    return this.#reading !== null;
  }

  async #catchUp() {
    while (this.#isBehind && !this.#signal.aborted) {
      this.#isBehind = false;
      await this.#read();
    }
  }

  async #read() {
    try {
      const found = await this.#ports.read(this.#signal);
      await this.#ports.rest();
      if (!this.#signal.aborted) this.#show(found);
    } catch (error) {
      if (!this.#signal.aborted) this.#refused(error);
    }
  }

  /** @param {Found} found */
  #show(found) {
    this.#tries = 0;
    try {
      this.#ports.show(found);
    } catch (error) {
      // It was read, and is not what it should be: reading it again is of no use.
      this.#ports.failed(error);
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    const { isShown, failed, timer, chance = Math.random } = this.#ports;
    const problem = ApiProblem.from(error);
    if (!isShown() || !isPassing(problem)) return failed(error);
    timer.set(waitBefore(this.#tries, problem.retryAfter, chance()), () => void this.ask());
    this.#tries += 1;
  }
}
