/** Touches without an end, and attempts on views that are gone: cancelled before the next event. */

import { notify } from "./guard.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./candidate.js").Candidate} Candidate */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./view.js").View} View */

/**
 * Cancels for pointers that come again without having gone, and for touches whose view has left the window.
 * @param {readonly Touch[]} touches that are down
 * @param {readonly Sample[]} samples that come
 * @param {number} time ms
 * @param {Report} report
 * @returns {Sample[]}
 */
export function cancelsForStaleTouches(touches, samples, time, report) {
  return touches.flatMap(({ id, view }) => {
    const isRemoved = hasGone(view, report);
    if (!isRemoved && !samples.some((sample) => comesAgain(sample, id))) return [];
    const cause = /** @type {CancelCause} */ (isRemoved ? "removed" : "system");
    return [{ phase: /** @type {const} */ ("cancelled"), id, time, cause }];
  });
}

/**
 * Candidates whose view has left the window and whose fingers have lifted.
 * @param {Iterable<Candidate>} candidates
 * @param {Report} report
 * @returns {Candidate[]}
 */
export function strandedOnGoneViews(candidates, report) {
  /** @type {Candidate[]} */
  const stranded = [];
  /** @type {View | null} */
  let view = null;
  let isGone = false;
  // Those of one view lie beside one another: it is asked once for all of them.
  for (const candidate of candidates) {
    if (candidate.view !== view) {
      view = candidate.view;
      isGone = view !== null && hasGone(view, report);
    }
    if (isGone) stranded.push(candidate);
  }
  return stranded;
}

/**
 * Whether a view has left the window; one that cannot say has not.
 * @param {View} view
 * @param {Report} report
 */
export function hasGone(view, report) {
  try {
    return view.isInWindow === false;
  } catch (error) {
    notify(report, error, "isInWindow");
    return false;
  }
}

/**
 * @param {Sample} sample
 * @param {number} id
 */
function comesAgain(sample, id) {
  return sample.phase === "began" && sample.id === id && sample.type !== "hover";
}
