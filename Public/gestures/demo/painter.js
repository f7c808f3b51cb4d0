/** Draws the figures of a stage on a canvas, from back to front. */

import { apply, compose, IDENTITY } from "../geometry/affine.js";
import { corners } from "../geometry/rect.js";
import { Figure } from "./figure.js";

/** @typedef {import("../geometry/affine.js").Affine} Affine */
/** @typedef {import("./figure.js").ColorName} ColorName */
/** @typedef {import("./world.js").World} World */

/** @typedef {(name: ColorName | "desk" | "on-accent") => string} Palette */

/**
 * @param {CanvasRenderingContext2D} pen in CSS pixels
 * @param {World} world
 * @param {Palette} palette
 */
export function paint(pen, world, palette) {
  pen.fillStyle = palette("desk");
  pen.fillRect(0, 0, world.width, world.height);
  pen.font = "15px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const child of world.root.children) if (child instanceof Figure) paintFigure(pen, child, IDENTITY, palette);
  for (const drawing of world.drawings) drawing(pen, palette);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Figure} figure
 * @param {Affine} parent from the parent's coordinates to the stage's
 * @param {Palette} palette
 */
function paintFigure(pen, figure, parent, palette) {
  if (figure.hidden) return;
  const placed = compose(parent, figure.toParent());
  pen.globalAlpha = figure.alpha;
  fill(pen, outline(figure, placed), palette(figure.color), palette("line"));
  paintLabel(pen, figure, placed, palette);
  pen.globalAlpha = 1;
  for (const child of figure.children) if (child instanceof Figure) paintFigure(pen, child, placed, palette);
}

/**
 * @param {Figure} figure
 * @param {Affine} placed
 */
function outline({ shape, bounds }, placed) {
  const polygons = shape?.outline(bounds) ?? [corners(bounds)];
  return polygons.map((polygon) => polygon.map((point) => apply(placed, point)));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import("../geometry/point.js").Point[][]} polygons
 * @param {string} color
 * @param {string} line
 */
function fill(pen, polygons, color, line) {
  pen.beginPath();
  for (const polygon of polygons) {
    polygon.forEach(({ x, y }, index) => (index === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.closePath();
  }
  pen.fillStyle = color;
  pen.fill("evenodd");
  pen.strokeStyle = line;
  pen.lineWidth = 1;
  pen.stroke();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Figure} figure
 * @param {Affine} placed
 * @param {Palette} palette
 */
function paintLabel(pen, { label, bounds, color }, { a, b, c, d, tx, ty }, palette) {
  pen.save();
  pen.transform(a, b, c, d, tx, ty);
  pen.fillStyle = color === "paper" || color === "line" || color === "panel" ? palette("ink") : palette("on-accent");
  label.split("\n").forEach((line, index, lines) => {
    pen.fillText(line, bounds.width / 2, bounds.height / 2 + (index - (lines.length - 1) / 2) * 20);
  });
  pen.restore();
}
