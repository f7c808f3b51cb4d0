/** Tells where what has just come in is there already, and lets a person have one of the two. */

import { say, sayCount } from "../../shell/texts.js";
import { BatchApi } from "../../api/batch-api.js";
import { parameters } from "../../api/urls.js";
import { ApiProblem } from "../../api/api-problem.js";
import { whyRefused } from "../../api/refusals.js";
import { numberInWords } from "../../api/words.js";
import { placeInWords } from "./adding-words.js";

/** @typedef {import("../../api/api.js").Document} Document */

/**
 * @typedef {object} SameContentParts
 * @property {Pick<import("../../api/api.js").Api, "ask">} api
 * @property {Pick<import("../../api/notices.js").Notices, "show" | "failed">} notices
 * @property {(document: Document) => unknown} open
 * @property {(document: Document) => unknown} trash which can be undone
 */

/** @typedef {{readonly document: Document, readonly other: Document}} Pair */

/** While so many more are on their way, only those are asked for whose name was taken, as by files added once more. */
const MOST_ASKED = 100;

export class SameContent {
  #parts;
  /** @type {Pair[]} */
  #pairs = [];
  #asking = 0;

  /** @param {SameContentParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Looks for another document with the content of one that has come in; told when nothing more comes.
   * @param {Document} document
   * @param {{isPasted: boolean, isRenamed: boolean, more: () => number}} how `more` tells how many files are still on their way
   */
  async arrived(document, { isPasted, isRenamed, more }) {
    this.#asking += 1;
    const other = document.size > 0 && (isRenamed || more() < MOST_ASKED) ? await this.#otherThan(document) : null;
    this.#asking -= 1;
    if (other) this.#pairs.push({ document, other });
    if (isPasted && !other) this.#sayPasted(document);
    if (this.#asking === 0 && more() === 0 && this.#pairs.length) this.#tell(this.#pairs.splice(0));
  }

  /**
   * @param {Document} document
   * @returns {Promise<Document | null>}
   */
  async #otherThan({ id, sha256 }) {
    try {
      /** @type {{documents: Document[]}} */
      const { documents } = await this.#parts.api.ask(`/documents${parameters({ sha256, sort: "created", limit: 2 })}`, {});
      return documents.find((other) => other.id !== id) ?? null;
    } catch {
      // Nothing is wrong with what has come in.
      return null;
    }
  }

  /** @param {Document} document */
  #sayPasted(document) {
    this.#parts.notices.show({
      text: say("{name} was added.", { name: document.name }), action: { label: say("Undo"), act: () => void this.#parts.trash(document) },
    });
  }

  /** @param {readonly Pair[]} pairs */
  #tell(pairs) {
    const [first] = pairs;
    if (!first) return;
    const keep = { label: say("Keep both"), act: () => {} };
    if (pairs.length === 1) {
      const { document, other } = first;
      const place = placeInWords(other);
      const action = { label: say("Open the one in {place}", { place }), act: () => {
        void this.#parts.trash(document);
        void this.#parts.open(other);
      } };
      return this.#parts.notices.show({ text: say("{name} is there already, as {other} in {place}.", { name: document.name, other: other.name, place }), action, also: keep });
    }
    const text = say("{number} of the files are there already.", { number: numberInWords(pairs.length) });
    const action = { label: say("Keep one of each"), act: () => void this.#keepOne(pairs) };
    this.#parts.notices.show({ text, action, also: { ...keep, label: say("Keep all") } });
  }

  /**
   * Moves those that came last to the Trash, as one step to undo.
   * @param {readonly Pair[]} pairs
   */
  async #keepOne(pairs) {
    const { api, notices } = this.#parts;
    const batching = new BatchApi(api);
    const { batches, count, problem } = await batching.apply(pairs.map(({ document: { id } }) => ({ op: "trash", document: id })), () => true);
    const items = sayCount(count, "{n} document", "{n} documents");
    const undo = async () => {
      try {
        await batching.undo(batches);
        notices.show({ text: say("Undone") });
      } catch (error) {
        notices.failed(error, say("Not all of it could be undone. {reason}", { reason: whyRefused(ApiProblem.from(error)) }));
      }
    };
    if (count) notices.show({ text: sayCount(count, "{items} is in the Trash", "{items} are in the Trash", { items }), action: { label: say("Undo"), act: () => void undo() } });
    if (problem) notices.failed(problem, say("Not all of them could be moved to the Trash. {reason}", { reason: whyRefused(problem) }));
  }
}
