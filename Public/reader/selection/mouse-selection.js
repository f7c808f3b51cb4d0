/**
 * The mouse on the words of pages. The browser's own selection leaps to another page where the pointer leaves a word; here it
 * means the nearest word.
 *
 * | | selects |
 * | --- | --- |
 * | drag that begins on a word, or just beside it | letter by letter |
 * | double click, triple click, and a drag then | the word, the line, and more of them |
 * | click | nothing; a click with Shift begins there |
 * | click with Shift | up to there, from where the selection or the last click is |
 */

import { addGestureRecognizer, isActive, PanGestureRecognizer, State, TapGestureRecognizer } from "../../gestures/index.js";
import { lettersBetween } from "./word-range.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("./shown-words.js").ShownWords} ShownWords */
/** @typedef {import("./word-range.js").LetterPlace} LetterPlace */
/** @typedef {import("./word-range.js").LetterRange} LetterRange */

/** How far the mouse goes before it selects, in CSS pixels. */
const SLOP = 2;

/**
 * @typedef {object} MouseCalls
 * @property {(touch: Touch) => boolean} mayTake whether a touch may select
 * @property {(touch: Touch) => boolean} isMouseOnWord whether a mouse presses a word, or just beside one
 * @property {(at: Point) => void} clicked called with a click that selects nothing
 * @property {(letters: LetterRange, isBackward: boolean) => void} select
 * @property {(at: Point, again: (at: Point) => void) => void} follow called with each move of a drag, which goes on as pages scroll
 * @property {() => void} stop called at the end of a drag
 * @property {() => LetterPlace | null} anchor where the present selection began, or the last click was
 * @property {(at: LetterPlace | null) => void} clear selects nothing; called with where the click was
 */

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
   * @param {MouseCalls} calls
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
    /** @type {LetterRange | null} */
    let anchor = null;
    const to = (/** @type {Point} */ at) => {
      const focus = this.#unitAt(at);
      if (anchor && focus) this.#select(anchor, focus);
    };
    this.#add(drag, () => {
      if (!isActive(drag.state)) return this.#calls.stop();
      if (drag.state === State.Began) anchor = this.#unitAt(this.#press?.startLocation ?? drag.location());
      to(drag.location());
      this.#calls.follow(drag.location(), to);
    });
  }

  /**
   * @param {PanGestureRecognizer | TapGestureRecognizer} recognizer
   * @param {() => void} action
   */
  #add(recognizer, action) {
    recognizer.delegate = {
      shouldReceive: (_, touch) => {
        const isMeant = this.#calls.isMouseOnWord(touch) && this.#calls.mayTake(touch);
        if (isMeant) this.#press = touch;
        return isMeant;
      },
      shouldRecognizeSimultaneously: () => true,
    };
    recognizer.addTarget(action);
    addGestureRecognizer(this.#view, recognizer);
  }

  /**
   * The place between letters at a point; the word or the line after a double or a triple press.
   * @param {Point} at
   * @returns {LetterRange | null}
   */
  #unitAt(at) {
    const { tapCount = 1 } = this.#press ?? {};
    const letter = this.#words.letterAt(at);
    if (!letter || tapCount < 2) return letter && { start: letter, end: letter };
    const line = tapCount > 2 ? this.#words.lineOf(letter) : null;
    return { start: { ...(line?.start ?? letter), letter: 0 }, end: { ...(line?.end ?? letter), letter: Infinity } };
  }

  /**
   * @param {LetterRange} anchor
   * @param {LetterRange} focus
   */
  #select(anchor, focus) {
    const isBackward = lettersBetween(anchor.start, focus.start).start === focus.start;
    const letters = isBackward ? lettersBetween(focus.start, anchor.end) : lettersBetween(anchor.start, focus.end);
    this.#calls.select(letters, isBackward);
  }

  /** @param {Point} at */
  #clicked(at) {
    const { tapCount = 1, modifiers } = this.#press ?? {};
    const [unit, anchor] = [this.#unitAt(at), this.#calls.anchor()];
    if (tapCount > 1) unit && this.#calls.select(unit, false);
    else if (modifiers?.shift) unit && anchor && this.#select({ start: anchor, end: anchor }, unit);
    else {
      this.#calls.clear(unit?.start ?? null);
      this.#calls.clicked(at);
    }
  }
}
