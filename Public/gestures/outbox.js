/** Messages to views and targets, sent in order after everything is decided. */

import { guarded } from "./guard.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./candidate.js").Candidate} Candidate */

/** Keeps what is to be said while things are being decided. */
export class Outbox {
  #report;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {Report} report */
  constructor(report) {
    this.#report = report;
  }

  /**
   * Keeps one thing to be said.
   * @param {() => void} say
   */
  add(say) {
    this.#waiting.push(say);
  }

  /**
   * A message to the targets of a recognizer, which read the state that it speaks of.
   * @param {Candidate} candidate
   * @param {StateName} state
   */
  addMessage(candidate, state) {
    const { recognizer } = candidate;
    this.add(() => {
      candidate.reporting = state;
      for (const action of recognizer.actions) {
        guarded(this.#report, `action of ${recognizer.name}`, undefined, () => action(recognizer));
      }
      candidate.reporting = null;
    });
  }

  /** Says it all. */
  send() {
    for (let say = this.#waiting.shift(); say; say = this.#waiting.shift()) say();
  }
}
