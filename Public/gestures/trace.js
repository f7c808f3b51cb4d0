/** The last transitions of an arbiter, with their reasons: what a breakpoint would disturb. */

/** @typedef {import("./arbiter.js").Arbiter} Arbiter */
/** @typedef {import("./arbiter.js").Transition} Transition */

/** Watches an arbiter until it is stopped. */
export class Trace {
  #capacity;
  /** @type {string[]} */
  #lines = [];
  #stop;

  /**
   * @param {Arbiter} arbiter
   * @param {number} [capacity] how many transitions are kept
   */
  constructor(arbiter, capacity = 256) {
    this.#capacity = capacity;
    this.#stop = arbiter.observe({ moved: (transition) => this.#note(transition) });
  }

  /** One line for each transition, oldest first. */
  get lines() {
    return [...this.#lines];
  }

  /** Hears nothing more. */
  stop() {
    this.#stop();
  }

  /** @param {Transition} transition */
  #note({ time, recognizer, from, to, reason }) {
    this.#lines.push(`${time} ${recognizer.name}: ${from} → ${to}, ${reason}`);
    if (this.#lines.length > this.#capacity) this.#lines.shift();
  }
}
