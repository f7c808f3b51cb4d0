/**
 * Signs made of straight parts, compiled from data: "down, up, right" is the letter r.
 *
 * A part is seen when somewhere in the stroke its travel was made within its tolerance off the axis. Parts
 * follow one another; what leads from one to the next may be short, and any way the hand likes.
 */

import { GLYPH_LEVEL_TRAVEL, GLYPH_MIN_TRAVEL, GLYPH_WOBBLE } from "../constants.js";
import { GlyphMatcher } from "./glyph-matcher.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {"up" | "down" | "left" | "right"} GlyphDirection */

/**
 * A part as written in JSON.
 * @typedef {object} GlyphPart
 * @property {GlyphDirection} direction on the screen
 * @property {number} [travel] px that must be exceeded along it; 10 where left out
 * @property {number} [tolerance] px that the travel may stray off its axis; 5 where left out
 */

/** @typedef {{readonly unit: Point, readonly travel: number, readonly tolerance: number}} CompiledPart */

/** @type {Readonly<Record<GlyphDirection, Point>>} */
const UNITS = Object.freeze({
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
});

/**
 * The letter r: down by more than 10 px, back up, and off to the right, with the numbers of the book's recognizer.
 * @type {readonly GlyphPart[]}
 */
export const LETTER_R = Object.freeze([
  { direction: "down", travel: GLYPH_MIN_TRAVEL },
  { direction: "up", travel: GLYPH_WOBBLE },
  { direction: "right", travel: GLYPH_LEVEL_TRAVEL },
]);

export class GlyphPattern {
  /** @readonly */
  parts;

  /**
   * @param {readonly GlyphPart[]} parts as parsed from JSON
   * @throws {RangeError} where there is no part, a direction is none of the four, or a length is not positive
   */
  constructor(parts) {
    if (parts.length === 0) throw new RangeError("a glyph pattern needs at least one part");
    this.parts = parts.map(compiled);
  }

  /** A matcher for one stroke. */
  matcher() {
    return new GlyphMatcher(this.parts);
  }

  /**
   * Whether a whole stroke draws the glyph.
   * @param {readonly Point[]} points as reported
   */
  matches(points) {
    const matcher = this.matcher();
    for (const point of points) matcher.add(point);
    return matcher.state === "recognized";
  }
}

/**
 * @param {GlyphPart} part
 * @returns {CompiledPart}
 */
function compiled({ direction, travel = GLYPH_MIN_TRAVEL, tolerance = GLYPH_WOBBLE }) {
  const unit = UNITS[direction];
  if (!unit) throw new RangeError(`${String(direction)} is no direction; say up, down, left or right`);
  if (!(travel > 0 && tolerance > 0)) throw new RangeError(`travel and tolerance of ${direction} must be positive`);
  return { unit, travel, tolerance };
}
