/**
 * A document that is open: the screen that its kind calls for, its versions beside it, and over it a line that says so
 * where it is not what the document is now.
 *
 *     now ──choose a version──► a version ──compare──► a comparison
 *      ▲ ◄──────Escape───────────── │ ◄────Escape──────────┘ │
 *      └────────────restored────────┴────────────────────────┘
 */

import { NO_HISTORY, documentPath } from "../shell/address.js";
import { isControl, isPlain, isTyping } from "../shell/keys.js";
import { LazyModule } from "../shell/lazy-module.js";
import { Timer } from "../shell/timer.js";
import { ApiProblem } from "../api/api-problem.js";
import { isEditable } from "../api/opener-api.js";
import { mayBeShownOnly, opensAsBoard, stem } from "../board/saving/board-document.js";
import { ComparisonScreen } from "../history/comparison-screen.js";
import { CurrentContent } from "../reader/current-content.js";
import { DocumentFrame } from "./document-frame.js";
import { DocumentVersions } from "../history/document-versions.js";
import { ReaderScreen } from "../reader/reader-screen.js";
import { downloadOf } from "../api/page-source.js";
import { VersionContent } from "../history/version-content.js";

/** @typedef {import("../shell/address.js").DocumentAddress} DocumentAddress */
/** @typedef {import("../shell/address.js").HistoryParameters} HistoryParameters */
/** @typedef {import("../shell/address.js").OpenParameters} OpenParameters */
/** @typedef {import("../shell/address.js").OwnHandler} OwnHandler */
/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */
/** @typedef {import("../board/board-screen.js").BoardScreen} BoardScreen */
/** @typedef {import("../board/board-screen.js").ReadOnlyBoardScreen} ReadOnlyBoardScreen */

/** @typedef {typeof import("../board/board-screen.js")} BoardScreens */
/** @typedef {ReaderScreen | BoardScreen | ReadOnlyBoardScreen | ComparisonScreen} Screen */

/**
 * @typedef {object} OpenedContext
 * @property {Api} api
 * @property {Promise<TypeTree>} types
 * @property {() => TypeTree} learned the types as far as they are known by now
 * @property {import("../shell/router.js").Router} router
 * @property {import("../board/board-views.js").BoardViews} views what was seen of boards
 * @property {import("../reader/document-places.js").DocumentPlaces} places where somebody was in documents
 * @property {import("../board/saving/unsaved-boards.js").UnsavedBoards} unsaved boards that are left before they are stored
 * @property {import("../api/notices.js").Notices} notices
 * @property {Pick<import("../board/board-adding.js").BoardAdding, "choose">} adding
 * @property {Pick<import("../board/board-opening.js").BoardOpening, "take">} boards
 * @property {Pick<import("../library/document-actions.js").DocumentActions, "restore">} actions
 * @property {Pick<import("../library/document-opening.js").DocumentOpening, "list">} opening
 * @property {DocumentAddress} address
 * @property {Document | null} known the document, where the library lists it
 */

/**
 * What its screens call.
 * @typedef {object} OpenedCalls
 * @property {(problem: ApiProblem) => void} failed called with each refusal
 * @property {(toast: import("../shell/toasts.js").Toast) => void} toast
 * @property {(document: Document, page: import("../api/page-names.js").NamedPage, anchor: HTMLElement) => void} addToBoard
 * @property {(document: Document) => void} takeBack takes it out of the Trash
 * @property {(document: Document, anchor: HTMLElement) => void} openIn lists what opens it
 */

export { SurfaceRecorder } from "../gestures/index.js";

/** The screens of boards. */
export const boards = new LazyModule(() => import("../board/board-screen.js"));

/** How long somebody is to stay at a place before it is kept. */
const REST_MILLISECONDS = 300;

export class OpenedDocument {
  #context;
  #calls;
  #id;
  #frame;
  #versions;
  /** @type {HistoryParameters} */
  #shown = NO_HISTORY;
  /** @type {OpenParameters} */
  #open;
  /**
   * What shows it this once, where that is not its default.
   * @type {OwnHandler | null}
   */
  #handler = null;
  /** @type {Screen | null} */
  #screen = null;
  #reading = new AbortController();
  /**
   * What was heard of it last while its screen was coming.
   * @type {{document: Document, anew: boolean} | null}
   */
  #missed = null;
  /** Whether the server is asked if a board may be edited. */
  #asking = false;
  #placing;

  /**
   * @param {OpenedContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    const calls = callsOf(context);
    this.#context = context;
    this.#calls = calls;
    this.#id = context.address.id;
    this.#open = context.address.open;
    this.#placing = new Timer(signal);
    window.addEventListener("pagehide", () => this.#placing.pending && this.#keepPlace(), { signal });
    signal.addEventListener("abort", () => this.#reading.abort());
    this.#versions = new DocumentVersions({ api: context.api, id: this.#id }, {
      go: (history) => this.#go(history), stored: () => this.#stored(), listed: () => this.#noted(),
      focusBack: () => this.#screen?.focus(), heard: (document) => this.heard(document),
      failed: calls.failed, toast: calls.toast,
    }, signal);
    this.#frame = new DocumentFrame(this.#versions, {
      takeBack: calls.takeBack, back: () => context.router.back("/"),
    }, signal);
    if (context.known) this.#named(context.known);
  }

  get element() {
    return this.#frame.element;
  }

  get id() {
    return this.#id;
  }

  /** The board that is edited here. */
  get #edited() {
    const screen = this.#screen;
    return boards.loaded && screen instanceof boards.loaded.BoardScreen ? screen : null;
  }

  /** The board that is only looked at. */
  get #lookedAt() {
    const screen = this.#screen;
    return boards.loaded && screen instanceof boards.loaded.ReadOnlyBoardScreen ? screen : null;
  }

  /** What `inspect` tells of it. */
  get facts() {
    const screen = this.#screen;
    const { version, compared } = this.#shown;
    return {
      view: screen?.view ?? /** @type {const} */ ("reader"), version,
      reader: screen instanceof ReaderScreen ? screen.facts : null,
      board: (this.#edited ?? this.#lookedAt)?.facts ?? null,
      comparison: screen instanceof ComparisonScreen ? { with: compared, ...screen.facts } : null,
      versions: this.#versions.facts,
    };
  }

  get loading() {
    return this.#asking || (this.#screen?.loading ?? true) || this.#versions.loading || this.#frame.changing;
  }

  /** Whether leaving now would lose something. */
  get losing() {
    return this.#edited?.losing ?? false;
  }

  /** Whether it has an undo of its own. */
  get undoes() {
    return this.#edited !== null;
  }

  /**
   * Shows what an address says of it.
   * @param {DocumentAddress} address
   */
  show({ open, isNamed, history, handler }) {
    const first = this.#screen === null;
    const same = !first && history.version === this.#shown.version && history.compared === this.#shown.compared
      && handler === this.#handler;
    this.#shown = history;
    this.#handler = handler;
    const isNew = !same && history.version === null;
    this.#open = isNew ? this.#context.places.restore(this.#id, open, isNamed) : open;
    this.#versions.show(history, first);
    if (!same) this.#showScreen();
    else if (this.#screen instanceof ReaderScreen) this.#screen.goTo(open);
  }

  /**
   * Shows it with another of Sheaf's handlers, this once. Whoever goes back sees it as before.
   * @param {OwnHandler | null} handler null for its default
   */
  openWith(handler) {
    const { router } = this.#context;
    if (handler === this.#handler && this.#shown.version === null) return this.#screen?.focus();
    const path = documentPath(this.#id, undefined, { ...NO_HISTORY, listed: this.#versions.listed }, handler);
    if (handler === null) router.down(path);
    else if (this.#handler === null && this.#shown.version === null) router.go(path, true);
    else router.replace(path);
  }

  /** Saves what is not saved, and gives the document back to others. */
  leave() {
    if (this.#placing.pending) this.#keepPlace();
    this.#edited?.close();
  }

  /**
   * @param {Document} document that has changed, perhaps another one whose page is seen here
   * @param {boolean} anew whether it may have gone back to what it was before
   */
  heard(document, anew = false) {
    this.#screen?.heard(document, anew);
    if (document.id !== this.#id) return;
    if (this.#frame.changing) this.#missed = { document, anew };
    this.#versions.heard(document);
    this.#tell(document);
    const isNow = this.#shown.version === null && !document.trashed;
    if (isNow && this.#lookedAt?.isBehind(document)) this.#showBoard(document);
  }

  /** @param {Document} document that was removed for good; what is seen of it stays until somebody leaves */
  removed(document) {
    if (document.id === this.#id) this.#frame.tellRemoved();
  }

  /** What happened while nobody listened is not told again: it is looked at. */
  async refresh() {
    await this.#readAnew(false);
  }

  /** What is known of it, and of what is seen on it, may be of another state of the server: it is looked at again. */
  async reset() {
    await this.#readAnew(true);
  }

  /** @param {boolean} anew whether it may have gone back to what it was before */
  async #readAnew(anew) {
    this.#versions.refresh();
    (this.#edited ?? this.#lookedAt)?.refresh();
    await this.#look(anew);
  }

  /** @param {boolean} anew whether it may have gone back to what it was before */
  async #look(anew) {
    try {
      this.heard(await this.#context.api.document(this.#id, this.#reading.signal), anew);
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (problem.code === "not-found") this.#frame.tellMissing();
      else if (problem.code !== "aborted") this.#calls.failed(problem);
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const onControl = (event.key === " " || event.key === "Enter") && isControl(event.target);
    if (event.key === "Escape" && this.#versions.dismiss(event.target)) return true;
    if (isTyping(event.target)) return event.key === "Escape" && !this.undoes && this.#escape();
    if (isPlain(event) && this.#versions.pressed(event.key)) return true;
    if (!onControl && this.#screen?.pressed(event)) return true;
    return event.key === "Escape" && this.#escape();
  }

  /**
   * From a comparison to the version, from there to what the document is now, from there to the library; but no board is left
   * by a key that ends so many things on it.
   */
  #escape() {
    const { version, compared } = this.#shown;
    if (version === null && this.#screen?.view === "board") return false;
    if (version === null) this.#context.router.back("/");
    else if (compared !== null) this.#go({ ...this.#shown, compared: null });
    else this.#go({ ...NO_HISTORY, listed: this.#versions.listed });
    return true;
  }

  /** @param {HistoryParameters} history */
  #go(history) {
    const { router } = this.#context;
    const path = documentPath(this.#id, this.#position, history, this.#handler);
    if (history.version === null) router.down(path);
    else if (this.#shown.version === null) router.go(path, true);
    else router.replace(path);
  }

  get #position() {
    return this.#screen instanceof ReaderScreen ? this.#screen.position : this.#open;
  }

  /** The address says where somebody is. */
  #noted() {
    const history = { ...this.#shown, listed: this.#versions.listed };
    this.#context.router.note(documentPath(this.#id, this.#position, history, this.#handler));
  }

  /** Where somebody is, is kept when they have come to rest there. */
  #moved() {
    this.#noted();
    if (this.#shown.version === null) this.#placing.set(REST_MILLISECONDS, () => this.#keepPlace());
  }

  #keepPlace() {
    this.#placing.clear();
    if (this.#screen instanceof ReaderScreen) this.#context.places.keep(this.#id, this.#screen.position);
  }

  #stored() {
    return this.#edited?.stored() ?? Promise.resolve("");
  }

  #showScreen() {
    const { version, compared } = this.#shown;
    const { known } = this.#context;
    if (version !== null && compared !== null) void this.#change((signal) => this.#comparison(version, compared, signal));
    else if (version === null && known?.id === this.#id && opensAsBoard(known, this.#handler)) this.#showBoard(known);
    else void this.#change((signal) => this.#reader(version, signal));
  }

  /** @param {(signal: AbortSignal) => Screen} make */
  async #change(make) {
    this.leave();
    this.#reading.abort();
    this.#reading = new AbortController();
    const screen = make(this.#reading.signal);
    this.#screen = screen;
    this.#missed = null;
    await this.#frame.change(screen);
    if (this.#screen === screen) this.#catchUp(screen);
  }

  /** @param {Screen} screen that had nothing, while it came, to hold against what was heard */
  #catchUp(screen) {
    if (this.#missed) screen.heard(this.#missed.document, this.#missed.anew);
  }

  /**
   * @param {number | null} version
   * @param {AbortSignal} signal
   */
  #reader(version, signal) {
    const { api, types } = this.#context;
    const now = { id: this.#id, handler: this.#handler };
    const content = version === null ? new CurrentContent(api, types, now, (document) => this.#named(document)) : new VersionContent(
      api, this.#versions.api, { id: this.#id, number: version }, (found) => this.#versions.opened(found),
    );
    return new ReaderScreen({ content, types, id: this.#id, open: this.#open }, {
      ...this.#screenCalls, moved: () => this.#moved(), addToBoard: this.#calls.addToBoard,
      elsewhere: (document) => this.#isForBoard(document), opened: (document) => this.#tell(document),
    }, signal);
  }

  /** @param {Document} document that is being opened */
  #named(document) {
    this.#frame.name(opensAsBoard(document, this.#handler) ? stem(document.name) : document.name);
  }

  /** @param {Document} document */
  #tell(document) {
    this.#versions.named(document.name);
    this.#frame.tell(document);
  }

  get #screenCalls() {
    const { router } = this.#context;
    return {
      back: () => router.back("/"), failed: this.#calls.failed, toast: this.#calls.toast,
      open: (/** @type {string} */ id) => router.go(documentPath(id)),
      versions: (/** @type {HTMLElement | null} */ anchor) => this.#versions.toggle(anchor),
      openIn: this.#calls.openIn,
    };
  }

  /** @param {Document} document */
  #isForBoard(document) {
    const board = opensAsBoard(document, this.#shown.version === null ? this.#handler : null);
    if (board) this.#showBoard(document);
    return board;
  }

  /**
   * An earlier version, a board in the Trash, and one for which a viewer was chosen are looked at and not changed.
   * @param {Document} document as it was, or is now
   */
  #showBoard(document) {
    const { version } = this.#shown;
    const screens = boards.loaded;
    this.#tell(document);
    if (!screens) void this.#fetchBoards(document);
    else if (version !== null || document.trashed) void this.#change((signal) => this.#oldBoard(screens, document, version, signal));
    else if (mayBeShownOnly(document)) void this.#showAsAllowed(screens, document);
    else void this.#change((signal) => this.#board(screens, document, signal));
  }

  /**
   * Shows a board once the screens of boards are here, unless something else is to be shown by then.
   * @param {Document} document
   */
  async #fetchBoards(document) {
    const { signal } = this.#reading;
    if (this.#asking) return;
    this.#asking = true;
    const isHere = await this.#context.notices.load(boards);
    this.#asking = false;
    if (isHere && !signal.aborted) this.#showBoard(document);
  }

  /**
   * Who cannot be asked is no reason to keep somebody from a board: the server has the last word when it is saved.
   * @param {BoardScreens} screens
   * @param {Document} document whose handler is somebody else's
   */
  async #showAsAllowed(screens, document) {
    const { signal } = this.#reading;
    this.#asking = true;
    const editable = await isEditable(this.#context.api, document.id, signal).catch(() => true);
    this.#asking = false;
    if (signal.aborted) return;
    void this.#change((reading) => (editable ? this.#board(screens, document, reading) : this.#oldBoard(screens, document, null, reading)));
  }

  /**
   * @param {BoardScreens} screens
   * @param {Document} document
   * @param {AbortSignal} signal
   */
  #board({ BoardScreen }, document, signal) {
    const { api, learned, views, unsaved, boards } = this.#context;
    const context = { api, types: learned(), document, ...boards.take(document.id), views, unsaved };
    return new BoardScreen(context, {
      ...this.#screenCalls, moved: (copy) => this.#became(copy),
    }, signal);
  }

  /** @param {Document} copy in which a board goes on that was changed elsewhere, too */
  #became(copy) {
    this.#id = copy.id;
    this.#versions.become(copy.id);
    this.#noted();
  }

  /**
   * @param {BoardScreens} screens
   * @param {Document} document
   * @param {number | null} version
   * @param {AbortSignal} signal
   */
  #oldBoard({ ReadOnlyBoardScreen }, document, version, signal) {
    const { api, learned } = this.#context;
    const before = this.facts.board?.viewport ?? null;
    const text = (/** @type {AbortSignal} */ wanted) => (
      version === null ? api.text(document, wanted) : this.#versions.api.text(this.#id, version, wanted)
    );
    const download = version === null ? downloadOf(document) : this.#versions.downloadOf(version, document.name);
    return new ReadOnlyBoardScreen({ api, types: learned(), document, text, download, before }, this.#screenCalls, signal);
  }

  /**
   * @param {number} from
   * @param {number | "now"} to
   * @param {AbortSignal} signal
   */
  #comparison(from, to, signal) {
    const { api, types } = this.#context;
    const context = { api, versions: this.#versions.api, types, id: this.#id, from, to, page: this.#open.page };
    return new ComparisonScreen(context, {
      ...this.#screenCalls, opened: (found) => this.#versions.opened(found),
    }, signal);
  }
}

/**
 * @param {OpenedContext} context
 * @returns {OpenedCalls}
 */
function callsOf({ notices, adding, actions, opening }) {
  return {
    failed: (problem) => notices.refused(problem), toast: (toast) => notices.show(toast),
    addToBoard: (...what) => void adding.choose(...what), takeBack: (document) => void actions.restore(document),
    openIn: (document, anchor) => void opening.list(document, anchor),
  };
}
