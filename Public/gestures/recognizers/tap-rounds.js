/**
 * Follows fingers through a series of taps. A round is one tap: all fingers land, and all lift.
 *
 *     Idle ──a finger lands──▶ Landing ──all are down──▶ Down ──all are up──▶ Between ──┐
 *                                 ▲                                                      │
 *                                 └─────────────────────a finger lands───────────────────┘
 *
 * The series breaks at a finger too many, at one that lifts before all have landed, and at taps too far apart. The
 * recognizer has the timers.
 */

import { MULTITAP_DISTANCE } from "../constants.js";
import { centroid, distance } from "../geometry/point.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */
/** @typedef {"idle" | "landing" | "down" | "between" | "broken"} RoundState */

/** Counts the taps of one attempt. */
export class TapRounds {
  /** @type {RoundState} */
  state = "idle";
  /**
   * The fingers of this round, in the order in which they landed.
   * @type {Touch[]}
   */
  fingers = [];
  /** How many taps are complete. */
  taps = 0;
  /** @type {Point | null} */
  #first = null;

  /**
   * Fingers have landed.
   * @param {Iterable<Touch>} touches that have landed
   * @param {number} required how many fingers a tap has
   */
  land(touches, required) {
    if (this.state === "idle" || this.state === "between") this.#begin();
    this.fingers.push(...touches);
    if (this.fingers.length > required) this.state = "broken";
    else if (this.fingers.length === required) this.#allDown();
  }

  /** Fingers have lifted. */
  lift() {
    if (this.state === "landing") this.state = "broken";
    if (this.state !== "down" || this.fingers.some(({ isDown }) => isDown)) return;
    this.taps += 1;
    this.state = "between";
  }

  /** How far the finger of this round that strayed farthest is from where it landed, px. */
  get straying() {
    return Math.max(...this.fingers.map((touch) => distance(touch.location(), touch.startLocation)));
  }

  #begin() {
    this.fingers = [];
    this.state = "landing";
  }

  #allDown() {
    const place = centroid(this.fingers.map((touch) => touch.startLocation));
    this.#first ??= place;
    this.state = distance(place, this.#first) <= MULTITAP_DISTANCE ? "down" : "broken";
  }
}
