/** A pointer over the surface that touches nothing: recognizers that ask for it hear where it is. */

import { recognizersOf } from "./attachments.js";
import { guarded } from "./guard.js";
import { placeOf } from "./sample.js";
import { candidateOf } from "./candidate.js";
import { Touch, writeRecord } from "./touch.js";
import { chainOf } from "./view.js";

/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./arbitration.js").Arbitration} Arbitration */
/** @typedef {import("./candidate.js").ArbiterRequests} ArbiterRequests */
/** @typedef {import("./candidate.js").Candidate} Candidate */
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
  #arbiterRequests;
  #arbitration;
  #report;
  /**
   * The view under each hovering pointer, with one touch for each recognizer.
   * @type {Map<number, Map<Candidate, Touch>>}
   */
  #hovers = new Map();

  /**
   * @param {HitTest} hitTest
   * @param {ArbiterRequests} arbiterRequests
   * @param {Arbitration} arbitration
   * @param {Report} report
   */
  constructor(hitTest, arbiterRequests, arbitration, report) {
    this.#hitTest = hitTest;
    this.#arbiterRequests = arbiterRequests;
    this.#arbitration = arbitration;
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
    for (const [candidate, touch] of before) {
      if (over.has(candidate)) continue;
      before.delete(candidate);
      this.#send(candidate, touch, recordOf(sample, end, touch.location(), time), event);
    }
    for (const candidate of over) {
      if (place && view) this.#hover(candidate, before, { sample, place, view, time, event });
    }
    if (before.size > 0) this.#hovers.set(sample.id, before);
    else this.#hovers.delete(sample.id);
  }

  /**
   * @param {Candidate} candidate
   * @param {Map<Candidate, Touch>} touches
   * @param {{sample: Sample, place: Point, view: View, time: number, event: TouchEvent}} at
   */
  #hover(candidate, touches, { sample, place, view, time, event }) {
    const known = touches.get(candidate);
    if (known) return this.#send(candidate, known, recordOf(sample, "moved", place, time), event);
    if (!candidate.takesTouches) return;
    const origin = { id: sample.id, type: /** @type {const} */ ("hover"), button: 0, view, tapCount: 0, event };
    const touch = new Touch(origin, recordOf(sample, "began", place, time));
    touches.set(candidate, touch);
    candidate.arbiterRequests = this.#arbiterRequests;
    candidate.accept(touch);
    this.#arbitration.engage(candidate);
    this.#send(candidate, touch, touch.record, event);
  }

  /**
   * @param {Candidate} candidate
   * @param {Touch} touch
   * @param {TouchRecord} record
   * @param {TouchEvent} event
   */
  #send(candidate, touch, record, event) {
    writeRecord(touch, record);
    const heard = candidate.touches.includes(touch);
    if (!touch.isDown) candidate.lift(touch);
    if (!heard) return;
    const { recognizer } = candidate;
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
 * @returns {Candidate[]}
 */
function hoverersOf(view) {
  return chainOf(view)
    .flatMap((each) => recognizersOf(each))
    .filter((recognizer) => recognizer.enabled && recognizer.allowedTouchTypes.has("hover"))
    .map(candidateOf);
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
