/** The place that is shown, where no document is chosen: how much is in it. */

import { element } from "../../shell/element.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { numberInWords, sizeInWords } from "../../api/words.js";
import { wordsOf } from "../place-words.js";
import { listQuery, placeOf, shownFolder, titleOf } from "../places.js";
import { partHeading } from "./tag-editor.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../places.js").Query} Query */

/** Documents in an answer, and the most that are counted. */
const PART = 1000;
const MOST = 10_000;

/** Events come in bursts: it is counted again after this much quiet. */
const REST_MILLISECONDS = 800;

/**
 * @typedef {object} PlaceDetailParts
 * @property {Pick<import("../../api/api.js").Api, "list">} api
 * @property {import("../library.js").Library} library
 * @property {Pick<import("../folders/folder-list.js").FolderList, "folders">} folders
 */

/** @typedef {{readonly count: number, readonly size: number, readonly isMore: boolean}} Counted */

export class PlaceDetails {
  /** @type {HTMLElement} */
  element = element("div", { class: "details-parts info-body" });
  #parts;
  #title = element("p", { class: "details-count" });
  #purpose = element("p", { class: "details-about secondary" });
  #facts = element("dl", { class: "details-facts" });
  #hint = element("p", { class: "secondary" }, say("Select a document, or go to one with the arrow keys, to see what is known of it."));
  #counting = new LatestSignal();
  #resting;
  #signal;
  /** @type {unknown} */
  #counted = null;

  /**
   * @param {PlaceDetailParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#resting = new Timer(signal);
    signal.addEventListener("abort", () => this.#counting.abort());
    this.element.append(this.#title, this.#purpose, element("section", {}, partHeading(say("Here"), "info"), this.#facts), this.#hint);
  }

  /** @param {Query} query */
  show(query) {
    const { documents, next, fresh } = this.#parts.library.state;
    this.#title.textContent = query.q ? say("“{text}” in {place}", { text: query.q, place: titleOf(query) }) : titleOf(query);
    this.#purpose.textContent = wordsOf(query).purpose;
    if (!fresh || this.#counted === documents) return;
    this.#counted = documents;
    // Documents in folders below a folder belong to it, and are not in the list.
    const isWhole = next === null && (shownFolder(query) === null || this.#parts.folders.folders.length === 0);
    this.#resting.clear();
    this.#counting.abort();
    if (isWhole) return this.#draw(query, sumOf(documents), sumOf(documents));
    this.#resting.set(REST_MILLISECONDS, () => void this.#count(query));
    return undefined;
  }

  /** @param {Query} query */
  async #count(query) {
    const signal = this.#counting.next();
    const here = sumOf(this.#parts.library.state.documents);
    try {
      const whole = await countAll(this.#parts.api, query, signal);
      if (!signal.aborted && !this.#signal.aborted) this.#draw(query, here, whole);
    } catch {
      // It is counted again with the next change.
      this.#counted = null;
    }
  }

  /**
   * @param {Query} query
   * @param {Counted} here what lies in the folder itself
   * @param {Counted} whole
   */
  #draw(query, here, whole) {
    const folders = shownFolder(query) === null ? 0 : this.#parts.folders.folders.length;
    const more = (/** @type {string} */ amount) => (whole.isMore ? say("more than {amount}", { amount }) : amount);
    /** @type {[string, string][]} */
    const rows = [
      [say("Documents"), more(numberInWords(whole.count))],
      ...(folders ? [/** @type {[string, string]} */ ([say("In it directly"), numberInWords(here.count)]), /** @type {[string, string]} */ ([say("Folders"), numberInWords(folders)])] : []),
      [say("Size"), more(sizeInWords(whole.size))],
      ...(placeOf(query.place).trashed ? [/** @type {[string, string]} */ ([say("Room"), say("What is here takes its room until it is deleted for good.")])] : []),
    ];
    this.#facts.replaceChildren(...rows.flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]));
  }
}

/**
 * @param {readonly Document[]} documents
 * @returns {Counted}
 */
function sumOf(documents) {
  return { count: documents.length, size: documents.reduce((sum, { size }) => sum + size, 0), isMore: false };
}

/**
 * Counts what a query finds, in a folder at any depth.
 * @param {Pick<import("../../api/api.js").Api, "list">} api
 * @param {Query} query
 * @param {AbortSignal} signal
 * @returns {Promise<Counted>}
 */
async function countAll(api, query, signal) {
  const asked = { ...listQuery(query), ...(shownFolder(query) === null ? {} : { deep: true }) };
  /** @type {Counted} */
  let sum = { count: 0, size: 0, isMore: false };
  /** @type {string | null} */
  let cursor = null;
  do {
    /** @type {import("../../api/api.js").DocumentPage} */
    const page = await api.list(asked, { cursor, limit: PART }, signal);
    const part = sumOf(page.documents);
    cursor = page.next;
    sum = { count: sum.count + part.count, size: sum.size + part.size, isMore: cursor !== null };
  } while (cursor !== null && sum.count < MOST);
  return sum;
}
