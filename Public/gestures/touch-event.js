/** The envelope of all touches from the first finger down to the last one up. */

import { candidateOf } from "./candidate.js";
import { chainOf } from "./view.js";

/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */

/**
 * One object for a whole sequence, handed to every handler in it. It is not to be kept: the next
 * sequence has another.
 */
export class TouchEvent {
  type = /** @type {const} */ ("touches");
  /** Ms: when the latest change happened. */
  timestamp = 0;
  /**
   * Every touch on the surface, and those that have just left it.
   * @type {Set<Touch>}
   */
  allTouches = new Set();

  /** @param {number} sequence how many sequences there have been, this one among them */
  constructor(sequence) {
    this.sequence = sequence;
  }

  /** Whether all fingers are up: then this event is over. */
  get isOver() {
    return ![...this.allTouches].some((touch) => touch.isDown);
  }

  /**
   * @param {View} view
   * @returns {Set<Touch>}
   */
  touchesForView(view) {
    return new Set([...this.allTouches].filter((touch) => touch.view === view));
  }

  /**
   * @param {View} window a view that lies in no other
   * @returns {Set<Touch>}
   */
  touchesForWindow(window) {
    return new Set([...this.allTouches].filter((touch) => chainOf(touch.view).at(-1) === window));
  }

  /**
   * The touches that one recognizer has.
   * @param {GestureRecognizer} recognizer
   * @returns {Set<Touch>} those that it has received in its present attempt
   */
  touchesForGestureRecognizer(recognizer) {
    const { attempt } = candidateOf(recognizer);
    return new Set([...this.allTouches].filter((touch) => attempt.includes(touch)));
  }
}
