/** From one document of a list to its neighbours, by swipes over the document. */

import { addGestureRecognizer } from "../attachments.js";
import { guarded, reportToConsole } from "../guard.js";
import { SwipeGestureRecognizer } from "../recognizers/swipe.js";

/** @typedef {import("../guard.js").Report} Report */
/** @typedef {import("../recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../view.js").View} View */

/**
 * The items of a swipe. The order is asked for anew with each swipe: lists are sorted while documents are open.
 * @typedef {object} NavigationPort
 * @property {() => readonly number[]} counts how many items each section of the list has, as it is shown
 * @property {() => ItemPlace | null} current what is shown; null when nothing of the list is
 * @property {() => void | Promise<void>} save what was edited; when it fails the document stays
 * @property {(place: ItemPlace) => void} select shows in the list what is current
 * @property {(place: ItemPlace) => void | Promise<void>} load
 * @property {(place: ItemPlace) => void} refresh the row of what was left: it may be called otherwise now
 */

/**
 * @typedef {object} SwipeNavigationOptions
 * @property {boolean} [leftIsNext] as pages are turned; without it right is next, as in the books
 * @property {readonly GestureRecognizer[]} [pans] that wait for the swipes: those of scroll views in the document
 * @property {Report} [report]
 */

/** See above. Swipes that come while a document is loading are followed one after the other. */
export class SwipeNavigation {
  #port;
  #report;
  /** @type {Promise<void>} */
  #walked = Promise.resolve();

  /**
   * @param {View} view of the document
   * @param {NavigationPort} port
   * @param {SwipeNavigationOptions} [options]
   */
  constructor(view, port, options = {}) {
    const { leftIsNext = false, pans = [], report = reportToConsole } = options;
    this.#port = port;
    this.#report = report;
    this.next = new SwipeGestureRecognizer({ direction: leftIsNext ? "left" : "right" });
    this.previous = new SwipeGestureRecognizer({ direction: leftIsNext ? "right" : "left" });
    this.next.addTarget(() => void this.walk(1));
    this.previous.addTarget(() => void this.walk(-1));
    for (const swipe of [this.next, this.previous]) {
      addGestureRecognizer(view, swipe);
      for (const pan of pans) pan.requireToFail(swipe);
    }
  }

  /** When all swipes so far have been followed. */
  get walked() {
    return this.#walked;
  }

  /**
   * Goes to the neighbour: for keys, too.
   * @param {1 | -1} step
   * @returns {Promise<void>} when it is shown, or has failed and was reported
   */
  walk(step) {
    this.#walked = this.#walked.then(() => this.#step(step)).catch((error) => {
      guarded(this.#report, "report", undefined, () => this.#report(error, "swipe navigation"));
    });
    return this.#walked;
  }

  /** @param {1 | -1} step */
  async #step(step) {
    const from = this.#port.current();
    const to = from && itemBeside(this.#port.counts(), from, step);
    if (!from || !to || (to.section === from.section && to.row === from.row)) return;
    await this.#port.save();
    this.#port.select(to);
    await this.#port.load(to);
    this.#port.refresh(from);
  }
}

/**
 * An item: the how-manieth of which section, both from 0.
 * @typedef {{readonly section: number, readonly row: number}} ItemPlace
 */

/**
 * The item beside another one. Sections without items are passed over.
 * @param {readonly number[]} counts how many items each section has
 * @param {ItemPlace} place
 * @param {1 | -1} step to the next one or the one before
 * @returns {ItemPlace | null} null where there is no item at all, or no such place
 */
export function itemBeside(counts, place, step) {
  const count = counts[place.section] ?? 0;
  if (!(place.row >= 0 && place.row < count)) return null;
  const row = place.row + step;
  if (row >= 0 && row < count) return { section: place.section, row };
  const section = sectionBeside(counts, place.section, step);
  return { section, row: step > 0 ? 0 : (counts[section] ?? 1) - 1 };
}

/**
 * @param {readonly number[]} counts of which one at least is not nought
 * @param {number} section
 * @param {1 | -1} step
 */
function sectionBeside(counts, section, step) {
  let next = section;
  do next = (next + step + counts.length) % counts.length; while (!counts[next]);
  return next;
}
