/** All documents in a folder and below it, in parts that are fetched as they are wanted. */

import { ApiProblem } from "../api/api-problem.js";
import { compareBy } from "../library/places.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./looked-set.js").LookedList} LookedList */

/** Documents in an answer. */
const PART = 100;

const ORDER = "name";

/** @implements {LookedList} */
export class FolderDocuments {
  /** @type {readonly Document[]} */
  documents = [];
  isFresh = false;
  isWhole = false;
  #api;
  #folder;
  #changed;
  #signal;
  /** @type {string | null} */
  #next = null;
  #isAsking = false;

  /**
   * @param {Pick<import("../api/api.js").Api, "list">} api
   * @param {string} folder
   * @param {() => void} changed called when more of them are here
   * @param {AbortSignal} signal
   */
  constructor(api, folder, changed, signal) {
    this.#api = api;
    this.#folder = folder;
    this.#changed = changed;
    this.#signal = signal;
  }

  /** Fetches the first part. */
  begin() {
    return this.#fetch();
  }

  more() {
    if (this.isFresh && !this.isWhole && !this.#isAsking) void this.#fetch().catch(() => {});
  }

  /**
   * Follows what was done with documents from here.
   * @param {import("../library/document-store.js").ListAction} action
   */
  take(action) {
    if (action.type === "going" || action.type === "gone") this.#without(action.ids);
    else if (action.type === "came" || action.type === "stayed") this.#with(action.documents);
    this.#changed();
  }

  /** @param {readonly string[]} ids */
  #without(ids) {
    this.documents = this.documents.filter(({ id }) => !ids.includes(id));
  }

  /** @param {readonly Document[]} documents */
  #with(documents) {
    this.#without(documents.map(({ id }) => id));
    this.documents = [...this.documents, ...documents].sort(compareBy(ORDER));
  }

  async #fetch() {
    this.#isAsking = true;
    try {
      const { documents, next } = await this.#api.list({ folder: this.#folder, deep: true, sort: ORDER }, { cursor: this.#next, limit: PART }, this.#signal);
      this.documents = [...this.documents, ...documents];
      [this.#next, this.isFresh, this.isWhole] = [next, true, next === null];
      this.#changed();
    } catch (error) {
      throw ApiProblem.from(error);
    } finally {
      this.#isAsking = false;
    }
  }
}
