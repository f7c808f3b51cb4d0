/**
 * Jumps within a document, and the way back from each. A person who seeks jumps several times in a row. That is one
 * step, from which the way back leads to the place before the first of them.
 *
 *     reading ──jump──► one step of the history ──a jump of the same row, soon──► the same step, at another place
 *        ▲                        │
 *        └──────── Back ◄─────────┘
 */

/** Jumps of a row follow one another within so long, in ms. */
const ROW = 5_000;

/**
 * The row that a jump belongs to: one that seeks a page, one through what was found, or null for a jump that stands alone.
 * @typedef {"pages" | "hits" | null} JumpRow
 */

/**
 * The way back from a jump.
 * @typedef {{readonly name: string, readonly go: () => void}} WayBack `name` is that of the page before
 */

/**
 * @typedef {object} JumpCalls
 * @property {(move: () => boolean) => () => boolean} follow makes a move, in a step of the history where that returns true.
 *   The result leads back there, and is false where something has led further since
 * @property {() => {name: string, return: () => void}} here the name of the page that is read, and what shows the place again
 * @property {() => number} now in ms
 */

export class Jumps {
  #calls;
  /** @type {{row: JumpRow, at: number, wayBack: WayBack} | null} */
  #latest = null;

  /** @param {JumpCalls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /**
   * @param {JumpRow} row
   * @param {() => boolean} move returns whether it has led to another place
   * @returns {WayBack | null} null where it has not
   */
  make(row, move) {
    const { follow, here, now } = this.#calls;
    const latest = this.#latest;
    if (row !== null && latest?.row === row && now() - latest.at < ROW) {
      this.#latest = { ...latest, at: now() };
      return move() ? latest.wayBack : null;
    }
    const before = here();
    let hasMoved = false;
    const back = follow(() => (hasMoved = move()));
    if (!hasMoved) return null;
    const wayBack = { name: before.name, go: () => (this.forget(), back() || before.return()) };
    this.#latest = { row, at: now(), wayBack };
    return wayBack;
  }

  /** The history has led elsewhere: the next jump is a step of its own. */
  forget() {
    this.#latest = null;
  }
}
