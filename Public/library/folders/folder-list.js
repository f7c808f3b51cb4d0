/** The folders in the folder that is shown: asked for, and asked for again when something has happened. */

import { Timer } from "../../shell/timer.js";
import { ApiProblem } from "../../api/api-problem.js";
import { LatestSignal } from "../../shell/latest-signal.js";

/** @typedef {import("../../api/folder-api.js").FolderApi} FolderApi */
/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/** Events come in bursts: the folders are asked for again after this much quiet. */
const REST_MILLISECONDS = 250;

/** Folders in an answer, and the most that are shown. */
const PART = 1000;
const MOST = 5000;

export class FolderList {
  #api;
  #changed;
  #resting;
  #asking = new LatestSignal();
  /** @type {Set<() => void>} */
  #followers = new Set();
  /** The folder that is shown; null where none is. */
  /** @type {string | null} */
  #path = null;
  /** @type {readonly Folder[]} */
  #folders = [];
  /** @type {ApiProblem | null} */
  #problem = null;
  #fresh = false;
  #laid = "";

  /**
   * @param {FolderApi} api
   * @param {() => void} changed called when there are other folders
   * @param {AbortSignal} signal
   */
  constructor(api, changed, signal) {
    this.#api = api;
    this.#changed = changed;
    this.#resting = new Timer(signal);
  }

  get folders() {
    return this.#folders;
  }

  /** Why the folders cannot be listed. */
  get problem() {
    return this.#problem;
  }

  /** Whether they have been listed, or there are none to list. */
  get fresh() {
    return this.#fresh || this.#path === null;
  }

  /**
   * Shows the folders in another one; null for none at all.
   * @param {string | null} path
   */
  show(path) {
    if (path === this.#path) return;
    this.#path = path;
    [this.#folders, this.#problem, this.#fresh] = [[], null, false];
    this.refresh();
  }

  /**
   * Calls back when something has happened to folders, whether they are shown or not.
   * @param {() => void} action
   * @param {AbortSignal} signal ends it
   */
  follow(action, signal) {
    this.#followers.add(action);
    signal.addEventListener("abort", () => this.#followers.delete(action));
  }

  /** Something has happened to folders or to what is in them. */
  heard() {
    for (const action of this.#followers) action();
    if (this.#path !== null && !this.#resting.pending) {
      this.#resting.set(REST_MILLISECONDS, () => this.refresh());
    }
  }

  /** @param {string} mark other than before where other changes of folders wait for the connection */
  lay(mark) {
    if (mark === this.#laid) return;
    this.#laid = mark;
    this.refresh();
  }

  refresh() {
    for (const action of this.#followers) action();
    this.#resting.clear();
    const signal = this.#asking.next();
    if (this.#path !== null) void this.#fetch(this.#path, signal);
  }

  /**
   * @param {string} path
   * @param {AbortSignal} signal
   */
  async #fetch(path, signal) {
    try {
      const folders = await this.#all(path, signal);
      if (signal.aborted) return;
      [this.#folders, this.#problem, this.#fresh] = [folders, null, true];
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (problem.code === "aborted" || signal.aborted) return;
      [this.#problem, this.#fresh] = [problem, true];
      if (problem.code === "not-found") this.#folders = [];
    }
    this.#changed();
  }

  /**
   * @param {string} path
   * @param {AbortSignal} signal
   */
  async #all(path, signal) {
    /** @type {Folder[]} */
    const folders = [];
    /** @type {string | null} */
    let cursor = null;
    do {
      /** @type {import("../../api/folder-api.js").FolderPage} */
      const part = await this.#api.folders(path, { cursor, limit: PART }, signal);
      folders.push(...part.folders);
      cursor = part.next;
    } while (cursor !== null && folders.length < MOST);
    return folders;
  }
}
