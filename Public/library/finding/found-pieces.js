/**
 * A long column of rows in pieces, one below the other. Pieces that are far from what is seen keep their height and have no rows.
 *
 *     far, not drawn ──comes near──► drawn ──goes far, and nothing in it has the focus──► far, as high as it was
 */

import { element } from "../../shell/element.js";

/** How far beyond what is seen rows are drawn, in parts of the screen. */
const MARGIN = "150%";

/** A piece; its rows are made anew each time that it comes near. */
/** @typedef {{readonly element: HTMLElement, readonly make: () => readonly HTMLElement[], isDrawn: boolean}} Piece */

export class FoundPieces {
  /** @type {HTMLElement} */
  element = element("div", { class: "found-pieces" });
  #nearEnd;
  #end = element("div", { class: "found-end" });
  /** @type {Map<Element, Piece>} */
  #pieces = new Map();
  #watching;

  /**
   * @param {HTMLElement} scroller
   * @param {() => void} nearEnd called when the end comes near
   * @param {AbortSignal} signal
   */
  constructor(scroller, nearEnd, signal) {
    this.#nearEnd = nearEnd;
    this.#watching = new IntersectionObserver((changes) => this.#moved(changes), { root: scroller, rootMargin: `${MARGIN} 0px` });
    this.element.append(this.#end);
    signal.addEventListener("abort", () => this.#watching.disconnect());
  }

  /** @param {() => readonly HTMLElement[]} make the rows, drawn at once: they have a height then */
  add(make) {
    const piece = { element: element("div", { class: "found-piece" }), make, isDrawn: false };
    this.#pieces.set(piece.element, piece);
    this.#end.before(piece.element);
    draw(piece);
    this.#watching.observe(piece.element);
    // Whether the end is near is told anew.
    this.#watching.unobserve(this.#end);
    this.#watching.observe(this.#end);
  }

  clear() {
    this.#watching.disconnect();
    this.#pieces.clear();
    this.element.replaceChildren(this.#end);
  }

  /** Makes the rows anew of what is drawn. */
  redraw() {
    for (const piece of this.#pieces.values()) if (piece.isDrawn) draw(piece);
  }

  /** @param {readonly IntersectionObserverEntry[]} changes */
  #moved(changes) {
    for (const { target, isIntersecting, boundingClientRect } of changes) {
      const piece = this.#pieces.get(target);
      if (piece && isIntersecting && !piece.isDrawn) draw(piece);
      else if (piece && !isIntersecting && boundingClientRect.height > 0) empty(piece, boundingClientRect.height);
      if (target === this.#end && isIntersecting) this.#nearEnd();
    }
  }
}

/** @param {Piece} piece */
function draw(piece) {
  piece.isDrawn = true;
  piece.element.style.height = "";
  piece.element.replaceChildren(...piece.make());
}

/**
 * @param {Piece} piece
 * @param {number} height in CSS pixels
 */
function empty(piece, height) {
  const isHeld = piece.element.contains(document.activeElement) || piece.element.querySelector("[aria-haspopup][aria-expanded=true]") !== null;
  if (!piece.isDrawn || isHeld) return;
  piece.isDrawn = false;
  piece.element.style.height = `${height}px`;
  piece.element.replaceChildren();
}
