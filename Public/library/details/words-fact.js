/** Whether a document can be found by its words, in its details; followed as long as they are still being read. */

import { element } from "../../shell/element.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { Timer } from "../../shell/timer.js";
import { documentWords } from "../../api/search-api.js";
import { wordsState } from "./words-state.js";

/** @typedef {import("../../api/api.js").Document} Document */

/** The server has no way to tell when words were read: it is asked again, after so many milliseconds. */
const AGAIN = 4_000;

export class WordsFact {
  /** @type {HTMLElement} */
  element = element("span", { class: "details-words" });
  #api;
  #changed;
  #asking = new LatestSignal();
  #again;

  /**
   * @param {Pick<import("../../api/api.js").Api, "ask">} api
   * @param {() => void} changed called when it is known, or is not any more
   * @param {AbortSignal} signal
   */
  constructor(api, changed, signal) {
    this.#api = api;
    this.#changed = changed;
    this.#again = new Timer(signal);
    signal.addEventListener("abort", () => this.#asking.abort());
  }

  /** Whether something is known. */
  get isKnown() {
    return this.element.textContent !== "";
  }

  /** @param {Pick<Document, "id"> & {isTrashed: boolean}} document */
  async ask({ id, isTrashed }) {
    const signal = this.#asking.next();
    this.#again.clear();
    // Nothing is found in the Trash.
    const words = isTrashed ? null : await documentWords(this.#api, id, signal).catch(() => null);
    if (signal.aborted) return;
    const before = this.element.textContent;
    this.element.textContent = words ? wordsState(words) : "";
    if (this.element.textContent !== before) this.#changed();
    if (words?.state === "waiting" || (words?.scans ?? 0) > 0) this.#again.set(AGAIN, () => this.element.isConnected && void this.ask({ id, isTrashed }));
  }
}
