/** Hands touches to the recognizers that receive them, those of higher rank first. */

import { notify } from "./guard.js";
import { byRank, watchersOf } from "./candidate.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./candidate.js").Candidate} Candidate */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./touch.js").Touch} Touch */

/** @typedef {"began" | "moved" | "ended" | "cancelled"} DeliveredPhase */

const HANDLERS = Object.freeze(/** @type {const} */ ({
  began: "touchesBegan",
  moved: "touchesMoved",
  ended: "touchesEnded",
  cancelled: "touchesCancelled",
}));

/**
 * Only recognizers that have not decided, or that have begun, hear of it; all take note of a finger that is up.
 * @param {DeliveredPhase} phase
 * @param {readonly Touch[]} touches that are in this phase
 * @param {TouchEvent} event
 * @param {Report} report
 */
export function deliverToRecognizers(phase, touches, event, report) {
  const lifts = phase === "ended" || phase === "cancelled";
  const [only, ...others] = touches;
  if (only && others.length === 0) {
    const mine = new Set([only]);
    for (const candidate of candidatesOf(only)) deliver(phase, candidate, mine, event, report);
  } else {
    for (const [candidate, mine] of recipientsOf(touches)) deliver(phase, candidate, mine, event, report);
  }
  if (lifts) for (const touch of touches) liftEverywhere(touch);
}

/**
 * @param {DeliveredPhase} phase
 * @param {Candidate} candidate
 * @param {ReadonlySet<Touch>} mine
 * @param {TouchEvent} event
 * @param {Report} report
 */
function deliver(phase, candidate, mine, event, report) {
  const { recognizer } = candidate;
  const handler = HANDLERS[phase];
  if (phase === "ended" || phase === "cancelled") for (const touch of mine) candidate.lift(touch);
  try {
    recognizer[handler](mine, event);
  } catch (error) {
    notify(report, error, `${recognizer.name}.${handler}`);
  }
}

/**
 * Each with those of the touches that are its own: most have all of them, and share one set.
 * @param {readonly Touch[]} touches
 * @returns {readonly (readonly [Candidate, ReadonlySet<Touch>])[]}
 */
function recipientsOf(touches) {
  const all = new Set(touches);
  /** @type {[Candidate, ReadonlySet<Touch>][]} */
  const recipients = [];
  touches.forEach((touch, index) => {
    const before = recipients.length;
    for (const candidate of candidatesOf(touch)) {
      const mine = countOfMine(candidate, touches, index);
      if (mine === 0) continue;
      const set = mine === touches.length ? all : new Set(touches.filter((other) => candidate.touches.includes(other)));
      recipients.push([candidate, set]);
    }
    // Those of one touch lie in order already.
    if (before > 0 && recipients.length > before) recipients.sort(([a], [b]) => byRank(a, b));
  });
  return recipients;
}

/**
 * How many of the touches are a recognizer's own; none where an earlier one than that at `index` is: it has been dealt with.
 * @param {Candidate} candidate
 * @param {readonly Touch[]} touches
 * @param {number} index
 */
function countOfMine(candidate, touches, index) {
  let count = 0;
  for (const [at, touch] of touches.entries()) {
    if (!candidate.touches.includes(touch)) continue;
    if (at < index) return 0;
    count += 1;
  }
  return count;
}

/**
 * Those that hear of the touch; they lie in the order of rank already.
 * @param {Touch} touch
 */
function candidatesOf(touch) {
  /** @type {Candidate[]} */
  const candidates = [];
  for (const candidate of watchersOf(touch)) {
    if (candidate.touches.includes(touch) && !candidate.hasSpoken) candidates.push(candidate);
  }
  return candidates;
}

/** @param {Touch} touch */
function liftEverywhere(touch) {
  for (const candidate of watchersOf(touch)) candidate.lift(touch);
}
