/** Writes down what an arbiter takes in, so that it can be played again. */

import { RECORDING_MOST_EVENTS } from "../constants.js";
import { rounded } from "./recording.js";

/** @typedef {import("../arbiter.js").Arbiter} Arbiter */
/** @typedef {import("../sample.js").Sample} Sample */
/** @typedef {import("../touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./recording.js").KeptSample} KeptSample */
/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./view-names.js").ViewNames} ViewNames */

/**
 * @typedef {object} RecorderOptions
 * @property {ViewNames} [names] of the views that are touched; without them a place alone says what was hit
 * @property {{readonly width: number, readonly height: number}} [surface] px
 * @property {number} [most] events that are kept
 * @property {() => void} [full] told when one more has come, once: what comes from then on is not in the recording
 */

/**
 * Watches an arbiter until it is stopped. It keeps the arbiter's events, one at a time, each at the time at which it
 * counted. Late timers between two events run between them again.
 *
 * Begin a recording when nothing is down and no series of taps is open. Moves of a finger without its landing mean
 * nothing when they are played.
 */
export class Recorder {
  #names;
  #surface;
  #most;
  #full;
  #isCut = false;
  #stop;
  /** @type {{time: number, samples: KeptSample[]}[]} */
  #events = [];
  /** @type {number | null} */
  #start = null;
  /** @type {KeptSample[]} those of the event at hand whose view is not known yet */
  #unnamed = [];

  /**
   * @param {Arbiter} arbiter
   * @param {RecorderOptions} [options]
   */
  constructor(arbiter, options) {
    this.#names = options?.names;
    this.#surface = options?.surface ?? null;
    this.#most = options?.most ?? RECORDING_MOST_EVENTS;
    this.#full = options?.full;
    this.#stop = arbiter.observe({
      handled: (samples, time) => this.#write(samples, time),
      delivered: (event) => this.#name(event),
    });
  }

  /** How many events there are so far. */
  get length() {
    return this.#events.length;
  }

  /** Whether more has happened than is kept. */
  get isCut() {
    return this.#isCut;
  }

  /**
   * @param {number} [now] ms on the arbiter's clock: how long it waited after the last event
   * @returns {Recording}
   */
  recording(now = -Infinity) {
    const end = this.#events.at(-1)?.time ?? 0;
    const duration = this.#isCut ? end : Math.max(end, rounded(now - (this.#start ?? now)) || 0);
    return { surface: this.#surface, events: structuredClone(this.#events), duration, ...(this.#isCut && { isCut: true }) };
  }

  /** Hears nothing more. */
  stop() {
    this.#stop();
  }

  /**
   * @param {readonly Sample[]} samples
   * @param {number} time
   */
  #write(samples, time) {
    if (this.#events.length >= this.#most) return this.#cut();
    this.#start ??= time;
    const kept = samples.map((sample) => this.#kept(sample, this.#start ?? time));
    this.#unnamed = kept.filter(({ phase, view }) => phase === "began" && view === undefined);
    this.#events.push({ time: rounded(time - this.#start), samples: kept });
  }

  /** The beginning is kept, as nothing can be played that begins in the middle. */
  #cut() {
    this.#isCut = true;
    this.stop();
    this.#full?.();
  }

  /**
   * @param {Sample} sample
   * @param {number} start
   * @returns {KeptSample}
   */
  #kept({ target, predicted, coalesced, ...sample }, start) {
    void predicted;
    const isAimed = sample.phase === "began" || sample.type === "hover";
    const view = isAimed && target ? this.#names?.nameOf(target) ?? null : null;
    return {
      ...sample,
      time: rounded(sample.time - start),
      ...(coalesced && { coalesced: coalesced.map((moment) => ({ ...moment, time: rounded(moment.time - start) })) }),
      ...(view !== null && { view }),
    };
  }

  /** @param {TouchEvent} event */
  #name(event) {
    if (!this.#names || this.#unnamed.length === 0) return;
    for (const touch of event.allTouches) {
      const at = this.#unnamed.findIndex(({ id }) => id === touch.id);
      const view = at < 0 ? null : this.#names.nameOf(touch.view);
      if (view !== null) this.#unnamed[at] = Object.assign(/** @type {KeptSample} */ (this.#unnamed[at]), { view });
    }
    this.#unnamed = [];
  }
}
