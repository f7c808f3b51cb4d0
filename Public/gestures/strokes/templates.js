/**
 * The sixteen built-in signs, each in the ways in which people were seen to draw it.
 *
 * Each is constructed from a few vertices on a field of about 100 by 100, y downwards, in drawing order. A sign is a
 * list of parts that meet in corners: two points are a line, more are a curve. The variants follow drawings of three
 * people.
 */

import { curveThrough } from "./spline.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./unistroke-recognizer.js").UnistrokeTemplate} UnistrokeTemplate */

/** @typedef {readonly (readonly [number, number])[]} Vertices */

/**
 * Straight lines from corner to corner.
 * @param {...readonly [number, number]} vertices
 * @returns {Vertices[]}
 */
const lines = (...vertices) => vertices.slice(1).map((vertex, index) => [vertices[index] ?? vertex, vertex]);

/**
 * A piece of a circle.
 * @param {number} from degrees where it begins; -90 is the top
 * @param {number} span degrees; negative is against the clock
 * @returns {Vertices[]}
 */
const arc = (from, span) => [
  Array.from({ length: 25 }, (_, index) => {
    const angle = ((from + (span * index) / 24) * Math.PI) / 180;
    return [50 + 50 * Math.cos(angle), 50 + 50 * Math.sin(angle)];
  }),
];

/**
 * @param {readonly Vertices[]} parts
 * @returns {Vertices[]}
 */
const mirrored = (parts) => parts.map((part) => part.map(([x, y]) => [100 - x, y]));

/**
 * An arrow up to the right, its head drawn in one go: up one barb and back to the tip, or round by the tail.
 * @param {number} length of a barb, the shaft being 100 long
 * @param {number} spread degrees between barb and shaft
 * @param {1 | -1} [first] -1 draws the upper barb first, as most do
 * @returns {Vertices[]}
 */
function arrow(length, spread, first = -1) {
  /** @type {[number, number]} */
  const tip = [86, 0];
  /** @type {(side: number) => [number, number]} */
  const barb = (side) => {
    const angle = ((150 - side * spread) * Math.PI) / 180;
    return [tip[0] + length * Math.cos(angle), tip[1] + length * Math.sin(angle)];
  };
  return lines([0, 50], tip, barb(-first), tip, barb(first));
}

/**
 * A left curly brace, 100 high.
 * @param {number} end how far its ends reach to the right of its stem
 * @param {number} nib how far its middle reaches to the left of its stem
 * @param {number} corner height of its rounded corners: small ones make it look like a bracket
 * @param {number} waist height of either half of the nib: a small one makes it a spike
 * @returns {Vertices[]}
 */
const brace = (end, nib, corner, waist) => [
  [[end, 0], [0.3 * end, 0.15 * corner], [0, corner], [0, 50 - waist], [-nib, 50]],
  [[-nib, 50], [0, 50 + waist], [0, 100 - corner], [0.3 * end, 100 - 0.15 * corner], [end, 100]],
];

/** @type {Vertices[][]} */
const LEFT_CURLY_BRACES = [
  ...[18, 30, 45].flatMap((end) => [12, 18, 28].flatMap((nib) => [15, 25].map((corner) => brace(end, nib, corner, 8)))),
  ...[18, 35].flatMap((end) => [14, 24].map((nib) => brace(end, nib, 20, 3))),
  ...[18, 35].map((end) => brace(end, 10, 25, 14)),
  [[[50, 0], [25, 2], [15, 20], [20, 40], [0, 52]], [[0, 52], [20, 60], [15, 80], [25, 98], [50, 100]]],
  [[[50, 0], [15, 12], [22, 38], [0, 50]], [[0, 50], [25, 50], [0, 55]], [[0, 55], [18, 70], [15, 90], [50, 100]]],
  [[[40, 0], [5, 15], [25, 35], [22, 48], [0, 50]], [[0, 50], [30, 52], [32, 70], [8, 85], [15, 98], [40, 95]]],
  [[[25, 0], [5, 3], [5, 15], [15, 25], [15, 35], [0, 48]], [[0, 48], [12, 60], [15, 75], [3, 88], [10, 98], [25, 96]]],
  [
    [[45, 0], [20, 5], [5, 25], [8, 45], [20, 55]],
    [[20, 55], [-5, 58]],
    [[-5, 58], [20, 60], [8, 75], [12, 92], [40, 100]],
  ],
];

const LEFT_SQUARE_BRACKETS = [25, 40, 60].flatMap((end) => [
  lines([end, 0], [0, 0], [0, 100], [end, 100]),
  lines([end, 4], [-4, 0], [4, 100], [end, 100]),
  lines([end, 0], [4, 0], [-4, 100], [end, 96]),
]);

/**
 * A question mark, 100 high: a hook and a stem.
 * @param {number} width of the hook
 * @param {number} hook height of the hook
 * @param {number} start height at which it begins
 * @returns {Vertices[]}
 */
const question = (width, hook, start) => [
  [[0, start], [0.2 * width, 0.2 * start], [0.5 * width, 0], [0.95 * width, 0.25 * hook], [0.95 * width, 0.6 * hook],
    [0.5 * width, 0.9 * hook], [0.3 * width, 0.5 * hook + 50], [0.3 * width, 100]],
];

/**
 * Circles begin at or near the top, most often against the clock, and stop short of their start or run past it.
 */
const CIRCLES = [
  ...[325, 345, 370, 400, 440].flatMap((span) => [-45, -75, -105, -135].map((from) => arc(from, -span))),
  ...[335, 375].flatMap((span) => [-60, -100].map((from) => arc(from, span))),
];

/**
 * A rectangle, from its top left corner down and round.
 * @param {number} width
 * @param {number} height
 * @param {number} [gap] by which it stops short of its start
 * @returns {Vertices[]}
 */
const rectangle = (width, height, gap = 0) => lines([0, gap], [0, height], [width, height], [width, 0], [gap, 0]);

/**
 * Two legs.
 * @param {number} left height of the left one
 * @param {number} right height of the right one
 * @param {number} width
 * @param {number} [bottom] where they meet, share of the width
 * @returns {Vertices[]}
 */
const legs = (left, right, width, bottom = 0.45) => lines([0, -left], [width * bottom, 0], [width, -right]);

/** @type {Readonly<Record<string, readonly Vertices[][]>>} */
const SIGNS = Object.freeze({
  arrow: [
    ...[20, 32, 48].flatMap((length) => [18, 35, 50].map((spread) => arrow(length, spread))),
    ...[25, 40].map((length) => arrow(length, 35, 1)),
  ],
  caret: [legs(-100, -100, 90), legs(-100, -100, 60), legs(-100, -80, 70), legs(-80, -100, 70)],
  check: [
    legs(30, 100, 80, 0.25),
    legs(50, 100, 100, 0.25),
    legs(40, 100, 75, 0.33),
    [[[0, 60], [8, 50], [18, 65], [27, 100]], [[27, 100], [90, 0]]],
  ],
  circle: CIRCLES,
  delete_mark: [
    lines([20, 0], [100, 100], [0, 100], [85, 0]),
    lines([10, 0], [75, 100], [0, 100], [70, 0]),
    lines([0, 0], [100, 80], [0, 80], [100, 0]),
  ],
  left_curly_brace: LEFT_CURLY_BRACES,
  left_sq_bracket: LEFT_SQUARE_BRACKETS,
  pigtail: [
    [[[0, 70], [35, 65], [70, 30], [70, 5], [50, 0], [32, 20], [40, 60], [70, 75], [100, 65]]],
    [[[0, 90], [40, 75], [72, 30], [60, 0], [35, 5], [30, 45], [50, 90], [100, 90]]],
    [[[0, 60], [45, 60], [65, 40], [50, 22], [35, 40], [55, 60], [100, 60]]],
  ],
  question_mark: [
    ...[35, 55, 75].flatMap((width) => [45, 60].flatMap((hook) => [12, 30].map((start) => question(width, hook, start)))),
    [[[0, 20], [18, 0], [38, 12], [30, 42], [10, 68], [20, 100]]],
  ],
  rectangle: [
    ...[[100, 45], [100, 70], [100, 100], [70, 100]].flatMap(([width = 0, height = 0]) => [
      rectangle(width, height),
      rectangle(width, height, 12),
    ]),
    lines([0, 0], [100, 0], [100, 70], [0, 70], [0, 0]),
  ],
  right_curly_brace: LEFT_CURLY_BRACES.map(mirrored),
  right_sq_bracket: LEFT_SQUARE_BRACKETS.map(mirrored),
  star: [
    lines([20, 100], [50, 0], [80, 100], [0, 35], [100, 35], [20, 100]),
    lines([10, 90], [60, 0], [85, 100], [0, 30], [100, 40], [25, 85]),
  ],
  triangle: [
    lines([50, 0], [0, 80], [100, 80], [50, 0]),
    lines([60, 0], [0, 60], [100, 60], [60, 0]),
    lines([30, 0], [0, 100], [65, 100], [30, 0]),
    lines([50, 0], [100, 80], [0, 80], [50, 0]),
  ],
  v: [legs(100, 100, 90), legs(100, 100, 60), legs(75, 100, 80), legs(90, 100, 100), legs(100, 85, 80)],
  x: [
    lines([0, 0], [70, 100], [70, 0], [0, 100]),
    lines([0, 10], [60, 100], [75, 0], [0, 100]),
    lines([0, 0], [100, 85], [100, 0], [0, 85]),
  ],
});

/** Steps that a curve of a template has between two of its vertices. */
const CURVE_PIECES = 8;

/**
 * @param {readonly Vertices[]} parts
 * @returns {Point[]}
 */
function drawn(parts) {
  return parts.flatMap((part) => [...curveThrough(part.map(([x, y]) => ({ x, y })), CURVE_PIECES)]);
}

/**
 * All templates, those of a sign one after the other.
 * @type {readonly UnistrokeTemplate[]}
 */
export const TEMPLATES = Object.freeze(
  Object.entries(SIGNS).flatMap(([name, variants]) => variants.map((parts) => ({ name, points: drawn(parts) }))),
);
