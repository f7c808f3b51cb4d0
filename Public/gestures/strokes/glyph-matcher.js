/**
 * Follows one stroke through the parts of a glyph.
 *
 *                 part seen           turned to the next
 *     Seeking 0 ────────────► Seen 0 ────────────────────► Seeking 1 ─► … ─► Recognized, last part seen
 *         │                     │                              │
 *         └─────────────────────┴──── strays, or lifts ────────┴──────────► Failed
 *
 * A part that goes back the way of the one before keeps beside that straight part. It covers a good share of that part
 * and ends not far beyond its start. Otherwise circles, ticks and the letter v would match.
 *
 * Reported points are joined by steps of at most a pixel, so the answer does not depend on the rate of reports. Each
 * part is judged on a window of the latest steps.
 */

import { between, distance, dot, minus, scaled } from "../geometry/point.js";
import {
  COORDINATE_LIMIT, GLYPH_ASIDE, GLYPH_ASIDE_SHARE, GLYPH_BACK_SHARE, GLYPH_BEYOND_SHARE, GLYPH_LEAN_SHARE, GLYPH_STRAY,
  GLYPH_TURN,
} from "../constants.js";

/** @typedef {import("../geometry/point.js").Point} Point */

/** @typedef {import("./glyph-pattern.js").CompiledPart} CompiledPart */

/** @typedef {"possible" | "recognized" | "failed"} GlyphState */

/**
 * Where it turned, how far it must lead and may at most, and how far aside.
 * `line` is the way there, reversed, as a unit: a stem leans, and what goes back along it leans with it.
 * @typedef {{part: CompiledPart, from: Point, line: Point, least: number, most: number, aside: number}} WayBack
 */

/** Steps a gap of reported points is cut into at most: a jump across any surface. */
const MOST_STEPS = 10_000;

export class GlyphMatcher {
  #parts;
  /** @type {GlyphState} */
  #state = "possible";
  #phase = 0;
  #seen = false;
  /** @type {Point | null} */
  #last = null;
  /** @type {Point[]} the latest steps that may belong to the part sought */
  #window = [];
  /** @type {Point} where the part that was seen is left towards the next */
  #turning = { x: 0, y: 0 };
  #strayed = 0;
  /** @type {Point | null} the point of the part at hand that lies furthest back: where its way begins */
  #start = null;
  /** @type {WayBack | null} of the part at hand, and the latest one */
  #back = null;
  /** @type {WayBack | null} */
  #latestBack = null;

  /** @param {readonly CompiledPart[]} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {GlyphState} */
  get state() {
    return this.#state;
  }

  /** How many parts are done: seen, and left for the next. All of them where recognized. */
  get phase() {
    return this.#phase;
  }

  /**
   * The finger is somewhere else. Points that are no usable numbers are left out.
   * @param {Point} point
   * @returns {GlyphState}
   */
  add(point) {
    if (!(Math.abs(point.x) <= COORDINATE_LIMIT && Math.abs(point.y) <= COORDINATE_LIMIT)) return this.#state;
    const from = this.#last ?? point;
    const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil(distance(from, point))));
    for (let step = 1; step <= steps && this.#state === "possible"; step++) {
      this.#step(between(from, point, step / steps));
    }
    return this.#state;
  }

  /** The finger has lifted, or was taken away: what is not recognized by now has failed. */
  finish() {
    if (this.#state === "possible") this.#state = "failed";
    return this.#state;
  }

  /** @param {Point} point */
  #step(point) {
    const way = minus(point, this.#last ?? point);
    this.#last = point;
    if (this.#seen) this.#leave(point);
    else this.#seek(point);
    if (this.#state === "possible" && (this.#strays(way) || this.#leadsAside(point) || this.#leadsBeyond(point))) this.#state = "failed";
  }

  /**
   * The part sought is seen once the window's ends are its travel apart.
   * @param {Point} point
   */
  #seek(point) {
    const part = /** @type {CompiledPart} */ (this.#parts[this.#phase]);
    this.#window.push(point);
    if (!this.#start || along(part, this.#start, point) < 0) this.#start = point;
    while (this.#window[0] && !holds(part, this.#window[0], point)) this.#window.shift();
    if (along(part, this.#window[0] ?? point, point) <= part.travel) return;
    if (this.#back && along(part, this.#back.from, point) < this.#back.least) return;
    this.#seen = true;
    this.#turning = point;
    this.#strayed = 0;
    if (this.#phase + 1 === this.#parts.length) this.#advance("recognized");
  }

  /**
   * A part may go on for any length. It ends when the stroke has gone towards the next part, counted from the furthest
   * point.
   * @param {Point} point
   */
  #leave(point) {
    const next = /** @type {CompiledPart} */ (this.#parts[this.#phase + 1]);
    if (along(next, this.#turning, point) < 0) this.#turning = point;
    if (along(next, this.#turning, point) <= GLYPH_TURN) return;
    this.#window = [this.#turning, point];
    this.#back = this.#wayBack(next);
    this.#latestBack = this.#back ?? this.#latestBack;
    const leans = this.#back !== null && this.#leans();
    this.#start = null;
    if (leans) {
      this.#state = "failed";
      return;
    }
    this.#advance("possible");
  }

  /** @param {CompiledPart} next */
  #wayBack(next) {
    const part = /** @type {CompiledPart} */ (this.#parts[this.#phase]);
    if (dot(part.unit, next.unit) >= 0) return null;
    const start = this.#start ?? this.#turning;
    const way = along(part, start, this.#turning);
    const length = distance(start, this.#turning);
    const line = length > 0 ? scaled(minus(start, this.#turning), 1 / length) : next.unit;
    return {
      part: next, from: this.#turning, line, least: GLYPH_BACK_SHARE * way,
      most: Math.max(GLYPH_ASIDE, GLYPH_BEYOND_SHARE * way), aside: Math.max(GLYPH_ASIDE, GLYPH_ASIDE_SHARE * way),
    };
  }

  /** Whether the part that is being left was aslant. */
  #leans() {
    const part = /** @type {CompiledPart} */ (this.#parts[this.#phase]);
    const start = this.#start ?? this.#turning;
    const way = along(part, start, this.#turning);
    return aside(part, start, this.#turning) > Math.max(GLYPH_ASIDE, GLYPH_LEAN_SHARE * way);
  }

  /** @param {Point} point */
  #leadsAside(point) {
    const back = this.#back;
    return back !== null && aside({ unit: back.line }, back.from, point) > back.aside;
  }

  /** @param {Point} point */
  #leadsBeyond(point) {
    const back = this.#latestBack;
    return back !== null && along(back.part, back.from, point) > back.most;
  }

  /** @param {GlyphState} state */
  #advance(state) {
    this.#phase++;
    this.#seen = false;
    this.#state = state;
  }

  /**
   * Steps that serve neither the part before nor the part to come are wobble up to a limit.
   * @param {Point} way the latest step
   */
  #strays(way) {
    const ahead = this.#parts[this.#seen ? this.#phase + 1 : this.#phase];
    const behind = this.#parts[this.#seen ? this.#phase : this.#phase - 1];
    const serves = [ahead, behind].some((part) => part && dot(way, part.unit) > 0);
    if (!serves) this.#strayed += Math.hypot(way.x, way.y);
    return this.#strayed > GLYPH_STRAY;
  }
}

/**
 * @param {CompiledPart} part
 * @param {Point} from
 * @param {Point} to
 */
function along({ unit }, from, to) {
  return dot(minus(to, from), unit);
}

/**
 * Whether the way between two points can be the part: forwards, and within the tolerance off the axis.
 * @param {CompiledPart} part
 * @param {Point} from
 * @param {Point} to
 */
function holds(part, from, to) {
  const way = minus(to, from);
  return dot(way, part.unit) >= 0 && aside(part, from, to) <= part.tolerance;
}

/**
 * How far the way between two points leads off an axis.
 * @param {Pick<CompiledPart, "unit">} part
 * @param {Point} from
 * @param {Point} to
 */
function aside({ unit }, from, to) {
  const way = minus(to, from);
  return Math.abs(way.x * unit.y - way.y * unit.x);
}
