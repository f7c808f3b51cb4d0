/** A board's screen: reads the document, shows it, and follows what happens to it elsewhere. */

import { BoardFileProblem, parseBoard } from "./saving/board-file.js";
import { element } from "../shell/element.js";
import { noticeView } from "../shell/notice-view.js";
import { reasonFor } from "../api/reasons.js";
import { Timer } from "../shell/timer.js";
import { ApiProblem } from "../api/api-problem.js";
import { BoardConflicts } from "./saving/board-conflicts.js";
import { stem } from "./saving/board-document.js";
import { BoardHead } from "./board-head.js";
import { noBoard, readingNote } from "./board-notes.js";
import { BoardNaming } from "./saving/board-naming.js";
import { BoardSession } from "./saving/board-session.js";
import { untilNot } from "../shell/browser.js";
import { OpenBoard } from "./open-board.js";
import { SessionApi } from "../api/session-api.js";
import { Rereading } from "../api/rereading.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./page-picker.js").Choice} Choice */

/** Why something is not saved where the session has ended: as the server says it, and as a proxy before it does. */
const SIGNED_OUT = new Set(["sign-in-required", "signed-out"]);

/**
 * A board's document with its content, and what was stored here when it was asked for.
 * @typedef {{readonly document: Document, readonly text: string, readonly stored: string | null}} ReadBoard
 */

/**
 * @typedef {object} BoardContext
 * @property {import("../api/api.js").Api} api
 * @property {import("../api/type-tree.js").TypeTree} types
 * @property {Document} document
 * @property {import("./board-views.js").BoardViews} views what was seen of boards last
 * @property {import("./saving/unsaved-boards.js").UnsavedBoards} unsaved boards that are left before they are stored
 */

export { ReadOnlyBoardScreen } from "./read-only-board-screen.js";

export class BoardScreen {
  /** @type {HTMLElement} */
  element;
  #context;
  #sessions;
  #signal;
  /** Ends with the board that is shown. */
  #showing = new LatestSignal();
  /** @type {Rereading<ReadBoard>} */
  #reading;
  /** @type {BoardHead} */
  #head;
  #conflicts;
  #body = element("main", { class: "board-body" });
  #document;
  /** @type {readonly Choice[]} */
  #pending;
  /** @type {BoardNaming} */
  #naming;
  /** @type {BoardSession | null} */
  #store = null;
  /** @type {OpenBoard | null} */
  #board = null;

  /**
   * @param {ScreenParts & BoardContext & import("./board-opening.js").Brought} context `add` is laid on the board as soon as it is open,
   *   `naming` says whether its name is edited then
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    const { api, router, notices, document, add, naming } = context;
    this.#context = context;
    this.#sessions = new SessionApi(api);
    this.#document = document;
    this.#pending = add;
    this.#signal = signal;
    this.#naming = new BoardNaming({ api, notices, screen: this }, naming, signal);
    this.#head = new BoardHead(() => router.back("/"), signal, this.#naming.calls);
    this.#conflicts = new BoardConflicts({ server: api, api: this.#sessions, router, notices, screen: this }, signal);
    this.#reading = new Rereading({
      read: (wanted) => this.#read(wanted), rest: () => untilNot(() => this.#board?.isHeld ?? false),
      show: (found) => this.#take(found), failed: (error) => this.#failed(error),
      isShown: () => this.#board !== null, timer: new Timer(signal),
    }, signal);
    this.element = element("div", { class: "board" }, this.#head.element, this.#conflicts.element, this.#body);
    signal.addEventListener("abort", () => this.#showing.abort());
    window.addEventListener("pagehide", () => this.leave(), { signal });
    window.document.addEventListener("visibilitychange", () => window.document.hidden && this.#hidden(), { signal });
  }

  get id() {
    return this.#document.id;
  }

  get view() {
    return /** @type {const} */ ("board");
  }

  get loading() {
    return this.#reading.isReading || (this.#board?.loading ?? false);
  }

  /** Facts for `inspect`; null while the board is not shown. */
  get facts() {
    return this.#board?.facts ?? null;
  }

  /** Whether leaving now would lose something. */
  /** Prints what is shown; false where nothing is. */
  print() {
    this.#board?.print();
    return this.#board !== null;
  }

  get losing() {
    return this.#board?.losing ?? false;
  }

  /** Reads the document and shows it; again after it has changed elsewhere, at the same place, once no hand is on it. */
  load() {
    return this.#reading.ask();
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<ReadBoard>}
   */
  async #read(signal) {
    const stored = this.#stored;
    const document = await this.#context.api.document(this.id, signal);
    this.#name(document);
    return { document, text: await this.#context.api.text(document, signal), stored };
  }

  /** The hash of what was read or stored here last. */
  get #stored() {
    return this.#store?.document.sha256 ?? null;
  }

  /** @param {ReadBoard} found */
  #take({ document, text, stored }) {
    // Changes made here meanwhile are not taken away: handing them over finds out what becomes of both.
    if (this.#board?.saver.unsaved) this.#board.handOver();
    // Changes stored here meanwhile are not in the text that was read.
    else if (this.#stored !== stored) void this.load();
    else this.#show(document, text);
  }

  /**
   * A document was changed elsewhere: this one, or one whose page lies here.
   * @param {Document} document
   * @param {boolean} anew whether it may have gone back to what it was before
   */
  heard(document, anew = false) {
    this.#board?.heard(document);
    const store = this.#store;
    if (!store || document.id !== this.id) return;
    const { sha256, version } = store.document;
    this.renamed(document);
    // A change of our own is heard of, too; and what is not saved yet is not thrown away: handing it over finds out.
    const other = document.sha256 !== sha256 && (anew || document.version > version);
    if (!other || !this.#board) return;
    if (this.#board.saver.state.conflict) void this.#conflicts.ask();
    else if (this.#board.saver.unsaved) this.#board.handOver();
    else void this.load();
  }

  /** Any page that lies here may have become another, and the server may not know of this client. */
  refresh() {
    this.#board?.refresh();
    void this.#store?.stay();
  }

  /**
   * @param {import("./saving/autosave.js").SaveState} state
   * @param {OpenBoard} board that is being saved: one that is not shown any more still is
   */
  #saving(state, board) {
    if (this.#board !== board) return;
    this.#head.saving(state);
    this.#conflicts.show(state.conflict);
    if (SIGNED_OUT.has(state.reason)) this.#context.notices.refused(new ApiProblem(401, state.reason, ""));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    return this.#board?.pressed(event) ?? false;
  }

  /** Saves what is not saved and waits for it: why it is not, or "". */
  stored() {
    return this.#board?.saver.stored() ?? Promise.resolve("");
  }

  focus() {
    if (this.title.isEdited) this.title.focus();
    else this.focusBoard();
  }

  focusBoard() {
    this.#board?.focus();
  }

  /** Saves what is not saved: the page goes away. */
  leave() {
    this.title.keep();
    this.#secure();
  }

  /** Saves the same for a page that is hidden and perhaps never shown again; the name may still be typed. */
  #hidden() {
    this.title.takeSoFar();
    this.#secure();
  }

  #secure() {
    if (this.#board) this.#context.views.keep(this.id, this.#board.viewport.facts);
    this.#board?.leave();
  }

  /** Saves what is not saved, and frees the document for other clients. */
  close() {
    this.leave();
    const store = this.#store;
    if (this.#board) void this.#context.unsaved.add(this.#board, stem(this.#document.name)).then(() => store?.close());
  }

  /** The document, as far as it is known. */
  get document() {
    return this.#document;
  }

  get title() {
    return this.#head.title;
  }

  /** @param {Document} document */
  renamed(document) {
    this.#store?.renamed(document);
    this.#name(document);
  }

  /** @param {Document} document */
  #name(document) {
    this.#document = document;
    const name = stem(document.name);
    this.#head.name(name);
    window.document.title = `${name} – Sheaf`;
  }

  /**
   * @param {Document} document
   * @param {string} text
   */
  #show(document, text) {
    const { board, newer, notUnderstood } = parseBoard(text);
    const signal = this.#showing.next();
    const last = this.#board;
    this.#store?.close();
    const store = new BoardSession(this.#sessions, document);
    /** @type {OpenBoard} */
    const opened = new OpenBoard({
      ...this.#context, store, board, readOnly: newer !== null, head: this.#head,
      saving: (state) => this.#saving(state, opened), behind: () => void this.load(),
    }, signal);
    this.#store = store;
    this.#board = opened;
    this.#body.replaceChildren(...opened.elements);
    this.#head.follow(opened.controller, signal);
    this.#saving(opened.saver.state, opened);
    opened.settleIn(last?.viewport.facts ?? this.#context.views.restore(document.id));
    if (last) opened.takeTool(last);
    this.#context.views.follow(() => this.id, opened.controller.model, signal);
    void this.#conflicts.follow(opened, store, signal);
    if (newer !== null) this.#head.note(say("Read only"));
    const note = readingNote(newer !== null, notUnderstood);
    if (note) this.#context.notices.show({ text: note });
    for (const choice of this.#pending) opened.add(choice);
    this.#pending = [];
    this.#naming.follow(opened.controller.model, this.#body, signal);
  }

  /** @param {Document} copy in which the board goes on */
  copied(copy) {
    if (this.#signal.aborted) return;
    this.#name(copy);
    this.#context.opened.became(copy);
  }

  /** @param {unknown} error */
  #failed(error) {
    // Changes made here meanwhile are not taken away for a notice.
    if (this.#board?.saver.unsaved) return this.#board.handOver();
    this.#board = null;
    const problem = ApiProblem.from(error);
    const isRead = error instanceof BoardFileProblem;
    if (!isRead) this.#context.notices.refused(problem);
    const notice = isRead ? noBoard(error, this.#document) : reasonFor(problem.code, problem.detail, problem.mayPass);
    const view = noticeView({ ...notice, again: notice.again ? () => void this.load() : null }, this.#showing.next());
    this.#body.replaceChildren(view);
    view.focus({ preventScroll: true, focusVisible: false });
  }
}
