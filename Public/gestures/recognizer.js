import { addRequirement } from "./failure-requirements.js";
import { centroid } from "./geometry/point.js";
import { IllegalTransition } from "./recognizer-state.js";
import { readCandidatesBy, Candidate } from "./candidate.js";
import { RecognizerRules } from "./recognizer-rules.js";
import { inView } from "./view.js";

/** @typedef {import("./delegate.js").GestureRecognizerDelegate} GestureRecognizerDelegate */
/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./recognizer-state.js").Kind} Kind */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").TouchType} TouchType */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./view.js").View} View */

/** @typedef {(recognizer: GestureRecognizer) => void} Action */

/** @type {readonly TouchType[]} */
const DIRECT = ["touch", "pen", "mouse"];

/**
 * Watches the touches of its view and of everything in it, and recognizes its gesture.
 *
 * A subclass overrides the four handlers as far as it needs them, decides with {@link become} as early as it can, and
 * forgets its attempt in {@link reset}. A recognizer that has lost hears nothing else. Nothing has to be passed to
 * `super`. The arbiter alone calls handlers and hooks.
 */
export class GestureRecognizer extends RecognizerRules {
  #candidate;
  #enabled = true;
  /** @type {Action[]} */
  #actions = [];
  name = this.constructor.name;
  /** @type {GestureRecognizerDelegate | null} */
  delegate = null;
  /** Whether its recognition takes its touches from their view, which is told that they are cancelled. */
  cancelsTouchesInView = true;
  /** Whether the view hears nothing of a touch until this recognizer has decided. */
  delaysTouchesBegan = false;
  /** Whether the view does not hear that a touch has ended until this recognizer has decided. */
  delaysTouchesEnded = true;
  /** @type {Set<TouchType>} */
  allowedTouchTypes = new Set(DIRECT);

  static {
    readCandidatesBy((recognizer) => recognizer.#candidate);
  }

  /** @param {Kind} kind whether it reports once, or from a beginning to an end */
  constructor(kind) {
    super();
    this.#candidate = new Candidate(this, kind);
  }

  /** Discrete or continuous, for good. */
  get kind() {
    return this.#candidate.machine.kind;
  }

  /** While a message is being sent: the state that it speaks of. */
  get state() {
    return this.#candidate.reporting ?? this.#candidate.state;
  }

  get view() {
    return this.#candidate.view;
  }

  /** Whether it takes part. Switched off in the middle of a gesture, it is cancelled, or fails. */
  get enabled() {
    return this.#enabled;
  }

  set enabled(enabled) {
    this.#enabled = enabled;
    if (!enabled) this.#candidate.arbiterRequests?.withdraw(this.#candidate);
  }

  /**
   * Calls `action` with this recognizer whenever its state changes, but for Failed and Possible. Actions
   * are called in the order in which they were added.
   * @param {Action} action
   * @returns {this}
   */
  addTarget(action) {
    this.#actions = [...this.#actions, action];
    return this;
  }

  /**
   * Takes an action away; nothing happens when it is not there.
   * @param {Action} action
   */
  removeTarget(action) {
    this.#actions = this.#actions.filter((other) => other !== action);
  }

  /** The targets' actions; the list never changes, but is replaced. */
  get actions() {
    return this.#actions;
  }

  /**
   * This recognizer waits until `other` has failed, and fails when `other` is recognized. For good.
   * @param {GestureRecognizer} other
   * @throws {RangeError} when `other` waits for this one already
   */
  requireToFail(other) {
    addRequirement(this, other);
  }

  // Where the gesture is

  /** How many fingers {@link location} speaks of. */
  get numberOfTouches() {
    return this.touchesReported().length;
  }

  /**
   * The middle of all its touches.
   * @param {View | null} [view] whose coordinates are wanted; those of the surface without one
   * @returns {Point}
   */
  location(view = null) {
    return inView(centroid(this.touchesReported().map((touch) => touch.location())), view);
  }

  /**
   * The place of one finger.
   * @param {number} index in the order in which the fingers landed
   * @param {View | null} [view]
   * @throws {RangeError} when there is no such touch
   */
  locationOfTouch(index, view = null) {
    const touch = this.touchesReported()[index];
    if (!touch) throw new RangeError(`touch ${index} of ${this.numberOfTouches}`);
    return touch.location(view);
  }

  /**
   * Why one of its touches was cancelled, and with it what it did; null when none was.
   * @returns {CancelCause | null}
   */
  get cancelCause() {
    for (const { cancelCause } of this.#candidate.attempt) if (cancelCause) return cancelCause;
    return null;
  }

  /**
   * Whether a touch is of a kind that it watches. Asked before the delegate.
   * @param {Touch} touch
   */
  admits(touch) {
    return touch.button === 0 && this.allowedTouchTypes.has(touch.type);
  }

  // Handlers, for subclasses to override

  /**
   * @param {ReadonlySet<Touch>} _touches
   * @param {TouchEvent} _event
   */
  touchesBegan(_touches, _event) {}

  /**
   * @param {ReadonlySet<Touch>} _touches
   * @param {TouchEvent} _event
   */
  touchesMoved(_touches, _event) {}

  /**
   * @param {ReadonlySet<Touch>} _touches no more among {@link touches}
   * @param {TouchEvent} _event
   */
  touchesEnded(_touches, _event) {
    if (this.#candidate.touches.length === 0) this.conclude();
  }

  /**
   * Touches were taken away by the system, or by the pen.
   * @param {ReadonlySet<Touch>} _touches
   * @param {TouchEvent} _event
   */
  touchesCancelled(_touches, _event) {
    this.abandon();
  }

  /** The attempt is over: forget it. The state becomes Possible after this. */
  reset() {}

  // For subclasses to use

  /**
   * The touches that are down and its own, in the order in which they landed.
   * @protected
   * @returns {readonly Touch[]}
   */
  get touches() {
    return this.#candidate.touches;
  }

  /**
   * Whether it has begun and not ended, or will have as soon as it may: what it once decided, it does not
   * decide again.
   * @protected
   */
  get hasBegun() {
    return this.#candidate.isActive || this.#candidate.wanted !== null;
  }

  /**
   * The touches that {@link location} speaks of: those that are down, or the last ones that were.
   * @protected
   * @returns {readonly Touch[]}
   */
  touchesReported() {
    return this.#candidate.latest;
  }

  /**
   * Requests a state. The arbiter grants Began and Ended, lets them wait, or refuses them after every recognizer has
   * seen the event.
   * @protected
   * @param {StateName} state
   * @throws {IllegalTransition} when there is no such way; the state stays what it is
   */
  become(state) {
    const { arbiterRequests } = this.#candidate;
    if (!arbiterRequests) throw new IllegalTransition(this.kind, this.state, state);
    arbiterRequests.request(this.#candidate, state);
  }

  /**
   * The touches are over: ends what has begun or is about to, and fails otherwise.
   * @protected 
   */
  conclude() {
    const { isActive, isPossible, wanted } = this.#candidate;
    if (isActive || wanted) this.become("ended");
    else if (isPossible) this.become("failed");
  }

  /**
   * The touches were taken away: cancels what has begun, and fails otherwise.
   * @protected 
   */
  abandon() {
    if (this.#candidate.isActive) this.become("cancelled");
    else if (this.#candidate.isPossible) this.become("failed");
  }

  /**
   * Wants nothing more of this touch: its view keeps it, whatever this recognizer does.
   * @protected
   * @param {Touch} touch
   */
  ignore(touch) {
    this.#candidate.arbiterRequests?.ignore(this.#candidate, touch);
  }

  /**
   * Calls `action` after a time, unless the attempt is over before.
   * @protected
   * @param {number} delay ms
   * @param {() => void} action
   * @returns {() => void} drops it
   */
  after(delay, action) {
    return this.#candidate.arbiterRequests?.after(this.#candidate, delay, action) ?? (() => {});
  }

  /**
   * Ms: the time of the event or the timer that is being handled.
   * @protected 
   */
  get now() {
    return this.#candidate.arbiterRequests?.now() ?? 0;
  }
}
