/**
 * Which documents of a list are selected. Immutable, and pure.
 *
 * A range goes from the anchor, the item that was toggled last, to the item that is named. A further range from the same
 * anchor takes the place of the former one, and leaves alone what was selected before it.
 */

export class Selection {
  #before;
  #range;

  /**
   * @param {ReadonlySet<string>} before what was selected before the range
   * @param {readonly string[]} range
   * @param {string | null} anchor where a range begins
   */
  constructor(before, range, anchor) {
    this.#before = before;
    this.#range = range;
    this.anchor = anchor;
    /** @type {ReadonlySet<string>} */
    this.ids = range.length ? new Set([...before, ...range]) : before;
  }

  get size() {
    return this.ids.size;
  }

  /** @param {string} id */
  has(id) {
    return this.ids.has(id);
  }

  /**
   * With an item more or less.
   * @param {string} id
   */
  toggled(id) {
    const ids = new Set(this.ids);
    if (!ids.delete(id)) ids.add(id);
    return new Selection(ids, [], id);
  }

  /**
   * With all from the anchor to an item; without an anchor from the item that is first.
   * @param {string} id
   * @param {readonly string[]} order of the list
   */
  extended(id, order) {
    const to = order.indexOf(id);
    if (to < 0) return this;
    const from = Math.max(0, order.indexOf(this.anchor ?? ""));
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    return new Selection(this.#before, range, order[from] ?? null);
  }

  /**
   * With what lies in a frame that is being drawn, in place of what the frame had before.
   * @param {readonly string[]} ids
   */
  framed(ids) {
    return new Selection(this.#before, ids, ids[0] ?? this.anchor);
  }

  /** As it is, for a frame or range that begins. */
  settled() {
    return this.#range.length ? new Selection(this.ids, [], this.anchor) : this;
  }

  /**
   * Without what is no longer in the list.
   * @param {ReadonlySet<string>} listed
   */
  within(listed) {
    if ([...this.ids].every((id) => listed.has(id))) return this;
    const kept = (/** @type {Iterable<string>} */ ids) => [...ids].filter((id) => listed.has(id));
    return new Selection(new Set(kept(this.#before)), kept(this.#range), this.anchor);
  }
}

/** @type {Selection} */
export const NOTHING_SELECTED = new Selection(new Set(), [], null);

/** @param {readonly string[]} ids */
export function allSelected(ids) {
  return new Selection(new Set(ids), [], ids[0] ?? null);
}
