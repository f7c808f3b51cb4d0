/**
 * The states of a gesture recognizer and the ways between them.
 *
 *     discrete                         continuous
 *
 *     Possible ──────▶ Failed          Possible ──────▶ Failed
 *        │                                │
 *        ▼                                ▼
 *      Ended                            Began ──────────────┐
 *                                         │  │              │
 *                                         │  ▼              ▼
 *                                         │ Changed ──▶ Cancelled
 *                                         │  │   ▲ │        ▲
 *                                         │  │   └─┘        │
 *                                         ▼  ▼              │
 *                                        Ended     (Began ──┘)
 *
 *     Failed, Ended, Cancelled ──reset──▶ Possible, by the arbiter alone
 *
 * A message is sent to the targets on every way but those to Failed and to Possible. Ended is also known as
 * Recognized. There is no way from Began or Changed to Failed: what has begun is cancelled.
 */

/** @typedef {"possible" | "began" | "changed" | "ended" | "cancelled" | "failed"} StateName */
/** @typedef {"discrete" | "continuous"} Kind */

/**
 * The names of the states.
 */
export const State = Object.freeze(/** @type {const} */ ({
  Possible: "possible",
  Began: "began",
  Changed: "changed",
  Ended: "ended",
  Cancelled: "cancelled",
  Failed: "failed",
}));

/** @type {Readonly<Record<Kind, Readonly<Record<StateName, readonly StateName[]>>>>} */
const TRANSITIONS = Object.freeze({
  discrete: {
    possible: ["ended", "failed"],
    began: [],
    changed: [],
    ended: ["possible"],
    cancelled: ["possible"],
    failed: ["possible"],
  },
  continuous: {
    possible: ["began", "failed"],
    began: ["changed", "ended", "cancelled"],
    changed: ["changed", "ended", "cancelled"],
    ended: ["possible"],
    cancelled: ["possible"],
    failed: ["possible"],
  },
});

/** Thrown to a recognizer that asks for a way that is not in the drawing; its state stays what it was. */
export class IllegalTransition extends Error {
  /**
   * @param {Kind} kind
   * @param {StateName} from
   * @param {StateName} to
   */
  constructor(kind, from, to) {
    super(`a ${kind} recognizer cannot go from ${from} to ${to}`);
    this.name = "IllegalTransition";
    this.from = from;
    this.to = to;
  }
}

/**
 * Whether the drawing has this way.
 * @param {Kind} kind
 * @param {StateName} from
 * @param {StateName} to
 */
export function isLegal(kind, from, to) {
  return TRANSITIONS[kind][from].includes(to);
}

/**
 * Whether nothing follows but a reset.
 * @param {StateName} state
 */
export function isTerminal(state) {
  return state === "ended" || state === "cancelled" || state === "failed";
}

/**
 * Whether a continuous recognizer has begun and not ended.
 * @param {StateName} state
 */
export function isActive(state) {
  return state === "began" || state === "changed";
}

/** One state that only moves along the drawing. */
export class StateMachine {
  /** @type {StateName} */
  #state = "possible";

  /** @param {Kind} kind */
  constructor(kind) {
    this.kind = kind;
  }

  /** Where it is. */
  get state() {
    return this.#state;
  }

  /**
   * @param {StateName} to
   * @throws {IllegalTransition}
   */
  go(to) {
    if (!isLegal(this.kind, this.#state, to)) throw new IllegalTransition(this.kind, this.#state, to);
    this.#state = to;
  }
}
