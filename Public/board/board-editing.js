/** Changes of the selected items: moved a little, scaled, turned, copied, deleted. */

import { say } from "../shell/texts.js";
import { vec } from "../gestures/geometry/index.js";
import { BoardClipboard } from "./board-clipboard.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./board-controller.js").BoardController} BoardController */

export class BoardEditing {
  #controller;
  #newId;
  #clipboard = new BoardClipboard();
  #nudging = false;

  /**
   * @param {BoardController} controller
   * @param {() => string} newId
   */
  constructor(controller, newId) {
    this.#controller = controller;
    this.#newId = newId;
  }

  get #model() {
    return this.#controller.model;
  }

  selectAll() {
    const { cards, strokes } = this.#model.board;
    this.#model.select([...cards, ...strokes].map((item) => item.id));
  }

  deleteSelection() {
    this.#controller.land();
    this.#model.run({ type: "delete", ids: [...this.#model.selection] });
  }

  /**
   * Moves what is selected a little; until {@link endNudge} it is one step of undo.
   * @param {Point} by in the view
   */
  nudge(by) {
    if (!this.#nudging) this.#model.beginGroup(say("Move"));
    this.#nudging = true;
    this.#model.run({
      type: "move", ids: [...this.#model.selection], by: this.#model.viewport.armToBoard(by),
    });
  }

  endNudge() {
    if (this.#nudging) this.#model.endGroup();
    this.#nudging = false;
  }

  /**
   * Scales and turns what is selected about its middle.
   * @param {{scale?: number, rotation?: number}} change
   */
  adjust(change) {
    const { selection, viewport } = this.#model;
    const middle = this.#middle;
    if (!middle) return;
    const session = this.#controller.beginTransform(selection);
    session.by({ ...change, about: viewport.toView(middle) });
    session.end();
  }

  /**
   * Turns what is selected about its middle, which is seen to turn where motion is wanted.
   * @param {number} degrees clockwise
   */
  turn(degrees) {
    // One that turns still is turned first.
    this.#controller.land();
    const middle = this.#middle;
    if (middle) this.#controller.beginTransform(this.#model.selection).turnOn(degrees, middle);
  }

  /** The middle of what is selected, on the board; null where nothing is. */
  get #middle() {
    const { selection } = this.#model;
    const frame = selection.size ? this.#model.bounds(selection) : null;
    return frame && vec(frame.x + frame.width / 2, frame.y + frame.height / 2);
  }

  copy() {
    this.#clipboard.copy(this.#model);
  }

  cut() {
    this.copy();
    this.deleteSelection();
  }

  get canPaste() {
    return !this.#clipboard.isEmpty;
  }

  /** Lays a copy of what is selected beside it; what was copied before can still be pasted. */
  duplicate() {
    this.#controller.land();
    const copies = new BoardClipboard();
    copies.copy(this.#model);
    copies.paste(this.#model, this.#newId, say("Duplicate"));
  }

  paste() {
    this.#clipboard.paste(this.#model, this.#newId);
  }
}
