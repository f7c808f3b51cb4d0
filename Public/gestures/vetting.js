/** The vetoes against a recognizer that is about to leave Possible. */

import { guarded } from "./guard.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./candidate.js").Candidate} Candidate */
/** @typedef {import("./view.js").View} View */

/**
 * Asks the views that were touched, and then the delegate if none of them refuses; once an attempt.
 * @param {Candidate} candidate
 * @param {Report} report
 * @returns {boolean} whether it may begin
 */
export function isVetted(candidate, report) {
  if (candidate.vetted) return true;
  const { recognizer } = candidate;
  const where = `${recognizer.name}.shouldBegin`;
  const views = new Set(candidate.attempt.map((touch) => touch.view));
  const allows = (/** @type {View} */ view) => view.gestureRecognizerShouldBegin?.(recognizer) !== false;
  candidate.vetted = [...views].every((view) => guarded(report, where, true, () => allows(view))) &&
    guarded(report, where, true, () => recognizer.delegate?.shouldBegin?.(recognizer) !== false);
  return candidate.vetted;
}
