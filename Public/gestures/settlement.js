/**
 * Decides what becomes of the recognizers when all of them have seen an event: who is recognized, who waits,
 * who fails, and who starts anew. Knows touches by identity only.
 */

import { Contest } from "./contest.js";
import { isForestalled, isHeld, requires } from "./failure-requirements.js";
import { finishedAmong } from "./finished.js";
import { tell } from "./guard.js";
import { IllegalTransition, isLegal } from "./recognizer-state.js";
import { areRivals, rivalsOf } from "./rivals.js";
import { byRank } from "./standing.js";
import { NO_TOUCHES } from "./touch-lists.js";
import { isVetted } from "./vetting.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./standing.js").Standing} Standing */

/**
 * @typedef {object} SettlementPorts
 * @property {Report} report
 * @property {(standing: Standing) => void} recognized its touches are its own now
 * @property {(standing: Standing, state: StateName) => void} message to be sent to the targets
 * @property {(standing: Standing, from: StateName, to: StateName, reason: string) => void} moved
 */

/** Grants, holds, refuses and resets. */
export class Settlement {
  #ports;
  /**
   * Recognizers in the middle of an attempt.
   * @type {Set<Standing>}
   */
  #engaged = new Set();

  /** @param {SettlementPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /** Those that have had a touch, or ask for something, since their last reset. */
  get engaged() {
    return this.#engaged;
  }

  /**
   * An attempt begins.
   * @param {Standing} standing
   */
  engage(standing) {
    this.#engaged.add(standing);
  }

  /**
   * A recognizer asks for a state.
   * @param {Standing} standing
   * @param {StateName} state
   * @throws {IllegalTransition}
   */
  request(standing, state) {
    const { machine } = standing;
    if (standing.wanted && state !== "failed") this.#requestWhileHeld(standing, state);
    else if (!isLegal(machine.kind, machine.state, state) || state === "possible") {
      throw new IllegalTransition(machine.kind, machine.state, state);
    } else if (state === "failed") this.fail(standing, "by itself");
    else if (!standing.isPossible) this.#advance(standing, state, "by itself");
    else {
      this.#engaged.add(standing);
      standing.wanted = state === "ended" ? "ended" : "began";
      if (standing.hasSpoken) standing.dropTimers();
    }
  }

  /**
   * Ends what it does, from outside: a cancel when it has begun, a failure otherwise.
   * @param {Standing} standing
   * @param {string} reason
   */
  withdraw(standing, reason) {
    if (standing.isActive) this.#advance(standing, "cancelled", reason);
    else if (standing.isPossible && this.#engaged.has(standing)) this.fail(standing, reason);
  }

  /**
   * Ends an attempt that has not begun.
   * @param {Standing} standing
   * @param {string} reason
   */
  fail(standing, reason) {
    standing.wanted = null;
    this.#go(standing, "failed", reason);
  }

  /** Grants, holds and refuses what is wanted, until nothing changes any more. */
  settle() {
    if (!this.#isAnyoneWaiting()) return;
    const contest = new Contest(this.#ports.report);
    while (this.#step(contest));
  }

  #isAnyoneWaiting() {
    for (const standing of this.#engaged) if (standing.wanted) return true;
    return false;
  }

  /**
   * Whom nothing can move any more, without a finger and without a timer, is told so: what waits for it
   * would wait for ever.
   * @returns {boolean} whether there was one
   */
  releaseStranded() {
    let found = false;
    for (const standing of this.#engaged) {
      if (!standing.isStranded) continue;
      this.withdraw(standing, "nothing left that could move it");
      found = true;
    }
    return found;
  }

  /** Starts those anew whose attempt is over. */
  resetFinished() {
    for (const standing of finishedAmong(this.#engaged)) {
      this.#reset(standing.recognizer);
      const from = standing.state;
      standing.clear();
      this.#engaged.delete(standing);
      this.#ports.moved(standing, from, "possible", "reset");
    }
  }

  /** @param {GestureRecognizer} recognizer */
  #reset(recognizer) {
    try {
      recognizer.reset();
    } catch (error) {
      tell(this.#ports.report, error, `${recognizer.name}.reset`);
    }
  }

  /**
   * @param {Standing} standing waits already
   * @param {StateName} state
   */
  #requestWhileHeld(standing, state) {
    if (state === "cancelled") this.fail(standing, "cancelled while it waited");
    else if (state === "ended") standing.concluded = true;
  }

  /**
   * Decides about those that wait for nobody, until one of them fails: that may set others free, who come in
   * by their rank.
   * @param {Contest} contest
   * @returns {boolean} whether there was anything to decide
   */
  #step(contest) {
    const ready = [...this.#engaged].filter((standing) => standing.wanted && !isHeld(standing));
    const [first] = ready.sort(byRank);
    if (!first) return false;
    const active = [...this.#engaged].filter((standing) => standing.isActive);
    const refused = ready.filter((standing) => !this.#mayBegin(standing, active, contest));
    if (refused.length > 0) return true;
    const winners = ready.filter((standing) => !isBeaten(standing, ready, contest));
    for (const winner of winners.length > 0 ? winners : [first]) {
      if (this.#recognize(winner, contest)) return true;
    }
    return true;
  }

  /**
   * Whether nothing but a rival of the same event stands in the way; fails it otherwise.
   * @param {Standing} standing
   * @param {readonly Standing[]} active those that have begun
   * @param {Contest} contest
   */
  #mayBegin(standing, active, contest) {
    const reason = this.#objection(standing, active, contest);
    if (reason) this.fail(standing, reason);
    return !reason;
  }

  /**
   * @param {Standing} standing
   * @param {readonly Standing[]} active
   * @param {Contest} contest
   */
  #objection(standing, active, contest) {
    if (isForestalled(standing)) return "what it waited for was recognized";
    if (!isVetted(standing, this.#ports.report)) return "should not begin";
    for (const other of active) {
      if (!other.isActive || other === standing || !areRivals(other, standing)) continue;
      if (contest.prevents(other, standing)) return `prevented by ${other.recognizer.name}`;
    }
    return null;
  }

  /**
   * @param {Standing} winner
   * @param {Contest} contest
   * @returns {boolean} whether it made anybody fail
   */
  #recognize(winner, contest) {
    const losers = rivalsOf(winner, isPossible).filter((other) => contest.prevents(winner, other));
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
   * @param {Standing} standing
   * @param {StateName} state
   * @param {string} reason
   */
  #advance(standing, state, reason) {
    this.#go(standing, state, reason);
    this.#ports.message(standing, state);
  }

  /**
   * @param {Standing} standing
   * @param {StateName} state
   * @param {string} reason
   */
  #go(standing, state, reason) {
    const from = standing.state;
    standing.machine.go(state);
    this.#ports.moved(standing, from, state, reason);
    if (!standing.isTerminal) return;
    standing.dropTimers();
    standing.touches = NO_TOUCHES;
  }
}

/** @param {Standing} standing */
const isPossible = (standing) => standing.isPossible;

/**
 * Whether another that is ready, too, prevents it.
 * @param {Standing} standing
 * @param {readonly Standing[]} ready
 * @param {Contest} contest
 */
function isBeaten(standing, ready, contest) {
  return ready.some((other) => other !== standing && areRivals(other, standing) && contest.beats(other, standing));
}
