/**
 * The mouse on the words of pages. The browser's own selection leaps to another page where the pointer leaves a word, as words
 * lie by themselves; here it means the nearest word.
 *
 * | | selects |
 * | --- | --- |
 * | drag that begins on a word | letter by letter |
 * | double click, triple click | the word, the line |
 * | click with Shift | up to there |
 * | click | nothing |
 */

import { addGestureRecognizer, isActive, PanGestureRecognizer, State, TapGestureRecognizer } from "../../gestures/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("./shown-words.js").Caret} Caret */
/** @typedef {import("./shown-words.js").ShownWords} ShownWords */

/** How far the mouse goes before it selects, in CSS pixels. */
const SLOP = 2;

export const WORD = ".page-word";
const LINE = ".page-line";

/**
 * Whether a mouse presses a word: what is pressed there is not dragged or zoomed.
 * @param {Touch} touch
 */
export function isMouseOnWord({ type, view }) {
  const { element } = /** @type {{element?: Element}} */ (view);
  return type === "mouse" && Boolean(element?.closest?.(WORD));
}

export class MouseSelection {
  #words;
  #calls;
  #view;
  /**
   * The latest press on a word.
   * @type {Touch | null}
   */
  #press = null;

  /**
   * @param {import("../../gestures/index.js").ElementViews} views of the pages
   * @param {ShownWords} words
   * @param {{mayTake: (touch: Touch) => boolean, clicked: (at: Point) => void}} calls whether a touch may select; and what a click
   *   does that selects nothing
   */
  constructor(views, words, calls) {
    this.#words = words;
    this.#calls = calls;
    this.#view = views.viewAt();
    this.#addDrag();
    const click = new TapGestureRecognizer();
    this.#add(click, () => this.#clicked(click.location()));
  }

  #addDrag() {
    const drag = new PanGestureRecognizer({ slop: SLOP });
    /** @type {Caret | null} */
    let anchor = null;
    this.#add(drag, () => {
      if (!isActive(drag.state)) return;
      if (drag.state === State.Began) anchor = this.#words.caretAt(this.#press?.startLocation ?? drag.location());
      const focus = this.#words.caretAt(drag.location());
      if (anchor && focus) select(anchor, focus);
    });
  }

  /**
   * @param {PanGestureRecognizer | TapGestureRecognizer} recognizer
   * @param {() => void} action
   */
  #add(recognizer, action) {
    recognizer.delegate = {
      shouldReceive: (_, touch) => {
        if (isMouseOnWord(touch)) this.#press = touch;
        return isMouseOnWord(touch) && this.#calls.mayTake(touch);
      },
      shouldRecognizeSimultaneously: () => true,
    };
    recognizer.addTarget(action);
    addGestureRecognizer(this.#view, recognizer);
  }

  /** @param {Point} at */
  #clicked(at) {
    const { tapCount = 1, modifiers } = this.#press ?? {};
    if (tapCount === 2) this.#selectWord(at);
    else if (tapCount > 2) this.#selectLine(at);
    else if (modifiers?.shift) this.#selectTo(at);
    else {
      document.getSelection()?.removeAllRanges();
      this.#calls.clicked(at);
    }
  }

  /** @param {Point} at to which what is selected reaches from now on */
  #selectTo(at) {
    const { anchorNode: node, anchorOffset: offset } = document.getSelection() ?? {};
    const focus = this.#words.caretAt(at);
    if (focus && node && offset !== undefined) select({ node, offset }, focus);
  }

  /** @param {Point} at */
  #selectWord(at) {
    const word = this.#words.at(at);
    const range = word && this.#words.range({ start: word, end: word });
    if (range) selectRange(range);
  }

  /** @param {Point} at */
  #selectLine(at) {
    const word = this.#words.at(at);
    const line = word && this.#words.range({ start: word, end: word })?.startContainer.parentElement?.closest(LINE);
    if (!line) return;
    const range = document.createRange();
    range.selectNodeContents(line);
    selectRange(range);
  }
}

/**
 * @param {Caret} anchor
 * @param {Caret} focus
 */
function select(anchor, focus) {
  document.getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
}

/** @param {Range} range */
function selectRange(range) {
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
