/**
 * Collects events that come in bursts and hands them on as one list.
 *
 *     idle ──add──► gathering ──quiet for so long, or too long since the first──► all handed on: idle
 *                    ▲     │ add
 *                    └─────┘
 *
 * A hundred dropped files are a hundred events: each alone would draw the list anew (spec documents DB-6). A caller
 * that changes the list takes the waiting events first, which keeps the order.
 */

/** So long nothing more must come, in milliseconds: less than what people notice. */
export const QUIET_MILLISECONDS = 100;

/** However much comes, nothing waits longer than this. */
export const LONGEST_MILLISECONDS = 1000;

/**
 * @typedef {object} BurstClock
 * @property {() => number} now in milliseconds, never backwards
 * @property {(milliseconds: number, action: () => void) => () => void} later returns what calls it off
 */

/** @type {BurstClock} */
const BROWSER_CLOCK = {
  now: () => performance.now(),
  later: (milliseconds, action) => {
    const handle = setTimeout(action, milliseconds);
    return () => clearTimeout(handle);
  },
};

/** @template Item */
export class Burst {
  #handOn;
  #clock;
  /** @type {Item[]} */
  #items = [];
  #first = 0;
  #callOff = () => {};

  /**
   * @param {(items: readonly Item[]) => void} handOn
   * @param {BurstClock} [clock]
   */
  constructor(handOn, clock = BROWSER_CLOCK) {
    this.#handOn = handOn;
    this.#clock = clock;
  }

  /** Whether something waits to be handed on. */
  get waiting() {
    return this.#items.length > 0;
  }

  /** @param {Item} item */
  add(item) {
    const now = this.#clock.now();
    if (!this.waiting) this.#first = now;
    this.#items.push(item);
    this.#callOff();
    const left = Math.max(0, this.#first + LONGEST_MILLISECONDS - now);
    this.#callOff = this.#clock.later(Math.min(QUIET_MILLISECONDS, left), () => this.#handOn(this.take()));
  }

  /** The waiting events, in their order; they are not handed on any more. */
  take() {
    this.#callOff();
    const items = this.#items;
    this.#items = [];
    return items;
  }
}
