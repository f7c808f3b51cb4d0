/** A board that has been read: its model, what hands do with it, what is seen, and what saves it. */

import { BoardController } from "../board/board-controller.js";
import { serializeBoard } from "../board/board-file.js";
import { BoardGestures } from "../board/board-gestures/board-gestures.js";
import { pressBoardKey } from "../board/board-keys.js";
import { BoardModel } from "../board/board-model.js";
import { BoardSaver } from "../board/board-saver.js";
import { BoardToolbar } from "../board/board-toolbar.js";
import { BoardView } from "../board/board-view.js";
import { INKS, PEN_WIDTHS } from "../board/ink-colors.js";
import { randomId } from "../board/random-id.js";
import { ShapeTrail } from "../board/shape-trail.js";
import { boundsOf, meet } from "../geometry/bounds.js";
import { GestureSurface, TouchOverlay } from "../gestures/index.js";
import { announce } from "../shell/announcer.js";
import { download } from "../shell/download.js";
import { button, element, icon } from "../shell/element.js";
import { openMenu } from "../shell/menu.js";
import { BoardExport } from "./board-exporting.js";
import { BOARD_TYPE, fitsLeaving } from "./board-document.js";
import { boardFacts } from "./board-facts.js";
import { deskMenu, itemMenu } from "./board-menus.js";
import { BoardPageSource } from "./board-page-source.js";
import { addPages } from "./board-placing.js";
import { printBoard } from "./board-printing.js";
import { PagePicker } from "./page-picker.js";
import { downloadOf } from "./page-source.js";

/** @typedef {import("../board/board-viewport.js").ViewportFacts} ViewportFacts */
/** @typedef {import("../workspace/api.js").Api} Api */
/** @typedef {import("../workspace/api.js").Document} Document */
/** @typedef {import("../workspace/type-tree.js").TypeTree} TypeTree */
/** @typedef {import("./board-document.js").BoardDocument} BoardDocument */
/** @typedef {import("./page-picker.js").Choice} Choice */

/** The types whose documents have pages. */
const PAGED = Object.freeze(["public.composite-content", "public.image"]);

/**
 * @typedef {object} OpenBoardOptions
 * @property {Api} api
 * @property {TypeTree} types
 * @property {BoardDocument} store
 * @property {import("../board/board-file.js").Board} board
 * @property {boolean} readOnly
 * @property {(state: import("../board/autosave.js").SaveState) => void} saving called when saving gets on
 * @property {() => void} back leaves the board
 * @property {(document: string) => void} open opens another document
 * @property {import("./board-exporting.js").ExportPorts["toast"]} toast
 * @property {import("./board-exporting.js").ExportPorts["working"]} working
 */

export class OpenBoard {
  /** @type {readonly HTMLElement[]} */
  elements;
  #api;
  #types;
  #store;
  #model;
  #pages;
  #calls;
  #controller;
  #gestures;
  #view;
  #trail = new ShapeTrail();
  #touches = TouchOverlay.of(document);
  /** @type {BoardSaver} */
  #saver;
  #export;

  /**
   * @param {OpenBoardOptions} options
   * @param {AbortSignal} signal
   */
  constructor({ api, types, store, board, readOnly, saving, back, open, toast, working }, signal) {
    this.#api = api;
    this.#calls = { addPages: () => this.#pick(), open };
    this.#types = types;
    this.#store = store;
    this.#model = new BoardModel(board, { readOnly, pen: firstPen() });
    this.#pages = new BoardPageSource(
      api, types, (id, aspects) => this.#model.learnPages(id, aspects), signal,
    );
    this.#controller = new BoardController(this.#model, {
      frames: animationFrames, newId: randomId, inkChanged: () => this.#inkChanged(),
      still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
    this.#view = new BoardView(this.#model, this.#pages, () => this.#controller.liveStrokes, signal);
    this.#gestures = new BoardGestures(this.#controller, {
      back, trail: (line, deletes) => this.#trail.show(line, deletes), menu: (id, { x, y }) => this.#pressMenu(id, { x, y }),
    });
    this.#view.element.append(this.#trail.element);
    const surface = new GestureSurface(this.#view.element, { hitTest: this.#gestures.hitTest }, signal);
    this.#touches.watch(surface.arbiter, this.#view.element, signal);
    // It outlives the screen: what could not be saved before somebody left is still tried again.
    const { signal: saved } = new AbortController();
    this.#saver = new BoardSaver(this.#model, store, browserClock(), () => saving(this.#saver.state), saved);
    this.#export = new BoardExport({
      stored: () => this.#saver.stored(), document: () => store.document, download, toast, working,
      rendition: (id, wanted) => api.rendition(id, wanted),
    }, signal);
    this.elements = this.#assemble(signal);
  }

  get controller() {
    return this.#controller;
  }

  get viewport() {
    return this.#model.viewport;
  }

  get saver() {
    return this.#saver;
  }

  get loading() {
    return this.#view.loading || this.#pages.loading || this.#controller.gliding;
  }

  get facts() {
    return boardFacts(this.#model, this.#view.element.getBoundingClientRect(), this.#saver);
  }

  /** Whether leaving now would lose something. */
  get losing() {
    return this.#saver.unsaved && !fitsLeaving(serializeBoard(this.#model.board));
  }

  /**
   * Takes its place in the window: shows what was seen before, or else everything.
   * @param {ViewportFacts | null} before
   */
  settleIn(before) {
    const { clientWidth: width, clientHeight: height } = this.#view.element;
    this.#model.show(this.#model.viewport.with({ size: { width, height } }));
    if (before) this.#model.show(this.#model.viewport.with(before));
    if (!before || !this.#showsAnything()) this.#controller.camera.fitAll();
    this.#view.element.focus({ preventScroll: true, focusVisible: false });
  }

  /** What was seen before may be empty by now. */
  #showsAnything() {
    const [all, seen] = [this.#model.bounds(), boundsOf(this.#model.viewport.corners)];
    return all === null || (seen !== null && meet(all, seen));
  }

  /** @param {Document} document that has changed, perhaps one that lies here */
  heard(document) {
    this.#pages.heard(document);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key === "Escape" && this.#gestures.isHolding) return this.#gestures.revert(), true;
    if (this.#pressedOnCard(event)) return true;
    const own = event.ctrlKey || event.metaKey || event.altKey ? null : this.#keys.get(event.key);
    own?.();
    return own ? true : pressBoardKey(this.#controller, event);
  }

  /**
   * Keys beside those of `board-keys.js`.
   * @type {ReadonlyMap<string, () => void>}
   */
  #keys = new Map([["a", () => this.#pick()], ["t", () => this.#showTouches()], ["s", () => this.#saveAsPDF()]]);

  /** Once more while one is being made stops that. */
  #saveAsPDF() {
    if (this.#export.running) return this.#export.stop();
    this.#controller.settle();
    return void this.#export.start();
  }

  /** Fingers can be seen, for films and demonstrations, or not any more. */
  #showTouches() {
    this.#touches.enabled = !this.#touches.enabled;
    announce(this.#touches.enabled ? "Touches are shown" : "Touches are hidden");
  }

  /**
   * Lays pages on the board.
   * @param {Choice} choice
   */
  add(choice) {
    this.#pages.want(choice.document.id);
    const [first] = addPages(this.#model, choice, randomId);
    if (first) requestAnimationFrame(() => this.#view.focusCard(first));
  }

  /** Saves what is not saved, in a way that outlives the page. */
  leave() {
    this.#controller.settle();
    this.#saver.flush(true);
  }

  #inkChanged() {
    this.#view.invalidate();
  }

  /**
   * Space and Enter select the card that has the focus; the menu key opens its menu.
   * @param {KeyboardEvent} event
   */
  #pressedOnCard(event) {
    const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    const id = isMenuKey || event.key === " " || event.key === "Enter" ? this.#view.cardAt(event.target) : null;
    if (!id) return false;
    const { selection } = this.#model;
    if (isMenuKey) return this.#menuOf(id), true;
    const others = event.shiftKey ? [...selection].filter((other) => other !== id) : [];
    this.#model.select(selection.has(id) ? others : [...others, id]);
    return true;
  }

  /**
   * By the keyboard: in the middle of the card.
   * @param {string} id
   */
  #menuOf(id) {
    const card = this.#model.board.cards.find((other) => other.id === id);
    if (!this.#model.selection.has(id)) this.#model.select([id]);
    if (card) this.#pressMenu(id, this.#model.viewport.toView(card));
  }

  /**
   * @param {string | null} id
   * @param {import("../geometry/vec.js").Vec} point of the view
   */
  #pressMenu(id, point) {
    const items = id === null ? deskMenu(this.#controller, this.#calls) : itemMenu(this.#controller, id, this.#calls);
    if (items.length === 0) return;
    const { left, top } = this.#view.element.getBoundingClientRect();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const anchor = focused && this.#view.element.contains(focused) ? focused : this.#view.element;
    openMenu(anchor, id === null ? "Board" : "Card", items, { x: point.x + left, y: point.y + top });
  }

  /** @param {AbortSignal} signal */
  #assemble(signal) {
    const stage = this.#view.element;
    const calls = { ...this.#calls, more: (/** @type {HTMLElement} */ anchor) => this.#more(anchor) };
    const tools = new BoardToolbar(this.#controller, calls, signal);
    const empty = this.#emptyNote(signal);
    const update = () => {
      const { cards, strokes } = this.#model.board;
      stage.dataset.tool = this.#model.tool;
      empty.hidden = cards.length + strokes.length > 0;
    };
    this.#model.subscribe(update, signal);
    update();
    return [tools.element, stage, empty];
  }

  /** @param {AbortSignal} signal */
  #emptyNote(signal) {
    const note = element(
      "div", { class: "board-empty empty" }, icon("empty-board"), element("h2", {}, "Lay out some pages"),
    );
    const text = "Add pages of your documents, move them about, and write on them with the pen.";
    if (this.#model.readOnly) return note;
    note.append(element("p", {}, text), button(
      { label: "Add pages", icon: "add", text: true, class: "primary large" }, () => this.#pick(), signal,
    ));
    return note;
  }

  #pick() {
    if (this.#model.readOnly) return;
    const offered = (/** @type {Document} */ { type }) => type !== BOARD_TYPE
      && PAGED.some((paged) => this.#types.conforms(type, paged));
    new PagePicker(this.#api, offered, (choice) => this.add(choice)).open();
  }

  /** @param {HTMLElement} anchor */
  #more(anchor) {
    const touches = this.#touches.enabled ? "Hide touches" : "Show touches";
    openMenu(anchor, "Board", [
      { label: "Show everything", icon: "fit", act: () => this.#controller.camera.fitAll() },
      {
        label: this.#export.running ? "Stop making the PDF" : "Save as PDF", icon: this.#export.running ? "close" : "document",
        act: () => this.#saveAsPDF(),
      },
      { label: "Print", icon: "print", act: () => void printBoard(this.#model, this.#pages) },
      { label: touches, icon: "touch", act: () => this.#showTouches() },
      { label: "Download", icon: "download", download: downloadOf(this.#store.document) },
    ]);
  }
}

/** @returns {import("../board/board-model.js").Pen} */
function firstPen() {
  return { color: INKS[1]?.color ?? "", width: PEN_WIDTHS[1]?.width ?? 4 };
}

/** @param {(milliseconds: number) => void} step */
function animationFrames(step) {
  let start = -1;
  const next = (/** @type {number} */ now) => {
    if (start < 0) start = now;
    frame = requestAnimationFrame(next);
    step(now - start);
  };
  let frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}

/** @returns {import("../board/board-saver.js").SaverClock} */
function browserClock() {
  return {
    now: () => performance.now(),
    after: (milliseconds, action) => {
      const handle = setTimeout(action, milliseconds);
      return () => clearTimeout(handle);
    },
    chance: Math.random,
  };
}
