/** Uploads that go on after an interruption: tus 1.0 (https://tus.io/protocols/resumable-upload). */

import { ApiProblem } from "./api-problem.js";
import { sendWithProgress } from "./upload.js";
import { parameters, ROOT } from "./urls.js";

/**
 * How far an upload is: the bytes that the server keeps, and the id of the document that it made of them.
 * @typedef {{readonly offset: number, readonly document: string | null}} Standing
 */

/** @typedef {{readonly name: string, readonly folder: string, readonly size: number}} UploadFacts */

const VERSION = Object.freeze({ "Tus-Resumable": "1.0.0" });

export class ResumableUploads {
  #api;

  /** @param {Pick<import("./api.js").Api, "send">} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * Begins an upload.
   * @param {UploadFacts} facts
   * @param {AbortSignal} signal
   * @returns {Promise<string>} its address
   */
  async begin({ name, folder, size }, signal) {
    const metadata = [["filename", name], ...(folder ? [["folder", folder]] : [])];
    const headers = {
      ...VERSION, "Upload-Length": String(size),
      "Upload-Metadata": metadata.map(([key, value = ""]) => `${key} ${base64(value)}`).join(","),
    };
    const response = await this.#api.send("/uploads", { method: "POST", headers, signal });
    const address = response.headers.get("Location");
    if (!address) throw ApiProblem.parse(response.status, "");
    return address;
  }

  /**
   * @param {string} address
   * @param {AbortSignal} signal
   * @returns {Promise<Standing | null>} null where the server has no such upload, or no longer
   */
  async standing(address, signal) {
    try {
      const response = await this.#api.send(below(address), { method: "HEAD", headers: VERSION, signal });
      return standingOf((name) => response.headers.get(name));
    } catch (error) {
      if (ApiProblem.from(error).status === 404) return null;
      throw error;
    }
  }

  /**
   * Sends bytes that begin at an offset; the last ones make the document.
   * @param {string} address
   * @param {Blob} piece
   * @param {{offset: number, progress: (sent: number) => void, conflict?: "rename"}} how `progress` is called with the
   *   bytes of the whole file that have been sent
   * @param {AbortSignal} signal
   * @returns {Promise<Standing>}
   */
  async send(address, piece, { offset, progress, conflict }, signal) {
    const request = await sendWithProgress({
      method: "PATCH", url: `${address}${parameters({ conflict: conflict ?? null })}`, body: piece,
      headers: { ...VERSION, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
      progress: (sent) => progress(offset + sent),
    }, signal);
    return standingOf((name) => request.getResponseHeader(name));
  }

  /**
   * Drops an upload; one that is gone already is none to complain about.
   * @param {string} address
   */
  async remove(address) {
    await this.#api.send(below(address), { method: "DELETE", headers: VERSION, keepalive: true });
  }
}

/**
 * @param {(name: string) => string | null} header
 * @returns {Standing}
 */
function standingOf(header) {
  const offset = Number(header("Upload-Offset") ?? Number.NaN);
  if (!Number.isInteger(offset)) throw ApiProblem.offline();
  return { offset, document: header("Sheaf-Document") };
}

/**
 * The path of an upload below the API's root.
 * @param {string} address
 */
function below(address) {
  return address.slice(ROOT.length);
}

/** @param {string} text */
function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
