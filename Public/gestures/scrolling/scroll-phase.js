/**
 * The phases of a scroll view:
 *
 *                 a finger lands              goes far enough
 *     resting ─────────────────────► tracking ─────────────────► dragging
 *      ▲ ▲ │                          │ ▲  ▲ ▲                     │  │
 *      │ │ │   lifts, nothing to do   │ │  │ └──fingers remain─────┘  │
 *      │ └─┼──────────────────────────┘ │  └── a finger lands ──┐     │ lifts
 *      │   │ code moves it              │ a finger lands        │     │
 *      │   └──────────────► animating ──┘                 decelerating◄── lifts beyond a limit
 *      └── arrives ────────────┴──────────── arrives ───────────┘
 */

/** @typedef {"resting" | "tracking" | "dragging" | "decelerating" | "animating"} ScrollPhaseName */

/** @type {Readonly<Record<ScrollPhaseName, readonly ScrollPhaseName[]>>} */
const NEXT = Object.freeze({
  resting: ["tracking", "animating"],
  tracking: ["dragging", "resting", "decelerating", "animating"],
  dragging: ["tracking", "resting", "decelerating", "animating"],
  decelerating: ["tracking", "resting"],
  animating: ["tracking", "resting"],
});

/** The phase, changed in legal ways only. */
export class ScrollPhase {
  /** @type {ScrollPhaseName} */
  #name = "resting";

  /** @param {ScrollPhaseName} name */
  is(name) {
    return this.#name === name;
  }

  get isTouched() {
    return this.#name === "tracking" || this.#name === "dragging";
  }

  /**
   * @param {ScrollPhaseName} next
   * @throws {RangeError} when there is no such way; the phase stays what it is
   */
  go(next) {
    if (!NEXT[this.#name].includes(next)) throw new RangeError(`a scroll view cannot go from ${this.#name} to ${next}`);
    this.#name = next;
  }
}
