/**
 * A board that is open: its content with undo, what is selected, what is seen, and the pen. It knows no
 * pixels and no network. Observers of changes subscribe.
 */

import { itemsOf, nameOfCommand, perform } from "./board-commands.js";
import { BoardViewport } from "./board-viewport.js";
import { cardBounds } from "./card-geometry.js";
import { PageAspects } from "./page-aspects.js";
import { unionOf } from "../gestures/geometry/index.js";
import { strokeBounds } from "../ink/stroke-geometry.js";
import {
  amend, beginGroup, change, endGroup, keepGroup, markOf, redo, retracted, startHistory, undo,
} from "./undo-history.js";

/** @typedef {import("./board-commands.js").Command} Command */
/** @typedef {import("./saving/board-file.js").Board} Board */
/** @typedef {import("./saving/board-file.js").Card} Card */
/** @typedef {import("./undo-history.js").History} History */

/** @typedef {"select" | "pen"} Tool */
/** @typedef {{readonly color: string, readonly width: number}} Pen */

/**
 * A kind of change: the content, an undo or redo of it, the selection or the visible part. Or pages whose proportions
 * have become known, the tool or pen.
 * @typedef {"content" | "replayed" | "selection" | "viewport" | "pages" | "tool"} Change
 */

export class BoardModel {
  #history;
  #readOnly;
  #viewport = new BoardViewport({});
  /** @type {ReadonlySet<string>} */
  #selection = new Set();
  /** @type {Tool} */
  #tool = "select";
  /** @type {Pen} */
  #pen;
  #aspects = new PageAspects();
  #flights = 0;
  /** @type {Set<(change: Change) => void>} */
  #listeners = new Set();

  /**
   * @param {Board} board
   * @param {{readOnly?: boolean, pen: Pen}} options
   */
  constructor(board, { readOnly = false, pen }) {
    this.#history = startHistory(board);
    this.#readOnly = readOnly;
    this.#pen = pen;
  }

  /** @returns {Board} */
  get board() {
    return this.#history.present;
  }

  get readOnly() {
    return this.#readOnly;
  }

  get viewport() {
    return this.#viewport;
  }

  get selection() {
    return this.#selection;
  }

  get tool() {
    return this.#tool;
  }

  get pen() {
    return this.#pen;
  }

  /** How many steps can be undone and redone, and what they are called. */
  get steps() {
    const { past, future } = this.#history;
    return {
      undo: past.length, redo: future.length,
      undoName: past[past.length - 1]?.name ?? "", redoName: future[future.length - 1]?.name ?? "",
    };
  }

  /** Whether a gesture, or what it has set in motion, is changing the content at this moment. */
  get changing() {
    return this.#history.open !== null || this.#flights > 0;
  }

  /**
   * Calls back after every change, until the signal aborts.
   * @param {(change: Change) => void} listener
   * @param {AbortSignal} signal
   */
  subscribe(listener, signal) {
    this.#listeners.add(listener);
    signal.addEventListener("abort", () => this.#listeners.delete(listener));
  }

  /**
   * Does something to the board; one step of undo unless a group is open. A board that is read only stays.
   * @param {Command} command
   * @param {string} [name] of the step
   */
  run(command, name = nameOfCommand(command)) {
    if (this.#readOnly) return;
    this.#take(change(this.#history, perform(this.board, command), name), "content");
  }

  /**
   * All commands until {@link endGroup} are one step; groups nest.
   * @param {string} name of the step
   */
  beginGroup(name) {
    this.#history = beginGroup(this.#history, name);
  }

  endGroup() {
    this.#take(endGroup(this.#history), "content", true);
  }

  /**
   * Closes a group that something goes on from by itself, such as a card that was thrown. The flight belongs to
   * that group's step, and other steps can be made meanwhile.
   */
  launch() {
    this.#flights += 1;
    this.#history = keepGroup(this.#history);
    this.endGroup();
    const mark = markOf(this.#history);
    let isFlying = true;
    return {
      /** @param {Command} command */
      run: (command) => {
        if (!isFlying || this.#readOnly) return;
        this.#take(amend(this.#history, mark, (board) => perform(board, command)), "content");
      },
      /** It has come to rest. */
      land: () => {
        if (!isFlying) return;
        isFlying = false;
        this.#flights -= 1;
        this.#notify("content");
      },
    };
  }

  undo() {
    this.#take(undo(this.#history), "replayed");
  }

  redo() {
    this.#take(redo(this.#history), "replayed");
  }

  /**
   * A stroke has never been there, nor has its step, whatever has been done since.
   * @param {string} id
   */
  retract(id) {
    this.#take(retracted(this.#history, id), "replayed");
  }

  /**
   * Remembers the board with all its steps and the selection.
   * @returns {() => void} makes it so again, with no step; what a gesture or a flight is changing, then or now, stays
   */
  remember() {
    const [history, selection, rested] = [this.#history, this.#selection, !this.changing];
    return () => {
      if (rested && !this.changing) this.#take(history, "replayed");
      this.select(selection);
    };
  }

  /** @param {Iterable<string>} ids of cards and strokes; other ids are left out */
  select(ids) {
    const { cards, strokes } = itemsOf(this.board, ids);
    const next = new Set([...cards, ...strokes].map((item) => item.id));
    if (next.size === this.#selection.size && [...next].every((id) => this.#selection.has(id))) return;
    this.#selection = next;
    this.#notify("selection");
  }

  /** @param {BoardViewport} viewport */
  show(viewport) {
    if (viewport === this.#viewport) return;
    this.#viewport = viewport;
    this.#notify("viewport");
  }

  /** @param {Tool} tool */
  use(tool) {
    this.#tool = this.#readOnly ? "select" : tool;
    this.#notify("tool");
  }

  /** @param {Partial<Pen>} pen */
  takePen(pen) {
    this.#pen = { ...this.#pen, ...pen };
    this.#notify("tool");
  }

  /**
   * Height over width of a card's page; a common one while it is not known.
   * @param {Pick<Card, "document" | "page">} card
   */
  aspectOf(card) {
    return this.#aspects.of(card);
  }

  /**
   * @param {string} document
   * @param {readonly number[]} aspects of its pages, from the first
   */
  learnPages(document, aspects) {
    this.#aspects.learn(document, aspects);
    this.#notify("pages");
  }

  /** The rectangle around everything, or around some of it; null where there is nothing. */
  bounds(/** @type {Iterable<string> | null} */ ids = null) {
    const { cards, strokes } = ids ? itemsOf(this.board, ids) : this.board;
    return unionOf(
      [...cards.map((card) => cardBounds(card, this.aspectOf(card))), ...strokes.map(strokeBounds)],
    );
  }

  /**
   * @param {History} history
   * @param {Change} reason
   * @param {boolean} [settled] tells of it even where the content is the same: a group has come to its end
   */
  #take(history, reason, settled = false) {
    if (history === this.#history) return;
    const same = history.present === this.board;
    this.#history = history;
    if (same && !settled) return;
    const { size } = this.#selection;
    if (!same && size) this.#dropUnselectable();
    this.#notify(reason);
    if (this.#selection.size !== size) this.#notify("selection");
  }

  /** Items that are no longer on the board are no longer selected. */
  #dropUnselectable() {
    const { cards, strokes } = itemsOf(this.board, this.#selection);
    if (cards.length + strokes.length === this.#selection.size) return;
    this.#selection = new Set([...cards, ...strokes].map((item) => item.id));
  }

  /** @param {Change} change */
  #notify(change) {
    for (const listener of [...this.#listeners]) listener(change);
  }
}
