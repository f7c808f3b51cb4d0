/** Marks as they are seen: shapes of SVG in page units. */

import { tracePath } from "../../ink/ink-drawing.js";
import { PathWriter } from "../../ink/path-writer.js";
import { setAttributes } from "../../shell/element.js";
import { marksText } from "./annotation.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */
/** @typedef {import("./annotation.js").Box} Box */

const SVG = "http://www.w3.org/2000/svg";

/** The side of a note's sign, in page units. */
export const NOTE_SIDE = 18;

/** The head of an arrow: its length in widths of the line, its least length in page units, and half its angle. */
const HEAD = Object.freeze({ widths: 4, least: 8, angle: Math.PI / 7 });

/**
 * @param {string} name
 * @param {import("../../shell/element.js").Attributes} attributes
 */
export function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  setAttributes(made, attributes);
  return made;
}

/**
 * The mark as shapes; a highlight lies under all other marks.
 * @param {Annotation} annotation
 * @returns {SVGElement}
 */
export function drawnMark(annotation) {
  const { kind, color, width, id } = annotation;
  const group = /** @type {SVGGElement} */ (shape("g", { "data-mark": id, "class": `mark mark-${kind}` }));
  if (marksText(kind)) group.append(...annotation.boxes.map((box) => textShape(kind, box, color)));
  else if (kind === "ink") group.append(inkShape(annotation));
  else if (kind === "note") group.append(...noteShapes(annotation));
  else group.append(shape("path", { "d": outline(annotation), "fill": "none", "stroke": color, "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": "round" }));
  if (annotation.note && kind !== "note") group.append(noteDot(annotation));
  return group;
}

/**
 * @param {Annotation["kind"]} kind
 * @param {Box} box
 * @param {string} color
 */
function textShape(kind, [x, y, width, height], color) {
  if (kind === "highlight") return shape("rect", { x, y, width, height, rx: Math.min(1.5, height / 6), fill: color });
  const line = Math.max(0.8, height * 0.07);
  const at = kind === "underline" ? y + height * 0.94 : y + height * 0.55;
  return shape("path", { "d": `M${x} ${at}h${width}`, "stroke": color, "stroke-width": line, "fill": "none" });
}

/** @param {Annotation} annotation */
function inkShape({ id, color, width: wide, points }) {
  const writer = new PathWriter();
  const { width } = tracePath(writer, { id, color, width: wide, points });
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return shape("path", {
    d: writer.text, ...(width === null ? { fill: color } : { "fill": "none", "stroke": color, "stroke-width": width, ...round }),
  });
}

/** @param {Annotation} annotation */
function outline({ kind, boxes, points, width }) {
  const [[x, y, w, h] = [0, 0, 0, 0]] = boxes;
  if (kind === "rectangle") return `M${x} ${y}h${w}v${h}h${-w}z`;
  if (kind === "ellipse") return `M${x} ${y + h / 2}a${w / 2} ${h / 2} 0 1 1 ${w} 0a${w / 2} ${h / 2} 0 1 1 ${-w} 0z`;
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = points;
  const line = `M${x1} ${y1}L${x2} ${y2}`;
  if (kind === "line") return line;
  const way = Math.atan2(y2 - y1, x2 - x1);
  const length = Math.max(HEAD.least, HEAD.widths * width);
  const end = (/** @type {number} */ angle) => `${x2 - length * Math.cos(way + angle)} ${y2 - length * Math.sin(way + angle)}`;
  return `${line}M${end(HEAD.angle)}L${x2} ${y2}L${end(-HEAD.angle)}`;
}

/** @param {Annotation} annotation */
function noteShapes({ color, points }) {
  const [[x = 0, y = 0] = []] = points;
  const [left, top] = [x - NOTE_SIDE / 2, y - NOTE_SIDE / 2];
  const sheet = shape("path", {
    d: `M${left + 2} ${top + 2}h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-3.5 3.5v-3.5h-3.500a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z`,
    fill: color, stroke: "#0007", "stroke-width": 0.7, "stroke-linejoin": "round",
  });
  const lines = shape("path", { "d": `M${left + 4.500} ${top + 5.500}h9M${left + 4.500} ${top + 8.500}h6`, "stroke": "#000a", "stroke-width": 1, "fill": "none" });
  return [sheet, lines];
}

/**
 * The sign that a mark has a note, at its end.
 * @param {Annotation} annotation
 */
function noteDot({ boxes, points, color }) {
  const [x = 0, y = 0, width = 0] = boxes.at(-1) ?? points.at(-1)?.slice(0, 2) ?? [];
  return shape("circle", { "cx": x + (boxes.length ? width : 0) + 2, "cy": y + 1, "r": 3, "fill": color, "stroke": "#0008", "stroke-width": 0.7 });
}
