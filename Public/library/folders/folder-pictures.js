/**
 * Small pictures of what lies in folders, on their tiles: up to four, of what was changed last. Few are asked for at a time, and
 * each folder's once, until something in it is another number of documents.
 */

import { parameters, thumbnailUrl } from "../../api/urls.js";
import { element } from "../../shell/element.js";
import { hasPicture } from "../card-thumbnail.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/** Pictures on a tile, and the square each fits into, in CSS pixels. */
const MOST = 4;
const SIDE = 64;

/** So many folders are looked into at once: the pictures of documents are not to wait for them. */
const MOST_AT_ONCE = 2;

export class FolderPictures {
  #api;
  /**
   * The documents that were found in folders, by the paths and numbers of these.
   * @type {Map<string, Promise<readonly Document[]>>}
   */
  #found = new Map();
  /** @type {(() => void)[]} */
  #waiting = [];
  #asking = 0;

  /** @param {Pick<import("../../api/api.js").Api, "ask">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * Fills a tile, unless it is gone by then or there is nothing with pages.
   * @param {Folder} folder
   * @param {HTMLElement} tile
   * @param {AbortSignal} signal
   */
  async fill(folder, tile, signal) {
    if (folder.documents === 0) return;
    const documents = await this.#documents(folder, signal).catch(() => []);
    if (signal.aborted || documents.length === 0) return;
    const pictures = documents.map((document) => element("img", { alt: "", decoding: "async", draggable: "false", src: thumbnailUrl(document, Math.round(SIDE * Math.min(2, devicePixelRatio))) }));
    tile.replaceChildren(element("span", { class: "folder-pictures" }, ...pictures));
  }

  /**
   * @param {Folder} folder
   * @param {AbortSignal} signal
   */
  #documents({ path, documents, etag }, signal) {
    const key = `${path}/${documents}/${etag}`;
    const found = this.#found.get(key) ?? this.#ask(path, signal);
    this.#found.set(key, found);
    // One that was given up, or refused, is asked for again.
    found.catch(() => this.#found.delete(key));
    return found;
  }

  /**
   * @param {string} folder
   * @param {AbortSignal} signal
   * @returns {Promise<readonly Document[]>}
   */
  async #ask(folder, signal) {
    if (this.#asking >= MOST_AT_ONCE) await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    this.#asking += 1;
    try {
      signal.throwIfAborted();
      const path = `/documents${parameters({ folder, sort: "-modified", limit: 2 * MOST })}`;
      const { documents } = /** @type {{documents: Document[]}} */ (await this.#api.ask(path, { signal }));
      return documents.filter(hasPicture).slice(0, MOST);
    } finally {
      this.#asking -= 1;
      this.#waiting.shift()?.();
    }
  }
}
