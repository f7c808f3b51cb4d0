/** The way back to what was found by words: as much as was there, scrolled as far. Kept in this browser, by the address of the search. */

import { isRecord, LastSeen } from "../../shell/last-seen.js";
import { whenPressed } from "../../shell/presses.js";
import { Timer } from "../../shell/timer.js";

/** @typedef {{readonly documents: number, readonly top: number}} FoundPlace how many were listed, and how far it was scrolled in CSS pixels */

/** So many searches are remembered, the last ones seen. */
const MOST_SEARCHES = 20;

/** A list of more documents is not read again to come back to its end. */
const MOST_DOCUMENTS = 1_000;

/** How long scrolling must rest before its place is kept. */
const REST_MILLISECONDS = 300;

/** @param {import("../../shell/last-seen.js").TextStore} [store] */
export function foundPlaces(store) {
  return new LastSeen("found-places", { most: MOST_SEARCHES, understood }, store);
}

/**
 * @param {unknown} place
 * @returns {FoundPlace | null}
 */
function understood(place) {
  if (!isRecord(place)) return null;
  const { documents, top } = place;
  if (typeof documents !== "number" || !Number.isInteger(documents) || documents < 1 || documents > MOST_DOCUMENTS) return null;
  return typeof top === "number" && Number.isFinite(top) && top > 0 ? { documents, top } : null;
}

export class FoundReturn {
  #scroller;
  #places = foundPlaces();
  /** Whether the list is come back to: the page was just loaded, or Back led here. */
  #isBack = true;
  #path = "";
  #documents = 0;
  /** @type {FoundPlace | null} */
  #wanted = null;

  /**
   * @param {HTMLElement} scroller
   * @param {AbortSignal} signal
   */
  constructor(scroller, signal) {
    this.#scroller = scroller;
    const resting = new Timer(signal);
    scroller.addEventListener("scroll", () => resting.set(REST_MILLISECONDS, () => this.#keep()), { signal, passive: true });
    window.addEventListener("popstate", () => { this.#isBack = true; }, { signal, capture: true });
    window.addEventListener("pagehide", () => this.#keep(), { signal });
    const touched = () => { this.#wanted = null; };
    whenPressed(scroller, touched, signal);
    for (const kind of ["wheel", "keydown"]) scroller.addEventListener(kind, touched, { signal, passive: true });
  }

  /**
   * Another search is shown.
   * @param {string} path
   * @returns {number} how many documents are wanted to come back to where it was left
   */
  begin(path) {
    this.#path = path;
    this.#documents = 0;
    this.#wanted = this.#isBack ? this.#places.of(path) : null;
    this.#isBack = false;
    return this.#wanted?.documents ?? 0;
  }

  /** @param {number} documents that are listed now */
  reached(documents) {
    this.#documents = documents;
  }

  /** @param {number} documents that are listed now */
  comeBack(documents) {
    this.#documents = documents;
    if (this.#wanted) this.#scroller.scrollTop = this.#wanted.top;
    this.#wanted = null;
  }

  #keep() {
    const { scrollTop, clientHeight } = this.#scroller;
    if (this.#path === "" || this.#wanted || this.#documents === 0 || clientHeight === 0) return;
    this.#places.keep(this.#path, { documents: Math.min(this.#documents, MOST_DOCUMENTS), top: scrollTop });
  }
}
