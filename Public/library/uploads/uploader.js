/** The way in for files. The parts that send them, and the cards that show it, come with the first one. */

import { LazyModule } from "../../shell/lazy-module.js";
import { preference } from "../../shell/preferences.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./upload-queue.js").Upload} Upload */
/** @typedef {import("./upload-queue.js").UploadEvent} UploadEvent */
/** @typedef {import("./uploads-under-way.js").UploadsUnderWay} UploadsUnderWay */

/**
 * A file and the folder of the workspace it goes to. With the handle the browser may read it again after a reload.
 * @typedef {{readonly file: File, readonly folder: string, readonly handle?: Promise<FileSystemFileHandle | null>,
 *   readonly isPasted?: boolean, readonly place?: string}} FileInFolder `place` is one of a single kind, where it was added
 */

/**
 * @typedef {object} UploaderParts
 * @property {Pick<import("../../api/api.js").Api, "document" | "send" | "ask">} api
 * @property {Pick<import("../library.js").Library, "step" | "types">} library hears of each document that has arrived
 * @property {Pick<import("../../api/notices.js").Notices, "failed" | "load" | "show">} notices
 * @property {(document: Document) => unknown} open
 * @property {(document: Document) => unknown} trash which can be undone
 * @property {() => void} choose lets a person choose files
 * @property {() => void} showAdded lists what was added lately
 */

const parts = new LazyModule(() => import("./uploads-under-way.js"));

/** Only a page that another app handed files to needs it. */
const shares = new LazyModule(() => import("./shared-files.js"));

const NOTHING = Object.freeze({ active: 0, failed: 0, paused: 0, interrupted: 0, isStalled: false, done: 0, total: 0, fraction: 0 });

export class Uploader {
  #parts;
  #changed;
  /** @type {UploadsUnderWay | null} */
  #underWay = null;

  /**
   * @param {UploaderParts} parts
   * @param {() => void} changed called when the state has changed, once a frame at most
   */
  constructor(parts, changed) {
    this.#parts = parts;
    this.#changed = changed;
  }

  /** @returns {readonly Upload[]} */
  get uploads() {
    return this.#underWay?.uploads ?? [];
  }

  get summary() {
    return this.#underWay?.summary ?? NOTHING;
  }

  /** The card that shows an upload; null until there is one. */
  get Card() {
    return parts.loaded?.UploadCard ?? null;
  }

  /**
   * Adds files; one that was interrupted before goes on where it was.
   * @param {readonly FileInFolder[]} files
   */
  async add(files) {
    (await this.#load())?.add(files);
  }

  /** Shows uploads that earlier pages began and did not finish, and tells of files that another app handed over. */
  restore() {
    const { notices } = this.#parts;
    if (new URLSearchParams(location.search).has("shared")) void notices.load(shares).then((part) => part?.tellShared(notices));
    if (preference("uploads")) void this.#load().then((underWay) => underWay?.restore());
    else parts.loadWhenIdle();
  }

  /**
   * Goes on with an interrupted upload; where its file cannot be read any more it is to be chosen again.
   * @param {number} id
   */
  goOn(id) {
    void this.#underWay?.goOn(id);
  }

  /** @param {UploadEvent} event */
  step(event) {
    this.#underWay?.step(event);
  }

  async #load() {
    const module = await this.#parts.notices.load(parts);
    if (module) this.#underWay ??= new module.UploadsUnderWay(this.#parts, this.#changed);
    return this.#underWay;
  }
}
