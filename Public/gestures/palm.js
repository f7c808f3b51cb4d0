/**
 * Keeps the writing hand from touching. While a pen is down or hovers, and a little after, fingers are refused. Fingers
 * that are down when the pen lands are cancelled. Those that landed just before it count as the palm, also when they
 * have lifted since, and their effects are undone. So does a finger that has lain still where it landed: it may have
 * left a blot, or pressed something.
 *
 *                    ┌──────────── a pen hovers or lands ────────────┐
 *                    │                                               ▼
 *     Fingers are welcome ◀──nothing of a pen for a while── Fingers are refused
 *
 * A silent pen has gone, with or without a lift: no lost event refuses fingers for good. Pure: samples in, samples out.
 * Palms taken for fingers: tldraw#1436, Xournal++ #4762, #6467.
 */

import {
  PALM_AT_REST, PALM_AT_REST_SLOP, PALM_BEFORE_PEN, PEN_HOVER_TIMEOUT, PEN_LINGER, PEN_SILENCE,
} from "./constants.js";

/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").Sample} Sample */

/**
 * A finger that was let through and is down.
 * @typedef {object} Finger
 * @property {number} began ms
 * @property {number} x px, where it landed
 * @property {number} y
 * @property {boolean} hasMoved
 */

/** Stands between the sources and the arbiter. */
export class PalmFilter {
  /**
   * Pens that are down, and when each was heard of last.
   * @type {Map<number, number>}
   */
  #pens = new Map();
  #hoveredAt = -Infinity;
  #leftAt = -Infinity;
  /**
   * By their ids.
   * @type {Map<number, Finger>}
   */
  #fingers = new Map();
  /**
   * When those landed that have lifted since.
   * @type {{readonly id: number, readonly began: number}[]}
   */
  #lifted = [];
  /** @type {Set<number>} */
  #refused = new Set();

  /**
   * Lets through what is no palm.
   * @param {readonly Sample[]} samples
   * @param {number} [present] ms on the clock's scale, where it is known: what is stamped later happens now
   * @returns {Sample[]} what remains, with cancels before the pen that caused them
   */
  filter(samples, present = Infinity) {
    return samples.flatMap((sample) => {
      const time = Math.min(sample.time, present);
      if (isOfPen(sample)) return this.#pen(sample, time);
      return sample.type === "touch" || sample.type === undefined ? this.#finger(sample, time) : [sample];
    });
  }

  /** Forgets everything: the page was left, and whatever comes is new. */
  reset() {
    this.#pens.clear();
    this.#fingers.clear();
    this.#lifted = [];
    this.#refused.clear();
    this.#hoveredAt = -Infinity;
    this.#leftAt = -Infinity;
  }

  /**
   * @param {Sample} sample
   * @param {number} time
   * @returns {Sample[]}
   */
  #pen(sample, time) {
    const isNew = !this.#isNear(time);
    const isHover = sample.type === "hover";
    if (!(isHover ? this.#hovers(sample, time) : this.#touches(sample, time))) return [sample];
    if (!isHover && sample.phase === "began") return [...this.#cancel(sample, time, true), sample];
    return isNew && !isOver(sample) ? [...this.#cancel(sample, time, false), sample] : [sample];
  }

  /**
   * @param {Sample} sample of a pen that hovers
   * @param {number} time
   */
  #hovers(sample, time) {
    this.#hoveredAt = isOver(sample) ? -Infinity : time;
    if (isOver(sample)) this.#leftAt = time;
    return true;
  }

  /**
   * @param {Sample} sample of a pen that is down
   * @param {number} time
   * @returns {boolean} whether it is: what moves or lifts without having landed says nothing of where the hand is
   */
  #touches({ id, phase }, time) {
    if (phase !== "began" && !this.#pens.has(id)) return false;
    if (phase === "began" || phase === "moved") this.#pens.set(id, time);
    else {
      this.#pens.delete(id);
      this.#leftAt = time;
    }
    return true;
  }

  /**
   * @param {Sample} sample
   * @param {number} time
   * @returns {Sample[]}
   */
  #finger(sample, time) {
    const { phase, id } = sample;
    if (phase === "began") return this.#land(sample, time);
    const isRefused = this.#refused.has(id);
    if (isOver(sample)) this.#lift(id, time);
    else this.#move(sample);
    return isRefused ? [] : [sample];
  }

  /**
   * @param {Sample} sample
   * @param {number} time
   * @returns {Sample[]}
   */
  #land(sample, time) {
    const { id, x = NaN, y = NaN } = sample;
    this.#lift(id, time);
    if (this.#isNear(time)) {
      this.#refused.add(id);
      return [];
    }
    this.#fingers.set(id, { began: time, x, y, hasMoved: false });
    return [...this.#lostPens(sample.time), sample];
  }

  /** @param {Sample} sample */
  #move({ id, x = NaN, y = NaN }) {
    const finger = this.#fingers.get(id);
    if (finger && Math.hypot(x - finger.x, y - finger.y) > PALM_AT_REST_SLOP) finger.hasMoved = true;
  }

  /**
   * @param {number} id
   * @param {number} time
   */
  #lift(id, time) {
    const began = this.#fingers.get(id)?.began;
    this.#refused.delete(id);
    this.#fingers.delete(id);
    this.#lifted = this.#lifted.filter((finger) => isJustBefore(finger.began, time));
    if (began !== undefined) this.#lifted.push({ id, began });
  }

  /**
   * Cancels the fingers that are down and recently lifted ones, all or those that landed just before, and refuses the
   * rest of their samples.
   * @param {Sample} sample of the pen
   * @param {number} time
   * @param {boolean} all whether the pen is down, and no more above the surface
   * @returns {Sample[]}
   */
  #cancel(sample, time, all) {
    /** @type {Map<number, CancelCause>} */
    const causes = new Map();
    for (const { id, began } of this.#lifted) if (isJustBefore(began, time)) causes.set(id, "palm");
    this.#lifted = [];
    for (const [id, finger] of this.#fingers) {
      const isPalm = isJustBefore(finger.began, time) || (all && isAtRest(finger, time));
      if (!isPalm && !all) continue;
      causes.set(id, isPalm ? "palm" : "pen");
      this.#fingers.delete(id);
      this.#refused.add(id);
    }
    return [...causes].map(([id, cause]) => ({ phase: /** @type {const} */ ("cancelled"), id, time: sample.time, cause }));
  }

  /**
   * Cancels for pens that are said to be down, of which nothing has been heard for so long that fingers are welcome.
   * @param {number} time
   * @returns {Sample[]}
   */
  #lostPens(time) {
    const ids = [...this.#pens.keys()];
    this.#pens.clear();
    return ids.map((id) => ({ phase: /** @type {const} */ ("cancelled"), id, time, type: /** @type {const} */ ("pen") }));
  }

  /**
   * Whether a pen was about; a stamp that lies far off, in the past or in the future, says nothing.
   * @param {number} time
   */
  #isNear(time) {
    const isWithin = (/** @type {number} */ stamp, /** @type {number} */ reach) => Math.abs(time - stamp) < reach;
    return isWithin(this.#hoveredAt, PEN_HOVER_TIMEOUT) || isWithin(this.#leftAt, PEN_LINGER)
      || [...this.#pens.values()].some((heardAt) => isWithin(heardAt, PEN_SILENCE));
  }
}

/** @param {Sample} sample */
function isOfPen(sample) {
  return sample.type === "pen" || (sample.type === "hover" && sample.device === "pen");
}

/** @param {Sample} sample */
function isOver({ phase }) {
  return phase === "ended" || phase === "cancelled";
}

/**
 * Whether a finger that landed at `began` was the hand of the pen that comes at `time`.
 * @param {number} began
 * @param {number} time
 */
function isJustBefore(began, time) {
  return Math.abs(time - began) <= PALM_BEFORE_PEN;
}

/**
 * Whether a finger that is down has lain still for no longer than a hand does before it writes.
 * @param {Finger} finger
 * @param {number} time
 */
function isAtRest({ began, hasMoved }, time) {
  return !hasMoved && Math.abs(time - began) <= PALM_AT_REST;
}
