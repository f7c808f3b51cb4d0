/** Tells of a file that has come in where its words are nearly those of another document. Nothing waits for that. */

import { say, sayCount } from "../../shell/texts.js";
import { askSimilar } from "../../api/similar-api.js";
import { placeInWords } from "./adding-words.js";

/** @typedef {import("../../api/api.js").Document} Document */

/**
 * @typedef {object} NearlySameParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../../api/notices.js").Notices, "show">} notices
 * @property {(document: Document) => unknown} open
 * @property {(document: Document) => unknown} trash which can be undone
 * @property {(milliseconds: number) => Promise<unknown>} pause
 */

/** @typedef {{readonly document: Document, readonly other: Document}} Pair */

/** Of more files at a time nobody is told. */
const MOST_ASKED = 20;

/** Words are there some seconds after their document, and later behind many others. */
const PAUSES = Object.freeze([2000, 3000, 5000, 8000, 13000, 20000, 30000, 45000]);

export class NearlySame {
  #parts;
  /** The files that are still being asked about. @type {Set<string>} */
  #asked = new Set();
  /** @type {Pair[]} */
  #pairs = [];

  /** @param {NearlySameParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Looks for a document with nearly the same words, once those of the new one are known.
   * @param {Document} document that has come in
   */
  async arrived(document) {
    if (document.size === 0 || this.#asked.size >= MOST_ASKED) return;
    this.#asked.add(document.id);
    const other = await this.#otherThan(document);
    this.#asked.delete(document.id);
    // Two files that came together are told of once.
    if (other && !this.#pairs.some((pair) => pair.document.id === other.id)) this.#pairs.push({ document, other });
    if (this.#asked.size === 0 && this.#pairs.length) this.#tell(this.#pairs.splice(0));
  }

  /**
   * @param {Document} document
   * @returns {Promise<Document | null>}
   */
  async #otherThan({ id }) {
    for (const milliseconds of PAUSES) {
      await this.#parts.pause(milliseconds);
      try {
        const { state, documents } = await askSimilar(this.#parts.api, id, 3);
        // The same content was told of when it came.
        if (documents.some(({ relation }) => relation === "same")) return null;
        if (state !== "waiting") return documents.find(({ relation }) => relation === "nearly-same")?.document ?? null;
      } catch {
        // Nothing is wrong with what has come in; it may have been removed.
        return null;
      }
    }
    return null;
  }

  /** @param {readonly Pair[]} pairs */
  #tell(pairs) {
    const { notices, open, trash } = this.#parts;
    const [first] = pairs;
    if (!first) return;
    const { document, other } = first;
    if (pairs.length > 1) return notices.show({
      text: sayCount(pairs.length, "{n} new document is nearly the same as another one. Its details show which.", "{n} new documents are nearly the same as others. Their details show which."),
    });
    notices.show({
      text: say("{name} is nearly the same as {other} in {place}.", { name: document.name, other: other.name, place: placeInWords(other) }),
      action: { label: say("Show the other one"), act: () => void open(other) },
      also: { label: say("Move the new one to the Trash"), act: () => void trash(document) },
    });
  }
}
