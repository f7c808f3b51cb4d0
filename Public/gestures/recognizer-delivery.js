/** Hands touches to the recognizers that receive them, those of higher rank first. */

import { guarded } from "./guard.js";
import { byRank, standingOf } from "./standing.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./standing.js").Standing} Standing */
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
  for (const [standing, mine] of recipientsOf(touches)) {
    if (lifts) for (const touch of mine) standing.lift(touch);
    const { recognizer } = standing;
    const handler = HANDLERS[phase];
    guarded(report, `${recognizer.name}.${handler}`, undefined, () => recognizer[handler](mine, event));
  }
  if (lifts) for (const touch of touches) liftEverywhere(touch);
}

/**
 * @param {readonly Touch[]} touches
 * @returns {readonly (readonly [Standing, ReadonlySet<Touch>])[]}
 */
function recipientsOf(touches) {
  const [only, ...others] = touches;
  if (only && others.length === 0) {
    const mine = new Set([only]);
    return standingsOf(only).map((standing) => [standing, mine]);
  }
  /** @type {Map<Standing, Set<Touch>>} */
  const recipients = new Map();
  for (const touch of touches) {
    for (const standing of standingsOf(touch)) {
      const mine = recipients.get(standing) ?? new Set();
      recipients.set(standing, mine.add(touch));
    }
  }
  return [...recipients].sort(([a], [b]) => byRank(a, b));
}

/**
 * Those that hear of the touch; they lie in the order of rank already.
 * @param {Touch} touch
 */
function standingsOf(touch) {
  /** @type {Standing[]} */
  const standings = [];
  for (const recognizer of touch.gestureRecognizers) {
    const standing = standingOf(recognizer);
    if (standing.touches.has(touch) && !standing.hasSpoken) standings.push(standing);
  }
  return standings;
}

/** @param {Touch} touch */
function liftEverywhere(touch) {
  for (const recognizer of touch.gestureRecognizers) standingOf(recognizer).lift(touch);
}
