/** Rules that are put in another order: each by its handle with a hand, or by keys anywhere in its line. */

import { addGestureRecognizer, GestureSurface, isActive, PanGestureRecognizer, State } from "../../gestures/index.js";
import { placeAfter, shifts, wayWithin } from "./rule-order.js";

/** A hand moves a line by its handle, which is no place to scroll from. */
const SLOP = 4;

/**
 * @typedef {object} RuleDraggingCalls
 * @property {() => readonly HTMLElement[]} lines in their order
 * @property {(place: number) => void} moved told the place at which it was let go, where that is another one
 */

export class RuleDragging {
  #handle;
  #calls;
  #from = 0;
  /** @type {readonly HTMLElement[]} */
  #lines = [];
  /** @type {import("./rule-order.js").Lines} */
  #sizes = { heights: [], gap: 0 };

  /**
   * @param {HTMLElement} handle in a line
   * @param {RuleDraggingCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(handle, calls, signal) {
    this.#handle = handle;
    this.#calls = calls;
    const { views } = new GestureSurface(handle, {}, signal);
    const pan = new PanGestureRecognizer({ maximumTouches: 1, slop: SLOP });
    pan.addTarget(() => this.#dragged(pan));
    addGestureRecognizer(views.viewFor(handle), pan);
  }

  /** @param {PanGestureRecognizer} pan */
  #dragged(pan) {
    if (pan.state === State.Began) this.#begin();
    const way = wayWithin(this.#sizes, this.#from, pan.translation().y);
    const place = placeAfter(this.#sizes, this.#from, way);
    if (isActive(pan.state)) return this.#show(way, place);
    this.#end();
    if (pan.state === State.Ended && place !== this.#from) this.#calls.moved(place);
    return undefined;
  }

  #begin() {
    this.#lines = this.#calls.lines();
    const boxes = this.#lines.map((line) => line.getBoundingClientRect());
    const [first, second] = boxes;
    this.#sizes = { heights: boxes.map(({ height }) => height), gap: first && second ? second.top - first.bottom : 0 };
    this.#from = this.#lines.findIndex((line) => line.contains(this.#handle));
    this.#lines[this.#from]?.classList.add("held");
  }

  /**
   * @param {number} way
   * @param {number} place
   */
  #show(way, place) {
    const aside = shifts(this.#sizes, this.#from, place);
    for (const [index, { style }] of this.#lines.entries()) style.translate = `0 ${index === this.#from ? way : aside[index] ?? 0}px`;
  }

  #end() {
    for (const line of this.#lines) {
      line.classList.remove("held");
      line.style.removeProperty("translate");
    }
  }
}
