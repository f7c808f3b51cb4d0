/** One arbiter for all input of a surface: decides which gestures are recognized and what views hear. */

import { SystemClock } from "./clock.js";
import { hasGone } from "./stale-touches.js";
import { guarded, reportToConsole } from "./guard.js";
import { Pipeline } from "./pipeline.js";
import { candidateOf } from "./candidate.js";
import { isWithin } from "./view.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./touch-table.js").HitTest} HitTest */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./view.js").View} View */

/**
 * One step of a recognizer along the drawing in `recognizer-state.js`, and why it was taken.
 * @typedef {object} Transition
 * @property {number} time ms
 * @property {GestureRecognizer} recognizer
 * @property {StateName} from
 * @property {StateName} to
 * @property {string} reason in words, for whoever reads a trace
 */

/**
 * Watches and changes nothing: a trace, a recorder, an overlay.
 * @typedef {object} Observer
 * @property {(samples: readonly Sample[]) => void} [dispatched] before they are looked at; also those refused
 * @property {(samples: readonly Sample[], time: number) => void} [handled] one event, as it goes on its way: what was
 *   not refused and what the arbiter itself cancels, at the time that counts
 * @property {(time: number) => void} [landing] fingers are about to land: all that was before them has been done
 * @property {(touches: readonly Touch[], since: number | null) => void} [retracted] touches that were the palm, the
 *   latest first, after their views heard of it. `since` is when the earliest landed, ms; null where something else has
 *   touched the surface since
 * @property {(event: TouchEvent) => void} [delivered] when recognizers and views had an event
 * @property {(transition: Transition) => void} [moved]
 */

/**
 * @typedef {object} ArbiterOptions
 * @property {HitTest} hitTest the view at a point of the surface; null beside everything
 * @property {Clock} [clock] the machine's when it is missing
 * @property {Report} [report] told what callbacks throw; the console when it is missing
 */

/**
 * Takes samples from any number of sources. Exceptions of callbacks do not leave it. A callback's requests (dispatch,
 * disable, attach, remove) take effect after the event at hand.
 */
export class Arbiter {
  #clock;
  #report;
  #pipeline;
  /** @type {Set<Observer>} */
  #observers = new Set();
  /** @type {(() => void)[]} */
  #tasks = [];
  #isWorking = false;
  #ignoring = 0;

  /** @param {ArbiterOptions} options */
  constructor({ hitTest, clock = new SystemClock(), report = reportToConsole }) {
    this.#clock = clock;
    this.#report = report;
    this.#pipeline = new Pipeline({
      hitTest: (point, sample) => guarded(report, "hitTest", null, () => hitTest(point, sample)),
      clock,
      report,
      enter: (task) => this.#enter(task),
      handled: (samples, time) => this.#notify((observer) => observer.handled?.(samples, time)),
      delivered: (event) => this.#notify((observer) => observer.delivered?.(event)),
      landing: (time) => this.#notify((observer) => observer.landing?.(time)),
      retracted: (touches, since) => this.#notify((observer) => observer.retracted?.(touches, since)),
      moved: ({ recognizer }, from, to, reason) => {
        if (this.#observers.size === 0) return;
        const transition = { time: this.#pipeline.now, recognizer, from, to, reason };
        this.#notify((observer) => observer.moved?.(transition));
      },
    });
  }

  get touches() {
    return this.#pipeline.touches;
  }

  /**
   * Whether what this pointer touches is still followed: it is down, was not taken away, and its view has not gone.
   * @param {number} id
   */
  hasTouch(id) {
    return this.touches.some((touch) => touch.id === id && !hasGone(touch.view, this.#report));
  }

  /** Whether no finger is down, no attempt is open and no timer runs. */
  get isIdle() {
    return this.#pipeline.isIdle;
  }

  /** Whether touches are refused at present. */
  get isIgnoringTouches() {
    return this.#ignoring > 0;
  }

  /**
   * Takes input. Samples of one moment and of different pointers are one event. Never throws.
   * @param {readonly Sample[]} samples in the order in which they happened
   */
  dispatch(samples) {
    this.#enter(() => {
      this.#notify((observer) => observer.dispatched?.(samples));
      const taken = this.#ignoring > 0 ? samples.filter(({ phase, type }) => phase !== "began" && type !== "hover") : samples;
      for (const event of eventsOf(taken)) this.#pipeline.handle(event);
    });
  }

  /**
   * Takes touches away, and pointers that hover: a call, a hidden page, a modal window.
   * @param {CancelCause} [cause]
   */
  cancelTouches(cause = "system") {
    this.#cancel(cause, () => [...this.touches, ...this.#pipeline.hovers]);
  }

  /**
   * A view has gone, with everything in it: its touches and what its recognizers do are cancelled.
   * @param {View} view
   */
  removeView(view) {
    this.#cancel("removed", () => this.touches.filter((touch) => isWithin(touch.view, view)));
    this.#enter(() => {
      const gone = [...this.#pipeline.engaged].filter((candidate) => candidate.view && isWithin(candidate.view, view));
      this.#pipeline.withdraw(gone, "its view was removed");
    });
  }

  /** No touch begins until {@link endIgnoringTouches} was called as often; those that are down are cancelled. */
  beginIgnoringTouches() {
    this.#ignoring += 1;
    this.cancelTouches();
  }

  /** Takes back one {@link beginIgnoringTouches}; one too many does nothing. */
  endIgnoringTouches() {
    this.#ignoring = Math.max(0, this.#ignoring - 1);
  }

  /**
   * Does what a gesture does without the gesture: for keys and for assistive technology. Views and delegates
   * may refuse as ever.
   * @param {GestureRecognizer} recognizer
   * @param {() => void} [prepare] called when a continuous one has begun: sets its values
   * @returns {boolean} whether it was done; not while it is disabled, detached or busy, would have to wait, or was refused
   */
  perform(recognizer, prepare = () => {}) {
    const candidate = candidateOf(recognizer);
    const isBusy = !candidate.isPossible || this.#pipeline.engaged.has(candidate);
    if (this.#isWorking || isBusy || !recognizer.enabled || !recognizer.view) return false;
    let done = false;
    this.#enter(() => {
      done = this.#pipeline.perform(candidate, prepare);
    });
    return done;
  }

  /**
   * Tells `observer` of everything, from now on.
   * @param {Observer} observer
   * @returns {() => void} stops it
   */
  observe(observer) {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /**
   * @param {CancelCause} cause
   * @param {() => readonly Touch[]} which asked when it is their turn
   */
  #cancel(cause, which) {
    this.#enter(() => {
      const time = this.#clock.now();
      /** @type {Sample[]} */
      const samples = which().map(({ id, type }) => {
        return { phase: "cancelled", id, time, cause, ...(type === "hover" && { type }) };
      });
      if (samples.length > 0) this.#pipeline.handle(samples);
    });
  }

  /**
   * Does it now, or when what is being done is done.
   * @param {() => void} task
   */
  #enter(task) {
    this.#tasks.push(task);
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#tasks.shift(); next; next = this.#tasks.shift()) {
      guarded(this.#report, "arbiter", undefined, next);
    }
    this.#isWorking = false;
  }

  /** @param {(observer: Observer) => void} call */
  #notify(call) {
    for (const observer of this.#observers) guarded(this.#report, "observer", undefined, () => call(observer));
  }
}

/**
 * Parts samples into events: of one moment, and each pointer once. Touches that begin do not meet touches that are
 * cancelled at the same moment.
 * @param {readonly Sample[]} samples
 * @returns {Sample[][]}
 */
function eventsOf(samples) {
  /** @type {Sample[][]} */
  const events = [];
  for (const sample of samples) {
    const last = events[events.length - 1];
    if (last?.every((other) => isOneEvent(other, sample))) last.push(sample);
    else events.push([sample]);
  }
  return events;
}

/**
 * @param {Sample} first
 * @param {Sample} second
 */
function isOneEvent(first, second) {
  if (first.phase === "cancelled" && second.phase === "began") return false;
  return first.time === second.time && first.id !== second.id;
}
