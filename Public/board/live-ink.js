/**
 * Ink that is being drawn, over everything else: vectors, of which the browser repaints no more than has
 * changed. Of a long stroke the beginning is an element of its own that stays as it is; only its end is made
 * anew in every frame, with what is predicted.
 */

import { shownInk } from "./ink-colors.js";
import { tracePath } from "./ink-drawing.js";
import { PathWriter } from "./path-writer.js";

/** @typedef {import("./board-file.js").Stroke} Stroke */
/** @typedef {import("./board-viewport.js").BoardViewport} BoardViewport */
/** @typedef {import("./stroke-builder.js").StrokeBuilder} StrokeBuilder */

/** When the end of a stroke has grown to so many points, all but the last of them are left as they are. */
const LONG_END = 120;

/** Points that the curve may still change; the two pieces overlap by them. */
const UNSETTLED = 4;

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{group: SVGGElement, end: SVGPathElement, settled: number}} Drawing */

export class LiveInk {
  element = document.createElementNS(SVG, "svg");
  #plane = document.createElementNS(SVG, "g");
  /** @type {Map<StrokeBuilder, Drawing>} */
  #drawings = new Map();

  constructor() {
    this.element.setAttribute("class", "board-live");
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.#plane);
  }

  /**
   * @param {readonly StrokeBuilder[]} strokes
   * @param {BoardViewport} viewport
   * @param {boolean} dark
   */
  draw(strokes, viewport, dark) {
    this.#drawings.forEach(({ group }, builder) => {
      if (strokes.includes(builder)) return;
      group.remove();
      this.#drawings.delete(builder);
    });
    // A layer over everything costs something even where it is empty.
    this.element.style.display = strokes.length ? "" : "none";
    if (strokes.length === 0) return;
    const { x, y } = viewport.toView({ x: 0, y: 0 });
    const transform = `translate(${x} ${y}) rotate(${viewport.rotation}) scale(${viewport.zoom})`;
    if (transform !== this.#plane.getAttribute("transform")) this.#plane.setAttribute("transform", transform);
    for (const builder of strokes) this.#drawStroke(builder, dark);
  }

  /**
   * @param {StrokeBuilder} builder
   * @param {boolean} dark
   */
  #drawStroke(builder, dark) {
    const drawing = this.#drawings.get(builder) ?? this.#begin(builder);
    const { shown, certain } = builder;
    if (certain - drawing.settled >= LONG_END) {
      const next = certain - UNSETTLED;
      const path = document.createElementNS(SVG, "path");
      trace(path, { ...shown, points: shown.points.slice(drawing.settled, next + 2) }, dark);
      drawing.group.prepend(path);
      drawing.settled = next;
    }
    trace(drawing.end, { ...shown, points: shown.points.slice(drawing.settled) }, dark);
  }

  /** @param {StrokeBuilder} builder */
  #begin(builder) {
    const drawing = {
      group: document.createElementNS(SVG, "g"), end: document.createElementNS(SVG, "path"), settled: 0,
    };
    drawing.group.append(drawing.end);
    this.#plane.append(drawing.group);
    this.#drawings.set(builder, drawing);
    return drawing;
  }
}

/**
 * @param {SVGPathElement} path
 * @param {Stroke} stroke
 * @param {boolean} dark
 */
function trace(path, stroke, dark) {
  const writer = new PathWriter();
  const { width } = tracePath(writer, stroke);
  const color = shownInk(stroke.color, dark);
  path.setAttribute("d", writer.text);
  path.setAttribute("fill", width === null ? color : "none");
  path.setAttribute("stroke", width === null ? "none" : color);
  path.setAttribute("stroke-width", String(width ?? 0));
}
