/** Which marks lie at a place of a page, or along a way over it. Pure; all in page units. */

import { boundsOf, corners, cross, distanceToLine, grown, meet, rect, vec } from "../../gestures/geometry/index.js";
import { NOTE_SIDE } from "./mark-drawing.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */
/** @typedef {import("../../gestures/geometry/index.js").Point} Point */

/**
 * The mark at a place; the nearest of several, and of equally near ones the newest.
 * @param {readonly Annotation[]} marks
 * @param {Point} at
 * @param {number} reach how far beside it the place may lie
 * @returns {Annotation | null}
 */
export function markAt(marks, at, reach) {
  let best = null;
  let nearest = reach;
  for (const mark of marks) {
    const distance = distanceTo(mark, at);
    if (distance <= nearest) [best, nearest] = [mark, distance];
  }
  return best;
}

/**
 * The marks that a straight way touches.
 * @param {readonly Annotation[]} marks
 * @param {Point} from
 * @param {Point} to
 * @param {number} reach
 */
export function marksAlong(marks, from, to, reach) {
  const way = boundsOf([from, to]);
  return marks.filter((mark) => {
    if (distanceTo(mark, to) <= reach || distanceTo(mark, from) <= reach) return true;
    return way !== null && linesOf(mark).some((line) => pairs(line).some(([a, b]) => cross(from, to, a, b)));
  });
}

/**
 * @param {Annotation} mark
 * @param {Point} at
 */
function distanceTo(mark, at) {
  const { kind, boxes, points, width } = mark;
  if (kind === "note") {
    const [[x = 0, y = 0] = []] = points;
    return Math.max(0, Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) - NOTE_SIDE / 2);
  }
  if (kind === "highlight" || kind === "underline" || kind === "strikeout") return Math.min(...boxes.map((box) => distanceToBox(box, at)));
  const bounds = boundsOf(linesOf(mark).flat());
  // Most marks are far away.
  if (!bounds || !meet(grown(bounds, 40), rect(at.x, at.y, 0, 0))) return Infinity;
  const nearest = Math.min(...linesOf(mark).map((line) => distanceToLine(at, line)));
  return Math.max(0, nearest - width / 2);
}

/**
 * @param {import("./annotation.js").Box} box
 * @param {Point} at
 */
function distanceToBox([left, top, width, height], { x, y }) {
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

/**
 * The lines of a mark as points.
 * @param {Annotation} mark
 * @returns {Point[][]}
 */
function linesOf({ kind, boxes, points }) {
  if (boxes.length === 0) return [points.map(([x = 0, y = 0]) => vec(x, y))];
  return boxes.map((box) => (kind === "ellipse" ? ring(box) : outlineOf(box)));
}

/** @param {import("./annotation.js").Box} box */
function outlineOf([x, y, width, height]) {
  const [first, ...others] = corners(rect(x, y, width, height));
  return first ? [first, ...others, first] : [];
}

/** @param {import("./annotation.js").Box} box */
function ring([x, y, width, height]) {
  return Array.from({ length: 33 }, (_, index) => {
    const angle = (index / 32) * 2 * Math.PI;
    return vec(x + (width / 2) * (1 + Math.cos(angle)), y + (height / 2) * (1 + Math.sin(angle)));
  });
}

/**
 * @param {readonly Point[]} line
 * @returns {[Point, Point][]}
 */
function pairs(line) {
  return line.slice(1).map((to, index) => [/** @type {Point} */ (line[index]), to]);
}
