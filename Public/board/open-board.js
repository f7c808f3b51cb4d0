/** A board that has been read: its model, what hands do with it, what is seen, and what saves it. */

import { BoardController } from "./board-controller.js";
import { BoardGestures } from "./gestures/board-gestures.js";
import { pressBoardKey, releaseBoardKey } from "./board-keys.js";
import { BoardModel } from "./board-model.js";
import { DocumentSaver } from "../saving/document-saver.js";
import { BoardToolbar } from "./board-toolbar.js";
import { BoardView } from "./board-view.js";
import { INKS, PEN_WIDTHS } from "../ink/ink-colors.js";
import { animationFrames, browserClock, randomId } from "../shell/browser.js";
import { ShapeTrail } from "./shape-trail.js";
import { GestureSurface, SurfaceRecorder, TouchOverlay } from "../gestures/index.js";
import { BoardExport, download } from "./board-exporting.js";
import { isHeldBeside } from "../shell/element.js";
import { isPlain, isPrintKey } from "../shell/keys.js";
import { whenModalOpens } from "../shell/modal.js";
import { astrayNote, emptyNote, showsNothing } from "./board-notes.js";
import { BOARD_TYPE, boardDraft } from "./saving/board-document.js";
import { boardFacts } from "./board-facts.js";
import { BoardMenuOpening } from "./board-menu-opening.js";
import { BoardPages } from "./board-pages.js";
import { addPages } from "./board-placing.js";
import { printBoard } from "./board-print.js";
import { PagePicker } from "./page-picker.js";
import { toggleTouches } from "../shell/shown-touches.js";
import { say } from "../shell/texts.js";

/** @typedef {import("./board-viewport.js").ViewportFacts} ViewportFacts */
/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */
/** @typedef {import("../saving/document-session.js").DocumentSession} DocumentSession */
/** @typedef {import("./saving/board-version.js").BoardVersion} BoardVersion */
/** @typedef {import("./page-picker.js").Choice} Choice */

/** The types whose documents have pages. */
const PAGED = Object.freeze(["public.composite-content", "public.image"]);

/**
 * @typedef {object} OpenBoardParts
 * @property {Api} api
 * @property {TypeTree} types
 * @property {DocumentSession | BoardVersion} store
 * @property {import("./saving/board-file.js").Board} board
 * @property {boolean} readOnly
 * @property {(state: import("../saving/autosave.js").SaveState) => void} [saving] called when saving gets on
 * @property {() => void} [behind] called when the document holds more than is shown
 * @property {import("./board-head.js").BoardHead} [head]
 */

/** @typedef {ScreenParts & OpenBoardParts} OpenBoardOptions */

export class OpenBoard {
  /** @type {readonly HTMLElement[]} */
  elements;
  #api;
  #types;
  #store;
  #model;
  #notices;
  #pages;
  #controller;
  #gestures;
  #surface;
  #view;
  #trail = new ShapeTrail();
  /** @type {DocumentSaver<import("./saving/board-file.js").Board>} */
  #saver;
  #export;
  #menus;

  /**
   * @param {OpenBoardOptions} options
   * @param {AbortSignal} signal
   */
  constructor(options, signal) {
    const { api, types, store, board, readOnly, router, notices, head } = options;
    this.#api = api;
    this.#types = types;
    this.#store = store;
    this.#notices = notices;
    this.#model = new BoardModel(board, { readOnly, pen: firstPen() });
    this.#pages = new BoardPages(
      api, types, (id, aspects) => this.#model.learnPages(id, aspects), signal,
    );
    this.#controller = new BoardController(this.#model, {
      frames: animationFrames, newId: randomId, inkChanged: () => this.#inkChanged(),
      still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
    this.#view = new BoardView(this.#model, this.#pages, () => this.#controller.liveStrokes, signal);
    this.#gestures = new BoardGestures(this.#controller, {
      back: () => router.back("/"), trail: (line, deletes) => this.#trail.show(line, deletes), menu: (id, { x, y }) => this.#menus.open(id, { x, y }),
    });
    this.#view.element.append(this.#trail.element);
    const { hitTest, remember } = this.#gestures;
    const surface = new GestureSurface(this.#view.element, { hitTest, remember }, signal);
    this.#surface = surface;
    TouchOverlay.of(document).watch(surface.arbiter, this.#view.element, signal);
    whenModalOpens(document, () => surface.interrupt(), signal);
    SurfaceRecorder.of(document).watch(surface, signal);
    // The saver outlives the screen: it still tries again to save what the user left unsaved.
    const { signal: saved } = new AbortController();
    const calls = { changed: () => options.saving?.(this.#saver.state), behind: () => options.behind?.() };
    this.#saver = new DocumentSaver(boardDraft(this.#model), store, browserClock(), calls, saved);
    if (!readOnly) store.follow(signal);
    this.#export = new BoardExport({
      stored: () => this.#saver.stored(), document: () => store.document, download,
      toast: (toast) => notices.show(toast), working: (text) => head?.working(text),
      rendition: (id, wanted) => api.rendition(id, wanted),
    }, signal);
    this.#menus = new BoardMenuOpening({
      controller: this.#controller, view: this.#view, store, parts: options, addPages: () => this.#pick(),
      making: () => this.#export.running, saveAsPDF: () => this.#saveAsPDF(),
      print: () => this.print(),
    });
    this.elements = this.#assemble(signal);
    document.addEventListener("keyup", (event) => releaseBoardKey(this.#controller, event), { signal });
    window.addEventListener("blur", () => this.#controller.editing.endNudge(), { signal });
    window.addEventListener("online", () => this.#saver.online(), { signal });
  }

  get controller() {
    return this.#controller;
  }

  get viewport() {
    return this.#model.viewport;
  }

  get pages() {
    return this.#pages;
  }

  get saver() {
    return this.#saver;
  }

  get loading() {
    return this.#view.loading || this.#pages.loading || this.#controller.gliding;
  }

  /** Whether a hand is on it: fingers are down, a stroke is being drawn, something that was thrown flies. */
  get isHeld() {
    return this.#surface.arbiter.touches.length > 0 || this.#controller.liveStrokes.length > 0 || this.#model.changing;
  }

  get facts() {
    return boardFacts(this.#model, this.#view.element.getBoundingClientRect(), this.#saver);
  }

  /** Whether closing the window now would lose something. */
  get losing() {
    return this.#saver.losing;
  }

  /**
   * Takes its place in the window: shows what was seen before, or else everything. Facts that the one does
   * not know are taken from the other.
   * @param {Partial<ViewportFacts> | null} before
   */
  settleIn(before) {
    const { clientWidth: width, clientHeight: height } = this.#view.element;
    this.#model.show(this.#model.viewport.with({ size: { width, height } }));
    this.#showAll();
    if (before) this.#model.show(this.#model.viewport.with(before));
    if (showsNothing(this.#model)) this.#showAll();
    if (!isHeldBeside(this.#view.element)) this.focus();
  }

  focus() {
    this.#view.element.focus({ preventScroll: true, focusVisible: false });
  }

  /**
   * Has in the hand what one had there on another board.
   * @param {OpenBoard} other
   */
  takeTool({ controller: { model: { tool, pen } } }) {
    this.#model.takePen(pen);
    this.#model.use(tool);
  }

  /** Everything, or one thing where no zoom shows all of them. */
  #showAll() {
    this.#controller.camera.fitAll();
    const [first] = [...this.#model.board.cards, ...this.#model.board.strokes];
    const frame = first && showsNothing(this.#model) ? this.#model.bounds([first.id]) : null;
    if (frame) this.#model.show(this.#model.viewport.fitting(frame));
  }

  /** @param {Document} document that has changed, perhaps one that lies here */
  heard(document) {
    this.#pages.heard(document);
  }

  /** Any document that lies here may have become another. */
  refresh() {
    void this.#pages.refresh();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key === "Escape" && this.#gestures.isHolding) return this.#gestures.revert(), true;
    if (this.#menus.pressedOnCard(event)) return true;
    if (isPrintKey(event)) return void this.print(), true;
    const own = isPlain(event) ? this.#keys.get(event.key) : null;
    own?.();
    return own ? true : pressBoardKey(this.#controller, event);
  }

  /** @type {ReadonlyMap<string, () => void>} */
  #keys = new Map([["a", () => this.#pick()], ["t", toggleTouches], ["s", () => void this.#saveAsPDF()]]);

  /**
   * Once more while one is being made stops that.
   * @returns {import("../shell/actions.js").Outcome | Promise<import("../shell/actions.js").Outcome>}
   */
  #saveAsPDF() {
    if (!this.#store.current) return "failed";
    if (this.#export.running) return this.#export.stop(), "done";
    this.#controller.settle();
    return this.#export.start();
  }

  /** @param {Choice} choice */
  add(choice) {
    this.#pages.want(choice.document.id);
    const [first] = addPages(this.#model, choice, randomId);
    if (first) requestAnimationFrame(() => this.#view.focusCard(first));
  }

  /** @returns {Promise<import("../shell/actions.js").Outcome>} */
  async print() {
    if (await printBoard(this.#model, this.#pages)) return "done";
    this.#notices.show({ text: say("There is nothing on this board to print.") });
    return "failed";
  }

  /** Hands over what is not, as far as no gesture is under way. */
  handOver() {
    if (!this.#model.changing) this.#saver.flush();
  }

  /**
   * Decides what becomes of a conflict, once everything was handed over.
   * @param {import("../api/session-api.js").Decision} keep
   * @returns {Promise<boolean>} whether the document is to be read again
   * @throws {ApiProblem}
   */
  decide(keep) {
    this.#controller.settle();
    return this.#saver.decide(keep);
  }

  /** Saves what is not saved, in a way that outlives the page. */
  leave() {
    this.#controller.settle();
    this.#saver.flush(true);
  }

  #inkChanged() {
    this.#view.invalidate();
  }

  /** @param {AbortSignal} signal */
  #assemble(signal) {
    const stage = this.#view.element;
    const addPages = () => this.#pick();
    const tools = new BoardToolbar(this.#controller, { addPages, more: (anchor) => this.#menus.openWhole(anchor) }, signal);
    const empty = emptyNote(this.#model.readOnly ? null : addPages, signal);
    const update = () => {
      const { cards, strokes } = this.#model.board;
      stage.dataset.tool = this.#model.tool;
      empty.hidden = cards.length + strokes.length > 0;
    };
    this.#model.subscribe((change) => (change === "viewport" || change === "selection" ? undefined : update()), signal);
    update();
    const showAll = () => {
      this.#controller.camera.catch();
      this.#showAll();
      this.focus();
    };
    return [tools.element, stage, empty, astrayNote(this.#model, showAll, signal)];
  }

  #pick() {
    if (this.#model.readOnly) return;
    const offered = (/** @type {Document} */ { type }) => type !== BOARD_TYPE
      && PAGED.some((paged) => this.#types.conforms(type, paged));
    new PagePicker(this.#api, offered, (choice) => this.add(choice)).open();
  }
}

/** @returns {import("./board-model.js").Pen} */
function firstPen() {
  return { color: INKS[1]?.color ?? "", width: PEN_WIDTHS[1]?.width ?? 4 };
}
