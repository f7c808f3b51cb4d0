/**
 * The way on from the end of a document to the next one in the library's list. A button at the lower edge offers it; keys and
 * hands that turn pages go it, too.
 *
 *     reading ──the end is seen──► offered ──button, key, hand──► the next document is shown
 *        ▲                           │
 *        └───────scrolled back───────┘
 */

import { announce } from "../shell/announcer.js";
import { button, element } from "../shell/element.js";
import { isPlain } from "../shell/keys.js";
import { say } from "../shell/texts.js";

/** The end must be seen for so long before it is told of, in ms: the name of the page is said first. */
const REST_MILLISECONDS = 1000;

/** Keys that turn to the next page or screen. */
const ONWARD = new Set(["PageDown", "ArrowRight", "n", "j", " "]);

/** Panels beside the document, in which these keys scroll. */
const BESIDE = ".info-panel, .history";

/**
 * @typedef {object} NextDocumentParts
 * @property {ScreenQueue | null} queue null for what is no document of the list: an earlier version
 * @property {() => void} focus takes the focus from the button that goes
 * @property {Pick<import("../shell/timer.js").Timer, "set" | "clear" | "pending">} timer
 */

/**
 * The end of what is shown.
 * @typedef {object} ShownEnd
 * @property {() => boolean} isSeen whether it is seen
 * @property {() => boolean} [isLeft] whether a key that turns on leaves it; where it is seen, when left out
 * @property {boolean} [isInFlow] whether the button stands at the end itself, and so is never in the way
 */

export class NextDocument {
  #parts;
  #name = element("bdi", { class: "next-name" });
  #button;
  /** @type {HTMLElement} */
  element;
  /** @type {ShownEnd | null} */
  #end = null;
  #isTold = false;
  /** Whether all of it was seen from the start. */
  #isWhole = true;

  /**
   * @param {NextDocumentParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#button = button({ label: say("Next:"), text: true, icon: "next", class: "next-button", keys: "Shift+PageDown" }, () => this.go(), signal);
    this.#button.append(this.#name);
    this.element = element("div", { class: "next-document", hidden: true }, this.#button);
    parts.queue?.watch(() => this.update(), signal);
    signal.addEventListener("abort", () => this.clear());
  }

  /**
   * Offers the next document at the end of what is shown.
   * @param {HTMLElement} place in which the button stands
   * @param {ShownEnd} end
   */
  showIn(place, end) {
    this.#end = end;
    place.append(this.element);
    this.update();
    // Pages have no room in the window yet.
    this.#isWhole = true;
  }

  /** Nothing is shown any more. */
  clear() {
    this.#end = null;
    this.element.remove();
    this.update();
  }

  /** It may have come to the end, or have been scrolled back, or another document may be next. */
  update() {
    const isSeen = this.#end?.isSeen() ?? false;
    const next = this.#parts.queue?.next ?? null;
    if (!isSeen) this.#isWhole = false;
    this.element.classList.toggle("at-whole", this.#isWhole);
    if (next) this.#write(next.name);
    this.#show(next !== null && (isSeen || this.#end?.isInFlow === true));
    this.#tell(isSeen && next !== null);
  }

  /** @param {string} name of the next document */
  #write(name) {
    if (this.#name.textContent !== name) this.#name.textContent = name;
    if (this.#button.title !== name) this.#button.title = name;
  }

  /** @param {boolean} isShown */
  #show(isShown) {
    if (this.element.hidden !== isShown) return;
    const isFocused = this.element.contains(document.activeElement);
    this.element.hidden = !isShown;
    document.body.classList.toggle("offers-next", isShown);
    if (!isShown && isFocused) this.#parts.focus();
  }

  /**
   * Says once that the end is reached, when it is seen for a while.
   * @param {boolean} isReached
   */
  #tell(isReached) {
    const { timer } = this.#parts;
    if (!isReached) timer.clear();
    else if (!this.#isTold && !timer.pending) timer.set(REST_MILLISECONDS, () => this.#say());
  }

  #say() {
    this.#isTold = true;
    announce(say("This is the end. Next document: {name}", { name: this.#name.textContent ?? "" }));
  }

  /**
   * Opens the next document.
   * @returns {boolean} whether there is one
   */
  go() {
    return this.#parts.queue?.go(1) ?? false;
  }

  /**
   * Takes a key that turns on from the end. One that is held stops there.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (!ONWARD.has(event.key) || event.shiftKey || !isPlain(event) || isBeside(event.target)) return false;
    const isLeft = this.#end?.isLeft ?? this.#end?.isSeen;
    if (!isLeft?.() || !this.#parts.queue?.next) return false;
    return event.repeat || this.go();
  }
}

/** @param {EventTarget | null} target */
function isBeside(target) {
  return target instanceof Element && target.closest(BESIDE) !== null;
}

/**
 * The end of a view that the browser scrolls.
 * @param {HTMLElement} view
 */
export function isScrolledToEnd({ scrollTop, clientHeight, scrollHeight }) {
  return scrollTop + clientHeight >= scrollHeight - 1;
}
