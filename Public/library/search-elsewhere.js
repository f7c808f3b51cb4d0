/** The same search in all folders, asked for when the present folder has no match. */

import { LatestSignal } from "../shell/latest-signal.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("./places.js").Query} Query */

/** So many are counted at most: as many as an answer has. */
const MOST = 200;

/** The places that have all documents. */
const EVERYWHERE = new Set(["all", "added", "recent", "folders"]);

/**
 * Whether there is more to search in than a query does.
 * @param {Query} query
 */
export function isNarrow({ q, place, folder }) {
  return q !== "" && (folder !== "" || !EVERYWHERE.has(place));
}

export class SearchElsewhere {
  #api;
  #changed;
  #asking = new LatestSignal();
  #words = "";
  #found = "";

  /**
   * @param {Pick<Api, "list">} api
   * @param {() => void} changed called when it is known
   */
  constructor(api, changed) {
    this.#api = api;
    this.#changed = changed;
  }

  /**
   * How many documents the words of a query find everywhere, in words; "" for none, and as long as it is not known.
   * @param {Query} query that finds nothing
   */
  found(query) {
    if (!isNarrow(query)) return "";
    if (query.q !== this.#words) void this.#ask(query.q);
    return this.#found;
  }

  /** @param {string} q */
  async #ask(q) {
    const signal = this.#asking.next();
    [this.#words, this.#found] = [q, ""];
    const page = await this.#api.list({ q }, { cursor: null, limit: MOST }, signal).catch(() => null);
    if (signal.aborted) return;
    // Where it was not answered the next one who wants to know asks again.
    if (!page) this.#words = "";
    else this.#found = page.next !== null ? say("more than {amount}", { amount: MOST }) : page.documents.length ? String(page.documents.length) : "";
    if (this.#found) this.#changed();
  }
}
