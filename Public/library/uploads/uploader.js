/** Sends files as the queue says, and tells how they get on. */

import { announce } from "../../shell/announcer.js";
import { ApiProblem } from "../../api/api-problem.js";
import { upload } from "../../api/upload.js";
import { NO_UPLOADS, stepUploads, summarize } from "./upload-queue.js";
import { uploadReason } from "../../api/words.js";

/** @typedef {import("./upload-queue.js").UploadAction} UploadAction */
/** @typedef {import("./upload-queue.js").UploadEvent} UploadEvent */

/** A file and the folder of the workspace it goes to. */
/** @typedef {{readonly file: File, readonly folder: string}} FileInFolder */

/**
 * @typedef {object} UploaderParts
 * @property {Pick<import("../library.js").Library, "step">} library hears of each document that has arrived
 * @property {Pick<import("../../api/notices.js").Notices, "failed">} notices
 */

export class Uploader {
  #parts;
  #changed;
  #state = NO_UPLOADS;
  #lastId = 0;
  /** @type {Map<number, FileInFolder>} */
  #files = new Map();
  /** @type {Map<number, AbortController>} */
  #requests = new Map();

  /**
   * @param {UploaderParts} parts
   * @param {() => void} changed called when the state has changed
   */
  constructor(parts, changed) {
    this.#parts = parts;
    this.#changed = changed;
  }

  get uploads() {
    return this.#state.uploads;
  }

  get summary() {
    return summarize(this.#state);
  }

  /** @param {readonly FileInFolder[]} files */
  add(files) {
    const added = files.map((entry) => {
      this.#lastId += 1;
      this.#files.set(this.#lastId, entry);
      return { id: this.#lastId, name: entry.file.name, folder: entry.folder, size: entry.file.size };
    });
    if (added.length) this.step({ type: "add", files: added });
  }

  /** @param {UploadEvent} event */
  step(event) {
    const { state, actions } = stepUploads(this.#state, event);
    this.#state = state;
    actions.forEach((action) => this.#perform(action));
    this.#changed();
  }

  /** @param {UploadAction} action */
  #perform(action) {
    if (action.type === "start") void this.#send(action.id);
    if (action.type === "abort") this.#requests.get(action.id)?.abort();
    if (action.type === "forget") this.#files.delete(action.id);
  }

  /** @param {number} id */
  async #send(id) {
    const entry = this.#files.get(id);
    if (!entry) return;
    const request = new AbortController();
    this.#requests.set(id, request);
    const progress = (/** @type {number} */ sent) => this.step({ type: "progress", id, sent });
    const target = { name: entry.file.name, folder: entry.folder, progress };
    try {
      const document = await upload(entry.file, target, request.signal);
      this.#parts.library.step({ type: "came", documents: [document] });
      announce(`${document.name} was added`);
      this.step({ type: "stored", id });
    } catch (error) {
      this.#failed(id, entry.file.name, ApiProblem.from(error));
    } finally {
      this.#requests.delete(id);
    }
  }

  /**
   * @param {number} id
   * @param {string} name
   * @param {ApiProblem} problem
   */
  #failed(id, name, problem) {
    if (problem.code === "aborted") return;
    this.step({ type: "failed", id, reason: uploadReason(problem), isFinal: !problem.mayPass });
    this.#parts.notices.failed(problem, `${name} was not added. Its card says why.`);
  }
}
