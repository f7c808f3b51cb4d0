/**
 * Requirements of failure between recognizers. An edge goes from the one that waits to the one it waits for, and is
 * stored once. Circles are refused: their members would wait for ever.
 */

import { candidateOf } from "./candidate.js";

/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./candidate.js").Candidate} Candidate */

/**
 * Makes one wait for another, in every attempt.
 * @param {GestureRecognizer} recognizer waits, from now on
 * @param {GestureRecognizer} other
 * @throws {RangeError} when `other` waits for `recognizer` already
 */
export function addRequirement(recognizer, other) {
  const [waiting, first] = [candidateOf(recognizer), candidateOf(other)];
  if (reaches(first, waiting)) throw new RangeError(`${other.name} waits for ${recognizer.name} already`);
  waiting.requiredAlways.add(first);
}

/**
 * Adds a requirement that holds for this attempt; one that would close a circle is left out.
 * @param {Candidate} waiting
 * @param {Candidate} first
 * @returns {boolean} whether it holds
 */
export function requireForAttempt(waiting, first) {
  if (reaches(first, waiting)) return false;
  waiting.required.add(first);
  return true;
}

/**
 * Whether one waits for the other, always or in this attempt.
 * @param {Candidate} waiting
 * @param {Candidate} other
 */
export function requires(waiting, other) {
  return waiting.required.has(other) || waiting.requiredAlways.has(other);
}

/**
 * Whether another recognizer must fail first.
 * @param {Candidate} candidate
 */
export function waitsForAny(candidate) {
  return candidate.required.size > 0 || candidate.requiredAlways.size > 0;
}

/**
 * Whether one of those that must fail first may still be recognized.
 * @param {Candidate} candidate
 */
export function isHeld(candidate) {
  return some(candidate, (first) => first.isUndecided);
}

/**
 * Whether one of those that had to fail has been recognized instead.
 * @param {Candidate} candidate
 */
export function isForestalled(candidate) {
  return some(candidate, (first) => first.state !== "failed" && (first.isActive || first.isTerminal));
}

/**
 * @param {Candidate} candidate
 * @param {(first: Candidate) => boolean} test
 */
function some(candidate, test) {
  for (const first of candidate.requiredAlways) if (test(first)) return true;
  for (const first of candidate.required) if (test(first)) return true;
  return false;
}

/**
 * @param {Candidate} from
 * @param {Candidate} to
 * @param {Set<Candidate>} [seen] each is looked at once, by however many ways it is reached
 * @returns {boolean}
 */
function reaches(from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return some(from, (next) => reaches(next, to, seen));
}
