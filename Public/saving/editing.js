/**
 * A document that is edited, from its being read to its being left. It is saved by itself, and read again where it was changed
 * elsewhere. The user is asked where both were changed.
 *
 *     read ──► shown ──changed here──► saved by itself
 *      ▲        └──changed elsewhere──┬─ nothing unsaved ──► read again, once no hand is on it
 *      └────────────decided───────────┴─ something unsaved ──► handed over: stored, or both kept and asked about
 */

import { ApiProblem } from "../api/api-problem.js";
import { Rereading } from "../api/rereading.js";
import { untilNot } from "../shell/browser.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { Timer } from "../shell/timer.js";
import { DocumentConflicts } from "./document-conflicts.js";
import { DocumentSession } from "./document-session.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./autosave.js").SaveState} SaveState */

/** Why something is not saved where the session has ended: as the server says it, and as a proxy before it does. */
const SIGNED_OUT = new Set(["sign-in-required", "signed-out"]);

/**
 * A content that is open to be edited.
 * @typedef {import("./document-conflicts.js").EditedDocument & import("./unsaved-documents.js").LeftDocument & {
 *   readonly isHeld: boolean, handOver: () => void, leave: () => void,
 * }} OpenContent
 */

/**
 * An open content calls these.
 * @typedef {object} OpenCalls
 * @property {(state: SaveState) => void} saving called when saving gets on
 * @property {() => void} behind called when the document holds more than is shown
 */

/**
 * @template Content
 * @template {OpenContent} Opened
 * @typedef {object} EditingPorts
 * @property {Pick<import("../api/api.js").Api, "document" | "create">} api
 * @property {import("../api/session-api.js").SessionApi} sessions
 * @property {string} mediaType of what is saved
 * @property {import("../shell/router.js").Router} router
 * @property {import("../api/notices.js").Notices} notices
 * @property {import("./unsaved-documents.js").UnsavedDocuments} unsaved documents that are left before they are stored
 * @property {import("./document-conflicts.js").ConflictForms<Opened>} forms both contents of a conflict
 * @property {(name: string) => string} titleOf the name of a document, as it is shown
 * @property {(document: Document, signal: AbortSignal) => Promise<Content>} read
 * @property {(content: Content, session: DocumentSession, calls: OpenCalls, signal: AbortSignal) => Opened} open
 * @property {(opened: Opened, content: Content, last: Opened | null, signal: AbortSignal) => void} show puts it on the screen, in place
 *   of the last one
 * @property {(document: Document) => void} named called with the document whenever it is known anew
 * @property {(state: SaveState) => void} saving called when the saving of what is shown gets on
 * @property {(isForGood: boolean) => void} [leaving] called before the page or the document is left, or the page is hidden
 * @property {(error: unknown, signal: AbortSignal) => void} failed called when it cannot be read; nothing of it is shown then
 * @property {(copy: Document) => void} became called when the editing goes on in a copy
 */

/**
 * @template Content
 * @template {OpenContent} Opened
 */
export class Editing {
  #ports;
  #document;
  #signal;
  #conflicts;
  /** Ends with the content that is shown. */
  #showing = new LatestSignal();
  /** @type {Rereading<{document: Document, content: Content, stored: string | null}>} */
  #reading;
  /** @type {DocumentSession | null} */
  #session = null;
  /** @type {Opened | null} */
  #opened = null;

  /**
   * @param {EditingPorts<Content, Opened>} ports
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  constructor(ports, document, signal) {
    const { sessions, router, notices, forms, titleOf } = ports;
    this.#ports = ports;
    this.#document = document;
    this.#signal = signal;
    this.#conflicts = new DocumentConflicts({ api: sessions, router, notices, screen: this, forms, titleOf }, signal);
    this.#reading = new Rereading({
      read: (wanted) => this.#read(wanted), rest: () => untilNot(() => this.#opened?.isHeld ?? false),
      show: (found) => this.#take(found), failed: (error) => this.#failed(error),
      isShown: () => this.#opened !== null, timer: new Timer(signal),
    }, signal);
    signal.addEventListener("abort", () => this.#showing.abort());
    window.addEventListener("pagehide", () => this.leave(), { signal });
    window.document.addEventListener("visibilitychange", () => window.document.hidden && this.#secure(false), { signal });
  }

  /** The bar that asks about a conflict. */
  get bar() {
    return this.#conflicts.element;
  }

  /** The document, as far as it is known. */
  get document() {
    return this.#document;
  }

  /** The content that is shown; null where none is. */
  get opened() {
    return this.#opened;
  }

  get isReading() {
    return this.#reading.isReading;
  }

  /** Whether leaving now would lose something. */
  get losing() {
    return this.#opened?.losing ?? false;
  }

  /** Reads the document and shows it; again after it has changed elsewhere, at the same place, once no hand is on it. */
  load() {
    return this.#reading.ask();
  }

  /** Saves what is not saved and waits for it: why it is not, or "". */
  stored() {
    return this.#opened?.saver.stored() ?? Promise.resolve("");
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{document: Document, content: Content, stored: string | null}>}
   */
  async #read(signal) {
    const stored = this.#stored;
    const document = await this.#ports.api.document(this.#document.id, signal);
    this.#name(document);
    return { document, content: /** @type {Content} */ (await this.#ports.read(document, signal)), stored };
  }

  /** The hash of what was read or stored here last. */
  get #stored() {
    return this.#session?.document.sha256 ?? null;
  }

  /** @param {{document: Document, content: Content, stored: string | null}} found with what was stored here when it was asked for */
  #take({ document, content, stored }) {
    // Changes made here meanwhile are not taken away: handing them over finds out what becomes of both.
    if (this.#opened?.saver.unsaved) this.#opened.handOver();
    // Changes stored here meanwhile are not in the content that was read.
    else if (this.#stored !== stored) void this.load();
    else this.#show(document, content);
  }

  /**
   * @param {Document} document
   * @param {Content} content
   */
  #show(document, content) {
    const { sessions, mediaType, open, show } = this.#ports;
    const signal = this.#showing.next();
    const last = this.#opened;
    this.#session?.close();
    const session = new DocumentSession(sessions, document, mediaType);
    /** @type {Opened} */
    const opened = open(content, session, { saving: (state) => this.#saving(state, opened), behind: () => void this.load() }, signal);
    [this.#session, this.#opened] = [session, opened];
    show(opened, content, last, signal);
    this.#saving(opened.saver.state, opened);
    void this.#conflicts.follow(opened, session, signal);
  }

  /**
   * @param {SaveState} state
   * @param {Opened} opened that is being saved: one that is not shown any more still is
   */
  #saving(state, opened) {
    if (this.#opened !== opened) return;
    this.#ports.saving(state);
    this.#conflicts.show(state.conflict);
    if (SIGNED_OUT.has(state.reason)) this.#ports.notices.refused(new ApiProblem(401, state.reason, ""));
  }

  /**
   * The document was changed elsewhere, perhaps.
   * @param {Document} document
   * @param {boolean} anew whether it may have gone back to what it was before
   */
  heard(document, anew) {
    const session = this.#session;
    if (!session || document.id !== this.#document.id) return;
    const { sha256, version } = session.document;
    this.renamed(document);
    // It may be out of the Trash again.
    if (this.#opened?.saver.state.phase === "refused" && !document.trashed) this.#opened.handOver();
    // A change of our own is heard of, too; and what is not saved yet is not thrown away: handing it over finds out.
    const other = document.sha256 !== sha256 && (anew || document.version > version);
    if (!other || !this.#opened) return;
    if (this.#opened.saver.state.conflict) void this.#conflicts.ask();
    else if (this.#opened.saver.unsaved) this.#opened.handOver();
    else void this.load();
  }

  /** The server may not know of this client any more. */
  refresh() {
    void this.#session?.stay();
  }

  /** @param {Document} document */
  renamed(document) {
    this.#session?.renamed(document);
    this.#name(document);
  }

  /** @param {Document} copy in which the editing goes on */
  copied(copy) {
    if (this.#signal.aborted) return;
    this.#name(copy);
    this.#ports.became(copy);
  }

  /** Saves what is not saved: the page goes away. */
  leave() {
    this.#secure(true);
  }

  /** @param {boolean} isForGood whether it is left, and not only hidden, perhaps never to be shown again */
  #secure(isForGood) {
    this.#ports.leaving?.(isForGood);
    this.#opened?.leave();
  }

  /** Saves what is not saved, and frees the document for other clients. */
  close() {
    this.leave();
    const [opened, session] = [this.#opened, this.#session];
    const { api, mediaType, unsaved, titleOf } = this.#ports;
    const { name, folder } = this.#document;
    const copy = () => api.create({ name, folder, type: mediaType }, opened?.saver.file ?? "");
    if (opened) void unsaved.add(opened, { ...this.#document, name: titleOf(name) }, copy).then(() => session?.close());
  }

  /** @param {Document} document */
  #name(document) {
    this.#document = document;
    this.#ports.named(document);
  }

  /** @param {unknown} error */
  #failed(error) {
    // Changes made here meanwhile are not taken away for a notice.
    if (this.#opened?.saver.unsaved) return this.#opened.handOver();
    this.#opened = null;
    return this.#ports.failed(error, this.#showing.next());
  }
}
