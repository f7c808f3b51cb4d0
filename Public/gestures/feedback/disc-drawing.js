/**
 * How a disc looks: a dark one, and a lighter one on it. After recipe 1-13 of the cookbook. And how outlines do, which
 * are for debugging.
 */

import { BUBBLE_ALPHA, BUBBLE_INNER_RADIUS, BUBBLE_RADIUS, BUBBLE_SHIFT } from "../constants.js";

/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./finger-discs.js").Device} Device */
/** @typedef {import("./finger-discs.js").Disc} Disc */

/** @typedef {{readonly center: Point, readonly radius: number}} Round */

/**
 * @typedef {object} DiscColors any CSS colors, opaque: the discs are half clear
 * @property {string} back
 * @property {Readonly<Record<Device, string>>} front
 * @property {string} taken of a finger that was cancelled
 */

/** On light pages. The cookbook has white on dark grey; pens and mice are told apart by a tint. @type {DiscColors} */
export const LIGHT_COLORS = Object.freeze({
  back: "#404040",
  front: Object.freeze({ touch: "#ffffff", pen: "#8fb0ff", mouse: "#ffd98a" }),
  taken: "#ff8a80",
});

/** On dark pages, where dark grey would not be seen. @type {DiscColors} */
export const DARK_COLORS = Object.freeze({ ...LIGHT_COLORS, back: "#c8c4bd" });

/**
 * Where the two discs of a finger lie.
 * @param {Pick<Disc, "center" | "scale">} disc
 * @returns {{back: Round, front: Round}}
 */
export function roundsOf({ center, scale }) {
  const shift = BUBBLE_SHIFT * scale;
  return {
    back: { center, radius: BUBBLE_RADIUS * scale },
    front: { center: { x: center.x - shift, y: center.y - shift }, radius: BUBBLE_INNER_RADIUS * scale },
  };
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Disc} disc
 * @param {DiscColors} colors
 */
export function drawDisc(pen, disc, colors) {
  const { back, front } = roundsOf(disc);
  pen.globalAlpha = BUBBLE_ALPHA * disc.alpha;
  fill(pen, back, colors.back);
  fill(pen, front, disc.isTaken ? colors.taken : colors.front[disc.device]);
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Iterable<readonly Point[]>} polygons
 * @param {Point} origin px in the window, which they count from
 * @param {DiscColors} colors
 */
export function drawOutlines(pen, polygons, origin, colors) {
  pen.strokeStyle = colors.taken;
  pen.lineWidth = 1;
  for (const polygon of polygons) {
    pen.beginPath();
    polygon.forEach(({ x, y }, index) => pen[index === 0 ? "moveTo" : "lineTo"](x + origin.x, y + origin.y));
    pen.closePath();
    pen.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Round} round
 * @param {string} color
 */
function fill(pen, { center, radius }, color) {
  pen.fillStyle = color;
  pen.beginPath();
  pen.arc(center.x, center.y, radius, 0, 2 * Math.PI);
  pen.fill();
}
