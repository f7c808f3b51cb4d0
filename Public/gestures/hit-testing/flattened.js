/** Paths of lines and Bézier curves as polygons, which is what they are hit by. Pure. */

/** @typedef {import("../geometry/point.js").Point} Point */

/**
 * A piece of a path: where it goes, over which control points. One point moves or draws a line, two draw a
 * quadratic curve, three a cubic one; none closes the path.
 * @typedef {{readonly command: "move" | "line" | "quadratic" | "cubic" | "close", readonly points: readonly Point[]}} PathPiece
 */

/** Lines that a curve becomes: within a quarter of a pixel for curves as long as a screen is wide. */
const CURVE_LINES = 24;

/**
 * @param {readonly PathPiece[]} pieces
 * @returns {Point[][]} an outline for each "move"
 */
export function flattened(pieces) {
  /** @type {Point[][]} */
  const outlines = [];
  for (const { command, points } of pieces) {
    if (command === "move" || outlines.length === 0) outlines.push([]);
    const outline = /** @type {Point[]} */ (outlines.at(-1));
    const from = outline.at(-1);
    if (from && points.length > 1) outline.push(...curve([from, ...points]));
    else outline.push(...points);
  }
  return outlines;
}

/** @param {readonly Point[]} control */
function curve(control) {
  return Array.from({ length: CURVE_LINES }, (_, index) => pointOn(control, (index + 1) / CURVE_LINES));
}

/**
 * De Casteljau's construction, for curves of any degree.
 * @param {readonly Point[]} control
 * @param {number} t
 * @returns {Point}
 */
function pointOn(control, t) {
  const [first, ...rest] = control;
  if (!first || rest.length === 0) return first ?? { x: NaN, y: NaN };
  return pointOn(rest.map(({ x, y }, index) => {
    const from = control[index] ?? { x, y };
    return { x: from.x + t * (x - from.x), y: from.y + t * (y - from.y) };
  }), t);
}
