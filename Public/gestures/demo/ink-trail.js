/** The line that a finger draws, seen until the next one. */

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../touch.js").Touch} Touch */

export class InkTrail {
  /** @type {Point[]} */
  #points = [];
  #changed;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** For the views that are drawn on. */
  get handlers() {
    const add = (/** @type {ReadonlySet<Touch>} */ touches) => {
      for (const touch of touches) this.#points.push(...touch.moments.map(({ x, y }) => ({ x, y })));
      this.#changed();
    };
    const begin = (/** @type {ReadonlySet<Touch>} */ touches) => {
      this.#points = [];
      add(touches);
    };
    return { touchesBegan: begin, touchesMoved: add, touchesEnded: add };
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {string} color
   */
  draw(pen, color) {
    pen.strokeStyle = color;
    pen.lineWidth = 4;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    pen.beginPath();
    for (const { x, y } of this.#points) pen.lineTo(x, y);
    pen.stroke();
  }
}
