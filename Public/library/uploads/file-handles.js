/**
 * Handles of files that are on their way, kept across a reload where the browser has such (File System Access).
 *
 * Where it has none, or keeps nothing, there is no handle, and the same file has to be chosen again.
 */

const NAME = "sheaf-uploads";
const STORE = "handles";

export class FileHandles {
  /** @type {Promise<IDBDatabase | null> | null} */
  #opening = null;

  /**
   * @param {string} address of the upload
   * @param {FileSystemFileHandle} handle
   */
  async keep(address, handle) {
    await this.#do("readwrite", (store) => store.put(handle, address));
  }

  /** @param {string} address */
  async forget(address) {
    await this.#do("readwrite", (store) => store.delete(address));
  }

  /**
   * The file behind a handle; null where there is none, or it may not be read.
   * @param {string} address
   * @param {boolean} asks whether the person may be asked: only after a press of theirs
   * @returns {Promise<File | null>}
   */
  async file(address, asks) {
    const handle = await this.#do("readonly", (store) => store.get(address));
    if (!(handle instanceof FileSystemFileHandle)) return null;
    try {
      const right = await (asks ? handle.requestPermission({ mode: "read" }) : handle.queryPermission({ mode: "read" }));
      return right === "granted" ? await handle.getFile() : null;
    } catch {
      // It was moved or removed.
      return null;
    }
  }

  /**
   * The result of a request; null where nothing can be kept.
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<unknown>}
   */
  async #do(mode, ask) {
    if (!("FileSystemFileHandle" in globalThis)) return null;
    this.#opening ??= open();
    const database = await this.#opening;
    if (!database) return null;
    return new Promise((resolve) => {
      try {
        const request = ask(database.transaction(STORE, mode).objectStore(STORE));
        request.onsuccess = () => resolve(request.result ?? null);
        request.onerror = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
  }
}

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}
