/**
 * Where a person was in each document last, on whatever device. The server keeps it and may lose it at any time, so nothing
 * here fails: a place that cannot be kept or had is none.
 *
 * The documents that have one are listed among the shared choices. Only they are asked about: browsers write each refusal
 * (404) into their console.
 */

/** @typedef {{readonly place: unknown, readonly keptAt: number}} KeptPlace the time in ms since 1970, by the device's clock */

/** How long a person stays at a place before it is sent, in ms. */
const REST = 2000;

/** The name of the list among what is chosen: the identifiers of documents, the last one first, as JSON. */
const LISTED = "reader.places";

/** So many documents are listed; a choice has at most 16 KiB. */
const MOST_LISTED = 300;

/**
 * @typedef {object} ListKeeping
 * @property {Promise<unknown>} chosen done when the server has told of what was chosen elsewhere
 * @property {Pick<import("../settings/shared-choices.js").SharedChoices, "get" | "set">} choices
 */

/** Names that the server takes for a state, with room for the prefix. */
const NAME = /^[A-Za-z0-9_-]{1,60}$/;

export class SharedPlaces {
  #api;
  #list;
  /** @type {Map<string, {kept: KeptPlace, timer: ReturnType<typeof setTimeout>}>} */
  #unsent = new Map();

  /**
   * @param {Pick<import("../api/api.js").Api, "ask" | "send">} api
   * @param {ListKeeping} list
   */
  constructor(api, list) {
    this.#api = api;
    this.#list = list;
  }

  /**
   * @param {string} document
   * @param {AbortSignal} signal
   * @returns {Promise<KeptPlace | null>}
   */
  async of(document, signal) {
    if (!NAME.test(document)) return null;
    if (!this.#listed.includes(document)) await this.#list.chosen;
    if (!this.#listed.includes(document) || signal.aborted) return null;
    const found = await this.#api.ask(pathOf(document), { signal }).catch(() => null);
    const { place, keptAt } = found?.state ?? {};
    return typeof keptAt === "number" ? { place, keptAt } : null;
  }

  /**
   * Sends a place when the person has stayed there for a while.
   * @param {string} document
   * @param {KeptPlace} kept
   */
  keep(document, kept) {
    if (!NAME.test(document)) return;
    clearTimeout(this.#unsent.get(document)?.timer);
    this.#unsent.set(document, { kept, timer: setTimeout(() => void this.flush(document), REST) });
  }

  /** The documents that have a place. */
  get #listed() {
    return listedIn(this.#list.choices.get(LISTED));
  }

  /**
   * Sends at once what waits, in a way that outlives the page.
   * @param {string} document
   */
  async flush(document) {
    const waiting = this.#unsent.get(document);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#unsent.delete(document);
    const headers = { "Content-Type": "application/json" };
    this.#enlist(document);
    await this.#api.send(pathOf(document), { method: "PUT", body: JSON.stringify(waiting.kept), headers, keepalive: true }).catch(() => {});
  }

  /**
   * Lists a document whose place is on its way: a page that is left hears of no answer. Without a connection none arrives.
   * @param {string} document
   */
  #enlist(document) {
    const listed = this.#listed;
    if (globalThis.navigator?.onLine === false || listed.includes(document)) return;
    void this.#list.choices.set(LISTED, JSON.stringify([document, ...listed].slice(0, MOST_LISTED)));
  }
}

/**
 * @param {string | null} text
 * @returns {readonly string[]} none where the list is not understood
 */
function listedIn(text) {
  try {
    const found = /** @type {unknown} */ (JSON.parse(text ?? "[]"));
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} document */
function pathOf(document) {
  return `/state/at-${document}`;
}
