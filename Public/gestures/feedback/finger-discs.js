/** Which discs are to be seen, and how large and clear they are at a time. Pure but for what it was told. */

import {
  BUBBLE_FADE, BUBBLE_FADE_REDUCED, BUBBLE_GROWTH, BUBBLE_MAX_SCALE, BUBBLE_MOUSE_SCALE, BUBBLE_PEN_SCALE, BUBBLE_RADIUS,
} from "../constants.js";
import { placeOf } from "../sample.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../sample.js").Sample} Sample */

/** @typedef {"touch" | "pen" | "mouse"} Device */

/**
 * @typedef {object} Disc
 * @property {number} id of the pointer
 * @property {Device} device
 * @property {Point} center px on the surface
 * @property {number} scale 1 is a finger of no known size
 * @property {number} alpha 1 while it is down
 * @property {boolean} isTaken whether it was cancelled, not lifted
 */

/** @typedef {Omit<Disc, "alpha"> & {readonly liftedAt: number | null}} Finger */

const PHASES = Object.freeze(/** @type {const} */ (["began", "moved", "ended", "cancelled"]));

/** A disc for each finger that is down, and for a moment after it. */
export class FingerDiscs {
  /** @type {Map<number, Finger>} */
  #fingers = new Map();

  /** How many discs there are, those that fade among them. */
  get size() {
    return this.#fingers.size;
  }

  /**
   * The changes of one moment: beginnings first, then moves, then ends.
   * @param {readonly Sample[]} samples those of wheels, trackpads and hovering pointers are no fingers
   */
  take(samples) {
    for (const phase of PHASES) {
      for (const sample of samples) if (sample.phase === phase) this.#take(sample);
    }
  }

  clear() {
    this.#fingers.clear();
  }

  /**
   * Those that are seen at a time, in the order in which they landed. Those that have faded are forgotten.
   * @param {number} time ms
   * @param {boolean} [isReduced] whether less motion is asked for
   * @returns {Disc[]}
   */
  at(time, isReduced = false) {
    const fade = isReduced ? BUBBLE_FADE_REDUCED : BUBBLE_FADE;
    /** @type {Disc[]} */
    const discs = [];
    for (const { liftedAt, ...disc } of this.#fingers.values()) {
      const gone = liftedAt === null ? 0 : Math.max(0, time - liftedAt) / fade;
      if (gone >= 1) this.#fingers.delete(disc.id);
      else discs.push({ ...disc, scale: disc.scale * (isReduced ? 1 : 1 + BUBBLE_GROWTH * gone), alpha: 1 - gone });
    }
    return discs;
  }

  /** @param {Sample} sample */
  #take(sample) {
    const { id, phase, time } = sample;
    const known = this.#fingers.get(id);
    if (phase === "began") return this.#land(sample);
    if (!known || known.liftedAt !== null) return;
    const center = placeOf(sample, known.center);
    if (phase === "moved") this.#fingers.set(id, { ...known, center, scale: scaleOf(sample, known.device) });
    else this.#fingers.set(id, { ...known, center, liftedAt: time, isTaken: phase === "cancelled" });
  }

  /** @param {Sample} sample */
  #land(sample) {
    const { id, type = "touch" } = sample;
    const center = placeOf(sample, null);
    if (!center || !isDevice(type)) return;
    this.#fingers.delete(id);
    this.#fingers.set(id, { id, device: type, center, scale: scaleOf(sample, type), liftedAt: null, isTaken: false });
  }
}

/**
 * As large as the contact where the browser knows it; many say 1 px for every finger.
 * @param {Sample} sample
 * @param {Device} device
 */
function scaleOf({ width = 0, height = 0 }, device) {
  if (device === "pen") return BUBBLE_PEN_SCALE;
  if (device === "mouse") return BUBBLE_MOUSE_SCALE;
  const known = Math.max(width, height) / (2 * BUBBLE_RADIUS);
  return known > 1 ? Math.min(known, BUBBLE_MAX_SCALE) : 1;
}

/**
 * @param {string} type
 * @returns {type is Device}
 */
function isDevice(type) {
  return type === "touch" || type === "pen" || type === "mouse";
}
