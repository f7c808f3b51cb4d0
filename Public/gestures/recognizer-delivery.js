/** Hands touches to the recognizers that receive them, those of higher rank first. */

import { tell } from "./guard.js";
import { byRank, watchersOf } from "./standing.js";

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
  const [only, ...others] = touches;
  if (only && others.length === 0) {
    const mine = new Set([only]);
    for (const standing of standingsOf(only)) deliver(phase, standing, mine, event, report);
  } else {
    for (const [standing, mine] of recipientsOf(touches)) deliver(phase, standing, mine, event, report);
  }
  if (lifts) for (const touch of touches) liftEverywhere(touch);
}

/**
 * @param {DeliveredPhase} phase
 * @param {Standing} standing
 * @param {ReadonlySet<Touch>} mine
 * @param {TouchEvent} event
 * @param {Report} report
 */
function deliver(phase, standing, mine, event, report) {
  const { recognizer } = standing;
  const handler = HANDLERS[phase];
  if (phase === "ended" || phase === "cancelled") for (const touch of mine) standing.lift(touch);
  try {
    recognizer[handler](mine, event);
  } catch (error) {
    tell(report, error, `${recognizer.name}.${handler}`);
  }
}

/**
 * Each with those of the touches that are its own: most have all of them, and share one set.
 * @param {readonly Touch[]} touches
 * @returns {readonly (readonly [Standing, ReadonlySet<Touch>])[]}
 */
function recipientsOf(touches) {
  const all = new Set(touches);
  /** @type {[Standing, ReadonlySet<Touch>][]} */
  const recipients = [];
  touches.forEach((touch, index) => {
    const before = recipients.length;
    for (const standing of standingsOf(touch)) {
      const mine = countOfMine(standing, touches, index);
      if (mine === 0) continue;
      const set = mine === touches.length ? all : new Set(touches.filter((other) => standing.touches.includes(other)));
      recipients.push([standing, set]);
    }
    // Those of one touch lie in order already.
    if (before > 0 && recipients.length > before) recipients.sort(([a], [b]) => byRank(a, b));
  });
  return recipients;
}

/**
 * How many of the touches are a recognizer's own; none where an earlier one than that at `index` is: it has been dealt with.
 * @param {Standing} standing
 * @param {readonly Touch[]} touches
 * @param {number} index
 */
function countOfMine(standing, touches, index) {
  let count = 0;
  for (const [at, touch] of touches.entries()) {
    if (!standing.touches.includes(touch)) continue;
    if (at < index) return 0;
    count += 1;
  }
  return count;
}

/**
 * Those that hear of the touch; they lie in the order of rank already.
 * @param {Touch} touch
 */
function standingsOf(touch) {
  /** @type {Standing[]} */
  const standings = [];
  for (const standing of watchersOf(touch)) {
    if (standing.touches.includes(touch) && !standing.hasSpoken) standings.push(standing);
  }
  return standings;
}

/** @param {Touch} touch */
function liftEverywhere(touch) {
  for (const standing of watchersOf(touch)) standing.lift(touch);
}
