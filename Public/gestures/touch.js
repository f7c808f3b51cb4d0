/** One finger, pen or button from down to up. */

import { watchersOf } from "./candidate.js";
import { inView } from "./view.js";

/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").Modifiers} Modifiers */
/** @typedef {import("./sample.js").Moment} Moment */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./sample.js").TouchType} TouchType */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */

/** @typedef {"began" | "moved" | "stationary" | "ended" | "cancelled"} Phase */

/**
 * The values of a touch that change from event to event.
 * @typedef {object} TouchRecord
 * @property {Phase} phase
 * @property {Point} location on the surface
 * @property {Point} previousLocation on the surface; means something when the phase is `moved`
 * @property {number} timestamp ms: when the finger really changed, however late that is delivered
 * @property {readonly Moment[]} moments all that happened since the last event, in order, at least one
 * @property {Sample} sample
 * @property {CancelCause | null} cause
 */

/**
 * The values that are fixed when a touch begins.
 * @typedef {object} TouchOrigin
 * @property {number} id
 * @property {TouchType} type
 * @property {number} button
 * @property {View} view
 * @property {number} tapCount
 * @property {TouchEvent} event
 */

/** @type {(touch: Touch, record: TouchRecord) => void} */
let write;

/**
 * The same object from the moment a finger lands until it lifts. The view is the one that was hit, for good,
 * wherever the finger goes. Copy what is needed later: once the finger is up, the object says no more
 * than how it ended.
 */
export class Touch {
  /** @type {TouchRecord} */
  #record;
  /**
   * @param {TouchOrigin} origin
   * @param {TouchRecord} record
   */
  constructor(origin, record) {
    this.id = origin.id;
    this.type = origin.type;
    this.button = origin.button;
    this.view = origin.view;
    /** How many quick touches near each other this is the last of; 1 for one alone. */
    this.tapCount = origin.tapCount;
    this.event = origin.event;
    this.startLocation = record.location;
    this.startTimestamp = record.timestamp;
    this.#record = record;
  }

  static {
    write = (touch, record) => {
      touch.#record = record;
    };
  }

  /**
   * The recognizers that receive this touch, those of the deepest view first. Made when it is asked for: callers that only ask
   * whether there are any use `watchersOf`.
   * @returns {ReadonlySet<GestureRecognizer>}
   */
  get gestureRecognizers() {
    return new Set(watchersOf(this).map(({ recognizer }) => recognizer));
  }

  /** All that changes, as it was written last. */
  get record() {
    return this.#record;
  }

  get phase() {
    return this.#record.phase;
  }

  /** Ms: when the finger last changed. */
  get timestamp() {
    return this.#record.timestamp;
  }

  /** Why the touch was cancelled, if it was. */
  get cancelCause() {
    return this.#record.cause;
  }

  /** All that happened since the last event, for ink; the last of them is where the touch is. */
  get moments() {
    return this.#record.moments;
  }

  /**
   * Where the pointer may go next: to be drawn for one frame and taken back.
   * @returns {readonly Moment[]}
   */
  get predicted() {
    return this.#record.sample.predicted ?? [];
  }

  /** From 0 to 1; 0.5 where nothing is known. */
  get pressure() {
    return this.#record.sample.pressure ?? 0.5;
  }

  /** Degrees from the upright, and of turn about the pen's own axis. */
  get tilt() {
    const { tiltX = 0, tiltY = 0, twist = 0 } = this.#record.sample;
    return { x: tiltX, y: tiltY, twist };
  }

  /** The size of the contact, px. */
  get contact() {
    const { width = 1, height = 1 } = this.#record.sample;
    return { width, height };
  }

  /**
   * Keys that were held.
   * @returns {Modifiers}
   */
  get modifiers() {
    return this.#record.sample.modifiers ?? {};
  }

  get isDown() {
    return this.phase !== "ended" && this.phase !== "cancelled";
  }

  /** @param {View | null} [view] whose coordinates are wanted; those of the surface without one */
  location(view = null) {
    return inView(this.#record.location, view);
  }

  /** @param {View | null} [view] */
  previousLocation(view = null) {
    return inView(this.#record.previousLocation, view);
  }
}

/**
 * Writes what a touch says of itself. For the arbiter: it alone knows.
 * @param {Touch} touch
 * @param {TouchRecord} record
 */
export function writeRecord(touch, record) {
  write(touch, record);
}
