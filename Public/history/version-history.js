/** The versions of one document: asks the server for them as they are wanted, and hears of new ones. */

import { ApiProblem } from "../api/api-problem.js";
import { NO_VERSIONS, currentNumber, stepVersions } from "./version-list.js";
import { LatestSignal } from "../shell/latest-signal.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/version-api.js").VersionApi} VersionApi */
/** @typedef {import("./version-list.js").VersionListEvent} VersionListEvent */

/**
 * @typedef {object} VersionHistoryCalls
 * @property {() => void} changed called when the state has changed
 * @property {(problem: ApiProblem) => void} failed called with each refusal
 */

export class VersionHistory {
  #api;
  #id;
  #calls;
  #signal;
  #state = NO_VERSIONS;
  #asking = new LatestSignal();

  /**
   * @param {VersionApi} api
   * @param {string} id of the document
   * @param {VersionHistoryCalls} calls
   * @param {AbortSignal} signal ends what is being asked
   */
  constructor(api, id, calls, signal) {
    this.#api = api;
    this.#id = id;
    this.#calls = calls;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#asking.abort());
  }

  get state() {
    return this.#state;
  }

  /** Asks for the newest versions; nothing while they are being asked for. */
  begin() {
    if (this.#state.status === "idle") void this.#fetch(null, "page");
  }

  /** Goes on where the list ends. */
  more() {
    const { status, next } = this.#state;
    if (status === "ready" && next !== null) void this.#fetch(next, "page");
  }

  /** Tries again what failed. */
  retry() {
    const { fresh, next } = this.#state;
    void this.#fetch(fresh ? next : null, fresh && next === null ? "newest" : "page");
  }

  /**
   * The document has changed, or may have.
   * @param {Document} [document] as it is now; left out where it is unknown
   */
  heard(document) {
    const known = currentNumber(this.#state);
    if (this.#state.status === "idle" || (document && known !== null && document.version <= known)) return;
    void this.#fetch(null, "newest");
  }

  /**
   * @param {string | null} cursor
   * @param {"page" | "newest"} type
   */
  async #fetch(cursor, type) {
    if (this.#signal.aborted) return;
    // An answer that is on its way is overtaken: it would tell of an older state.
    this.#asking.next();
    this.#step({ type: "ask" });
    try {
      const part = await this.#api.list(this.#id, cursor, this.#asking.current);
      this.#step(type === "page" ? { type, cursor, ...part } : { type, ...part });
    } catch (error) {
      this.#failed(ApiProblem.from(error));
    }
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    if (problem.code === "aborted") return;
    this.#step({ type: "failed", problem });
    this.#calls.failed(problem);
  }

  /** @param {VersionListEvent} event */
  #step(event) {
    this.#state = stepVersions(this.#state, event);
    this.#calls.changed();
  }
}
