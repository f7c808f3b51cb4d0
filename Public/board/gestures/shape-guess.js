/**
 * Guesses the shape of a line while it is drawn: soon enough for the hand to see that it draws and does not
 * drag. Whether it is a shape is decided by its recognizer, when it is finished. A point costs the same however long
 * the line has become.
 */

import { vec } from "../../gestures/geometry/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */

/** Points nearer than this to the last one say nothing of a direction, px: fingers tremble. */
const STEP = 6;

/** A line that has turned so far, in degrees, is on its way round; a drag turns back, but not around. */
const ROUND_TURN = 200;

/** A round line is at least so wide and high, px. */
const ROUND_SIDE = 40;

/** As many as make a scratch; see `SCRATCH_MIN_REVERSALS` of the gestures. */
const REVERSALS = 3;

/** The line of a zig-zag is so many times as long as its box is wide and high: a drag that turned back is not. */
const TANGLE = 1.5;

export class ShapeGuess {
  /** @type {Point[]} */
  #line = [];
  #extent = new Extent();
  #turn = 0;
  #reversals = 0;
  /** The way down or up that the line goes: 1, −1, or 0 before it goes anywhere. */
  #sense = 0;

  /**
   * Points of the line, as far apart as they say something.
   * @returns {readonly Point[]}
   */
  get line() {
    return this.#line;
  }

  /** Whether it has gone most of the way around something. */
  get isRound() {
    const { width, height } = this.#extent;
    return Math.abs(this.#turn) >= ROUND_TURN && Math.min(width, height) >= ROUND_SIDE;
  }

  /** Whether it strikes something out. */
  get isScratch() {
    return this.#reversals >= REVERSALS && this.#extent.isTangled;
  }

  /** @param {Point} point */
  add(point) {
    const [last, before] = [this.#line[this.#line.length - 1], this.#line[this.#line.length - 2]];
    if (last && Math.hypot(point.x - last.x, point.y - last.y) < STEP) return;
    this.#line.push(point);
    this.#extent.add(point);
    if (last && before) this.#turn += turnBetween(before, last, point);
    if (last) this.#goOn(Math.sign(point.y - last.y));
  }

  /** @param {number} sense */
  #goOn(sense) {
    if (sense === 0 || sense === this.#sense) return;
    if (this.#sense !== 0) this.#reversals += 1;
    this.#sense = sense;
  }
}

/** The box of a line and how long it is, point by point. */
class Extent {
  #left = Infinity;
  #right = -Infinity;
  #top = Infinity;
  #bottom = -Infinity;
  #way = 0;
  /** @type {Point | null} */
  #last = null;

  get width() {
    return Math.max(0, this.#right - this.#left);
  }

  get height() {
    return Math.max(0, this.#bottom - this.#top);
  }

  /** Whether the line goes to and fro rather than somewhere. */
  get isTangled() {
    return this.#last !== null && this.#way >= TANGLE * Math.hypot(this.width, this.height);
  }

  /** @param {Point} point */
  add(point) {
    const { x, y } = point;
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x);
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y);
    if (this.#last) this.#way += Math.hypot(x - this.#last.x, y - this.#last.y);
    this.#last = point;
  }
}

/**
 * Whether a line goes to and fro rather than somewhere.
 * @param {readonly Point[]} line
 */
export function isTangled(line) {
  const extent = new Extent();
  for (const point of line) extent.add(point);
  return extent.isTangled;
}

/**
 * Degrees by which a line turns at a point, clockwise; a turn back is none, as it has no side.
 * @param {Point} from
 * @param {Point} at
 * @param {Point} to
 */
function turnBetween(from, at, to) {
  const [a, b] = [vec(at.x - from.x, at.y - from.y), vec(to.x - at.x, to.y - at.y)];
  const degrees = (Math.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y) * 180) / Math.PI;
  return Math.abs(degrees) > 150 ? 0 : degrees;
}
