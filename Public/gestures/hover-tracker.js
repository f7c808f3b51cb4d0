/** A pointer over the surface that touches nothing: recognizers that ask for it hear where it is. */

import { recognizersOf } from "./attachments.js";
import { guarded } from "./guard.js";
import { placeOf } from "./sample.js";
import { standingOf } from "./standing.js";
import { Touch, writeRecord } from "./touch.js";
import { chainOf } from "./view.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./settlement.js").Settlement} Settlement */
/** @typedef {import("./standing.js").Court} Court */
/** @typedef {import("./standing.js").Standing} Standing */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./touch-table.js").HitTest} HitTest */
/** @typedef {import("./touch.js").TouchRecord} TouchRecord */
/** @typedef {import("./view.js").View} View */

/**
 * Unlike a touch, a hover belongs to the view that is under it at the moment. It takes nothing from anybody
 * and is delivered to no view.
 */
export class HoverTracker {
  #hitTest;
  #court;
  #settlement;
  #report;
  /**
   * What each pointer hovers over, with one touch for each recognizer.
   * @type {Map<number, Map<Standing, Touch>>}
   */
  #hovers = new Map();

  /**
   * @param {HitTest} hitTest
   * @param {Court} court
   * @param {Settlement} settlement
   * @param {Report} report
   */
  constructor(hitTest, court, settlement, report) {
    this.#hitTest = hitTest;
    this.#court = court;
    this.#settlement = settlement;
    this.#report = report;
  }

  /**
   * One touch for each pointer that hovers over a recognizer.
   * @returns {Touch[]}
   */
  get hovers() {
    return [...this.#hovers.values()].flatMap((touches) => [...touches.values()].slice(0, 1));
  }

  /**
   * A pointer is somewhere, has left, or was taken away.
   * @param {Sample} sample of type `hover`; any phase but `ended` and `cancelled` says where it is
   * @param {number} time
   * @param {TouchEvent} event
   */
  take(sample, time, event) {
    const leaves = sample.phase === "ended" || sample.phase === "cancelled";
    const end = sample.phase === "cancelled" ? "cancelled" : "ended";
    const place = leaves ? null : placeOf(sample, null);
    const view = place && this.#hitTest(place, sample);
    const before = this.#hovers.get(sample.id) ?? new Map();
    const over = new Set(view ? hoverersOf(view) : []);
    for (const [standing, touch] of before) {
      if (over.has(standing)) continue;
      before.delete(standing);
      this.#tell(standing, touch, recordOf(sample, end, touch.location(), time), event);
    }
    for (const standing of over) {
      if (place && view) this.#hover(standing, before, { sample, place, view, time, event });
    }
    if (before.size > 0) this.#hovers.set(sample.id, before);
    else this.#hovers.delete(sample.id);
  }

  /**
   * @param {Standing} standing
   * @param {Map<Standing, Touch>} touches
   * @param {{sample: Sample, place: Point, view: View, time: number, event: TouchEvent}} at
   */
  #hover(standing, touches, { sample, place, view, time, event }) {
    const known = touches.get(standing);
    if (known) return this.#tell(standing, known, recordOf(sample, "moved", place, time), event);
    if (!standing.takesTouches) return;
    const origin = { id: sample.id, type: /** @type {const} */ ("hover"), button: 0, view, tapCount: 0, event };
    const touch = new Touch(origin, recordOf(sample, "began", place, time));
    touches.set(standing, touch);
    standing.court = this.#court;
    standing.accept(touch);
    this.#settlement.engage(standing);
    this.#tell(standing, touch, touch.record, event);
  }

  /**
   * @param {Standing} standing
   * @param {Touch} touch
   * @param {TouchRecord} record
   * @param {TouchEvent} event
   */
  #tell(standing, touch, record, event) {
    writeRecord(touch, record);
    const heard = standing.touches.includes(touch);
    if (!touch.isDown) standing.lift(touch);
    if (!heard) return;
    const { recognizer } = standing;
    const handler = HANDLERS[/** @type {keyof typeof HANDLERS} */ (record.phase)];
    const touches = new Set([touch]);
    guarded(this.#report, `${recognizer.name}.${handler}`, undefined, () => recognizer[handler](touches, event));
  }
}

const HANDLERS = Object.freeze(/** @type {const} */ ({
  began: "touchesBegan",
  moved: "touchesMoved",
  ended: "touchesEnded",
  cancelled: "touchesCancelled",
}));

/**
 * @param {View} view
 * @returns {Standing[]}
 */
function hoverersOf(view) {
  return chainOf(view)
    .flatMap((each) => recognizersOf(each))
    .filter((recognizer) => recognizer.enabled && recognizer.allowedTouchTypes.has("hover"))
    .map(standingOf);
}

/**
 * @param {Sample} sample
 * @param {"began" | "moved" | "ended" | "cancelled"} phase
 * @param {Point} location
 * @param {number} timestamp
 * @returns {TouchRecord}
 */
function recordOf(sample, phase, location, timestamp) {
  const moments = [{ ...location, time: timestamp }];
  const cause = phase === "cancelled" ? sample.cause ?? "system" : null;
  return { phase, location, previousLocation: location, timestamp, moments, sample, cause };
}
