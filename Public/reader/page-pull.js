/** A page that a finger pulls out of the strip: its picture follows the finger, and where that lets go, a menu has the ways out. */

import { pullDirection } from "../gestures/index.js";
import { vec } from "../gestures/geometry/index.js";
import { element } from "../shell/element.js";

/**
 * The finger's page, where the finger landed in CSS pixels of the window, and the picture since the page is pulled.
 * @typedef {{pointer: number, page: number, item: HTMLElement, start: import("../gestures/geometry/index.js").Point,
 *   picture: HTMLElement | null}} Held
 */

/**
 * By fingers and pens; a mouse drags as the browser has it. Moved along the strip, the browser scrolls it and takes the finger.
 *
 *     at rest ──lands on a page──▶ held ──more than 16 px up, less than 12 off──▶ pulled ──let go beyond the strip──▶ menu
 *        ▲                          │ lifted, taken by the browser                  │ let go in the strip, Escape, taken
 *        └──────────────────────────┴───────────────────────────────────────────────┘
 */
export class PagePull {
  #strip;
  #itemOf;
  #drop;
  /** @type {Held | null} */
  #held = null;

  /**
   * @param {HTMLElement} strip
   * @param {{itemOf: (target: EventTarget | null) => [number, HTMLElement] | [], drop: (page: number, item: HTMLElement, at: {x:
   *   number, y: number}) => void}} calls the page under a finger; called where one is let go, in CSS pixels of the window
   * @param {AbortSignal} signal
   */
  constructor(strip, { itemOf, drop }, signal) {
    this.#strip = strip;
    this.#itemOf = itemOf;
    this.#drop = drop;
    strip.addEventListener("pointerdown", (event) => this.#landed(event), { signal });
    strip.addEventListener("pointermove", (event) => this.#moved(event), { signal });
    strip.addEventListener("pointerup", (event) => this.#lifted(event), { signal });
    strip.addEventListener("pointercancel", () => this.#end(), { signal });
    // The finger rests on its way: no menu of the browser's, and no click on the page when it lets go.
    for (const type of ["contextmenu", "click"]) strip.addEventListener(type, (event) => this.#keepBack(event), { signal, capture: true });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#held?.picture) this.#end();
    }, { signal, capture: true });
    signal.addEventListener("abort", () => this.#end());
  }

  /** @param {PointerEvent} event */
  #landed({ pointerId, pointerType, clientX, clientY, target }) {
    // A second finger means neither.
    if (this.#held) return this.#end();
    const [page, item] = this.#itemOf(target);
    if (pointerType === "mouse" || page === undefined || !item) return;
    this.#held = { pointer: pointerId, page, item, start: vec(clientX, clientY), picture: null };
  }

  /** @param {PointerEvent} event */
  #moved({ pointerId, clientX, clientY }) {
    const held = this.#held;
    if (!held || pointerId !== held.pointer) return;
    if (!held.picture && pullDirection({ x: clientX - held.start.x, y: clientY - held.start.y }) === "up") {
      held.picture = pulledPicture(held.item);
      this.#strip.setPointerCapture(pointerId);
    }
    if (held.picture) held.picture.style.translate = `${clientX}px ${clientY}px`;
  }

  /** @param {PointerEvent} event */
  #lifted({ pointerId, clientX, clientY }) {
    const held = this.#held;
    if (!held || pointerId !== held.pointer) return;
    const isBeyond = held.picture !== null && clientY < this.#strip.getBoundingClientRect().top;
    // The click of this finger comes after this event.
    setTimeout(() => this.#end());
    held.picture?.remove();
    if (isBeyond) this.#drop(held.page, held.item, { x: clientX, y: clientY });
  }

  /** @param {Event} event */
  #keepBack(event) {
    if (!this.#held?.picture) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #end() {
    this.#held?.picture?.remove();
    this.#held = null;
  }
}

/** @param {HTMLElement} item */
function pulledPicture(item) {
  const image = item.querySelector("img")?.cloneNode();
  const picture = element("div", { "class": "pulled-page", "aria-hidden": "true" }, ...(image ? [image] : []));
  document.body.append(picture);
  return picture;
}
