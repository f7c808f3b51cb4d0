import { MOST_BYTES_LEAVING } from "./api.js";

/** @typedef {Pick<import("./api.js").Api, "ask" | "send">} Asking */

/** How long an answer is waited for: a connection that is dead holds up what comes behind it. */
const PATIENCE_MILLISECONDS = 15_000;

/** As many letters take at most so many bytes that browsers send them though their page goes away. */
const MOST_LETTERS_LEAVING = Math.floor(MOST_BYTES_LEAVING / 3) - 1;

/**
 * A value that people may choose, as the server describes it; `choices` is left out where any value of the kind of
 * `initial` will do.
 * @typedef {object} Setting
 * @property {string} key
 * @property {string} title
 * @property {unknown} initial what holds until the user chooses
 * @property {readonly {readonly value: unknown, readonly title: string}[] | null} [choices]
 */

/** @typedef {{preferences: Record<string, unknown>, settings: readonly Setting[]}} Preferences */

/**
 * A choice in the event stream; `client` names the tab that made it.
 * @typedef {{readonly key: string, readonly value: unknown, readonly client?: string}} ChoiceNotice
 */

/** Not a choice, but the latest turn of pages that windows turn together: all browsers hear of it as of a choice. */
export const TOGETHER_KEY = "reader.together";

export class PreferenceApi {
  #api;

  /** @param {Asking} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * All that was chosen, over what holds until the user chooses.
   * @param {AbortSignal} signal
   * @returns {Promise<Preferences>}
   */
  preferences(signal) {
    return this.#api.ask("/preferences", { signal: firstOf(signal, patience()) });
  }

  /**
   * Chooses, in a way that outlives the page.
   * @param {string} key
   * @param {unknown} value
   * @param {string} client names this tab in the event that tells of it
   */
  async setPreference(key, value, client) {
    const headers = { "Content-Type": "application/json", "Sheaf-Client": client };
    const body = JSON.stringify(value);
    const keepalive = body.length <= MOST_LETTERS_LEAVING;
    await this.#api.send(pathOf(key), { method: "PUT", body, headers, keepalive, signal: patience() });
  }

  /**
   * Goes back to what holds without a choice, in a way that outlives the page.
   * @param {string} key
   * @param {string} client
   */
  async removePreference(key, client) {
    const headers = { "Sheaf-Client": client };
    await this.#api.send(pathOf(key), { method: "DELETE", headers, keepalive: true, signal: patience() });
  }
}

/** @param {string} key */
function pathOf(key) {
  return `/preferences/${encodeURIComponent(key)}`;
}

function patience() {
  return /** @type {AbortingInTime & typeof AbortSignal} */ (AbortSignal).timeout(PATIENCE_MILLISECONDS);
}

/**
 * Aborts with the first of them; `AbortSignal.any` is younger than some browsers that are in use.
 * @param {...AbortSignal} signals of which one aborts some day, so that none is listened to for ever
 */
function firstOf(...signals) {
  const both = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) both.abort(signal.reason);
    else signal.addEventListener("abort", () => both.abort(signal.reason), { signal: both.signal });
  }
  return both.signal;
}
