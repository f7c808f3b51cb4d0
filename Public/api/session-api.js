/** A client's work on a document: its session, and contents that were made at the same time. */

import { parameters } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * One client's work on a document.
 * @typedef {object} Session
 * @property {string} id
 * @property {"closed" | "opening" | "clean" | "dirty" | "saving" | "savingError" | "inConflict"} state
 * @property {{sha256: string, version: number | null} | null} base what the next save replaces
 * @property {string | null} loaded what the client should have read
 * @property {{code: string, detail: string} | null} savingError
 */

/**
 * Contents that were made at the same time: what a session handed over, and what the document has.
 * @typedef {object} Conflict
 * @property {string} id the session's
 * @property {{author: string | null, handed: string | null}} mine
 * @property {import("./version-api.js").Version} theirs
 */

/** @typedef {"mine" | "theirs" | "both"} Decision */

export class SessionApi {
  #api;

  /** @param {Pick<import("./api.js").Api, "ask" | "send">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * @param {string} document its id
   * @param {string} loaded the hash of the content that was read
   * @returns {Promise<Session>}
   */
  openSession(document, loaded) {
    return this.#api.ask(`${path(document)}/sessions${parameters({ loaded })}`, { method: "POST" });
  }

  /**
   * Where a session stands; it lives on while a client asks.
   * @param {string} document its id
   * @param {string} session
   * @returns {Promise<Session>}
   */
  session(document, session) {
    return this.#api.ask(sessionPath(document, session), {});
  }

  /**
   * Hands over a changed content, which is safe once this is answered, and saves it if it can be.
   * @param {string} document its id
   * @param {string} session
   * @param {string} text
   * @param {{type: string, leaving: boolean, sequence: number, loaded: string}} how `leaving` lets it outlive the page;
   *   browsers then take {@link MOST_BYTES_LEAVING} at most. `loaded` is the hash of what it is a change of
   * @returns {Promise<Session>}
   */
  handOver(document, session, text, { type, leaving, sequence, loaded }) {
    const target = `${sessionPath(document, session)}/content${parameters({ sequence, loaded, save: true })}`;
    return this.#api.ask(target, { method: "PUT", body: text, headers: { "Content-Type": type }, keepalive: leaving });
  }

  /**
   * Contents that were made at the same time as the document's, and wait for a decision.
   * @param {string} document its id
   * @param {AbortSignal} signal
   * @returns {Promise<{conflicts: Conflict[]}>}
   */
  conflicts(document, signal) {
    return this.#api.ask(`${path(document)}/conflicts`, { signal });
  }

  /**
   * The content that was handed over last.
   * @param {string} document its id
   * @param {string} session
   * @param {AbortSignal} signal
   */
  async content(document, session, signal) {
    const response = await this.#api.send(`${sessionPath(document, session)}/content`, { signal });
    return response.text();
  }

  /**
   * Decides what becomes of two contents that were made at the same time.
   * @param {string} document its id
   * @param {string} conflict
   * @param {Decision} keep
   * @returns {Promise<{session: Session, document: Document}>}
   */
  decide(document, conflict, keep) {
    const target = `${path(document)}/conflicts/${encodeURIComponent(conflict)}`;
    const headers = { "Content-Type": "application/json" };
    return this.#api.ask(target, { method: "POST", body: JSON.stringify({ keep }), headers });
  }

  /**
   * Ends a session, in a way that outlives the page.
   * @param {string} document its id
   * @param {string} session
   */
  async closeSession(document, session) {
    await this.#api.send(sessionPath(document, session), { method: "DELETE", keepalive: true });
  }
}

/** @param {string} document its id */
function path(document) {
  return `/documents/${encodeURIComponent(document)}`;
}

/**
 * @param {string} document its id
 * @param {string} session
 */
function sessionPath(document, session) {
  return `${path(document)}/sessions/${encodeURIComponent(session)}`;
}
