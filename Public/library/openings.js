/**
 * The documents that were opened last, the same in all browsers: one of the shared choices, as text.
 *
 * Documents that are opened before the server has told of those opened elsewhere are kept back until then: none is lost.
 */

/** The name of the record among what is chosen. */
export const OPENED = "library.opened";

/** So many openings are kept. */
const MOST = 40;

/** @typedef {{readonly id: string, readonly at: number}} Opening `at` in ms since 1970, by the clock of the browser */

export class Openings {
  #choices;
  #now;
  /** @type {readonly Opening[] | null} */
  #early = [];

  /**
   * @param {{get: (key: string) => string | null, set: (key: string, value: string) => unknown}} choices
   * @param {() => number} now
   */
  constructor(choices, now) {
    this.#choices = choices;
    this.#now = now;
  }

  /** @param {string} id of a document that is opened */
  record(id) {
    const opening = { id, at: this.#now() };
    if (this.#early) this.#early = withOpening(this.#early, opening);
    else this.#keep([opening]);
  }

  /** Documents that were opened elsewhere are known from now on. */
  begin() {
    const early = this.#early ?? [];
    this.#early = null;
    if (early.length > 0) this.#keep(early);
  }

  /** @param {string} id */
  lastOpened(id) {
    return [...this.#early ?? [], ...openedIn(this.#choices.get(OPENED))].find((opening) => opening.id === id)?.at ?? null;
  }

  /** @param {readonly Opening[]} openings the last one first */
  #keep(openings) {
    const all = [...openings].reverse().reduce(withOpening, openedIn(this.#choices.get(OPENED)));
    void this.#choices.set(OPENED, JSON.stringify(all.map(({ id, at }) => [id, at])));
  }
}

/**
 * @param {readonly Opening[]} openings
 * @param {Opening} opening
 * @returns {readonly Opening[]}
 */
function withOpening(openings, opening) {
  return [opening, ...openings.filter(({ id }) => id !== opening.id)].slice(0, MOST);
}

/**
 * The openings in a record, the last one first; none where it is not understood.
 * @param {string | null} text
 * @returns {readonly Opening[]}
 */
export function openedIn(text) {
  try {
    const found = /** @type {unknown} */ (JSON.parse(text ?? "[]"));
    if (!Array.isArray(found)) return [];
    return found.flatMap((one) => (Array.isArray(one) && typeof one[0] === "string" && Number.isFinite(one[1]) ? [{ id: one[0], at: one[1] }] : [])).slice(0, MOST);
  } catch {
    return [];
  }
}
