/** The gestures that a demo recognized, in order, for people and for tests. */

/**
 * @typedef {object} Entry
 * @property {string} name of the recognizer, or of what was touched
 * @property {string} state
 */

/** @typedef {Readonly<Record<string, string | number>>} Facts */

export class EventLog {
  /** @type {(Entry & Facts)[]} */
  #entries = [];
  #changed;

  /** @param {() => void} [changed] told of each entry */
  constructor(changed = () => {}) {
    this.#changed = changed;
  }

  /** All of them, oldest first; the list is a copy. */
  get entries() {
    return [...this.#entries];
  }

  /**
   * @param {string} name
   * @param {string} state
   * @param {Facts} [facts] numbers are kept to the hundredth
   */
  add(name, state, facts = {}) {
    const tidy = Object.entries(facts).map(([key, value]) => [key, typeof value === "number" ? hundredth(value) : value]);
    this.#entries.push({ name, state, ...Object.fromEntries(tidy) });
    this.#changed();
  }
}

/** @param {number} value */
function hundredth(value) {
  return Math.round(value * 100) / 100 + 0;
}
