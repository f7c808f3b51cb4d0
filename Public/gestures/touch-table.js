/** Turns samples into touches, one object per finger, and says what changed. */

import { RecentTouches } from "./recent-touches.js";
import { momentsOf, placeOf } from "./sample.js";
import { TapSeries } from "./tap-series.js";
import { TouchEvent } from "./touch-event.js";
import { Touch, writeRecord } from "./touch.js";

/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./touch.js").TouchRecord} TouchRecord */
/** @typedef {import("./view.js").View} View */

/** @typedef {(point: Point, sample: Sample) => View | null} HitTest */

/** The fingers that are down, and the event that they make up. */
export class TouchTable {
  #hitTest;
  #taps = new TapSeries();
  #event = new TouchEvent(0);
  /** @type {Map<number, Touch>} */
  #active = new Map();
  #recent = new RecentTouches();

  /** @param {HitTest} hitTest */
  constructor(hitTest) {
    this.#hitTest = hitTest;
  }

  /** The envelope of the present sequence, or of the last one. */
  get event() {
    return this.#event;
  }

  /** How many touches are down. */
  get size() {
    return this.#active.size;
  }

  touches() {
    return [...this.#active.values()];
  }

  /** @param {number} id */
  has(id) {
    return this.#active.has(id);
  }

  /**
   * Before an event: what has ended leaves the envelope, and what is down stands still until told otherwise.
   * @param {number} time
   */
  prepare(time) {
    if (this.#active.size > 0) {
      this.#event.timestamp = time;
      for (const touch of this.#event.allTouches) this.#settle(touch);
    }
  }

  /**
   * The touch that a sample changed, or null where it changes none: a move without a down, a place that is no number.
   * @param {Sample} sample
   * @param {number} time as the arbiter reads it: never before that of an earlier event
   * @returns {Touch | null}
   */
  take(sample, time) {
    if (sample.phase === "began") return this.#begin(sample, time);
    const touch = this.#active.get(sample.id);
    if (!touch) return null;
    const place = placeOf(sample, sample.phase === "moved" ? null : touch.record.location);
    if (!place) return null;
    writeRecord(touch, this.#record(sample, place, time, touch.record.location));
    if (!touch.isDown) this.#remove(touch);
    return touch;
  }

  /**
   * Touches that have lifted, and that were the palm, as a cancel of their pointer says now. Their record is that of a
   * touch that was cancelled as one.
   * @param {Sample} sample
   * @param {number} time
   * @returns {Touch[]}
   */
  retract({ id, phase, cause }, time) {
    if (phase !== "cancelled" || cause !== "palm") return [];
    const touches = this.#recent.of(id, time);
    for (const touch of touches) {
      writeRecord(touch, { ...touch.record, phase, cause });
      this.#taps.forget(touch);
    }
    return touches;
  }

  /**
   * When the earliest of these palms landed since which nothing else has touched the surface; null where there is none.
   * @param {readonly Touch[]} palms
   */
  aloneSince(palms) {
    return this.#recent.aloneSince(palms, this.touches());
  }

  /**
   * @param {Sample} sample
   * @param {number} time
   */
  #begin(sample, time) {
    const place = placeOf(sample, null);
    const view = place && this.#hitTest(sample.aim ?? place, sample);
    if (!place || !view) return null;
    if (this.#active.size === 0) this.#event = new TouchEvent(this.#event.sequence + 1);
    this.#event.timestamp = time;
    const { id, type = "touch", button = 0 } = sample;
    const tapCount = this.#taps.countFor(place, time, type);
    const origin = { id, type, button, view, tapCount, event: this.#event };
    const touch = new Touch(origin, this.#record(sample, place, time, place));
    this.#active.set(id, touch);
    this.#event.allTouches.add(touch);
    return touch;
  }

  /**
   * @param {Sample} sample
   * @param {Point} location
   * @param {number} timestamp
   * @param {Point} previousLocation
   * @returns {TouchRecord}
   */
  #record(sample, location, timestamp, previousLocation) {
    const cause = sample.phase === "cancelled" ? sample.cause ?? "system" : null;
    const moments = momentsOf(sample, location, timestamp);
    return { phase: sample.phase, location, previousLocation, timestamp, moments, sample, cause };
  }

  /** @param {Touch} touch */
  #remove(touch) {
    this.#active.delete(touch.id);
    this.#recent.add(touch);
    if (touch.phase === "ended") this.#taps.lifted(touch);
  }

  /** @param {Touch} touch */
  #settle(touch) {
    if (!touch.isDown) this.#event.allTouches.delete(touch);
    else if (touch.phase !== "stationary") {
      const { record } = touch;
      writeRecord(touch, { ...record, phase: "stationary", previousLocation: record.location });
    }
  }
}
