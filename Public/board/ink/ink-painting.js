/** How finished strokes become pixels of a tile. */

import { meet } from "../../gestures/geometry/index.js";
import { shownInk } from "../../ink/ink-colors.js";
import { tracePath } from "../../ink/ink-drawing.js";
import { strokeBounds } from "../../ink/stroke-geometry.js";

/** @typedef {import("../saving/board-file.js").Stroke} Stroke */
/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */

/**
 * @typedef {object} Paper
 * @property {HTMLCanvasElement} canvas
 * @property {Rect} frame what it shows, in board units
 * @property {number} resolution pixels of a board unit
 */

/** @type {WeakMap<Stroke, {path: Path2D, width: number | null}>} */
const paths = new WeakMap();

/**
 * Those of the strokes that a frame shows a part of.
 * @param {readonly Stroke[]} strokes
 * @param {Rect} frame
 */
export function strokesIn(strokes, frame) {
  return strokes.filter((stroke) => meet(strokeBounds(stroke), frame));
}

/**
 * @param {Paper} paper
 * @param {readonly Stroke[]} strokes
 * @param {boolean} dark
 */
export function repaint(paper, strokes, dark) {
  const { canvas } = paper;
  canvas.getContext("2d")?.clearRect(0, 0, canvas.width, canvas.height);
  paint(paper, strokes, dark);
}

/**
 * @param {Paper} paper
 * @param {readonly Stroke[]} strokes
 * @param {boolean} dark
 */
export function paint({ canvas, frame, resolution }, strokes, dark) {
  const here = strokesIn(strokes, frame);
  const context = here.length ? canvas.getContext("2d") : null;
  if (!context) return;
  context.setTransform(resolution, 0, 0, resolution, -frame.x * resolution, -frame.y * resolution);
  for (const stroke of here) paintStroke(context, stroke, dark);
  context.setTransform(1, 0, 0, 1, 0, 0);
}

/**
 * Paints a stroke where the context's transform puts it.
 * @param {CanvasRenderingContext2D} context
 * @param {Stroke} stroke
 * @param {boolean} dark
 */
function paintStroke(context, stroke, dark) {
  const { path, width } = pathOf(stroke);
  const color = shownInk(stroke.color, dark);
  if (width === null) {
    context.fillStyle = color;
    context.fill(path);
    return;
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(path);
}

/** @param {Stroke} stroke */
function pathOf(stroke) {
  const known = paths.get(stroke);
  if (known) return known;
  const path = new Path2D();
  const made = { path, ...tracePath(path, stroke) };
  paths.set(stroke, made);
  return made;
}
