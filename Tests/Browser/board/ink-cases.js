/**
 * Boards that the app and the server must read and draw alike: `ink-cases.json`, which the Swift tests read as well.
 * `node Tests/Browser/board/ink-cases.js` writes it anew, for when the app's ink is meant to change.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseBoard } from "../../../Public/board/saving/board-file.js";
import { shownInk } from "../../../Public/ink/ink-colors.js";
import { tracePath } from "../../../Public/ink/ink-drawing.js";
import { stacked } from "../../../Public/board/stacking.js";
import { strokeBounds } from "../../../Public/ink/stroke-geometry.js";

const FILE = fileURLToPath(new URL("ink-cases.json", import.meta.url));

/** @typedef {[string, ...number[]]} PathStep */

/**
 * @typedef {object} InkCase
 * @property {string} name
 * @property {string} file of the board, as it is written
 * @property {ReturnType<typeof meaningOf>} meaning
 */

/** Writes down a path. */
class PathList {
  /** @type {PathStep[]} */
  steps = [];
  moveTo = (/** @type {number[]} */ ...numbers) => void this.steps.push(["M", ...numbers]);
  lineTo = (/** @type {number[]} */ ...numbers) => void this.steps.push(["L", ...numbers]);
  bezierCurveTo = (/** @type {number[]} */ ...numbers) => void this.steps.push(["C", ...numbers]);
  arc = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius) =>
    void this.steps.push(["O", x, y, radius]);
  closePath = () => void this.steps.push(["Z"]);
}

/**
 * The drawn parts of a board.
 * @param {string} file
 */
export function meaningOf(file) {
  const { cards, strokes } = parseBoard(file).board;
  return {
    cards: stacked(cards).map(({ document, page, x, y, width, scale, rotation, z }) =>
      ({ document, page, x, y, width, scale, rotation, z })),
    strokes: strokes.map((stroke) => {
      const path = new PathList();
      const { width } = tracePath(path, stroke);
      const { x, y, width: wide, height } = strokeBounds(stroke);
      return { channels: channels(shownInk(stroke.color, false)), width, bounds: [x, y, wide, height], path: path.steps };
    }),
  };
}

/** @param {string} hex `#rgb` or `#rrggbb` */
function channels(hex) {
  const six = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16));
}

/** @returns {InkCase[]} */
export function inkCases() {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** The boards themselves: what is written by hand. */
const BOARDS = Object.freeze({
  "an even line is one curve": strokes({ width: 4, color: "#2b55c9", points: line([0, 0], [10, 0], [20, 10], [30, 10], [12, 44]) }),
  "a line with pressure is beads and what lies between": strokes({
    width: 4, color: "#ABC", points: [[0, 0, 0.1], [9, 3, 0.9], [10, 30, 1.7], [-4, 31, -2, 40]],
  }),
  "a tap is a disc": strokes({ width: 8, color: "red", points: [[5, 6, 0.75, 0]] }),
  "a tap without pressure is a plain disc": strokes({ points: [[5, 6]] }),
  "points on top of each other": strokes({ width: 2, points: line([1, 1], [1, 1], [1, 1], [5, 5], [5, 5]) }, {
    width: 2, points: [[1, 1, 0.2], [1, 1, 0.8], [1, 1, 0.2]],
  }),
  "nearly the same pressure is the same": strokes({ width: 2, points: [[0, 0, 0.5], [5, 0, 0.519], [9, 9]] }),
  "a long leap has no more beads than are seen": strokes({ width: 2, points: [[0, 0, 0.2], [500, 0, 0.8]] }),
  "two points are a straight curve": strokes({ width: 3, points: line([0, 0], [30, 40]) }),
  "far out": strokes({ width: 6, points: line([7_999_999, -8_000_000], [7_999_990, -7_999_000], [0, 0]) }),
  "cards from the lowest to the topmost": JSON.stringify({
    format: "org.sheaf.board", formatVersion: 1,
    cards: [
      { id: "top", document: "a", page: 2, x: 1, y: 2, width: 100, scale: 2, rotation: 30, z: 5 },
      { document: "b" }, { document: "c", z: 1 }, { document: "d", z: 5, rotation: -90 },
    ],
    strokes: [],
  }),
  "what is not understood is passed over": JSON.stringify({
    format: "org.sheaf.board", formatVersion: 7, more: { things: [[[]]] },
    cards: [
      null, 3, "card", [], {}, { document: "" }, { document: 7 }, { document: "x", page: 0 }, { document: "x", page: 1.5 },
      { document: "x", x: null }, { document: "x", y: "3" }, { document: "x", x: 8_000_001 },
      { document: "kept", page: 3, width: -4, scale: "2", rotation: "left", z: null, color: [] },
      { document: "kept", width: 9e6, scale: 0 },
    ],
    strokes: [
      null, {}, { points: [] }, { points: [[1]] }, { points: [[1, null]] }, { points: [[1, 2, "hard"]] }, { points: [[1, 2, 0.5, null]] },
      { points: [[1, 2], [3, 9e6]] }, { points: {} }, { points: [[1, 2]], color: 7, width: 0 },
    ],
  }),
  "numbers too large for a number": '{"format":"org.sheaf.board","cards":[{"document":"x","x":1e999},{"document":"y","width":1e999}],"strokes":[{"points":[[1,1e999]]}]}',
  "one thing alone is a list of one": '{"format":"org.sheaf.board","cards":{"document":"x"},"strokes":{"points":[[1,2]]}}',
  "lists that are none": '{"format":"org.sheaf.board","cards":7,"strokes":"none"}',
  "nothing but the format": '{"format":"org.sheaf.board"}',
});

/** @param {Record<string, unknown>[]} list */
function strokes(...list) {
  return JSON.stringify({ format: "org.sheaf.board", formatVersion: 1, cards: [], strokes: list });
}

/** @param {number[][]} places with pressures as a mouse has them */
function line(...places) {
  return places.map(([x = 0, y = 0], index) => [x, y, 0.5, index * 8]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cases = Object.entries(BOARDS).map(([name, file]) => ({ name, file, meaning: meaningOf(file) }));
  writeFileSync(FILE, `[\n${cases.map((made) => JSON.stringify(made)).join(",\n")}\n]\n`);
}
