/** The tools of a selection in the library: its bar, its gestures and its actions. They are fetched after the list. */

import { BatchActions } from "./batch-actions.js";
import { SelectingGestures } from "./selecting-gestures.js";
import { SelectionBar } from "./selection-bar.js";
import { placeOf } from "../places.js";

/** @typedef {import("../../api/api.js").Document} Document */

/**
 * @typedef {object} LibrarySelectionParts
 * @property {import("./list-selecting.js").ListSelecting} selecting
 * @property {import("../library.js").Library} library
 * @property {Pick<import("../list-view.js").ListView, "keysIn">} list
 * @property {HTMLElement} scroller
 * @property {() => void} selectAll
 * @property {(id: string) => void} look shows a document, or the selection that it is of, in a quick look
 */

export class LibrarySelection {
  /** @type {BatchActions} */
  actions;
  #bar;
  #parts;

  /**
   * @param {LibrarySelectionParts} parts
   * @param {import("./batch-actions.js").BatchActionParts} actionParts
   * @param {AbortSignal} signal
   */
  constructor(parts, actionParts, signal) {
    const { selecting, scroller, selectAll } = this.#parts = parts;
    this.actions = new BatchActions(actionParts);
    this.#bar = new SelectionBar({ close: () => selecting.close(), selectAll, selected: () => this.selected }, signal);
    new SelectingGestures(scroller, {
      pressed: (id) => selecting.toggle(id), frame: (ids) => selecting.frame(ids),
      itemsIn: (area) => parts.list.keysIn(area), parted: parts.look,
    }, signal);
  }

  get element() {
    return this.#bar.element;
  }

  /**
   * The selected documents, in the order of the list.
   * @returns {readonly Document[]}
   */
  get selected() {
    const { selecting: { selection }, library } = this.#parts;
    return library.state.documents.filter(({ id }) => selection.has(id));
  }

  draw() {
    const { selecting, library: { state } } = this.#parts;
    if (!selecting.isOn) return this.#bar.hide();
    this.#bar.show(selecting.selection.size, placeOf(state.query.place).trashed ? this.actions.inTrash : this.actions.usual);
  }

  /**
   * @param {HTMLElement} anchor
   * @param {import("../../gestures/geometry/index.js").Point} [at] the point of the window that was pressed
   */
  menu(anchor, at) {
    this.#bar.openMenu(anchor, at);
  }
}
