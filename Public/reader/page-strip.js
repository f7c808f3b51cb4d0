/** All pages in small along one edge. */

import { PageThumbnails } from "./page-thumbnails.js";

/** A picture's width and the distance from one to the next, in CSS pixels; `strip.css` has the same. */
const WIDTH = 44;
const PITCH = 56;

export class PageStrip extends PageThumbnails {
  /**
   * @param {import("./page-thumbnails.js").ThumbnailCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    super(calls, { class: "strip", width: WIDTH, isPulledUp: true }, signal);
    this.list.style.width = `${calls.names.count * PITCH}px`;
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
    if (!seen) this.scroller.scrollLeft = left - (clientWidth - PITCH) / 2;
  }
}
