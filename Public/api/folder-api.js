import { parameters } from "./urls.js";

/** @typedef {import("./api.js").Document} Document */

/**
 * A folder as the API has it.
 * @typedef {object} Folder
 * @property {string} name
 * @property {string} path relative to `Documents`
 * @property {number} documents how many lie directly in it
 * @property {boolean} hasFolders
 * @property {string} etag
 * @property {boolean} [waits] whether a change of it waits for the connection
 */

/** @typedef {{folder: Folder, folders: Folder[], next: string | null}} FolderPage */

/**
 * The outcome of trashing a folder: how many documents went, the step that brings them back, and the ones that stayed.
 * One that waits for the connection is as it was for the server.
 * @typedef {{documents: number, step: string, left: {count: number, paths: string[]}, waits?: boolean}} TrashedFolder
 */

export class FolderApi {
  #api;

  /** @param {Pick<import("./api.js").Api, "ask" | "send">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * Puts a document into another folder.
   * @param {string} id
   * @param {string} folder
   * @returns {Promise<Document>}
   */
  moveDocument(id, folder) {
    return this.#api.ask(`/documents/${encodeURIComponent(id)}`, { method: "PATCH", body: JSON.stringify({ folder }) });
  }

  /**
   * @param {string} folder
   * @param {{cursor: string | null, limit: number}} part
   * @param {AbortSignal} signal
   * @returns {Promise<FolderPage>}
   */
  folders(folder, part, signal) {
    return this.#api.ask(`/folders${parameters({ folder, ...part })}`, { signal });
  }

  /**
   * Makes a folder, unless it is there already.
   * @param {string} folder
   * @param {{parents: boolean}} options whether those above it are made, too
   */
  async makeFolder(folder, { parents }) {
    const body = JSON.stringify({ folder, parents });
    const response = await this.#api.send("/folders", { method: "POST", body });
    return { isNew: response.status === 201 };
  }

  /**
   * Another name or place for a folder, with all that is in it.
   * @param {string} folder
   * @param {string} target
   */
  async moveFolder(folder, target) {
    await this.#api.send("/folders", { method: "PATCH", body: JSON.stringify({ folder, to: target }) });
  }

  /**
   * Moves all documents in a folder to the Trash, and removes it.
   * @param {string} folder
   * @returns {Promise<TrashedFolder>}
   */
  trashFolder(folder) {
    return this.#api.ask(`/folders${parameters({ folder })}`, { method: "DELETE" });
  }

  /**
   * Takes back what went to the Trash with a folder.
   * @param {string} folder
   * @param {string} step as the removal was answered with
   * @returns {Promise<{documents: number, missing: number, refused: number}>}
   */
  restoreFolder(folder, step) {
    return this.#api.ask("/folders/restore", { method: "POST", body: JSON.stringify({ folder, step }) });
  }
}
