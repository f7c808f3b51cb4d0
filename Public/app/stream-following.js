/**
 * Brings all that is shown up to date with the server's events; where some were missed, it is read anew.
 *
 *     lost ──whether it is the session, the banner──► open: all that may have changed meanwhile is read anew
 */

import { tellJob } from "../api/job-ends.js";
import { TOGETHER_KEY } from "../api/preference-api.js";
import { tellReady } from "../api/preview-ready.js";

/** @typedef {import("../api/event-stream.js").ServerEvent} ServerEvent */
/** @typedef {import("../api/event-stream.js").StreamCalls} StreamCalls */
/** @typedef {import("../api/event-stream.js").StreamState} StreamState */
/** @typedef {import("../api/preference-api.js").ChoiceNotice} ChoiceNotice */

/**
 * @typedef {object} StreamParts
 * @property {Pick<import("./sign-in.js").SignIn, "isNeeded" | "probe">} signIn
 * @property {Pick<import("../library/library.js").Library, "heard" | "refresh" | "reset">} library
 * @property {Pick<import("../library/folders/folder-list.js").FolderList, "heard" | "refresh">} folders
 * @property {Pick<import("../settings/shared-choices.js").SharedChoices, "heard" | "load">} choices
 * @property {Pick<import("./open-documents.js").OpenDocuments, "heard" | "marked" | "turned" | "ready" | "removed" | "refresh" | "reset">} documents
 * @property {Pick<import("../shell/banner.js").ConnectionBanner, "show">} banner
 * @property {Pick<import("../api/waiting/changes-opening.js").ChangesOpening, "notice" | "setLost" | "begin">} changes
 * @property {Pick<import("../library/activity/activity.js").Activity, "heard" | "reread">} activity
 * @property {(document: import("../api/api.js").Document) => void} heard told of each document that has changed
 * @property {(notice: import("../api/event-stream.js").RuleNotice | null) => void} rules told of rules that are others or acted; null where that may
 *   have been missed
 * @property {(event: ServerEvent) => void} handedOver told of a document that another app hands over
 */

/** @implements {StreamCalls} */
export class StreamFollowing {
  #parts;
  #signal;

  /**
   * @param {StreamParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** @param {ServerEvent} event */
  event(event) {
    const { library, folders, documents, changes, heard, handedOver } = this.#parts;
    changes.notice([event.document]);
    library.heard(event);
    // The numbers of documents, and folders that came with one.
    folders.heard();
    if (event.kind === "document.removed") documents.removed(event.document);
    else documents.heard(event.document);
    heard(event.document);
    if (event.handOver) handedOver(event);
  }

  /** @param {ChoiceNotice} choice */
  choice(choice) {
    const { choices, documents } = this.#parts;
    // It is kept where choices are, so that all browsers hear of it.
    if (choice.key === TOGETHER_KEY) documents.turned(choice.value);
    else choices.heard(choice);
  }

  /** @param {import("../api/job-api.js").Job} job */
  job(job) {
    tellJob(job);
    this.#parts.activity.heard(job);
  }

  /** A folder is new, gone or has another name. */
  folders() {
    this.#parts.folders.heard();
  }

  /** @param {import("../api/event-stream.js").RuleNotice} notice */
  rules(notice) {
    this.#parts.rules(notice);
  }

  /** @param {string} sha256 of a content whose marks have changed */
  marks(sha256) {
    this.#parts.documents.marked(sha256);
  }

  /** @param {import("../api/event-stream.js").PreviewNotice} notice */
  ready(notice) {
    tellReady(notice);
    this.#parts.documents.ready(notice);
  }

  /** Something happened that is not told, to whatever: all that is shown is read anew. */
  reset() {
    const { signIn, library, documents } = this.#parts;
    if (signIn.isNeeded) return;
    void library.reset();
    documents.reset();
    this.#refreshRest();
  }

  /** @param {StreamState} state */
  state(state) {
    const { signIn, library, documents, changes, banner } = this.#parts;
    if (signIn.isNeeded) return;
    banner.show(state === "lost");
    if (state !== "connecting") changes.setLost(state === "lost");
    if (state === "lost") void signIn.probe();
    if (state !== "open") return;
    void library.refresh();
    documents.refresh();
    this.#refreshRest();
  }

  /** The stream tells nothing of choices that were made while this page did not listen. */
  #refreshRest() {
    this.#parts.folders.refresh();
    this.#parts.activity.reread();
    void this.#parts.choices.load(this.#signal);
    this.#parts.rules(null);
  }
}
