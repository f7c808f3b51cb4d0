/**
 * Ink that is in a hand, over everything else: vectors, of which the browser repaints no more than has changed. Of
 * a long stroke that is being drawn the beginning is an element of its own that stays as it is. Only its end is
 * made anew in every frame, with what is predicted. Finished strokes that are dragged are lifted here off their
 * tiles.
 */

import { shownInk } from "../../ink/ink-colors.js";
import { tracePath } from "../../ink/ink-drawing.js";
import { PathWriter } from "../../ink/path-writer.js";

/** @typedef {import("../saving/board-file.js").Stroke} Stroke */
/** @typedef {import("../board-viewport.js").BoardViewport} BoardViewport */
/** @typedef {import("../../ink/stroke-builder.js").StrokeBuilder} StrokeBuilder */

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
  /** @type {Map<string, {stroke: Stroke, dark: boolean, path: SVGPathElement}>} */
  #lifted = new Map();

  constructor() {
    this.element.setAttribute("class", "board-live");
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.#plane);
  }

  /**
   * @param {readonly StrokeBuilder[]} strokes that are being drawn
   * @param {readonly Stroke[]} lifted
   * @param {BoardViewport} viewport
   * @param {boolean} dark
   */
  draw(strokes, lifted, viewport, dark) {
    this.#forget(strokes, lifted);
    // A layer over everything costs something even where it is empty.
    this.element.style.display = strokes.length + lifted.length ? "" : "none";
    if (strokes.length + lifted.length === 0) return;
    const { x, y } = viewport.toView({ x: 0, y: 0 });
    const transform = `translate(${x} ${y}) rotate(${viewport.rotation}) scale(${viewport.zoom})`;
    if (transform !== this.#plane.getAttribute("transform")) this.#plane.setAttribute("transform", transform);
    for (const stroke of lifted) this.#drawLifted(stroke, dark);
    for (const builder of strokes) this.#drawStroke(builder, dark);
  }

  /**
   * @param {readonly StrokeBuilder[]} strokes
   * @param {readonly Stroke[]} lifted
   */
  #forget(strokes, lifted) {
    this.#drawings.forEach(({ group }, builder) => {
      if (strokes.includes(builder)) return;
      group.remove();
      this.#drawings.delete(builder);
    });
    this.#lifted.forEach(({ path }, id) => {
      if (lifted.some((stroke) => stroke.id === id)) return;
      path.remove();
      this.#lifted.delete(id);
    });
  }

  /**
   * @param {Stroke} stroke
   * @param {boolean} dark
   */
  #drawLifted(stroke, dark) {
    const known = this.#lifted.get(stroke.id);
    if (known?.stroke === stroke && known.dark === dark) return;
    const path = known?.path ?? document.createElementNS(SVG, "path");
    if (!known) this.#plane.append(path);
    trace(path, stroke, dark);
    this.#lifted.set(stroke.id, { stroke, dark, path });
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
