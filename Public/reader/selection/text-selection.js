/**
 * The words that are selected: a run of letters of the document. The browser's selection shows what of it is on the pages
 * at hand. The mouse selects as in any text, and keys extend what is selected. A finger or a pen that stays takes a word,
 * and two handles take more. Selected words have a bar.
 *
 *     none ──mouse, keys──► selected ─┐
 *      │ ▲                  ▲         │ pressed elsewhere, Escape
 *      │ └──────────────────┼─────────┘
 *      └──long press──► taking ──lifted──► selected, with handles ──handle dragged──► taking
 */

import {
  addGestureRecognizer, isActive, LongPressGestureRecognizer, PanGestureRecognizer, State, TapGestureRecognizer,
} from "../../gestures/index.js";
import { plus, rect, vec } from "../../gestures/geometry/index.js";
import { element } from "../../shell/element.js";
import { isRecord } from "../../shell/last-seen.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { isControl } from "../../shell/keys.js";
import { Timer } from "../../shell/timer.js";
import { EdgeScroll } from "./edge-scroll.js";
import { extensionOf } from "./extending-keys.js";
import { MouseSelection } from "./mouse-selection.js";
import { SelectionBar } from "./selection-bar.js";
import { dragged, keptRange, lettersOf, rangeBetween, rangeFrom } from "./word-range.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("./shown-words.js").ShownWords} ShownWords */
/** @typedef {import("./selection-bar.js").SelectionAction} SelectionAction */
/** @typedef {import("./word-range.js").LetterRange} LetterRange */
/** @typedef {import("./word-range.js").WordPlace} WordPlace */
/** @typedef {"start" | "end"} End */
/** @typedef {Selection & {modify: (alter: "extend", direction: string, unit: string) => void}} ExtensibleSelection */

/** How far from a word a finger may rest to take it, and a mouse press to select it, in its page's units. */
const REACH = 8;
const MOUSE_REACH = 3;

/** How long a selection by mouse or keys rests before its bar is shown, in ms. */
const REST = 250;

/** The words of more pages are read when they are copied, not before. */
const FEW_PAGES = 40;

const TEXT = ".page-text";

const ENDS = /** @type {const} */ (["start", "end"]);

/**
 * @typedef {object} SelectionRoom
 * @property {HTMLElement} pages on which words are selected
 * @property {import("../../gestures/index.js").ElementViews} views of that element
 * @property {ShownWords} words
 * @property {Omit<import("./edge-scroll.js").EdgePorts, "awaited">} edges
 * @property {() => number} pageCount
 * @property {() => boolean} isTouched whether a pointer is down on that element
 * @property {(touch: import("../../gestures/index.js").Touch) => boolean} mayTake whether a touch may select
 * @property {(at: Point) => void} clicked called when a word was clicked and nothing is selected
 * @property {(page: number, box: readonly [number, number, number, number]) => void} reveal brings a box of a page into sight
 */

export class TextSelection {
  #room;
  #handles = { start: element("div", { class: "selection-handle start" }), end: element("div", { class: "selection-handle end" }) };
  bar;
  #resting;
  #reading = new LatestSignal();
  #edges;
  /** @type {LetterRange | null} */
  #letters = null;
  /**
   * Where the mouse has clicked while nothing is selected.
   * @type {import("./word-range.js").LetterPlace | null}
   */
  #caret = null;
  /** Whether its end is where it began. */
  #isBackward = false;
  /** Whether a finger has selected, which takes more by handles. */
  #hasHandles = false;
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
    signal.addEventListener("abort", () => this.#reading.abort());
    this.#edges = new EdgeScroll({ ...room.edges, awaited: (at) => room.words.awaited(at) }, signal);
    room.pages.append(...Object.values(this.#handles));
    this.#addMouse();
    this.#addPress();
    for (const end of ENDS) this.#addHandle(end);
    document.addEventListener("selectionchange", () => this.catchUp(), { signal });
    // Pointers select in their own way.
    room.pages.addEventListener("selectstart", (event) => room.isTouched() && event.preventDefault(), { signal });
    room.pages.addEventListener("mousedown", (event) => this.#pressed(event), { signal });
    this.place();
  }

  /** Whether any words are selected. */
  get isEmpty() {
    return this.#letters === null;
  }

  /** Whether the words of all selected pages are here. */
  get isRead() {
    return this.#letters === null || this.#room.words.areRead(this.#letters);
  }

  /** The selected words of the pages that are read, as they would be typed; "" where there are none. */
  get text() {
    return this.#letters ? this.#room.words.text(this.#letters) : "";
  }

  /** The selected words of each page that is read. */
  get quotes() {
    return this.#letters ? this.#room.words.quotes(this.#letters) : [];
  }

  /** How many pages have selected words. */
  get pageCount() {
    return this.#letters ? this.#letters.end.page - this.#letters.start.page + 1 : 0;
  }

  /** @param {number} page */
  holds(page) {
    return this.#letters !== null && this.#letters.start.page <= page && page <= this.#letters.end.page;
  }

  /** How many of them have their words here. */
  get readCount() {
    return this.#letters ? this.#room.words.readCount(this.#letters) : 0;
  }

  /**
   * Reads the selected pages that are not in the document.
   * @param {(isHere: boolean) => void} [came] called for each page, with whether its words could be had
   * @returns {Promise<boolean>} false where some cannot be had, something else was selected meanwhile, or it was stopped
   */
  async read(came) {
    const letters = this.#letters;
    const signal = this.#reading.next();
    if (letters) await Promise.race([this.#room.words.read(letters, signal, came), aborted(signal)]);
    return this.#letters === letters && this.isRead;
  }

  /** Reads no further pages; they stay selected. */
  stopReading() {
    this.#reading.abort();
  }

  /** Selects all words of the document. */
  selectAll() {
    this.#select({ start: { page: 1, word: 0, letter: 0 }, end: { page: this.#room.pageCount(), word: Infinity, letter: Infinity } });
    this.place();
  }

  /** @param {LetterRange} letters */
  select(letters) {
    this.#select(letters);
    this.place();
  }

  /** The letters as they are kept for the next visit; null where nothing is selected. */
  get kept() {
    return this.#letters && { range: keptRange(this.#letters), hasHandles: this.#hasHandles };
  }

  /**
   * Selects again; pages that are not shown are read when they are copied, not before.
   * @param {unknown} kept
   */
  restore(kept) {
    if (!isRecord(kept)) return;
    const range = rangeFrom(kept.range);
    if (!range || range.end.page > this.#room.pageCount()) return;
    this.#select(range, { hasHandles: kept.hasHandles === true, isRead: false });
    this.place();
  }

  /**
   * Takes more or less by a key, from the first word that is seen where nothing is selected.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it is such a key
   */
  extend(event) {
    const extension = extensionOf(event);
    const selection = /** @type {ExtensibleSelection | null} */ (document.getSelection());
    if (!extension || !selection) return false;
    if (!this.#letters && !this.#begin(selection)) return false;
    selection.modify("extend", ...extension);
    // Beyond the words that have come lies nothing to select yet.
    if (selection.focusNode?.parentElement?.closest(TEXT)) this.#follow(selection);
    else this.#project();
    this.#reveal();
    return true;
  }

  /** @param {number} page that is in the document, or not any more */
  changed(page) {
    if (this.holds(page)) {
      this.#project();
      this.place();
    }
    this.#edges.wordsCame();
  }

  /**
   * Selects nothing.
   * @returns {boolean} whether anything was
   */
  clear() {
    const wasSelected = this.#letters !== null;
    this.#forget();
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
    const ends = { start: this.#boxAt("start"), end: this.#boxAt("end") };
    for (const end of ENDS) this.#placeHandle(end, ends[end]);
    const box = this.#around(ends.start?.box, ends.end?.box) ?? (this.#native && this.#room.edges.room());
    if (box && !this.#isTaking && !this.#resting.pending) this.bar.show(box, bars);
    else this.bar.hide();
  }

  #forget() {
    this.#letters = null;
    this.#caret = null;
    this.#hasHandles = false;
    this.#reading.abort();
    this.#room.words.forget();
  }

  /** Takes over what the browser has selected, of which it tells a little later: by a key, by its own search, or nothing. */
  catchUp() {
    const selection = document.getSelection();
    const [range, shown] = [this.#native, this.#letters && this.#room.words.range(this.#letters)];
    if (isSame(range, shown)) return;
    if (!range || !selection) return this.#forget(), this.place();
    this.#follow(selection);
  }

  /**
   * Takes over what the browser selects.
   * @param {Selection} selection
   */
  #follow(selection) {
    const range = this.#native;
    const letters = range && this.#room.words.lettersOf(range);
    this.#hasHandles = false;
    this.#letters = letters;
    this.#isBackward = Boolean(range) && selection.anchorNode !== range?.startContainer;
    this.#resting.set(REST, () => this.place());
    this.place();
  }

  /** The range that the browser selects on the pages; null where it is empty or elsewhere. */
  get #native() {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    return this.#room.pages.contains(range.commonAncestorContainer) ? range : null;
  }

  /** Has the browser select what is selected on the pages at hand. */
  #project() {
    const selection = document.getSelection();
    const range = this.#letters && this.#room.words.range(this.#letters);
    if (!selection || isSame(range, this.#native)) return;
    if (!range) return selection.removeAllRanges();
    const { startContainer, startOffset, endContainer, endOffset } = range;
    if (this.#isBackward) selection.setBaseAndExtent(endContainer, endOffset, startContainer, startOffset);
    else selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  }

  /**
   * @param {LetterRange} letters
   * @param {{isBackward?: boolean, hasHandles?: boolean, isRead?: boolean}} [how] whether its pages are read at once, if they are few
   */
  #select(letters, how = {}) {
    const { isBackward = false, hasHandles = false, isRead = true } = how;
    this.#letters = letters;
    this.#isBackward = isBackward;
    this.#hasHandles = hasHandles;
    if (!hasHandles) this.#resting.set(REST, () => this.place());
    this.#project();
    if (isRead && this.pageCount <= FEW_PAGES && !this.#room.words.areRead(letters)) void this.read();
  }

  /**
   * Puts the browser's caret before the first word that is seen.
   * @param {Selection} selection
   */
  #begin(selection) {
    const { x, y } = this.#room.edges.room();
    const word = this.#room.words.at({ x, y });
    const range = word && this.#room.words.range(lettersOf({ start: word, end: word }));
    if (!range) return false;
    selection.collapse(range.startContainer, range.startOffset);
    return true;
  }

  /** Brings the end that keys move into sight. */
  #reveal() {
    if (!this.#letters) return;
    const place = this.#letters[this.#isBackward ? "start" : "end"];
    const box = this.#room.words.placed(place);
    if (box) this.#room.reveal(place.page, box);
  }

  /**
   * The browser would select beside the pointer, too, or drag the words away.
   * @param {MouseEvent} event
   */
  #pressed(event) {
    if (!(event.target instanceof Element) || isControl(event.target)) return;
    const corner = this.#room.pages.getBoundingClientRect();
    const isOnWords = this.#isOnWords(vec(event.clientX - corner.left, event.clientY - corner.top));
    if (!isOnWords && !event.target.closest(".selection-handle")) return;
    event.preventDefault();
    if (isOnWords) this.#room.pages.focus({ preventScroll: true });
  }

  /** @param {Point} at */
  #isOnWords(at) {
    return this.#room.words.at(at, MOUSE_REACH) !== null;
  }

  /**
   * Whether a mouse presses a word: what is pressed there is not dragged or zoomed.
   * @param {import("../../gestures/index.js").Touch} touch
   */
  isMouseOnWord(touch) {
    const { element: pressed } = /** @type {{element?: Element}} */ (touch.view);
    return touch.type === "mouse" && !isControl(pressed ?? null) && this.#isOnWords(touch.startLocation);
  }

  #addMouse() {
    const { views, words, mayTake, clicked } = this.#room;
    new MouseSelection(views, words, {
      mayTake, clicked, isMouseOnWord: (touch) => this.isMouseOnWord(touch), 
      clear: (at) => {
        this.clear();
        this.#caret = at;
      },
      select: (letters, isBackward) => {
        this.#select(letters, { isBackward });
        this.place();
      },
      follow: (at, again) => this.#edges.follow(at, again), stop: () => this.#edges.stop(),
      anchor: () => this.#letters?.[this.#isBackward ? "end" : "start"] ?? this.#caret,
    });
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
    const to = (/** @type {Point} */ at) => {
      const word = words.at(at);
      if (taken && word) this.#select(lettersOf(rangeBetween(taken, word)), { hasHandles: true });
    };
    press.addTarget(() => {
      if (press.state === State.Began) taken = words.at(press.location());
      this.#take(press, press.location(), to);
    });
    addGestureRecognizer(views.viewAt(), press);
  }

  /** @param {End} handle */
  #addHandle(handle) {
    const pan = new PanGestureRecognizer({ slop: 0 });
    let end = handle;
    let grip = vec(0, 0);
    const to = (/** @type {Point} */ at) => {
      const word = this.#room.words.at(at);
      const moved = word && this.#letters && dragged(this.#letters, end, word);
      if (moved) this.#select(lettersOf(moved.range), { hasHandles: true });
      end = moved?.end ?? end;
    };
    pan.addTarget(() => {
      if (!this.#hasHandles) return this.#edges.stop();
      if (pan.state === State.Began) [end, grip] = [handle, this.#gripOf(handle)];
      this.#take(pan, plus(grip, pan.translation()), to);
    });
    const view = this.#room.views.viewFor(this.#handles[handle]);
    addGestureRecognizer(view, pan);
    // A tap on a handle means none of the page below it.
    addGestureRecognizer(view, new TapGestureRecognizer());
  }

  /**
   * A finger takes words.
   * @param {LongPressGestureRecognizer | PanGestureRecognizer} gesture
   * @param {Point} at
   * @param {(at: Point) => void} to
   */
  #take({ state }, at, to) {
    this.#isTaking = isActive(state);
    to(at);
    if (this.#isTaking) this.#edges.follow(at, to);
    else this.#edges.stop();
    this.place();
  }

  /**
   * The middle of the word at an end, which the finger on its handle stands for.
   * @param {End} end
   */
  #gripOf(end) {
    const found = this.#boxAt(end);
    if (!found) return vec(0, 0);
    const { box, isAtRight } = found;
    return vec(isAtRight ? box.x + box.width - 1 : box.x + 1, box.y + box.height / 2);
  }

  /**
   * The box of the selected letters of the word at an end, in CSS pixels of the pages. Null where it is not in the
   * document.
   * @param {End} end
   */
  #boxAt(end) {
    if (!this.#letters) return null;
    const place = this.#letters[end];
    const [from, to] = end === "start" ? [place, { ...place, letter: Infinity }] : [{ ...place, letter: 0 }, place];
    const found = this.#room.words.boxOf(from, to);
    if (!found) return null;
    const room = this.#room.pages.getBoundingClientRect();
    const { left, top, width, height } = found.box;
    return { box: rect(left - room.left, top - room.top, width, height), isAtRight: (end === "end") !== found.isLeftward };
  }

  /**
   * @param {End} end
   * @param {{box: import("../../gestures/geometry/index.js").Rect, isAtRight: boolean} | null} found
   */
  #placeHandle(end, found) {
    const handle = this.#handles[end];
    handle.hidden = !this.#hasHandles || !found;
    if (!found) return;
    const { box: { x, y, width, height }, isAtRight } = found;
    handle.style.transform = `translate(${isAtRight ? x + width : x}px, ${y + height}px)`;
  }

  /**
   * The box around the ends that are shown.
   * @param {import("../../gestures/geometry/index.js").Rect | undefined} start
   * @param {import("../../gestures/geometry/index.js").Rect | undefined} end
   */
  #around(start, end) {
    const [one, other] = [start ?? end, end ?? start];
    if (!one || !other) return null;
    const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
    const [right, bottom] = [Math.max(one.x + one.width, other.x + other.width), Math.max(one.y + one.height, other.y + other.height)];
    return rect(x, y, right - x, bottom - y);
  }
}

/** @param {AbortSignal} signal */
function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/**
 * @param {Range | null} one
 * @param {Range | null} other
 */
function isSame(one, other) {
  if (!one || !other) return one === other;
  const isSameStart = one.startContainer === other.startContainer && one.startOffset === other.startOffset;
  return isSameStart && one.endContainer === other.endContainer && one.endOffset === other.endOffset;
}
