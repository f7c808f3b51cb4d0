/** How far the library is scrolled: kept when scrolling rests, and come back to. */

import { libraryPath } from "../shell/address.js";
import { whenPressed } from "../shell/presses.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("./list-view.js").ListPlace} ListPlace */

/**
 * @typedef {object} ScrollPlaceParts
 * @property {HTMLElement} scroller
 * @property {Pick<import("./list-view.js").ListView, "goTo" | "place" | "focus" | "focusCurrent">} list
 * @property {import("./library.js").Library} library
 * @property {Pick<import("./folders/folder-list.js").FolderList, "fresh">} folders
 * @property {Pick<import("../shell/last-seen.js").LastSeen<ListPlace>, "keep">} places of lists
 * @property {() => void} scrolled called before the list draws
 */

/** How long scrolling must rest before its place is kept. */
const REST_MILLISECONDS = 300;

/** Input that moves through the list: the scroll position is not restored over it. */
const HANDS = Object.freeze(["wheel", "keydown"]);

export class ScrollPlace {
  #parts;
  #resting;
  /** Where it was when something was shown in its place, and the key of that document. */
  #left = { top: 0, key: "" };
  /**
   * Where the list is to be scrolled to as soon as it goes so far.
   * @type {ListPlace | null}
   */
  #wanted = null;

  /**
   * @param {ScrollPlaceParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#resting = new Timer(signal);
    const { scroller } = parts;
    // Before the list draws: to ask for the place afterwards would lay all out at once.
    scroller.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true, capture: true });
    const touched = () => { this.#wanted = null; };
    whenPressed(scroller, touched, signal);
    for (const kind of HANDS) scroller.addEventListener(kind, touched, { signal, passive: true });
    window.addEventListener("pagehide", () => this.keep(), { signal });
  }

  /** Keeps how far it is scrolled, where it is seen and has come to where it was to be. */
  keep() {
    const { scroller, library: { state }, list, places } = this.#parts;
    this.#resting.clear();
    if (this.#wanted === null && state.fresh && scroller.clientHeight > 0) places.keep(libraryPath(state.query), list.place);
  }

  /**
   * Notes how far it is scrolled, before it is hidden.
   * @param {string} key of the document that is shown in its place
   */
  leave(key) {
    this.keep();
    const { scroller, library } = this.#parts;
    // A list without documents is at its top; to ask for that would lay all out at once.
    this.#left = { top: library.state.documents.length ? scroller.scrollTop : 0, key };
  }

  /**
   * Comes back to where it was left, with the focus on a document's card. One that was gone on to from there is scrolled to.
   * @param {string} key
   */
  comeBack(key) {
    const { scroller, list } = this.#parts;
    const { top, key: left } = this.#left;
    scroller.scrollTop = top;
    const isFound = list.focus(key);
    if (!isFound) list.focusCurrent();
    if (!isFound || key === left) scroller.scrollTop = top;
  }

  /**
   * Comes to where a list was left that is still being read.
   * @param {ListPlace | null} place null for the top
   */
  comeTo(place) {
    this.#wanted = place;
    this.follow();
  }

  /** Whether it is still on its way to where it was left. */
  get isComing() {
    return this.#wanted !== null;
  }

  /** The list has changed. Further parts of it come by being scrolled to. */
  follow() {
    const { library: { state: { fresh, next } }, folders, list } = this.#parts;
    if (this.#wanted === null || !fresh || !folders.fresh) return;
    if (list.goTo(this.#wanted) || next === null) this.#wanted = null;
  }

  toTop() {
    this.#wanted = null;
    this.#parts.scroller.scrollTop = 0;
  }

  #scrolled() {
    this.#resting.set(REST_MILLISECONDS, () => this.keep());
    this.#parts.scrolled();
  }
}
