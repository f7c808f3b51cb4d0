/** The changes that wait for the connection, as far as all screens know them. The rest comes once the page is idle, or where changes wait. */

import { ApiProblem } from "../api-problem.js";
import { LazyModule } from "../../shell/lazy-module.js";
import { ROOT } from "../urls.js";
import { followPreferences, preferencesFrom } from "../../shell/preferences.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("./waiting-changes.js").WaitingChanges} WaitingChanges */
/** @typedef {import("./waiting-changes.js").WaitingChangesPorts} WaitingChangesPorts */

/** @typedef {Pick<WaitingChangesPorts, "fetch" | "documentOf" | "changed" | "came" | "settled" | "stopped" | "told" | "laying">} ChangesPorts */

const PREFIX = "changes.";

/** Begins the addresses of folders. */
const FOLDERS = `${ROOT}/folders?`;

const waiting = new LazyModule(() => import("./changes-in-browser.js"));

export class ChangesOpening {
  /** Whether the connection is lost. */
  isLost = false;
  #ports;
  #signal;
  /** @type {WaitingChanges | null} */
  #center = null;
  /** @type {Promise<void> | null} */
  #coming = null;
  /**
   * Answers about folders from before the rest is here.
   * @type {Map<string, Response>}
   */
  #early = new Map();
  /** @type {Document[]} seen before the rest is here */
  #seen = [];

  /**
   * @param {ChangesPorts} ports
   * @param {AbortSignal} signal
   */
  constructor(ports, signal) {
    this.#ports = ports;
    this.#signal = signal;
    this.isLost = !navigator.onLine;
    followPreferences(PREFIX, () => (this.#center ? this.#center.heardElsewhere() : void this.#load()), signal);
    if (preferencesFrom(PREFIX).length > 0) void this.#load();
  }

  /** Whether changes would be lost with this tab. */
  get losing() {
    return this.#center?.losing ?? false;
  }

  /** Fetches the rest once the page is idle. */
  begin() {
    waiting.loadWhenIdle(() => void this.#load());
    this.#center?.begin();
  }

  get changes() {
    return this.#center?.changes ?? [];
  }

  get refusals() {
    return this.#center?.refusals ?? [];
  }

  get documents() {
    return this.#center?.documents ?? [];
  }

  get moved() {
    return this.#center?.moved ?? null;
  }

  get folderMark() {
    return this.#center?.folderMark ?? "";
  }

  /** @param {string} id of a refusal */
  dismiss(id) {
    this.#center?.dismiss(id);
  }

  /** @type {WaitingChanges["again"]} */
  again(refusal, how) {
    this.#center?.again(refusal, how);
  }

  /** Whether a change that is made now has its place behind others, or no connection. */
  get mustWait() {
    return this.#center?.mustWait ?? this.isLost;
  }

  /**
   * Documents that were seen last.
   * @param {string} type
   */
  seenOf(type) {
    return this.#center?.seenOf(type) ?? [];
  }

  /**
   * Lays pages on a board when the connection is back.
   * @type {(...laying: Parameters<WaitingChanges["lay"]>) => Promise<() => void>}
   */
  async lay(board, documents, tried) {
    await this.#load();
    if (!this.#center) throw ApiProblem.offline();
    return this.#center.lay(board, documents, tried);
  }

  /** @param {boolean} isLost */
  setLost(isLost) {
    this.isLost = isLost;
    this.#center?.setLost(isLost);
  }

  /** @param {readonly Document[]} documents as the server has them */
  notice(documents) {
    if (this.#center) this.#center.notice(documents);
    else this.#seen.push(...documents);
  }

  /**
   * @param {string} url
   * @param {RequestInit} options
   * @param {() => Promise<Response>} ask
   */
  async send(url, options, ask) {
    // Changes that wait are known before any document is shown.
    if (this.#coming && !this.#center) await this.#coming;
    if (this.#center) return this.#center.send(url, options, ask);
    const response = await ask();
    if (response.ok && url.startsWith(FOLDERS) && !options.method) this.#early.set(url, response.clone());
    return response;
  }

  #load() {
    this.#coming ??= waiting.load().then((module) => this.#take(module), () => void (this.#coming = null));
    return this.#coming;
  }

  /** @param {typeof import("./changes-in-browser.js")} module */
  #take({ changesInBrowser }) {
    if (this.#signal.aborted) return;
    this.#center = changesInBrowser(this.#ports, this.#signal);
    this.#center.notice(this.#seen.splice(0));
    for (const [url, response] of this.#early) void this.#center.noticeFolders(url, response);
    this.#early.clear();
    this.#center.setLost(this.isLost);
    this.#ports.changed();
    this.#center.begin();
  }
}
