/**
 * The words that are selected. The mouse and the keyboard select as in any text; a finger or a pen that stays takes a word, and
 * two handles take more. Selected words have a bar.
 *
 *     none ──mouse, keys──► selected ─┐
 *      │ ▲                  ▲         │ pressed elsewhere, Escape, the page is gone
 *      │ └──────────────────┼─────────┘
 *      └──long press──► taking ──lifted──► selected, with handles ──handle dragged──► taking
 */

import {
  addGestureRecognizer, isActive, LongPressGestureRecognizer, PanGestureRecognizer, State, TapGestureRecognizer,
} from "../../gestures/index.js";
import { plus, rect, vec } from "../../gestures/geometry/index.js";
import { element } from "../../shell/element.js";
import { Timer } from "../../shell/timer.js";
import { joined } from "../text-lines.js";
import { MouseSelection, WORD } from "./mouse-selection.js";
import { SelectionBar } from "./selection-bar.js";
import { dragged, rangeBetween } from "./word-range.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./shown-words.js").ShownWords} ShownWords */
/** @typedef {import("./selection-bar.js").SelectionAction} SelectionAction */
/** @typedef {import("./word-range.js").WordPlace} WordPlace */
/** @typedef {import("./word-range.js").WordRange} WordRange */
/** @typedef {"start" | "end"} End */

/** How far from a word a finger may rest to take it, in its page's units. */
const REACH = 8;

/** How long a selection by mouse or keys rests before its bar is shown, in ms. */
const REST = 250;

const ENDS = /** @type {const} */ (["start", "end"]);

/**
 * @typedef {object} SelectionRoom
 * @property {HTMLElement} pages on which words are selected
 * @property {import("../../gestures/index.js").ElementViews} views of that element
 * @property {ShownWords} words
 * @property {() => boolean} isTouched whether a pointer is down on that element
 * @property {(touch: import("../../gestures/index.js").Touch) => boolean} mayTake whether a touch may select
 * @property {(at: Point) => void} clicked called when a word was clicked and nothing is selected
 */

export class TextSelection {
  #room;
  #handles = { start: element("div", { class: "selection-handle start" }), end: element("div", { class: "selection-handle end" }) };
  bar;
  #resting;
  /**
   * The words that fingers have selected; null for those of the mouse or the keyboard.
   * @type {WordRange | null}
   */
  #range = null;
  #isTaking = false;
  /** @type {import("../viewport.js").Bars} */
  #bars = { top: 0, bottom: 0 };

  /**
   * @param {SelectionRoom} room
   * @param {readonly SelectionAction[]} actions
   * @param {AbortSignal} signal
   */
  constructor(room, actions, signal) {
    this.#room = room;
    this.bar = new SelectionBar(actions, signal);
    this.#resting = new Timer(signal);
    room.pages.append(...Object.values(this.#handles));
    new MouseSelection(room.views, room.words, room);
    this.#addPress();
    for (const end of ENDS) this.#addHandle(end);
    document.addEventListener("selectionchange", () => this.#changed(), { signal });
    // Pointers select in their own way; keys do as the browser does.
    room.pages.addEventListener("selectstart", (event) => room.isTouched() && event.preventDefault(), { signal });
    room.pages.addEventListener("mousedown", (event) => this.#pressed(event), { signal });
    this.place();
  }

  /** The selected words as they would be typed; "" where none are. */
  get text() {
    return this.#shown ? joined(document.getSelection()?.toString() ?? "").trim() : "";
  }

  /** The selected words of each page. */
  get quotes() {
    const shown = this.#shown;
    return shown ? this.#room.words.quotes(shown) : [];
  }

  /** @param {number} page that is not in the document any more */
  left(page) {
    const { start, end } = this.#range ?? {};
    if (start?.page === page || end?.page === page) this.clear();
  }

  /**
   * Selects nothing.
   * @returns {boolean} whether anything was
   */
  clear() {
    const wasSelected = this.#shown !== null;
    this.#range = null;
    if (wasSelected) document.getSelection()?.removeAllRanges();
    this.place();
    return wasSelected;
  }

  /**
   * Puts handles and bar where the words are seen now.
   * @param {import("../viewport.js").Bars} [bars] over the pages
   */
  place(bars = this.#bars) {
    this.#bars = bars;
    const shown = this.#shown;
    const hasHandles = this.#range !== null && shown !== null;
    for (const end of ENDS) this.#handles[end].hidden = !hasHandles;
    if (hasHandles) this.#placeHandles(shown);
    if (shown && !this.#isTaking && !this.#resting.pending) this.bar.show(this.#boxOf(shown), bars);
    else this.bar.hide();
  }

  /** The range of the selected words; null where none are selected, or words outside the pages. */
  get #shown() {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    return this.#room.pages.contains(range.commonAncestorContainer) ? range : null;
  }

  #changed() {
    if (!this.#shown) this.#range = null;
    if (this.#range || !this.#shown) return this.place();
    this.#resting.set(REST, () => this.place());
    this.place();
  }

  /**
   * The browser would select beside the pointer, too, or drag the words away.
   * @param {MouseEvent} event
   */
  #pressed(event) {
    if (!(event.target instanceof Element) || !event.target.closest(`${WORD}, .selection-handle`)) return;
    event.preventDefault();
    if (event.target.closest(WORD)) this.#room.pages.focus({ preventScroll: true });
  }

  #addPress() {
    const { words, views } = this.#room;
    const press = new LongPressGestureRecognizer();
    press.allowedTouchTypes.delete("mouse");
    /** @type {WordPlace | null} */
    let taken = null;
    press.delegate = {
      shouldReceive: (_, touch) => this.#room.mayTake(touch), shouldBegin: () => words.at(press.location(), REACH) !== null,
    };
    press.addTarget(() => {
      const word = words.at(press.location());
      if (press.state === State.Began) taken = word;
      if (taken && word) this.#select(rangeBetween(taken, word));
      this.#take(isActive(press.state));
    });
    addGestureRecognizer(views.viewAt(), press);
  }

  /** @param {End} handle */
  #addHandle(handle) {
    const pan = new PanGestureRecognizer({ slop: 0 });
    let end = handle;
    let grip = vec(0, 0);
    pan.addTarget(() => {
      if (!this.#range) return this.#take(false);
      if (pan.state === State.Began) [end, grip] = [handle, this.#gripOf(handle)];
      const word = this.#room.words.at(plus(grip, pan.translation()));
      const moved = word && dragged(this.#range, end, word);
      if (moved) this.#select(moved.range);
      end = moved?.end ?? end;
      this.#take(isActive(pan.state));
    });
    const view = this.#room.views.viewFor(this.#handles[handle]);
    addGestureRecognizer(view, pan);
    // A tap on a handle means none of the page below it.
    addGestureRecognizer(view, new TapGestureRecognizer());
  }

  /** @param {boolean} isTaking whether a finger takes words just now */
  #take(isTaking) {
    this.#isTaking = isTaking;
    this.place();
  }

  /**
   * The middle of the word at an end, which the finger on its handle stands for.
   * @param {End} end
   */
  #gripOf(end) {
    const boxes = this.#shown?.getClientRects() ?? [];
    const box = boxes[end === "start" ? 0 : boxes.length - 1];
    const room = this.#room.pages.getBoundingClientRect();
    if (!box) return vec(0, 0);
    return vec((end === "start" ? box.left + 1 : box.right - 1) - room.left, (box.top + box.bottom) / 2 - room.top);
  }

  /** @param {WordRange} range */
  #select(range) {
    const letters = this.#room.words.range(range);
    if (!letters) return;
    this.#range = range;
    document.getSelection()?.setBaseAndExtent(letters.startContainer, letters.startOffset, letters.endContainer, letters.endOffset);
  }

  /** @param {Range} range */
  #placeHandles(range) {
    const boxes = range.getClientRects();
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    const room = this.#room.pages.getBoundingClientRect();
    if (!first || !last) return;
    this.#handles.start.style.transform = `translate(${first.left - room.left}px, ${first.bottom - room.top}px)`;
    this.#handles.end.style.transform = `translate(${last.right - room.left}px, ${last.bottom - room.top}px)`;
  }

  /** @param {Range} range */
  #boxOf(range) {
    const box = range.getBoundingClientRect();
    const room = this.#room.pages.getBoundingClientRect();
    return rect(box.left - room.left, box.top - room.top, box.width, box.height);
  }
}
