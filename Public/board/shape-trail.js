/** The line of a shape while it is being drawn, over everything: what goes around, or strikes out. */

/** @typedef {import("../gestures/geometry/index.js").Point} Point */

const SVG = "http://www.w3.org/2000/svg";

export class ShapeTrail {
  element = document.createElementNS(SVG, "svg");
  #line = document.createElementNS(SVG, "polyline");

  constructor() {
    this.element.setAttribute("class", "board-trail");
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.#line);
    this.element.style.display = "none";
  }

  /**
   * @param {readonly Point[]} line of the view; nothing is seen of an empty one
   * @param {boolean} deletes
   */
  show(line, deletes) {
    this.element.style.display = line.length ? "" : "none";
    this.element.dataset.deletes = String(deletes);
    this.#line.setAttribute("points", line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "));
  }
}
