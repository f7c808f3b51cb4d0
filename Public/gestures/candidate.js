/**
 * How a recognizer stands in its present attempt: what the arbiter writes and the recognizer reads. Not part
 * of the public interface.
 */

import { isActive, isTerminal, StateMachine } from "./recognizer-state.js";
import { NO_TOUCHES, withoutTouch, withTouch } from "./touch-lists.js";

/** @typedef {import("./recognizer-state.js").Kind} Kind */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./view.js").View} View */

/**
 * The requests that a recognizer makes of the arbiter.
 * @typedef {object} ArbiterRequests
 * @property {(candidate: Candidate, state: StateName) => void} request
 * @property {(candidate: Candidate) => void} withdraw cancels or fails it: it was disabled or taken away
 * @property {(candidate: Candidate, touch: Touch) => void} ignore
 * @property {(candidate: Candidate, delay: number, action: () => void) => () => void} after
 * @property {() => number} now
 */

/** @type {(recognizer: GestureRecognizer) => Candidate} */
let candidateIn;

/**
 * The candidates of the recognizers that receive a touch, in the order of rank. Kept, since `gestureRecognizers` of the
 * touch is read in every step.
 * @type {WeakMap<Touch, Candidate[]>}
 */
const watchers = new WeakMap();
/** @type {readonly Candidate[]} */
const NO_CANDIDATES = Object.freeze([]);
/**
 * Of the touch that was asked about last.
 * @type {{touch: Touch | null, list: Candidate[]}}
 */
let latest = { touch: null, list: [] };

/** The state of a recognizer with all that belongs to its attempt. */
export class Candidate {
  /** @type {ArbiterRequests | null} */
  arbiterRequests = null;
  /** @type {View | null} */
  view = null;
  /** How deep the view lies below the surface, and the how-manieth recognizer was attached: the rank. */
  depth = 0;
  order = 0;
  /** Touches that are down and delivered, in the order in which they landed. */
  touches = NO_TOUCHES;
  /** Touches of this attempt that are on the surface, delivered or not. */
  down = NO_TOUCHES;
  /** All touches of this attempt, also those that were lifted. */
  attempt = NO_TOUCHES;
  /** The touches of the latest moment at which there were any. */
  latest = NO_TOUCHES;
  /**
   * The state it takes once the recognizers that it waits for have failed.
   * @type {"began" | "ended" | null}
   */
  wanted = null;
  /** Whether what it waits to begin is already over. */
  concluded = false;
  /** Whether its view and its delegate have agreed to its beginning. */
  vetted = false;
  /**
   * Those that must fail first, always, and in this attempt.
   * @type {Set<Candidate>}
   */
  requiredAlways = new Set();
  /** @type {Set<Candidate>} */
  required = new Set();
  /**
   * Those that it has been asked about in this attempt.
   * @type {Set<Candidate>}
   */
  polled = new Set();
  /** @type {Set<() => void>} */
  timers = new Set();
  /**
   * The state that a message being sent speaks of.
   * @type {StateName | null}
   */
  reporting = null;

  /**
   * @param {GestureRecognizer} recognizer
   * @param {Kind} kind
   */
  constructor(recognizer, kind) {
    this.recognizer = recognizer;
    this.machine = new StateMachine(kind);
  }

  /** Of the machine, whatever is being reported. */
  get state() {
    return this.machine.state;
  }

  /** Whether it has not decided, or waits. */
  get isPossible() {
    return this.machine.state === "possible";
  }

  /** Whether it has begun and not ended. */
  get isActive() {
    return isActive(this.machine.state);
  }

  /** Whether only a reset follows. */
  get isTerminal() {
    return isTerminal(this.machine.state);
  }

  /** Whether its touches may yet make the gesture: recognizers that require its failure wait. */
  get isUndecided() {
    return this.isPossible && (this.attempt.length > 0 || this.wanted !== null);
  }

  /** Whether a new touch is of any use to it. */
  get takesTouches() {
    return !this.isTerminal && this.wanted === null;
  }

  /** Whether it is discrete, and only waits to be heard: no touch changes its mind. */
  get hasSpoken() {
    return this.wanted === "ended";
  }

  /** Whether nothing can move it any more: no finger is down and no timer runs. */
  get isStranded() {
    return !this.isTerminal && this.wanted === null && this.touches.length === 0 && this.timers.size === 0;
  }

  /** @param {Touch} touch */
  accept(touch) {
    this.touches = withTouch(this.touches, touch);
    this.down = withTouch(this.down, touch);
    this.attempt = withTouch(this.attempt, touch);
    this.latest = this.touches;
    if (latest.touch !== touch) latest = { touch, list: watchers.get(touch) ?? startWatching(touch) };
    latest.list.push(this);
  }

  /**
   * The finger is up: it is delivered no more.
   * @param {Touch} touch
   */
  lift(touch) {
    this.down = withoutTouch(this.down, touch);
    this.touches = withoutTouch(this.touches, touch);
    if (this.touches.length > 0) this.latest = this.touches;
  }

  /**
   * As if the touch had never been this one's.
   * @param {Touch} touch
   */
  forget(touch) {
    this.lift(touch);
    this.attempt = withoutTouch(this.attempt, touch);
    const list = watchers.get(touch);
    if (list?.includes(this)) list.splice(list.indexOf(this), 1);
  }

  /** None of its timers runs any more. */
  dropTimers() {
    if (this.timers.size === 0) return;
    for (const drop of this.timers) drop();
    this.timers.clear();
  }

  /**
   * Ready for the next attempt; the state becomes Possible. Agreements for this attempt are forgotten on both sides.
   */
  clear() {
    this.dropTimers();
    for (const other of this.polled) other.polled.delete(this);
    this.touches = NO_TOUCHES;
    this.down = NO_TOUCHES;
    this.attempt = NO_TOUCHES;
    empty(this.required);
    empty(this.polled);
    this.wanted = null;
    this.concluded = false;
    this.vetted = false;
    this.machine.go("possible");
  }
}

/**
 * The candidates of those that receive a touch, in the order of rank.
 * @param {Touch} touch
 * @returns {readonly Candidate[]}
 */
export function watchersOf(touch) {
  return watchers.get(touch) ?? NO_CANDIDATES;
}

/** @param {Touch} touch */
function startWatching(touch) {
  /** @type {Candidate[]} */
  const list = [];
  watchers.set(touch, list);
  return list;
}

/**
 * How a recognizer stands; each has one, from its making on.
 * @param {GestureRecognizer} recognizer
 * @returns {Candidate}
 */
export function candidateOf(recognizer) {
  return candidateIn(recognizer);
}

/**
 * Takes the function that reads the candidates, which the class of recognizers keeps private. They are read in every
 * step of every event.
 * @param {(recognizer: GestureRecognizer) => Candidate} read
 */
export function readCandidatesBy(read) {
  candidateIn = read;
}

/**
 * Clearing makes a new table for the set, even where there is nothing in it.
 * @param {Set<unknown>} set
 */
function empty(set) {
  if (set.size > 0) set.clear();
}

/**
 * The order of precedence: the deeper view first, on one view the recognizer that was attached last.
 * @param {Candidate} a
 * @param {Candidate} b
 */
export function byRank(a, b) {
  return b.depth - a.depth || b.order - a.order;
}
