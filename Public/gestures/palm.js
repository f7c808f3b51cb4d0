/**
 * Keeps the hand that writes from touching. While a pen is down or hovers, and a little after, fingers are
 * refused; fingers that are down when the pen lands are cancelled, and those that had landed just before it
 * are said to have been the palm, so that what they did is undone.
 *
 *                    ┌──────────── a pen hovers or lands ────────────┐
 *                    │                                               ▼
 *     Fingers are welcome ◀──nothing of a pen for a while── Fingers are refused
 *
 * Pure: samples in, samples out. See the complaints about canvases that take the palm for a finger in
 * the issues tldraw#1436 and Xournal++ #4762, #6467.
 */

import { PALM_BEFORE_PEN, PEN_HOVER_TIMEOUT, PEN_LINGER } from "./constants.js";

/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").Sample} Sample */

/** Stands between the sources and the arbiter. */
export class PalmFilter {
  /**
   * Pens that are down.
   * @type {Set<number>}
   */
  #pens = new Set();
  #hoveredAt = -Infinity;
  #leftAt = -Infinity;
  /**
   * When each finger landed that was let through.
   * @type {Map<number, number>}
   */
  #fingers = new Map();
  /** @type {Set<number>} */
  #refused = new Set();

  /**
   * Lets through what is no palm.
   * @param {readonly Sample[]} samples
   * @returns {Sample[]} what remains, with cancels before the pen that caused them
   */
  filter(samples) {
    return samples.flatMap((sample) => {
      if (isOfPen(sample)) return this.#pen(sample);
      return sample.type === "touch" || sample.type === undefined ? this.#finger(sample) : [sample];
    });
  }

  /** Forgets everything: the page was left, and whatever comes is new. */
  reset() {
    this.#pens.clear();
    this.#fingers.clear();
    this.#refused.clear();
    this.#hoveredAt = -Infinity;
    this.#leftAt = -Infinity;
  }

  /**
   * @param {Sample} sample
   * @returns {Sample[]}
   */
  #pen(sample) {
    const arrives = sample.phase === "began" || sample.phase === "moved";
    const isNew = !this.#isNear(sample.time);
    if (sample.type === "hover") this.#hoveredAt = arrives ? sample.time : -Infinity;
    else if (arrives) this.#pens.add(sample.id);
    else this.#pens.delete(sample.id);
    if (!arrives) this.#leftAt = sample.time;
    if (sample.type !== "hover" && sample.phase === "began") return [...this.#cancel(sample.time, Infinity), sample];
    return arrives && isNew ? [...this.#cancel(sample.time, PALM_BEFORE_PEN), sample] : [sample];
  }

  /**
   * @param {Sample} sample
   * @returns {Sample[]}
   */
  #finger(sample) {
    const { phase, id, time } = sample;
    if (phase === "began") {
      this.#refused.delete(id);
      if (this.#isNear(time)) this.#refused.add(id);
      else this.#fingers.set(id, time);
    }
    const isRefused = this.#refused.has(id);
    if (phase === "ended" || phase === "cancelled") {
      this.#refused.delete(id);
      this.#fingers.delete(id);
    }
    return isRefused ? [] : [sample];
  }

  /**
   * Cancels the fingers that landed within a time, and refuses what else they do.
   * @param {number} time
   * @param {number} within ms
   * @returns {Sample[]}
   */
  #cancel(time, within) {
    /** @type {Sample[]} */
    const cancels = [];
    for (const [id, began] of this.#fingers) {
      if (time - began > within) continue;
      const cause = /** @type {CancelCause} */ (time - began <= PALM_BEFORE_PEN ? "palm" : "pen");
      cancels.push({ phase: "cancelled", id, time, cause });
      this.#fingers.delete(id);
      this.#refused.add(id);
    }
    return cancels;
  }

  /** @param {number} time */
  #isNear(time) {
    return this.#pens.size > 0 || time - this.#hoveredAt < PEN_HOVER_TIMEOUT || time - this.#leftAt < PEN_LINGER;
  }
}

/** @param {Sample} sample */
function isOfPen(sample) {
  return sample.type === "pen" || (sample.type === "hover" && sample.device === "pen");
}
