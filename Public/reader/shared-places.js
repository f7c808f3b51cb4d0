/**
 * Where a person was in each document last, on whatever device. The server keeps it and may lose it at any time, so nothing
 * here fails: a place that cannot be kept or had is none.
 */

/** @typedef {{readonly place: unknown, readonly keptAt: number}} KeptPlace the time in ms since 1970, by the device's clock */

/** How long a person stays at a place before it is sent, in ms. */
const REST = 2000;

/** Names that the server takes for a state, with room for the prefix. */
const NAME = /^[A-Za-z0-9_-]{1,60}$/;

export class SharedPlaces {
  #api;
  #list;
  /** @type {Map<string, {kept: KeptPlace, timer: ReturnType<typeof setTimeout>}>} */
  #unsent = new Map();

  /**
   * @param {Pick<import("../api/api.js").Api, "ask" | "send">} api
   * @param {Pick<import("../settings/listed-names.js").ListedNames, "has" | "add">} list of the documents that have a place
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
    if (!await this.#list.has(document) || signal.aborted) return null;
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
    this.#list.add(document);
    await this.#api.send(pathOf(document), { method: "PUT", body: JSON.stringify(waiting.kept), headers, keepalive: true }).catch(() => {});
  }
}

/** @param {string} document */
function pathOf(document) {
  return `/state/at-${document}`;
}
