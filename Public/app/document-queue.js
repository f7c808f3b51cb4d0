/** The queue of the open document: it follows the list that the library shows, and opens the documents beside the open one. */

import { isPlain } from "../shell/keys.js";
import { ViewingQueue } from "../library/viewing-queue.js";

/** @typedef {import("../api/api.js").Document} Document */

/** Both are no single keys, and do nothing else on any screen of a document. */
/** @type {ReadonlyMap<string, 1 | -1>} */
const KEYS = new Map([["PageDown", 1], ["PageUp", -1]]);

/**
 * @typedef {object} DocumentQueueParts
 * @property {() => Pick<import("../library/document-store.js").ListState, "documents" | "next" | "fresh" | "gone"> | null} list as it is
 *   now; null while the library shows none
 * @property {() => void} more fetches the part at which the list ends
 * @property {(document: Pick<Document, "id">) => void} open shows another document in place of the open one
 */

/** @implements {ScreenQueue} */
export class DocumentQueue {
  #parts;
  #id;
  /**
   * Null for a document that no list has led to.
   * @type {ViewingQueue | null}
   */
  #queue = null;
  /** @type {Set<() => void>} */
  #watchers = new Set();

  /**
   * @param {DocumentQueueParts} parts
   * @param {() => string} id of the open document: a board may go on as a copy
   */
  constructor(parts, id) {
    this.#parts = parts;
    this.#id = id;
    this.follow();
  }

  get next() {
    return this.#queue?.next ?? null;
  }

  get previous() {
    return this.#queue?.previous ?? null;
  }

  /**
   * Calls back when another document may be next.
   * @param {() => void} changed
   * @param {AbortSignal} signal
   */
  watch(changed, signal) {
    if (signal.aborted) return;
    this.#watchers.add(changed);
    signal.addEventListener("abort", () => this.#watchers.delete(changed));
  }

  /** Takes over what the list has become. One that is being asked for anew has nothing to follow. */
  follow() {
    const list = this.#parts.list();
    if (!list?.fresh || list.documents === this.#queue?.documents) return;
    this.#queue = this.#followed(list);
    // Where it is the last one that is fetched, more may follow it.
    if (this.#queue?.next === null && list.next !== null) this.#parts.more();
    for (const changed of [...this.#watchers]) changed();
  }

  /** @param {Pick<import("../library/document-store.js").ListState, "documents" | "next" | "gone">} list */
  #followed({ documents, next, gone }) {
    const id = this.#id();
    return this.#queue?.following(documents, id, next === null || gone.has(id)) ?? ViewingQueue.of(documents, id);
  }

  /**
   * Opens the document behind the open one, or before it.
   * @param {1 | -1} direction
   * @returns {boolean} whether there is one
   */
  go(direction) {
    const document = direction === 1 ? this.next : this.previous;
    if (document) this.#parts.open(document);
    return document !== null;
  }

  /**
   * Takes the keys of the queue. A key that is held goes no further than one document.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    const direction = KEYS.get(event.key);
    if (!direction || !event.shiftKey || !isPlain(event) || this.#queue === null) return false;
    if (!event.repeat) this.go(direction);
    return true;
  }
}
