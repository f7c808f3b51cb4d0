/**
 * Marks over the pages that are in the document. Highlights are mixed with the page, as ink of a highlighter is; all other
 * marks lie on it. Both are drawings of SVG, which stay sharp at any zoom and cost nothing while pages move.
 */

import { element, setAttributes } from "../../shell/element.js";
import { drawnMark, shape } from "./mark-drawing.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */
/** @typedef {import("../../gestures/geometry/index.js").Size} Size */

class PageLayer {
  element;
  #under;
  #over;
  /** @type {Map<string, {mark: Annotation, drawn: SVGElement}>} */
  #drawn = new Map();

  /** @param {Size} size of the page, in page units */
  constructor({ width, height }) {
    const drawing = (/** @type {string} */ name) => shape("svg", { "viewBox": `0 0 ${width} ${height}`, "preserveAspectRatio": "none", "class": name, "aria-hidden": "true" });
    this.#under = drawing("page-highlights");
    this.#over = drawing("page-ink");
    this.element = element("div", { "class": "page-marks", "aria-hidden": "true" }, this.#under, this.#over);
  }

  /**
   * @param {readonly Annotation[]} marks
   * @param {ReadonlySet<string>} chosen ids of those that are chosen
   */
  show(marks, chosen) {
    const ids = new Set(marks.map(({ id }) => id));
    for (const [id, { drawn }] of this.#drawn) if (!ids.has(id)) drawn.remove(), this.#drawn.delete(id);
    for (const mark of marks) this.#draw(mark, chosen.has(mark.id));
  }

  /**
   * @param {Annotation} mark
   * @param {boolean} isChosen
   */
  #draw(mark, isChosen) {
    const known = this.#drawn.get(mark.id);
    const drawn = known?.mark === mark ? known.drawn : drawnMark(mark);
    drawn.classList.toggle("is-chosen", isChosen);
    if (known?.mark === mark) return;
    if (known) known.drawn.replaceWith(drawn);
    else (mark.kind === "highlight" ? this.#under : this.#over).append(drawn);
    this.#drawn.set(mark.id, { mark, drawn });
  }
}

/**
 * The marks of a page as a drawing of their own, for the printer.
 * @param {Size} size of the page, in page units
 * @param {readonly Annotation[]} marks
 */
export function drawnMarks(size, marks) {
  const layer = new PageLayer(size);
  layer.show(marks, new Set());
  return layer.element;
}

export class MarkLayers {
  /** @type {Map<number, PageLayer>} */
  #layers = new Map();
  #marksOf;
  /** @type {ReadonlySet<string>} */
  #chosen = new Set();

  /** @param {(page: number) => readonly Annotation[]} marksOf a page */
  constructor(marksOf) {
    this.#marksOf = marksOf;
  }

  /**
   * A page has come into the document.
   * @param {number} page
   * @param {HTMLElement} view
   * @param {Size} size in page units
   */
  add(page, view, size) {
    const layer = new PageLayer(size);
    this.#layers.set(page, layer);
    view.append(layer.element);
    layer.show(this.#marksOf(page), this.#chosen);
  }

  /** @param {number} page that is not in the document any more */
  remove(page) {
    this.#layers.get(page)?.element.remove();
    this.#layers.delete(page);
  }

  /** @param {string | null} id of the mark that is chosen */
  choose(id) {
    this.#chosen = new Set(id === null ? [] : [id]);
    this.show();
  }

  show() {
    for (const [page, layer] of this.#layers) layer.show(this.#marksOf(page), this.#chosen);
  }

  /** Takes all away. */
  clear() {
    for (const page of [...this.#layers.keys()]) this.remove(page);
  }

  /** @param {boolean} areShown */
  set areShown(areShown) {
    for (const { element: layer } of this.#layers.values()) setAttributes(layer, { hidden: !areShown });
  }
}
