/**
 * The order in which documents are viewed: that of a list, and the place of the open document in it. Immutable, and pure.
 *
 *     listed, at a place ──it leaves the list──► between its neighbours ──it comes back──► listed
 *              │                                        │
 *              └──────────all of the list leaves────────┴──► nowhere: nothing is next
 *
 * The place is a number of its own. A document that is in no list has none, and is not taken for the first one.
 */

/** @typedef {import("../api/api.js").Document} Document */

export class ViewingQueue {
  #documents;
  #place;
  #isListed;

  /**
   * @param {readonly Document[]} documents in the order of the list
   * @param {number | null} place of the open one, from 0; where it has left the list, that of the one behind it
   * @param {boolean} isListed whether the open one is in the list
   */
  constructor(documents, place, isListed) {
    this.#documents = documents;
    this.#place = place;
    this.#isListed = isListed;
  }

  /**
   * @param {readonly Document[]} documents in the order of the list
   * @param {string} id of the open one
   * @returns {ViewingQueue | null} null where the list does not have it
   */
  static of(documents, id) {
    const place = documents.findIndex((document) => document.id === id);
    return place < 0 ? null : new ViewingQueue(documents, place, true);
  }

  get documents() {
    return this.#documents;
  }

  /** The place of the open one, from 0; null where it is nowhere. */
  get place() {
    return this.#place;
  }

  /**
   * The document behind the open one; null for the last.
   * @returns {Document | null}
   */
  get next() {
    if (this.#place === null) return null;
    return this.#documents[this.#isListed ? this.#place + 1 : this.#place] ?? null;
  }

  /**
   * The document before the open one; null for the first.
   * @returns {Document | null}
   */
  get previous() {
    return this.#place === null ? null : this.#documents[this.#place - 1] ?? null;
  }

  /**
   * Follows the list. An open document that is not in it may still be in a part that is not fetched: then all stays as it is.
   * @param {readonly Document[]} documents in the order of the list now
   * @param {string} id of the open one
   * @param {boolean} isGone whether it is in no part of the list
   * @returns {ViewingQueue}
   */
  following(documents, id, isGone) {
    const listed = ViewingQueue.of(documents, id);
    if (listed) return listed;
    if (this.#isListed && !isGone) return this;
    return new ViewingQueue(documents, this.#placeIn(documents), false);
  }

  /**
   * The place between the nearest of the former neighbours; null where none of them is left.
   * @param {readonly Document[]} documents
   */
  #placeIn(documents) {
    if (this.#place === null) return null;
    const places = new Map(documents.map(({ id }, index) => [id, index]));
    const before = this.#documents.slice(0, this.#place).reverse().find(({ id }) => places.has(id));
    if (before) return (places.get(before.id) ?? 0) + 1;
    const behind = this.#documents.slice(this.#place).find(({ id }) => places.has(id));
    return behind ? places.get(behind.id) ?? null : null;
  }
}
