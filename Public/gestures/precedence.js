/**
 * Decides which of two recognizers that watch a touch gives way. Answers hold for one arbitration: no delegate is asked
 * the same twice.
 */

import { notify } from "./guard.js";
import { byRank } from "./candidate.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./candidate.js").Candidate} Candidate */
/** @typedef {"first" | "second" | "neither"} Winner */

/** Asks recognizers and delegates who gives way, and remembers what they said of those that want the same event. */
export class Precedence {
  #report;
  /**
   * Between recognizers that want the same event.
   * @type {Map<Candidate, Map<Candidate, Winner>>}
   */
  #verdicts = new Map();

  /** @param {Report} report */
  constructor(report) {
    this.#report = report;
  }

  /**
   * Whether `other` beats `candidate`, both of which want to be recognized now. The one of higher rank is
   * asked first whether it prevents the other; only when it does not, the other is asked.
   * @param {Candidate} other
   * @param {Candidate} candidate
   */
  beats(other, candidate) {
    const [first, second] = byRank(other, candidate) <= 0 ? [other, candidate] : [candidate, other];
    return this.#verdict(first, second) === (first === other ? "first" : "second");
  }

  /**
   * Whether the recognition of `winner` makes `other` fail, which has not decided.
   * @param {Candidate} winner
   * @param {Candidate} other
   */
  prevents(winner, other) {
    const known = this.#verdicts.get(winner)?.get(other) ?? this.#verdicts.get(other)?.get(winner);
    if (known) return this.beats(winner, other);
    const [first, second] = [winner.recognizer, other.recognizer];
    return this.#agree(first, second) && !this.#simultaneous(first, second);
  }

  /**
   * @param {Candidate} first
   * @param {Candidate} second
   * @returns {Winner}
   */
  #verdict(first, second) {
    let row = this.#verdicts.get(first);
    if (!row) this.#verdicts.set(first, row = new Map());
    let verdict = row.get(second);
    if (!verdict) row.set(second, verdict = this.#negotiate(first.recognizer, second.recognizer));
    return verdict;
  }

  /**
   * @param {GestureRecognizer} first
   * @param {GestureRecognizer} second
   * @returns {Winner}
   */
  #negotiate(first, second) {
    const winner = this.#agree(first, second) ? "first" : this.#agree(second, first) ? "second" : "neither";
    return winner !== "neither" && this.#simultaneous(first, second) ? "neither" : winner;
  }

  /**
   * Prevention happens only when both sides say so.
   * @param {GestureRecognizer} winner
   * @param {GestureRecognizer} loser
   */
  #agree(winner, loser) {
    return this.#ask(winner, "canPrevent", loser) && this.#ask(loser, "canBePrevented", winner);
  }

  /**
   * @param {GestureRecognizer} recognizer
   * @param {"canPrevent" | "canBePrevented"} question
   * @param {GestureRecognizer} other
   */
  #ask(recognizer, question, other) {
    try {
      return recognizer[question](other);
    } catch (error) {
      notify(this.#report, error, `${recognizer.name}.${question}`);
      return true;
    }
  }

  /**
   * @param {GestureRecognizer} first
   * @param {GestureRecognizer} second
   */
  #simultaneous(first, second) {
    return this.#allows(first, second) || this.#allows(second, first);
  }

  /**
   * @param {GestureRecognizer} recognizer
   * @param {GestureRecognizer} other
   */
  #allows(recognizer, other) {
    const { delegate } = recognizer;
    if (!delegate?.shouldRecognizeSimultaneously) return false;
    try {
      return delegate.shouldRecognizeSimultaneously(recognizer, other) === true;
    } catch (error) {
      notify(this.#report, error, `${recognizer.name}.delegate.shouldRecognizeSimultaneously`);
      return false;
    }
  }
}
