/**
 * The documents that a quick look goes through: those of a list, or some of them, and the place of the shown one. It follows the
 * list, of which parts may still be on their way.
 *
 *     at a place ──step──► at the next one ──…──► at the last that is here ──step──► waiting for the next part ──it comes──► there
 *         │ it leaves the list
 *         ▼
 *     at the one behind it, or else the one before ──none is left──► nothing
 *
 * A set that is here as a whole has no ends: the first one follows the last one.
 */

import { say } from "../shell/texts.js";
import { numberInWords } from "../api/words.js";
import { ViewingQueue } from "../library/viewing-queue.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * A list whose parts come one after the other.
 * @typedef {object} LookedList
 * @property {readonly Document[]} documents those that are here
 * @property {boolean} isFresh whether they are what was asked for last
 * @property {boolean} isWhole whether none is missing
 * @property {() => void} more fetches the next part
 */

export class LookedSet {
  #list;
  #chosen;
  /** @type {readonly Document[]} */
  #listed = [];
  /** @type {ViewingQueue | null} */
  #queue = null;
  /** Whether the next document is wanted as soon as it is here. */
  #isWaiting = false;

  /**
   * @param {LookedList} list
   * @param {ReadonlySet<string> | null} chosen those that are gone through; null for all of the list
   * @param {string | null} id the one that is shown first; the first one where that is not here
   */
  constructor(list, chosen, id) {
    this.#list = list;
    this.#chosen = chosen;
    const documents = this.#listNow();
    this.#queue = (id === null ? null : ViewingQueue.of(documents, id)) ?? this.#at(documents, documents[0]);
  }

  get #isWhole() {
    return this.#chosen !== null || this.#list.isWhole;
  }

  /** The one that is shown; null where none is left. */
  get document() {
    return this.#queue === null ? null : this.#queue.documents[this.#queue.place ?? -1] ?? null;
  }

  get documents() {
    return this.#queue?.documents ?? [];
  }

  /** The place of the shown one, in words: "3 of 20"; "3 of 100+" where more are to come. */
  get position() {
    const { documents } = this;
    const place = (this.#queue?.place ?? 0) + 1;
    return say("{number} of {total}", { number: numberInWords(place), total: `${numberInWords(documents.length)}${this.#isWhole ? "" : "+"}` });
  }

  /**
   * The document so many steps on; null where there is no other.
   * @param {1 | -1} step
   */
  beside(step) {
    const { documents } = this;
    const place = this.#queue?.place ?? null;
    if (place === null || documents.length < 2) return null;
    const wanted = place + step;
    if (wanted >= 0 && wanted < documents.length) return documents[wanted] ?? null;
    return this.#isWhole ? documents[(wanted + documents.length) % documents.length] ?? null : null;
  }

  /**
   * Goes on to the next one, or back. At the end of the parts that are here it goes on when the next part comes.
   * @param {1 | -1} step
   * @returns {boolean} whether another one is shown now
   */
  step(step) {
    const document = this.beside(step);
    this.#isWaiting = document === null && step === 1 && !this.#isWhole;
    if (this.#isWaiting) this.#list.more();
    return document !== null && this.choose(document.id);
  }

  /**
   * Goes to a document; false where it is not here, or shown already.
   * @param {string} id
   */
  choose(id) {
    const queue = ViewingQueue.of(this.documents, id);
    if (queue === null || id === this.document?.id) return false;
    this.#queue = queue;
    if (!this.#isWhole && queue.next === null) this.#list.more();
    return true;
  }

  /** Fetches the next part, where there is one. */
  more() {
    if (!this.#isWhole) this.#list.more();
  }

  /**
   * Takes over what the list has become.
   * @returns {"same" | "changed" | "moved"} whether another document is shown now, or others may lie beside it
   */
  follow() {
    const { document } = this;
    if (!this.#list.isFresh || this.#list.documents === this.#listed) return "same";
    const documents = this.#listNow();
    if (document === null) return "same";
    const queue = this.#queue?.following(documents, document.id, true) ?? null;
    this.#queue = ViewingQueue.of(documents, document.id) ?? this.#at(documents, queue?.next ?? queue?.previous ?? undefined);
    const isOn = this.#isWaiting && this.step(1);
    return isOn || this.document?.id !== document.id ? "moved" : "changed";
  }

  #listNow() {
    this.#listed = this.#list.documents;
    const chosen = this.#chosen;
    return chosen === null ? this.#listed : this.#listed.filter(({ id }) => chosen.has(id));
  }

  /**
   * @param {readonly Document[]} documents
   * @param {Document | undefined} document
   */
  #at(documents, document) {
    return document ? ViewingQueue.of(documents, document.id) : null;
  }
}
