/** The recognizers that receive a touch: those of the view that was hit and of all its ancestors. */

import { recognizersOf } from "./attachments.js";
import { requireForAttempt } from "./failure-requirements.js";
import { guarded, notify } from "./guard.js";
import { GestureRecognizer } from "./recognizer.js";
import { candidateOf } from "./candidate.js";
import { chainOf } from "./view.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./candidate.js").Candidate} Candidate */
/** @typedef {import("./touch.js").Touch} Touch */

/**
 * Candidates that take `touch`, in the order of their rank. Recognizers that have decided, or wait to be reset, take
 * none.
 * @param {Touch} touch
 * @param {Report} report
 * @returns {Candidate[]}
 */
export function swarmOf(touch, report) {
  const chain = chainOf(touch.view);
  /** @type {Candidate[]} */
  const swarm = [];
  chain.forEach((view, index) => {
    for (const recognizer of recognizersOf(view)) {
      const candidate = candidateOf(recognizer);
      if (!candidate.takesTouches || !receives(recognizer, touch, report)) continue;
      candidate.depth = chain.length - index;
      swarm.push(candidate);
    }
  });
  return swarm;
}

/**
 * Asks every pair of a swarm, once an attempt, whether one of them waits for the other; the first yes settles it.
 * @param {readonly Candidate[]} swarm in the order of rank
 * @param {Report} report
 */
export function pollRequirements(swarm, report) {
  if (!swarm.some(asksAboutFailure)) return;
  const inquisitive = new Set(swarm.filter(asksAboutFailure));
  swarm.forEach((first, index) => {
    for (const second of swarm.slice(index + 1)) {
      if (inquisitive.has(first) || inquisitive.has(second)) pollPair(first, second, report);
    }
  });
}

/**
 * @param {GestureRecognizer} recognizer
 * @param {Touch} touch
 * @param {Report} report
 */
function receives(recognizer, touch, report) {
  const { delegate, name } = recognizer;
  if (!recognizer.enabled || !admits(recognizer, touch, report)) return false;
  if (!delegate?.shouldReceive) return true;
  const ask = () => delegate.shouldReceive?.(recognizer, touch) !== false;
  return guarded(report, `${name}.delegate.shouldReceive`, true, ask);
}

/**
 * @param {GestureRecognizer} recognizer
 * @param {Touch} touch
 * @param {Report} report
 */
function admits(recognizer, touch, report) {
  try {
    return recognizer.admits(touch);
  } catch (error) {
    notify(report, error, `${recognizer.name}.admits`);
    return false;
  }
}

/** @param {Candidate} candidate */
function asksAboutFailure({ recognizer }) {
  const { delegate } = recognizer;
  return Boolean(delegate?.shouldRequireFailure || delegate?.shouldBeRequiredToFail) ||
    recognizer.shouldRequireFailure !== GestureRecognizer.prototype.shouldRequireFailure ||
    recognizer.shouldBeRequiredToFail !== GestureRecognizer.prototype.shouldBeRequiredToFail;
}

/**
 * @param {Candidate} first
 * @param {Candidate} second
 * @param {Report} report
 */
function pollPair(first, second, report) {
  if (!first.isPossible || !second.isPossible || first.polled.has(second)) return;
  first.polled.add(second);
  second.polled.add(first);
  if (asks(first, "shouldRequireFailure", second, report)) settlePair(first, second, report);
  else if (asks(first, "shouldBeRequiredToFail", second, report)) settlePair(second, first, report);
  else if (asks(second, "shouldRequireFailure", first, report)) settlePair(second, first, report);
  else if (asks(second, "shouldBeRequiredToFail", first, report)) settlePair(first, second, report);
}

/**
 * The class answers before the delegate.
 * @param {Candidate} candidate
 * @param {"shouldRequireFailure" | "shouldBeRequiredToFail"} question
 * @param {Candidate} other
 * @param {Report} report
 */
function asks(candidate, question, other, report) {
  const { recognizer } = candidate;
  const where = `${recognizer.name}.${question}`;
  return guarded(report, where, false, () => recognizer[question](other.recognizer)) ||
    guarded(report, where, false, () => recognizer.delegate?.[question]?.(recognizer, other.recognizer) === true);
}

/**
 * @param {Candidate} waiting
 * @param {Candidate} first
 * @param {Report} report
 */
function settlePair(waiting, first, report) {
  if (requireForAttempt(waiting, first)) return;
  const [a, b] = [waiting.recognizer.name, first.recognizer.name];
  report(new RangeError(`${a} cannot wait for ${b}, which waits for it`), "failure requirement");
}
