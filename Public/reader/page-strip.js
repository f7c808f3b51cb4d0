/** All pages in small along one edge. */

import { PageThumbnails } from "./page-thumbnails.js";

/** A picture's width and the distance from one to the next, in CSS pixels; `strip.css` has the same. */
const WIDTH = 44;
const PITCH = 56;

/** So long after a hand has scrolled it, it is in the hand still, in ms: it glides on, and wheels turn in notches. */
const GLIDE = 400;

export class PageStrip extends PageThumbnails {
  #isTouched = false;
  #scrolledAt = -Infinity;
  /** Where it was scrolled to for a page: that was no hand. */
  #revealedAt = 0;

  /**
   * @param {import("./page-thumbnails.js").ThumbnailCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    super(calls, { class: "strip", width: WIDTH, isPulledUp: true }, signal);
    this.list.style.width = `${calls.names.count * PITCH}px`;
    // A finger that scrolls is no pointer any more for the page, but it is a touch still.
    const touched = (/** @type {TouchEvent} */ { touches }) => void (this.#isTouched = touches.length > 0);
    for (const kind of /** @type {const} */ (["touchstart", "touchend", "touchcancel"])) this.scroller.addEventListener(kind, touched, { signal, passive: true });
    this.scroller.addEventListener("scroll", () => {
      if (Math.abs(this.scroller.scrollLeft - this.#revealedAt) > 1) this.#scrolledAt = performance.now();
    }, { signal, passive: true });
  }

  /** Whether a hand scrolls it. */
  get isHeld() {
    return this.#isTouched || performance.now() - this.#scrolledAt < GLIDE;
  }

  /** @override */
  get seen() {
    const { clientWidth, scrollLeft } = this.scroller;
    return { first: Math.floor(scrollLeft / PITCH) - 1, last: Math.ceil((scrollLeft + clientWidth) / PITCH) + 1 };
  }

  /**
   * @override
   * @param {HTMLElement} item
   * @param {number} page
   */
  place({ style }, page) {
    style.left = `${(page - 1) * PITCH}px`;
  }

  /** @override */
  reveal() {
    const { clientWidth, scrollLeft } = this.scroller;
    const left = (this.page - 1) * PITCH;
    const seen = left - PITCH >= scrollLeft && left + 2 * PITCH <= scrollLeft + clientWidth;
    if (seen) return;
    this.scroller.scrollLeft = left - (clientWidth - PITCH) / 2;
    this.#revealedAt = this.scroller.scrollLeft;
  }
}
