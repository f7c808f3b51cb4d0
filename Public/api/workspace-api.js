/** The workspace as a whole: its room, its drop folders, what is in quarantine, and the server's health. */

/** @typedef {Pick<import("./api.js").Api, "ask" | "send">} Asking */
/** @typedef {import("./api.js").Document} Document */

/** @typedef {{bytes: number, documents?: number, limitBytes?: number}} StoragePart */

/**
 * @typedef {object} Storage
 * @property {"open" | "low" | "full"} state
 * @property {number} usedBytes
 * @property {number} [quotaBytes]
 * @property {number} freeBytes
 * @property {number} keepFreeBytes
 * @property {readonly {kind: string, documents: number, bytes: number}[]} kinds
 * @property {StoragePart} versions
 * @property {StoragePart} trash
 * @property {StoragePart} caches
 */

/**
 * A drop folder and how its files get on.
 * @typedef {object} DropFolder
 * @property {string} name
 * @property {"starting" | "watching" | "failing"} state
 * @property {string} [reason] in the server's words
 * @property {number} pending files that are seen and still change
 * @property {number} passedOver
 * @property {number} imported since the start
 * @property {number} rejected since the start
 * @property {readonly {name: string, reason: string}[]} stuck
 */

/**
 * A content that ended the renderer more than once.
 * @typedef {object} Quarantined
 * @property {string} sha256
 * @property {string} reason a code
 * @property {readonly number[]} [pages] left out where all of it is
 * @property {Document} [document] that has the content now
 */

/**
 * @typedef {object} Health
 * @property {"ok" | "degraded"} status
 * @property {string} version
 * @property {string} storage
 * @property {{state: string, alive: number, reason?: string | null}} workers
 * @property {{state: string, unreadable: number, reason?: string | null}} index
 * @property {Readonly<Record<string, boolean>>} converters
 */

export class WorkspaceApi {
  #api;

  /** @param {Asking} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<Storage>}
   */
  storage(signal) {
    return this.#api.ask("/storage?by=kind", { signal });
  }

  /** @returns {Promise<{freedBytes: number}>} */
  clearCaches() {
    return this.#api.ask("/storage/caches", { method: "DELETE" });
  }

  /**
   * Lets go of all but the newest versions of every document.
   * @param {number} keep
   * @returns {Promise<{freedBytes: number, versions: number}>}
   */
  cleanUpVersions(keep) {
    return this.#api.ask(`/storage/versions?keep=${keep}`, { method: "DELETE" });
  }

  async emptyTrash() {
    await this.#api.send("/trash", { method: "DELETE" });
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{watchers: readonly DropFolder[]}>}
   */
  dropFolders(signal) {
    return this.#api.ask("/watchers", { signal });
  }

  /**
   * @param {string | null} cursor
   * @param {AbortSignal} signal
   * @returns {Promise<{quarantined: readonly Quarantined[], next: string | null}>}
   */
  quarantine(cursor, signal) {
    return this.#api.ask(`/quarantine${cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`}`, { signal });
  }

  /**
   * Lets a document be drawn again.
   * @param {string} id
   */
  async release(id) {
    await this.#api.send(`/documents/${encodeURIComponent(id)}/quarantine`, { method: "DELETE" });
  }
}
