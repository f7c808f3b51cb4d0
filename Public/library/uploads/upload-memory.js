/** Uploads that this browser began and did not finish: enough to go on with them when the same file comes again. */

/**
 * @typedef {object} UnfinishedUpload
 * @property {string} address of the upload on the server
 * @property {string} name
 * @property {string} folder
 * @property {number} size
 * @property {number} modified of the file, in milliseconds since 1970
 * @property {number} sent in bytes, as far as it was known last
 * @property {number} begun in milliseconds since 1970
 */

const KEY = "uploads";

/** The server keeps an upload for a week; one that is nearly gone is not offered. */
const KEPT_MILLISECONDS = 6 * 24 * 60 * 60 * 1000;

/** The most that are remembered; the oldest ones are forgotten first. */
export const MOST_UNFINISHED = 200;

export class UploadMemory {
  #storage;
  #now;

  /**
   * @param {{get: (name: string) => string | null, set: (name: string, value: string | null) => void}} storage
   * @param {() => number} now in milliseconds since 1970
   */
  constructor(storage, now) {
    this.#storage = storage;
    this.#now = now;
  }

  /**
   * The unfinished uploads of all tabs, the oldest first.
   * @returns {UnfinishedUpload[]}
   */
  get uploads() {
    return read(this.#storage.get(KEY)).filter(({ begun }) => this.#now() - begun < KEPT_MILLISECONDS);
  }

  /**
   * @param {File} file
   * @param {string} folder
   * @param {string} address
   */
  begin(file, folder, address) {
    const { name, size, lastModified: modified } = file;
    const upload = { address, name, folder, size, modified, sent: 0, begun: this.#now() };
    this.#keep([...this.uploads, upload].slice(-MOST_UNFINISHED));
  }

  /**
   * @param {string} address
   * @param {number} sent
   */
  progress(address, sent) {
    this.#keep(this.uploads.map((upload) => (upload.address === address ? { ...upload, sent } : upload)));
  }

  /** @param {string} address */
  forget(address) {
    this.#keep(this.uploads.filter((upload) => upload.address !== address));
  }

  /** @param {UnfinishedUpload[]} uploads */
  #keep(uploads) {
    this.#storage.set(KEY, uploads.length ? JSON.stringify(uploads) : null);
  }
}

/**
 * The uploads in a text that anything may have written.
 * @param {string | null} text
 * @returns {UnfinishedUpload[]}
 */
function read(text) {
  try {
    const found = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isUpload) : [];
  } catch {
    return [];
  }
}

/** @param {Partial<UnfinishedUpload> | null} value */
function isUpload(value) {
  if (typeof value !== "object" || value === null) return false;
  const { address, name, folder, size, modified, sent, begun } = value;
  return typeof address === "string" && address.startsWith("/api/v1/uploads/") && typeof name === "string"
    && typeof folder === "string" && [size, modified, sent, begun].every(Number.isFinite);
}
