/** Sends files: short ones at once, long ones in pieces that go on after a reload. */

import { preference, setPreference } from "../../shell/preferences.js";
import { randomId } from "../../shell/browser.js";
import { pause } from "../../shell/pause.js";
import { ResumableUploads } from "../../api/resumable-uploads.js";
import { upload } from "../../api/upload.js";
import { FileHandles } from "./file-handles.js";
import { persist, PIECE_BYTES, sendInPieces } from "./persistent-sending.js";
import { UploadMemory } from "./upload-memory.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./upload-memory.js").UnfinishedUpload} UnfinishedUpload */
/** @typedef {import("./uploader.js").FileInFolder} FileInFolder */

/**
 * @typedef {object} SendingCalls
 * @property {(sent: number) => void} progress
 * @property {(isStalled: boolean) => void} stalled
 * @property {(address: string) => void} began told the address of an upload in pieces
 */

export class FileSending {
  #api;
  #uploads;
  #memory = new UploadMemory({ get: preference, set: setPreference }, Date.now);
  #handles = new FileHandles();
  /** The keys by which the server knows a file that is sent again. @type {WeakMap<File, string>} */
  #keys = new WeakMap();

  /** @param {Pick<import("../../api/api.js").Api, "document" | "send">} api */
  constructor(api) {
    this.#api = api;
    this.#uploads = new ResumableUploads(api);
  }

  /**
   * Uploads of earlier pages that no tab sends at the moment, the oldest first.
   * @returns {Promise<UnfinishedUpload[]>}
   */
  async unfinished() {
    const held = await navigator.locks?.query() ?? {};
    const sending = new Set((held.held ?? []).map(({ name }) => name));
    return this.#memory.uploads.filter(({ address }) => !sending.has(lockOf(address)));
  }

  /**
   * The file of an unfinished upload, where it can be read without being chosen.
   * @param {string} address
   * @param {boolean} asks whether the person may be asked
   */
  file(address, asks) {
    return this.#handles.file(address, asks);
  }

  /**
   * Sends a file until it has arrived.
   * @param {FileInFolder} entry
   * @param {string | null} address of the upload, where it was begun before
   * @param {SendingCalls} calls
   * @param {AbortSignal} signal
   * @returns {Promise<Document>}
   */
  send(entry, address, calls, signal) {
    if (entry.file.size <= PIECE_BYTES) return this.#sendWhole(entry, calls, signal);
    return this.#sendInPieces(entry, address, calls, signal);
  }

  /**
   * Drops what the server has of a file.
   * @param {string} address
   */
  async drop(address) {
    this.#forget(address);
    // Where that fails, the server drops it after a week.
    await this.#uploads.remove(address).catch(() => {});
  }

  /**
   * @param {FileInFolder} entry
   * @param {SendingCalls} calls
   * @param {AbortSignal} signal
   */
  #sendWhole({ file, folder }, { progress, stalled }, signal) {
    const key = this.#keys.get(file) ?? `"${randomId()}${randomId()}"`;
    this.#keys.set(file, key);
    const target = { name: file.name, folder, key, progress };
    return persist(() => upload(file, target, signal), file, { pause, stalled }, signal);
  }

  /**
   * @param {FileInFolder} entry
   * @param {string | null} address
   * @param {SendingCalls} calls
   * @param {AbortSignal} signal
   */
  async #sendInPieces({ file, folder, handle }, address, { progress, stalled, began }, signal) {
    const lock = new TabLock();
    let current = address;
    if (current !== null) lock.take(current);
    const target = {
      facts: { name: file.name, folder, size: file.size }, address,
      progress: (/** @type {number} */ sent) => {
        progress(sent);
        if (current !== null && sent % PIECE_BYTES === 0) this.#memory.progress(current, sent);
      },
      began: (/** @type {string} */ begun) => {
        if (current !== null) this.#forget(current);
        current = begun;
        lock.take(begun);
        this.#memory.begin(file, folder, begun);
        void handle?.then((found) => found && this.#handles.keep(begun, found));
        began(begun);
      },
    };
    try {
      const id = await sendInPieces(file, target, this.#uploads, { pause, stalled }, signal);
      if (current !== null) this.#forget(current);
      return await persist(() => this.#api.document(id, signal), file, { pause, stalled }, signal);
    } finally {
      lock.release();
    }
  }

  /** @param {string} address */
  #forget(address) {
    this.#memory.forget(address);
    void this.#handles.forget(address);
  }
}

/** Tells other tabs that this one sends an upload. */
class TabLock {
  #released = new AbortController();

  /** @param {string} address */
  take(address) {
    this.release();
    this.#released = new AbortController();
    const { signal } = this.#released;
    void navigator.locks?.request(lockOf(address), { ifAvailable: true }, (lock) => lock && new Promise((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener("abort", () => resolve(undefined), { once: true });
    })).catch(() => undefined);
  }

  release() {
    this.#released.abort();
  }
}

/** @param {string} address */
function lockOf(address) {
  return `sheaf-upload ${address}`;
}
