/** How a stroke is drawn, into anything that draws paths. */

import { curveThrough, pointOnCurve } from "./ink-curve.js";
import { isEven, PLAIN_PRESSURE, widthFactor } from "./ink-width.js";
import { inkPlace } from "./stroke-geometry.js";

/** @typedef {import("./stroke-geometry.js").Stroke} Stroke */
/** @typedef {Pick<CanvasPath, "moveTo" | "lineTo" | "bezierCurveTo" | "arc" | "closePath">} PathPen */

/**
 * How a path becomes ink: filled, or stroked with a width.
 * @typedef {{readonly width: number | null}} Paint
 */

/** @typedef {{x: number, y: number, radius: number}} Bead */

/** Between two beads of a line with pressure, in widths of the line. */
const BEAD_DISTANCE = 0.5;

/** The eye does not see more beads than this to a segment. */
const MOST_BEADS = 24;

/**
 * Puts the path of a stroke into `pen` and says how to paint it. A line of even width is one curve to be
 * stroked. A line with pressure is its outline, to be filled by the non-zero rule. A tap is a disc.
 * @param {PathPen} pen
 * @param {Stroke} stroke
 * @returns {Paint}
 */
export function tracePath(pen, stroke) {
  if (stroke.points.length < 2) return traceDot(pen, stroke);
  return isEven(stroke.points) ? traceLine(pen, stroke) : traceOutline(pen, stroke);
}

/**
 * @param {PathPen} pen
 * @param {Stroke} stroke
 * @returns {Paint}
 */
function traceDot(pen, { points, width }) {
  const [x = 0, y = 0, pressure] = points[0] ?? [];
  traceBead(pen, { x, y, radius: (width * widthFactor(pressure)) / 2 });
  return { width: null };
}

/**
 * @param {PathPen} pen
 * @param {Stroke} stroke
 * @returns {Paint}
 */
function traceLine(pen, { points, width }) {
  const first = inkPlace(points[0] ?? []);
  pen.moveTo(first.x, first.y);
  for (const { c1, c2, to } of curveThrough(points)) {
    pen.bezierCurveTo(c1.x, c1.y, c2.x, c2.y, to.x, to.y);
  }
  return { width: width * widthFactor(points[0]?.[2]) };
}

/**
 * Discs along the curve and what lies between them; all wind the same way, so that overlaps stay filled.
 * @param {PathPen} pen
 * @param {Stroke} stroke
 * @returns {Paint}
 */
function traceOutline(pen, stroke) {
  const beads = beadsOf(stroke);
  beads.forEach((bead, index) => {
    const before = beads[index - 1];
    if (before) traceBridge(pen, before, bead);
    traceBead(pen, bead);
  });
  return { width: null };
}

/**
 * @param {Stroke} stroke
 * @returns {Bead[]}
 */
export function beadsOf({ points, width }) {
  const radiusAt = (/** @type {number} */ pressure) => (width * widthFactor(pressure)) / 2;
  const pressures = points.map((point) => point[2] ?? PLAIN_PRESSURE);
  const first = { ...inkPlace(points[0] ?? []), radius: radiusAt(pressures[0] ?? PLAIN_PRESSURE) };
  const rest = curveThrough(points).flatMap((segment, index) => {
    const [a, b] = [pressures[index] ?? PLAIN_PRESSURE, pressures[index + 1] ?? PLAIN_PRESSURE];
    const length = Math.hypot(segment.to.x - segment.from.x, segment.to.y - segment.from.y);
    const count = Math.max(1, Math.min(MOST_BEADS, Math.ceil(length / (width * BEAD_DISTANCE))));
    return Array.from({ length: count }, (_, step) => {
      const t = (step + 1) / count;
      return { ...pointOnCurve(segment, t), radius: radiusAt(a + (b - a) * t) };
    });
  });
  return [first, ...rest];
}

/**
 * @param {PathPen} pen
 * @param {Bead} bead
 */
function traceBead(pen, { x, y, radius }) {
  pen.moveTo(x + radius, y);
  pen.arc(x, y, radius, 0, 2 * Math.PI, true);
  pen.closePath();
}

/**
 * @param {PathPen} pen
 * @param {Bead} a
 * @param {Bead} b
 */
function traceBridge(pen, a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return;
  const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
  pen.moveTo(a.x + nx * a.radius, a.y + ny * a.radius);
  pen.lineTo(b.x + nx * b.radius, b.y + ny * b.radius);
  pen.lineTo(b.x - nx * b.radius, b.y - ny * b.radius);
  pen.lineTo(a.x - nx * a.radius, a.y - ny * a.radius);
  pen.closePath();
}
