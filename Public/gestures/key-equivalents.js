/** Keys that do what gestures do, through the same recognizers, views and delegates. */

/** @typedef {import("./arbiter.js").Arbiter} Arbiter */
/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */

/**
 * A key with its modifiers, as in `KeyboardEvent`; modifiers that are not named must be up.
 * @typedef {object} Key
 * @property {string} key as in `KeyboardEvent.key`
 * @property {boolean} [altKey]
 * @property {boolean} [ctrlKey]
 * @property {boolean} [metaKey]
 * @property {boolean} [shiftKey]
 */

/** @typedef {{readonly recognizer: GestureRecognizer, readonly prepare: (() => void) | undefined}} Equivalent */

/** Which key stands for which gesture. */
export class KeyEquivalents {
  #arbiter;
  /** @type {Map<string, Equivalent>} */
  #equivalents = new Map();

  /** @param {Arbiter} arbiter */
  constructor(arbiter) {
    this.#arbiter = arbiter;
  }

  /**
   * Lets a key do what a gesture does.
   * @param {Key} key takes the place of what it did before
   * @param {GestureRecognizer} recognizer
   * @param {() => void} [prepare] sets the values of a continuous one: `() => pinch.scale = 1.25`
   */
  bind(key, recognizer, prepare) {
    this.#equivalents.set(nameOf(key), { recognizer, prepare });
  }

  /**
   * @param {Key} key that was pressed
   * @returns {boolean} whether a gesture was done; then the event's default is to be prevented
   */
  press(key) {
    const equivalent = this.#equivalents.get(nameOf(key));
    return equivalent ? this.#arbiter.perform(equivalent.recognizer, equivalent.prepare) : false;
  }
}

/** @param {Key} key */
function nameOf({ key, altKey = false, ctrlKey = false, metaKey = false, shiftKey = false }) {
  return JSON.stringify([key, altKey, ctrlKey, metaKey, shiftKey]);
}
