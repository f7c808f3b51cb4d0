#!/usr/bin/env node
/**
 * The accuracy of the stroke recognizers on recorded strokes: `node Tests/Performance/strokes.js DIR [--confusion]`.
 *
 * DIR holds JSON files, one a person, each a list of `{name, speed, number, points: [[x, y, t], …]}`. The program prints
 * circle recall, false circles, and the share of strokes that the unistroke recognizer names correctly with its own
 * templates. It prints them for each file and for all together. A rejected stroke counts as wrong. Circles are judged by shape:
 * their time limit belongs to the gesture, and some people drew slowly on request. None of the classes is the letter r,
 * so strokes that the demo's glyph accepts as r are counted, too. The last line is JSON.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isCircle } from "../../Public/gestures/strokes/circle.js";
import { GlyphPattern, LETTER_R } from "../../Public/gestures/strokes/glyph-pattern.js";
import { TEMPLATES } from "../../Public/gestures/strokes/templates.js";
import { UnistrokeRecognizer } from "../../Public/gestures/strokes/unistroke-recognizer.js";

/** @typedef {{name: string, points: [number, number, number][]}} Recorded */

/** @typedef {{circles: number, found: number, others: number, falseAccepts: number, strokes: number, right: number, letters: number}} Tally */

const recognizer = new UnistrokeRecognizer(TEMPLATES);
const letter = new GlyphPattern(LETTER_R);

/**
 * Wrong answers by "drawn as seen", over all files.
 * @type {Map<string, number>}
 */
const confusions = new Map();

/** @returns {Tally} */
const nothing = () => ({ circles: 0, found: 0, others: 0, falseAccepts: 0, strokes: 0, right: 0, letters: 0 });

/**
 * @param {Recorded} stroke
 * @returns {Tally}
 */
function judged({ name, points }) {
  const stroke = points.map(([x, y]) => ({ x, y }));
  const [drawn, seen] = [Number(name === "circle"), Number(isCircle(stroke) !== null)];
  const named = recognizer.recognize(stroke)?.name ?? "none";
  if (named !== name) confusions.set(`${name} as ${named}`, (confusions.get(`${name} as ${named}`) ?? 0) + 1);
  return {
    circles: drawn, found: drawn * seen, others: 1 - drawn, falseAccepts: (1 - drawn) * seen,
    strokes: 1, right: Number(named === name), letters: Number(letter.matches(stroke)),
  };
}

/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
function added(a, b) {
  const sums = Object.entries(a).map(([key, value]) => [key, value + b[/** @type {keyof Tally} */ (key)]]);
  return Object.fromEntries(sums);
}

/**
 * @param {number} part
 * @param {number} whole
 */
const share = (part, whole) => (whole > 0 ? part / whole : null);

/**
 * @param {string} label
 * @param {Tally} tally
 */
function line(label, { circles, found, others, falseAccepts, strokes, right, letters }) {
  const percent = (/** @type {number | null} */ value) => (value === null ? "–" : `${(100 * value).toFixed(2)} %`);
  return [
    label.padEnd(16),
    `circles ${found} of ${circles}, ${percent(share(found, circles))}`.padEnd(34),
    `false ${falseAccepts} of ${others}`.padEnd(20),
    `unistrokes ${right} of ${strokes}, ${percent(share(right, strokes))}`.padEnd(36),
    `taken for an r ${letters}`,
  ].join(" ");
}

/**
 * Whether it is a stroke; a malformed one is reported and skipped.
 * @param {unknown} value
 * @param {string} where
 * @returns {value is Recorded}
 */
function isSound(value, where) {
  const { name, points } = /** @type {Partial<Recorded>} */ (value ?? {});
  const isPoint = (/** @type {unknown} */ point) => Array.isArray(point) && point.slice(0, 2).every(Number.isFinite) && point.length > 1;
  const sound = typeof name === "string" && Array.isArray(points) && points.length > 0 && points.every(isPoint);
  if (sound) return true;
  console.error(`${where} has no name or no points`);
  process.exitCode = 1;
  return false;
}

/**
 * @param {string} path
 * @returns {Tally | null} null for a file that holds no list of strokes
 */
function tallyOf(path) {
  try {
    const strokes = /** @type {unknown} */ (JSON.parse(readFileSync(path, "utf8")));
    if (!Array.isArray(strokes)) throw new Error("is no list");
    return strokes.filter((stroke, index) => isSound(stroke, `${path}: stroke ${index + 1}`)).map(judged).reduce(added, nothing());
  } catch (error) {
    console.error(`${path}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return null;
  }
}

function main() {
  const [directory, option] = process.argv.slice(2);
  const files = directory ? readdirSync(directory).filter((name) => name.endsWith(".json")).sort() : [];
  if (!directory || files.length === 0) {
    console.error("usage: node Tests/Performance/strokes.js DIR [--confusion], DIR a folder of stroke files");
    process.exit(64);
  }
  let all = nothing();
  for (const file of files) {
    const tally = tallyOf(join(directory, file));
    if (!tally) continue;
    console.log(line(file, tally));
    all = added(all, tally);
  }
  console.log(line("all", all));
  if (option === "--confusion") for (const [pair, count] of [...confusions].sort()) console.log(`${count} ${pair}`);
  console.log(JSON.stringify({
    circle_recall: share(all.found, all.circles),
    circle_false_accepts: all.falseAccepts,
    non_circles: all.others,
    unistroke_accuracy: share(all.right, all.strokes),
  }));
}

main();
