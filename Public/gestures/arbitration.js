/**
 * Decides what becomes of the recognizers when all of them have seen an event: which is recognized, which waits,
 * which fails, and which starts anew. Knows touches by identity only.
 */

import { Precedence } from "./precedence.js";
import { isForestalled, isHeld, requires } from "./failure-requirements.js";
import { finishedAmong } from "./finished.js";
import { notify } from "./guard.js";
import { IllegalTransition, isLegal } from "./recognizer-state.js";
import { areRivals, rivalsOf } from "./rivals.js";
import { byRank } from "./candidate.js";
import { NO_TOUCHES } from "./touch-lists.js";
import { isVetted } from "./vetting.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./candidate.js").Candidate} Candidate */

/**
 * @typedef {object} ArbitrationPorts
 * @property {Report} report
 * @property {(candidate: Candidate) => void} recognized its touches are its own now
 * @property {(candidate: Candidate, state: StateName) => void} message to be sent to the targets
 * @property {(candidate: Candidate, from: StateName, to: StateName, reason: string) => void} moved
 */

/** Grants, holds, refuses and resets. */
export class Arbitration {
  #ports;
  /**
   * Recognizers in the middle of an attempt.
   * @type {Set<Candidate>}
   */
  #engaged = new Set();

  /** @param {ArbitrationPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /** Those that have had a touch, or ask for something, since their last reset. */
  get engaged() {
    return this.#engaged;
  }

  /** @param {Candidate} candidate */
  engage(candidate) {
    this.#engaged.add(candidate);
  }

  /**
   * @param {Candidate} candidate
   * @param {StateName} state
   * @throws {IllegalTransition}
   */
  request(candidate, state) {
    const { machine } = candidate;
    if (candidate.wanted && state !== "failed") this.#requestWhileHeld(candidate, state);
    else if (!isLegal(machine.kind, machine.state, state) || state === "possible") {
      throw new IllegalTransition(machine.kind, machine.state, state);
    } else if (state === "failed") this.fail(candidate, "by itself");
    else if (!candidate.isPossible) this.#advance(candidate, state, "by itself");
    else {
      this.#engaged.add(candidate);
      candidate.wanted = state === "ended" ? "ended" : "began";
      if (candidate.hasSpoken) candidate.dropTimers();
    }
  }

  /**
   * Ends what it does, from outside: a cancel when it has begun, a failure otherwise.
   * @param {Candidate} candidate
   * @param {string} reason
   */
  withdraw(candidate, reason) {
    if (candidate.isActive) this.#advance(candidate, "cancelled", reason);
    else if (candidate.isPossible && this.#engaged.has(candidate)) this.fail(candidate, reason);
  }

  /**
   * Ends an attempt that has not begun.
   * @param {Candidate} candidate
   * @param {string} reason
   */
  fail(candidate, reason) {
    candidate.wanted = null;
    this.#go(candidate, "failed", reason);
  }

  /** Grants, holds and refuses what is wanted, until nothing changes any more. */
  settle() {
    if (!this.#isAnyoneWaiting()) return;
    const precedence = new Precedence(this.#ports.report);
    while (this.#step(precedence));
  }

  #isAnyoneWaiting() {
    for (const candidate of this.#engaged) if (candidate.wanted) return true;
    return false;
  }

  /**
   * Whom nothing can move any more, without a finger and without a timer, is told so: what waits for it
   * would wait for ever.
   * @returns {boolean} whether there was one
   */
  releaseStranded() {
    let found = false;
    for (const candidate of this.#engaged) {
      if (!candidate.isStranded) continue;
      this.withdraw(candidate, "nothing left that could move it");
      found = true;
    }
    return found;
  }

  /** Starts those anew whose attempt is over. */
  resetFinished() {
    for (const candidate of finishedAmong(this.#engaged)) {
      this.#reset(candidate.recognizer);
      const from = candidate.state;
      candidate.clear();
      this.#engaged.delete(candidate);
      this.#ports.moved(candidate, from, "possible", "reset");
    }
  }

  /** @param {GestureRecognizer} recognizer */
  #reset(recognizer) {
    try {
      recognizer.reset();
    } catch (error) {
      notify(this.#ports.report, error, `${recognizer.name}.reset`);
    }
  }

  /**
   * @param {Candidate} candidate waits already
   * @param {StateName} state
   */
  #requestWhileHeld(candidate, state) {
    if (state === "cancelled") this.fail(candidate, "cancelled while it waited");
    else if (state === "ended") candidate.concluded = true;
  }

  /**
   * Decides about recognizers that wait for none, until one of them fails and sets more of them free.
   * @param {Precedence} precedence
   * @returns {boolean} whether there was anything to decide
   */
  #step(precedence) {
    const ready = [...this.#engaged].filter((candidate) => candidate.wanted && !isHeld(candidate));
    const [first] = ready.sort(byRank);
    if (!first) return false;
    const active = [...this.#engaged].filter((candidate) => candidate.isActive);
    const refused = ready.filter((candidate) => !this.#mayBegin(candidate, active, precedence));
    if (refused.length > 0) return true;
    const winners = ready.filter((candidate) => !isBeaten(candidate, ready, precedence));
    for (const winner of winners.length > 0 ? winners : [first]) {
      if (this.#recognize(winner, precedence)) return true;
    }
    return true;
  }

  /**
   * Whether nothing but a rival of the same event stands in the way; fails it otherwise.
   * @param {Candidate} candidate
   * @param {readonly Candidate[]} active those that have begun
   * @param {Precedence} precedence
   */
  #mayBegin(candidate, active, precedence) {
    const reason = this.#objection(candidate, active, precedence);
    if (reason) this.fail(candidate, reason);
    return !reason;
  }

  /**
   * @param {Candidate} candidate
   * @param {readonly Candidate[]} active
   * @param {Precedence} precedence
   */
  #objection(candidate, active, precedence) {
    if (isForestalled(candidate)) return "what it waited for was recognized";
    if (!isVetted(candidate, this.#ports.report)) return "should not begin";
    for (const other of active) {
      if (areRivals(other, candidate) && precedence.prevents(other, candidate)) return `prevented by ${other.recognizer.name}`;
    }
    return null;
  }

  /**
   * @param {Candidate} winner
   * @param {Precedence} precedence
   * @returns {boolean} whether it made another one fail
   */
  #recognize(winner, precedence) {
    const losers = rivalsOf(winner, isPossible).filter((other) => precedence.prevents(winner, other));
    for (const other of this.#engaged) if (other.isPossible && requires(other, winner)) losers.push(other);
    const to = winner.wanted ?? "ended";
    winner.wanted = null;
    this.#ports.recognized(winner);
    this.#advance(winner, to, "by itself");
    const reason = `prevented by ${winner.recognizer.name}`;
    for (const other of losers) if (other.isPossible) this.fail(other, reason);
    if (winner.concluded && winner.isActive) this.#advance(winner, "ended", "over while it waited");
    return losers.length > 0;
  }

  /**
   * @param {Candidate} candidate
   * @param {StateName} state
   * @param {string} reason
   */
  #advance(candidate, state, reason) {
    this.#go(candidate, state, reason);
    this.#ports.message(candidate, state);
  }

  /**
   * @param {Candidate} candidate
   * @param {StateName} state
   * @param {string} reason
   */
  #go(candidate, state, reason) {
    const from = candidate.state;
    candidate.machine.go(state);
    this.#ports.moved(candidate, from, state, reason);
    if (!candidate.isTerminal) return;
    candidate.dropTimers();
    candidate.touches = NO_TOUCHES;
  }
}

/** @param {Candidate} candidate */
const isPossible = (candidate) => candidate.isPossible;

/**
 * Whether another that is ready, too, prevents it.
 * @param {Candidate} candidate
 * @param {readonly Candidate[]} ready
 * @param {Precedence} precedence
 */
function isBeaten(candidate, ready, precedence) {
  return ready.some((other) => other !== candidate && areRivals(other, candidate) && precedence.beats(other, candidate));
}
