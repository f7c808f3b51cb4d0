/** A board's screen: reads the document, shows it, and follows what happens to it elsewhere. */

import { BoardFileProblem, parseBoard } from "./saving/board-file.js";
import { element } from "../shell/element.js";
import { noticeView } from "../shell/notice-view.js";
import { reasonFor } from "../api/reasons.js";
import { ApiProblem } from "../api/api-problem.js";
import { VersionApi } from "../api/version-api.js";
import { ConflictPreviews } from "./saving/conflict-previews.js";
import { MEDIA_TYPE, stem } from "./saving/board-document.js";
import { BoardHead } from "./board-head.js";
import { noBoard, readingNote } from "./board-notes.js";
import { BoardNaming } from "./saving/board-naming.js";
import { Editing } from "../saving/editing.js";
import { OpenBoard } from "./open-board.js";
import { SessionApi } from "../api/session-api.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./page-picker.js").Choice} Choice */

/**
 * @typedef {object} BoardContext
 * @property {import("../api/api.js").Api} api
 * @property {import("../api/type-tree.js").TypeTree} types
 * @property {Document} document
 * @property {import("./board-views.js").BoardViews} views what was seen of boards last
 * @property {import("../saving/unsaved-documents.js").UnsavedDocuments} unsaved documents that are left before they are stored
 */

export { ReadOnlyBoardScreen } from "./read-only-board-screen.js";

export class BoardScreen {
  /** @type {HTMLElement} */
  element;
  #context;
  /** @type {Editing<import("./saving/board-file.js").ReadBoard, OpenBoard>} */
  #editing;
  /** @type {BoardHead} */
  #head;
  #body = element("main", { class: "board-body" });
  /** @type {readonly Choice[]} */
  #pending;
  /** @type {BoardNaming} */
  #naming;
  #isReadOnly = false;

  /**
   * @param {ScreenParts & BoardContext & import("./board-opening.js").Brought} context `add` is laid on the board as soon as it is open,
   *   `naming` says whether its name is edited then
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    const { api, router, notices, document, add, naming, unsaved, opened } = context;
    const sessions = new SessionApi(api);
    this.#context = context;
    this.#pending = add;
    this.#naming = new BoardNaming({ api, notices, screen: this }, naming, signal);
    this.#head = new BoardHead(() => router.back("/"), signal, this.#naming.calls);
    this.#editing = new Editing({
      api, sessions, mediaType: MEDIA_TYPE, router, notices, unsaved, titleOf: stem,
      forms: new ConflictPreviews({ sessions, versions: new VersionApi(api) }, signal),
      read: async (wanted, reading) => parseBoard(await api.text(wanted, reading)),
      open: (read, store, calls, showing) => this.#open(read, store, calls, showing),
      show: (board, read, last, showing) => this.#show(board, read, last, showing),
      named: (found) => this.#name(found), saving: (state) => (this.#isReadOnly ? this.#head.note(say("Read only")) : this.#head.saving(state)),
      leaving: (isForGood) => this.#leaving(isForGood), became: (copy) => opened.became(copy),
      failed: (error, showing) => this.#failed(error, showing),
    }, document, signal);
    this.element = element("div", { class: "board" }, this.#head.element, this.#editing.bar, this.#body);
  }

  get id() {
    return this.document.id;
  }

  get view() {
    return /** @type {const} */ ("board");
  }

  get #board() {
    return this.#editing.opened;
  }

  get loading() {
    return this.#editing.isReading || (this.#board?.loading ?? false);
  }

  /** Facts for `inspect`; null while the board is not shown. */
  get facts() {
    return this.#board?.facts ?? null;
  }

  /** Prints what is shown; null where nothing is. */
  print() {
    return this.#board?.print() ?? null;
  }

  /** Whether leaving now would lose something. */
  get losing() {
    return this.#editing.losing;
  }

  /** Reads the document and shows it; again after it has changed elsewhere, at the same place, once no hand is on it. */
  load() {
    return this.#editing.load();
  }

  /**
   * A document was changed elsewhere: this one, or one whose page lies here.
   * @param {Document} document
   * @param {boolean} anew whether it may have gone back to what it was before
   */
  heard(document, anew = false) {
    this.#board?.heard(document);
    this.#editing.heard(document, anew);
  }

  /** Any page that lies here may have become another, and the server may not know of this client. */
  refresh() {
    this.#board?.refresh();
    this.#editing.refresh();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    return this.#board?.pressed(event) ?? false;
  }

  /** Saves what is not saved and waits for it: why it is not, or "". */
  stored() {
    return this.#editing.stored();
  }

  focus() {
    if (this.title.isEdited) this.title.focus();
    else this.focusBoard();
  }

  focusBoard() {
    this.#board?.focus();
  }

  /** Saves what is not saved, and frees the document for other clients. */
  close() {
    this.#editing.close();
  }

  /** The document, as far as it is known. */
  get document() {
    return this.#editing.document;
  }

  get title() {
    return this.#head.title;
  }

  /** Lets the user type another name over the title. */
  rename() {
    this.title.edit();
  }

  /** @param {Document} document */
  renamed(document) {
    this.#editing.renamed(document);
  }

  /** @param {boolean} isForGood whether it is left; the name of one that is only hidden may still be typed */
  #leaving(isForGood) {
    if (isForGood) this.title.keep();
    else this.title.takeSoFar();
    if (this.#board) this.#context.views.keep(this.id, this.#board.viewport.facts);
  }

  /** @param {Document} document */
  #name(document) {
    const name = stem(document.name);
    this.#head.name(name);
    window.document.title = `${name} – Sheaf`;
  }

  /**
   * @param {import("./saving/board-file.js").ReadBoard} read
   * @param {import("../saving/document-session.js").DocumentSession} store
   * @param {import("../saving/editing.js").OpenCalls} calls
   * @param {AbortSignal} signal
   */
  #open({ board, newer }, store, calls, signal) {
    return new OpenBoard({ ...this.#context, store, board, readOnly: newer !== null, head: this.#head, ...calls }, signal);
  }

  /**
   * @param {OpenBoard} opened
   * @param {import("./saving/board-file.js").ReadBoard} read
   * @param {OpenBoard | null} last
   * @param {AbortSignal} signal
   */
  #show(opened, { newer, notUnderstood }, last, signal) {
    this.#isReadOnly = newer !== null;
    this.#body.replaceChildren(...opened.elements);
    this.#head.follow(opened.controller, signal);
    opened.settleIn(last?.viewport.facts ?? this.#context.views.restore(this.id));
    if (last) opened.takeTool(last);
    this.#context.views.follow(() => this.id, opened.controller.model, signal);
    const note = readingNote(this.#isReadOnly, notUnderstood);
    if (note) this.#context.notices.show({ text: note });
    for (const choice of this.#pending) opened.add(choice);
    this.#pending = [];
    this.#naming.follow(opened.controller.model, this.#body, signal);
  }

  /**
   * @param {unknown} error
   * @param {AbortSignal} signal
   */
  #failed(error, signal) {
    const problem = ApiProblem.from(error);
    const isRead = error instanceof BoardFileProblem;
    if (!isRead) this.#context.notices.refused(problem);
    const notice = isRead ? noBoard(error, this.document) : reasonFor(problem.code, problem.detail, problem.mayPass);
    const view = noticeView({ ...notice, again: notice.again ? () => void this.load() : null }, signal);
    this.#body.replaceChildren(view);
    view.focus({ preventScroll: true, focusVisible: false });
  }
}
