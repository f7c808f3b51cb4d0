/**
 * A document that is open: the screen that its kind calls for, and its versions beside it. Over it a line says so when it
 * is not what the document is now.
 *
 *     now ──choose a version──► a version ──compare──► a comparison
 *      ▲ ◄──────Escape───────────── │ ◄────Escape──────────┘ │
 *      └────────────restored────────┴────────────────────────┘
 */

import { NO_HISTORY } from "../shell/address.js";
import { isOfControl, isPlain, isTyping } from "../shell/keys.js";
import { ApiProblem } from "../api/api-problem.js";
import { opensAsBoard, stem } from "../board/saving/board-document.js";
import { ComparisonScreen } from "../history/comparison-screen.js";
import { DocumentFrame } from "./document-frame.js";
import { DocumentRoute } from "./document-route.js";
import { DocumentScreens } from "./document-screens.js";
import { DocumentVersions } from "../history/document-versions.js";
import { ReaderScreen } from "../reader/reader-screen.js";
import { webActionsOn } from "../library/acting/web-actions.js";
import { unwantedActions } from "../shell/tool-actions.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { say } from "../shell/texts.js";
import { readTextFile } from "../text/text-file.js";

/** @typedef {import("../shell/address.js").DocumentAddress} DocumentAddress */
/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./document-screens.js").Screen} Screen */

/**
 * @typedef {object} OpenedContext
 * @property {import("../api/api.js").Api} api
 * @property {Promise<import("../api/type-tree.js").TypeTree>} types
 * @property {import("../settings/shared-choices.js").SharedChoices} choices
 * @property {import("../library/library.js").Library} library
 * @property {import("../shell/router.js").Router} router
 * @property {import("../board/board-views.js").BoardViews} views what was seen of boards
 * @property {import("../reader/document-places.js").DocumentPlaces} places where the user was in documents
 * @property {import("../saving/unsaved-documents.js").UnsavedDocuments} unsaved documents that are left before they are stored
 * @property {import("../api/notices.js").Notices} notices
 * @property {Pick<import("../board/boards.js").Boards, "take" | "choosePage">} boards
 * @property {Pick<import("../library/document-actions.js").DocumentActions, "rename" | "restore">} actions
 * @property {Pick<import("../library/document-opening.js").DocumentOpening, "list" | "mayOpen" | "handlers">} opening
 * @property {Pick<import("./split-view.js").SplitView, "makeButton">} split the list beside it
 * @property {() => void} sendToDevice shows the code by which another device goes on with what is shown
 * @property {import("./handed-over-bar.js").HandOverCalls} handOvers documents that other apps hand over
 * @property {(id: () => string) => import("./document-queue.js").DocumentQueue} queueOf the documents around one, in the library's list
 */

export { SurfaceRecorder } from "../gestures/index.js";
export { DocumentPlaces } from "../reader/document-places.js";
export { DocumentQueue } from "./document-queue.js";
export { SharedPlaces } from "../reader/shared-places.js";
export { ListedNames } from "../settings/listed-names.js";
export { SplitView } from "./split-view.js";
export { UnsavedDocuments } from "../saving/unsaved-documents.js";

export class OpenedDocument {
  #context;
  #known;
  #route;
  #frame;
  /** @type {DocumentVersions} */
  #versions;
  /** @type {DocumentScreens} */
  #screens;
  /** @type {OpenParameters} */
  #open;
  /** Whether it is only read, though the address asks for the editor of texts. */
  #isRead = false;
  /**
   * How it comes to the place of the visit before; null for what is not the present content.
   * @type {import("../reader/document-places.js").KeptOpening | null}
   */
  #kept = null;
  /** @type {Screen | null} */
  #screen = null;
  #reading = new LatestSignal();
  /**
   * The document as it was read last; null before that.
   * @type {Document | null}
   */
  document = null;
  /** The documents before and behind it in the list that the library shows. */
  queue;
  #cameToRest = () => {};
  /**
   * Over when its first screen is shown, or cannot be, or it is left.
   * @type {Promise<void>}
   */
  shown = new Promise((resolve) => (this.#cameToRest = resolve));

  /**
   * @param {OpenedContext} context
   * @param {DocumentAddress} address
   * @param {Document | null} known the document, where the library lists it
   * @param {AbortSignal} signal
   */
  constructor(context, { id, open }, known, signal) {
    const { router, places } = context;
    this.#context = context;
    this.#known = known;
    this.#route = new DocumentRoute({ router, places }, { id, open }, signal);
    this.queue = context.queueOf(() => this.id);
    this.#open = open;
    signal.addEventListener("abort", () => (this.#reading.abort(), this.#cameToRest()));
    this.#versions = new DocumentVersions(context, this, signal);
    this.#frame = new DocumentFrame(this.#versions, this, context.split.makeButton(signal), context.handOvers, signal);
    this.#screens = new DocumentScreens(context, this.#route, this.#versions, this);
    if (known) this.named(known);
  }

  get element() {
    return this.#frame.element;
  }

  get id() {
    return this.#route.id;
  }

  get #edited() {
    return this.#screens.edited(this.#screen);
  }

  get #board() {
    return this.#screens.board(this.#screen);
  }

  get #text() {
    return this.#screens.text(this.#screen);
  }

  get #lookedAt() {
    return this.#screens.lookedAt(this.#screen);
  }

  get facts() {
    const screen = this.#screen;
    const { version, compared } = this.#route.history;
    return {
      view: screen?.view ?? /** @type {const} */ ("reader"), version,
      reader: screen instanceof ReaderScreen ? screen.facts : null,
      board: (this.#board ?? this.#lookedAt)?.facts ?? null, text: this.#text?.facts ?? null,
      comparison: screen instanceof ComparisonScreen ? { with: compared, ...screen.facts } : null,
      versions: this.#versions.facts,
    };
  }

  get loading() {
    return this.#screens.isChoosing || (this.#screen?.loading ?? true) || this.#versions.loading || this.#frame.changing;
  }

  /** Whether leaving now would lose something. */
  get losing() {
    return this.#edited?.losing ?? false;
  }

  get undoes() {
    return this.#edited !== null;
  }

  /** @param {DocumentAddress} address */
  show({ open, isNamed, history, handler }) {
    const first = this.#screen === null;
    const same = this.#route.come({ history, handler }) && !first;
    const isNew = !same && history.version === null;
    this.#open = isNew ? this.#context.places.restore(this.id, open, isNamed) : open;
    this.#kept = isNew ? this.#context.places.opening(this.id, open, isNamed) : null;
    this.#route.opens(this.#open);
    this.#versions.show(history, first);
    if (!same) this.#showScreen();
    else if (this.#screen instanceof ReaderScreen) this.#screen.goTo(open);
    // PDF open parameters: any of the words, or those between quotation marks together.
    if (open.search) this.findAgain(open.search, { anyWord: /[\s"]/.test(open.search) });
  }

  /** Goes back to the library. */
  back() {
    this.#route.back();
  }

  /** @param {import("../shell/address.js").HistoryParameters} history of the document that is to be shown */
  go(history) {
    this.#route.go(history, this.position);
  }

  focus() {
    this.#screen?.focus();
  }

  /**
   * Prints it, or asks which pages.
   * @returns {Promise<import("../shell/actions.js").Outcome | null>} null where there is nothing to print, which is not told yet
   */
  async print() {
    if (this.#screen instanceof ReaderScreen) return this.#screen.print() ? "done" : null;
    return this.#edited?.print() ?? null;
  }

  /** Saves what is edited: the reason why it is not saved, or "". */
  stored() {
    return this.#edited?.stored() ?? Promise.resolve("");
  }

  /** Saves what is not saved, and frees the document for other clients. */
  leave() {
    this.#route.leave();
    this.#edited?.close();
  }

  /**
   * @param {Document} document that has changed, perhaps another one whose page is seen here
   * @param {boolean} anew whether it may have gone back to what it was before
   */
  heard(document, anew = false) {
    this.#screen?.heard(document, anew);
    if (document.id !== this.id) return;
    this.#frame.heard(document, anew);
    this.#versions.heard(document);
    this.update(document);
    const isNow = this.#route.history.version === null && !document.trashed;
    if (isNow && this.#lookedAt?.isBehind(document)) void this.#showBoard(document);
  }

  /** @param {string} sha256 of a content whose marks have changed */
  marked(sha256) {
    if (this.#screen instanceof ReaderScreen) this.#screen.marked(sha256);
  }

  /** @param {unknown} turn of the pages of a document in another browser */
  turned(turn) {
    if (this.#screen instanceof ReaderScreen) this.#screen.turned(turn);
  }

  /** @param {import("../api/event-stream.js").PreviewNotice} notice of a content that was opened */
  ready(notice) {
    if (this.#screen instanceof ReaderScreen) this.#screen.ready(notice);
  }

  /** @param {Document} document that was removed for good; what is seen of it stays until the user leaves */
  removed(document) {
    if (document.id === this.id) this.#frame.reportRemoved();
  }

  /**
   * Events may have been missed: it is read anew.
   * @param {{anew: boolean}} how whether it may have gone back to what it was before
   */
  async refresh({ anew }) {
    this.#versions.refresh();
    (this.#edited ?? this.#lookedAt)?.refresh();
    if (this.#screen instanceof ReaderScreen) this.#screen.catchUp();
    try {
      this.heard(await this.#context.api.document(this.id, this.#reading.current), anew);
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (problem.code === "not-found") this.#frame.reportMissing();
      else if (problem.code !== "aborted") this.#context.notices.refused(problem);
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key === "Escape" && this.#versions.dismiss(event.target)) return true;
    if (this.#text?.pressed(event)) return true;
    if (isTyping(event.target)) return event.key === "Escape" && !this.undoes && this.#escape();
    if (event.key === "F2" && isPlain(event)) return this.rename();
    if (isPlain(event) && this.#versions.pressed(event.key)) return true;
    // An earlier version is no document of the list.
    if (this.#route.history.version === null && this.queue.pressed(event)) return true;
    if (!isOfControl(event) && this.#screen?.pressed(event)) return true;
    return event.key === "Escape" && this.#escape();
  }

  /** Lets the user type another name over the title; false where it stays. */
  rename() {
    if (this.#board) return this.#board.rename(), true;
    const naming = this.#screen instanceof ReaderScreen ? this.#screen.naming : this.#text?.naming ?? null;
    if (naming) void this.#context.actions.rename(naming.document, naming.standing);
    return naming !== null;
  }

  /**
   * From a comparison to the version, from there to what the document is now, from there to the library. But no board is
   * left by a key that ends so many things on it.
   */
  #escape() {
    const { version, compared } = this.#route.history;
    if (version === null && this.#screen?.view === "board") return false;
    if (version === null) this.#route.back();
    else if (compared !== null) this.go({ ...this.#route.history, compared: null });
    else this.go({ ...NO_HISTORY, listed: this.#versions.listed });
    return true;
  }

  /** The state of the bar that finds words; null where there is none. */
  get find() {
    return this.#screen instanceof ReaderScreen ? this.#screen.finding : null;
  }

  /**
   * Looks for words that were looked for before.
   * @param {string} words
   * @param {Partial<import("../api/find-api.js").FindParameters>} exactness
   */
  findAgain(words, exactness) {
    if (this.#screen instanceof ReaderScreen) void this.#screen.findAgain(words, exactness);
  }

  /** The selected words, as they are kept for the next visit; null where none are. */
  get selected() {
    return this.#screen instanceof ReaderScreen ? this.#screen.selected : null;
  }

  /**
   * Selects words again.
   * @param {unknown} kept
   */
  selectAgain(kept) {
    if (this.#screen instanceof ReaderScreen) void this.#screen.selectAgain(kept);
  }

  get position() {
    if (this.#screen instanceof ReaderScreen) return this.#screen.position;
    return this.#text?.loading === false ? { ...this.#open, at: this.#text.place } : this.#open;
  }

  /** The address follows what is shown. */
  noted() {
    this.#route.note(this.position, this.#versions.listed);
  }

  /** Another page or zoom is shown. */
  moved() {
    this.noted();
    this.#route.rest(this.position);
  }

  /**
   * Moves to another place of the document; the browser's Back leads to the one before.
   * @param {() => boolean} move returns whether it has led elsewhere
   * @returns {() => boolean} goes back there, if nothing has led further since; false where something has
   */
  step(move) {
    if (!(this.#screen instanceof ReaderScreen)) return move(), () => false;
    const from = this.#screen.exactPosition;
    if (!move()) return () => false;
    return this.#route.step(from, this.#screen.exactPosition, this.#versions.listed);
  }

  #showScreen() {
    const { version, compared, other } = this.#route.history;
    const known = this.#known;
    if (other) void this.#change(this.#screens.pair(other));
    else if (version !== null && compared !== null) void this.#change(this.#screens.comparison(version, compared, this.#open.page));
    else if (version === null && known?.id === this.id && opensAsBoard(known, this.#route.handler)) void this.#showBoard(known);
    else void this.#change(this.#screens.reader(this.#open, this.#kept));
  }

  /** @param {import("./document-screens.js").MakeScreen} make */
  async #change(make) {
    this.leave();
    const screen = make(this.#reading.next());
    this.#screen = screen;
    await this.#frame.change(screen);
    // A reader may leave the document to a board.
    if (this.#screen === screen && !this.#screens.isChoosing) this.#cameToRest();
  }

  /** @param {Document} document that is being opened */
  named(document) {
    this.#frame.name(opensAsBoard(document, this.#route.handler) ? stem(document.name) : document.name);
  }

  /** @param {Document} document that is shown now */
  update(document) {
    this.document = document;
    for (const kept of [this.#context.places, this.#context.views]) kept.guard(document);
    this.#versions.named(document.name);
    this.#frame.update(document);
  }

  /** @param {Document} document that the reader leaves to a board, which is shown then */
  isForBoard(document) {
    const { history, handler } = this.#route;
    const board = opensAsBoard(document, history.version === null ? handler : null);
    if (board) void this.#showBoard(document);
    return board;
  }

  /**
   * @param {Document} document that the reader leaves to the editor of texts, which is shown then
   * @param {{bytes: Uint8Array, whole: boolean}} text as far as the reader would show it
   */
  isForText(document, { bytes, whole }) {
    const { history: { version }, handler } = this.#route;
    const isWanted = version === null && !document.trashed && !this.#isRead && (handler ?? document.handler) === "text";
    if (!isWanted) return false;
    const file = whole ? readTextFile(bytes) : null;
    if (file) void this.#showText(document, file);
    else this.#context.notices.show({ text: whole ? say("This text is not in UTF-8. It is shown, and not edited.") : say("This text is too long to be edited here.") });
    return file !== null;
  }

  /**
   * @param {Document} document
   * @param {import("../text/text-file.js").TextFile} file its content, as it was read already
   */
  async #showText(document, file) {
    this.update(document);
    const make = await this.#screens.makeText(document, file, this.#open.at?.fraction.y ?? 0, this.#reading.current);
    if (make) return this.#change(make);
    if (this.#screens.isChoosing || this.#reading.current.aborted) return this.#cameToRest();
    this.#context.notices.show({ text: say("What opens this document only shows it. Choose another app with “Open in…” to change it.") });
    return this.read();
  }

  /** Lets the user change its text. */
  edit() {
    this.#isRead = false;
    this.#openWith(this.document?.handler === "text" ? null : "text");
  }

  /** Shows what is read of it, in place of the editor. */
  read() {
    const handler = this.document?.handler === "text" ? "viewer" : null;
    this.#isRead = handler === this.#route.handler;
    if (this.#isRead) void this.#change(this.#screens.reader(this.#open, this.#kept));
    else this.#openWith(handler);
  }

  /** @param {Document} document as it was, or is now */
  async #showBoard(document) {
    this.update(document);
    const make = await this.#screens.makeBoard(document, this.facts.board?.viewport ?? null, this.#reading.current);
    if (make) void this.#change(make);
    else if (!this.#screens.isChoosing) this.#cameToRest();
  }

  /** @param {Document} document */
  mayOpenIn(document) {
    return this.#context.opening.mayOpen(document);
  }

  /**
   * Lists what opens it.
   * @param {Document} document
   * @param {HTMLElement} anchor
   */
  openIn(document, anchor) {
    return this.#context.opening.list(document, anchor, (handler) => this.#openWith(handler)).then((isShown) => (isShown ? null : "failed"));
  }

  /** @param {string} tool */
  isWanted(tool) {
    return !unwantedActions(this.#context.choices).includes(tool);
  }

  /** @param {Document} document */
  webActions(document) {
    const { api, notices, opening: { handlers }, library: { types } } = this.#context;
    return webActionsOn(document, { api, notices, handlers, types });
  }

  /** @param {import("../shell/address.js").OwnHandler | null} handler one of Sheaf's; null for the document's default */
  #openWith(handler) {
    const isShown = handler === this.#route.handler && this.#route.history.version === null;
    if (isShown) this.#screen?.focus();
    else this.#route.openWith(handler, this.#versions.listed);
  }

  sendToDevice() {
    this.#context.sendToDevice();
  }

  /** @param {Document} document that is in the Trash */
  async takeBack(document) {
    const restored = await this.#context.actions.restore(document);
    if (restored) this.heard(restored);
  }

  /** @param {Document} copy in which a board goes on that was changed elsewhere, too */
  became(copy) {
    this.#route.id = copy.id;
    this.#versions.become(copy.id);
    this.noted();
  }
}
