/**
 * Ink that is being drawn, over everything else. Of a long stroke the beginning is painted once, on a canvas
 * of its own; only its end is painted in every frame, with what is predicted.
 */

import { element } from "../shell/element.js";
import { paintStroke } from "./ink-layer.js";

/** @typedef {import("./board-viewport.js").BoardViewport} BoardViewport */
/** @typedef {import("./stroke-builder.js").StrokeBuilder} StrokeBuilder */

/** When the end of a stroke has grown to so many points, its beginning is painted for good. */
const LONG_END = 160;

/** Points that the curve may still change, and over which two pieces overlap. */
const UNSETTLED = 6;

export class LiveInk {
  element = element("div", { "class": "board-live", "aria-hidden": "true" });
  #settled = element("canvas");
  #ends = element("canvas");
  /** How many points of each stroke are painted for good. @type {Map<string, number>} */
  #painted = new Map();
  #drawn = false;

  constructor() {
    this.element.append(this.#settled, this.#ends);
  }

  /**
   * @param {readonly StrokeBuilder[]} strokes
   * @param {BoardViewport} viewport
   * @param {{pixelRatio: number, dark: boolean}} screen
   */
  draw(strokes, viewport, { pixelRatio, dark }) {
    if (strokes.length === 0) return this.#clear();
    this.#fit(viewport, pixelRatio);
    this.#forget(strokes);
    const ends = begun(this.#ends, viewport, pixelRatio, true);
    const settled = begun(this.#settled, viewport, pixelRatio, false);
    this.#drawn = true;
    for (const builder of strokes) {
      const from = this.#settle(builder, settled, dark);
      const { shown } = builder;
      if (ends) paintStroke(ends, { ...shown, points: shown.points.slice(from) }, dark);
    }
  }

  /**
   * Paints the beginning of a stroke for good where its end has become long; returns where the end begins.
   * @param {StrokeBuilder} builder
   * @param {CanvasRenderingContext2D | null} context
   * @param {boolean} dark
   */
  #settle(builder, context, dark) {
    const painted = this.#painted.get(builder.id) ?? 0;
    if (builder.certain - painted < LONG_END) return painted;
    const next = builder.certain - UNSETTLED;
    const { shown } = builder;
    if (context) paintStroke(context, { ...shown, points: shown.points.slice(painted, next + 2) }, dark);
    this.#painted.set(builder.id, next);
    return next;
  }

  /**
   * Strokes that have ended are no longer ours; what they have left goes when the last one ends.
   * @param {readonly StrokeBuilder[]} strokes
   */
  #forget(strokes) {
    const ids = new Set(strokes.map((stroke) => stroke.id));
    for (const id of this.#painted.keys()) if (!ids.has(id)) this.#painted.delete(id);
  }

  #clear() {
    if (!this.#drawn) return;
    this.#drawn = false;
    this.#painted.clear();
    for (const canvas of [this.#settled, this.#ends]) {
      canvas.getContext("2d")?.clearRect(0, 0, canvas.width, canvas.height);
    }
  }

  /**
   * @param {BoardViewport} viewport
   * @param {number} pixelRatio
   */
  #fit({ size }, pixelRatio) {
    const [width, height] = [Math.ceil(size.width * pixelRatio), Math.ceil(size.height * pixelRatio)];
    for (const canvas of [this.#settled, this.#ends]) {
      if (canvas.width === width && canvas.height === height) continue;
      canvas.width = width;
      canvas.height = height;
      this.#painted.clear();
    }
  }
}

/**
 * A canvas ready to be drawn on in board units.
 * @param {HTMLCanvasElement} canvas
 * @param {BoardViewport} viewport
 * @param {number} pixelRatio
 * @param {boolean} clear
 */
function begun(canvas, viewport, pixelRatio, clear) {
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (clear) context.clearRect(0, 0, canvas.width, canvas.height);
  const origin = viewport.toView({ x: 0, y: 0 });
  const [right, down] = [viewport.armToView({ x: 1, y: 0 }), viewport.armToView({ x: 0, y: 1 })];
  context.setTransform(
    right.x * pixelRatio, right.y * pixelRatio, down.x * pixelRatio, down.y * pixelRatio,
    origin.x * pixelRatio, origin.y * pixelRatio,
  );
  return context;
}
