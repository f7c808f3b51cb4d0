/** Sends files as the queue says, and tells how they get on. Fetched with the first file. */

import { announce } from "../../shell/announcer.js";
import { say, sayCount } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { AddedElsewhere } from "./added-elsewhere.js";
import { FileSending } from "./file-sending.js";
import { NearlySame } from "./nearly-same.js";
import { SameContent } from "./same-content.js";
import { NO_UPLOADS, stepUploads, summarize } from "./upload-queue.js";
import { uploadReason } from "./upload-reasons.js";

export { UploadCard } from "./upload-view.js";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("./upload-memory.js").UnfinishedUpload} UnfinishedUpload */
/** @typedef {import("./upload-queue.js").UploadAction} UploadAction */
/** @typedef {import("./upload-queue.js").UploadEvent} UploadEvent */

/** @typedef {import("./uploader.js").FileInFolder} FileInFolder */
/** @typedef {import("./uploader.js").UploaderParts} UploaderParts */

/** Each arrival is said of so many files at a time, of more their number. */
const MOST_SAID = 10;

/** While more are on their way, the list is drawn anew only so often: every drawing takes time from the sending. */
const FEW = 50;
const PAUSE_MILLISECONDS = 300;

/** Refusals that the other files would get, too: they wait, until a person has seen to it. */
const OF_ALL = new Set(["storage-full", "storage-low", "quota-exceeded", "read-only"]);

/** Events of the sending itself, which may wait for the next drawing. */
const STEADY = new Set(["progress", "stored", "stalled"]);

export class UploadsUnderWay {
  #parts;
  #changed;
  #state = NO_UPLOADS;
  #lastId = 0;
  #isDrawing = false;
  #isDrawnLater = false;
  /**
   * Documents that the list does not know yet.
   * @type {Document[]}
   */
  #arrivals = [];
  #sending;
  #same;
  #nearlySame;
  #elsewhere;
  /** @type {Map<number, FileInFolder>} */
  #files = new Map();
  /** The uploads on the server, by the numbers of their files. @type {Map<number, string>} */
  #addresses = new Map();
  /** The uploads that earlier pages began. @type {Map<number, UnfinishedUpload>} */
  #unfinished = new Map();
  /** @type {Map<number, AbortController>} */
  #requests = new Map();

  /**
   * @param {UploaderParts} parts
   * @param {() => void} changed called when the state has changed, once a frame at most
   */
  constructor(parts, changed) {
    this.#parts = parts;
    this.#changed = changed;
    this.#sending = new FileSending(parts.api);
    this.#same = new SameContent(parts);
    this.#elsewhere = new AddedElsewhere(parts);
    this.#nearlySame = new NearlySame({ ...parts, pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) });
  }

  get uploads() {
    return this.#state.uploads;
  }

  get summary() {
    return summarize(this.#state);
  }

  /**
   * Adds files; one that was interrupted before goes on where it was.
   * @param {readonly FileInFolder[]} files
   */
  add(files) {
    const added = files.filter((entry) => !this.#goesOn(entry)).map((entry) => {
      this.#lastId += 1;
      this.#files.set(this.#lastId, entry);
      return { id: this.#lastId, name: entry.file.name, folder: entry.folder, size: entry.file.size };
    });
    if (added.length) this.step({ type: "add", files: added });
  }

  /** Shows what earlier pages began and did not finish; files that can be read without being chosen go on by themselves. */
  async restore() {
    const unfinished = await this.#sending.unfinished();
    if (!unfinished.length) return;
    const restored = unfinished.map((upload) => {
      this.#lastId += 1;
      this.#unfinished.set(this.#lastId, upload);
      this.#addresses.set(this.#lastId, upload.address);
      const { name, folder, size, sent } = upload;
      return { id: this.#lastId, name, folder, size, sent };
    });
    this.step({ type: "restore", files: restored });
    await Promise.all(restored.map(({ id }) => this.#goOnByHandle(id, false)));
  }

  /**
   * Goes on with an interrupted upload; where its file cannot be read any more it is to be chosen again.
   * @param {number} id
   */
  async goOn(id) {
    // A chooser opens only right after a press.
    if (!("FileSystemFileHandle" in globalThis) || !(await this.#goOnByHandle(id, true))) this.#parts.choose();
  }

  /** @param {UploadEvent} event */
  step(event) {
    const { state, actions } = stepUploads(this.#state, event);
    this.#state = state;
    actions.forEach((action) => this.#perform(action));
    if (STEADY.has(event.type) && state.uploads.length > FEW) this.#drawLater();
    else this.#draw();
  }

  #draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#tellArrivals();
      this.#changed();
    });
  }

  #drawLater() {
    if (this.#isDrawnLater) return;
    this.#isDrawnLater = true;
    setTimeout(() => {
      this.#isDrawnLater = false;
      this.#draw();
    }, PAUSE_MILLISECONDS);
  }

  #tellArrivals() {
    const documents = this.#arrivals.splice(0);
    if (documents.length) this.#parts.library.step({ type: "came", documents });
  }

  /** @param {FileInFolder} entry */
  #goesOn(entry) {
    const found = [...this.#unfinished].find(([, upload]) => isOf(upload, entry.file));
    if (!found) return false;
    const [id, { folder }] = found;
    this.#unfinished.delete(id);
    this.#files.set(id, { ...entry, folder });
    this.step({ type: "matched", id });
    return true;
  }

  /**
   * @param {number} id
   * @param {boolean} asks
   */
  async #goOnByHandle(id, asks) {
    const upload = this.#unfinished.get(id);
    const file = upload && await this.#sending.file(upload.address, asks);
    return file ? isOf(upload, file) && this.#goesOn({ file, folder: upload.folder }) : false;
  }

  /** @param {UploadAction} action */
  #perform({ type, id }) {
    if (type === "start") void this.#send(id);
    if (type === "abort") this.#requests.get(id)?.abort();
    if (type !== "forget") return;
    const address = this.#addresses.get(id);
    if (address) void this.#sending.drop(address);
    for (const facts of [this.#files, this.#addresses, this.#unfinished]) facts.delete(id);
  }

  /** @param {number} id */
  async #send(id) {
    const entry = this.#files.get(id);
    if (!entry) return;
    const request = new AbortController();
    this.#requests.set(id, request);
    try {
      const document = await this.#sending.send(entry, this.#addresses.get(id) ?? null, {
        progress: (sent) => this.step({ type: "progress", id, sent }),
        stalled: (isStalled) => this.step({ type: "stalled", id, isStalled }),
        began: (address) => this.#addresses.set(id, address),
      }, request.signal);
      this.#arrived(id, document, entry);
    } catch (error) {
      if (!request.signal.aborted) this.#failed(id, entry.file.name, ApiProblem.from(error));
    } finally {
      if (this.#requests.get(id) === request) this.#requests.delete(id);
    }
  }

  /**
   * @param {number} id
   * @param {Document} document
   * @param {FileInFolder} entry
   */
  #arrived(id, document, { file, isPasted = false, place }) {
    const { total, done } = this.summary;
    this.#addresses.delete(id);
    this.step({ type: "stored", id });
    this.#arrivals.push(document);
    if (this.#state.uploads.length <= FEW) this.#tellArrivals();
    if (total <= MOST_SAID) announce(say("{name} was added", { name: document.name }));
    else if (this.summary.active === 0) announce(sayCount(done + 1, "{n} files were added", "{n} files were added"));
    void this.#same.arrived(document, { isPasted, isRenamed: document.name !== file.name, more: () => this.summary.active });
    void this.#nearlySame.arrived(document);
    this.#elsewhere.arrived(document, place, this.summary.active === 0);
  }

  /**
   * @param {number} id
   * @param {string} name
   * @param {ApiProblem} problem
   */
  #failed(id, name, problem) {
    if (problem.code === "aborted") return;
    const { notices } = this.#parts;
    const reason = uploadReason(problem);
    this.step({ type: "failed", id, reason, isFinal: !problem.mayPass });
    const { active, failed } = this.summary;
    if (active > MOST_SAID && (problem.signedOut || OF_ALL.has(problem.code))) return this.#hold(id, problem, reason);
    if (problem.signedOut || failed <= MOST_SAID) notices.failed(problem, say("{name} was not added. Its card says why.", { name }));
    else if (active === 0) notices.show({ text: sayCount(failed, "{n} file was not added. Its card says why.", "{n} files were not added. Their cards say why."), problem: true });
  }

  /**
   * Thousands of files are not tried one after the other where all are refused.
   * @param {number} id of the first one
   * @param {ApiProblem} problem
   * @param {string} reason
   */
  #hold(id, problem, reason) {
    const { notices } = this.#parts;
    this.step({ type: "pause-all" });
    if (problem.signedOut) return notices.failed(problem, "");
    const goOn = () => {
      this.step({ type: "retry", id });
      this.step({ type: "resume-all" });
    };
    const waiting = sayCount(this.summary.paused, "{n} file waits.", "{n} files wait.");
    return notices.show({ text: `${reason} ${waiting}`, problem: true, also: { label: say("Go on"), act: goOn } });
  }
}

/**
 * Whether an unfinished upload is of a file, as far as can be told without reading it.
 * @param {UnfinishedUpload} upload
 * @param {File} file
 */
function isOf(upload, file) {
  return upload.name === file.name && upload.size === file.size && upload.modified === file.lastModified;
}
