/**
 * The server keeps the archive of each client, and the place of the client that read last. It may lose them at any time, so
 * nothing here fails.
 */

import { MOST_BYTES_LEAVING } from "./api.js";

/** @typedef {{readonly state: unknown, readonly savedAt: string}} KeptState the time by the server's clock */

/** Under this name every client writes which document it shows: the last one is the one to be gone on with. */
const LATEST = "reading-now";

export class StateApi {
  #api;
  #known;

  /**
   * @param {Pick<import("./api.js").Api, "ask" | "send">} api
   * @param {{has: (client: string) => Promise<boolean>, add: (client: string) => void}} known the clients that have one
   */
  constructor(api, known) {
    this.#api = api;
    this.#known = known;
  }

  /**
   * @param {string} client
   * @param {AbortSignal} signal
   * @returns {Promise<KeptState | null>}
   */
  async of(client, signal) {
    if (!await this.#known.has(client) || signal.aborted) return null;
    const kept = await this.#api.ask(`/state/${client}`, { signal }).catch(() => null);
    return typeof kept?.savedAt === "string" ? kept : null;
  }

  /**
   * The document that the client that read last shows.
   * @param {AbortSignal} signal
   */
  latest(signal) {
    return this.of(LATEST, signal);
  }

  /**
   * @param {string} client
   * @param {unknown} state
   */
  async keep(client, state) {
    const body = JSON.stringify(state);
    // Browsers refuse to send more than so much when a page is left.
    const keepalive = body.length < MOST_BYTES_LEAVING / 4;
    const headers = { "Content-Type": "application/json" };
    this.#known.add(client);
    await this.#api.send(`/state/${client}`, { method: "PUT", body, headers, keepalive }).catch(() => {});
  }

  /** @param {unknown} state of this client */
  keepLatest(state) {
    return this.keep(LATEST, state);
  }
}
