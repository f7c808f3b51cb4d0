/**
 * Follows one stroke through the parts of a glyph.
 *
 *                 part seen           turned to the next
 *     Seeking 0 ────────────► Seen 0 ────────────────────► Seeking 1 ─► … ─► Recognized, last part seen
 *         │                     │                              │
 *         └─────────────────────┴──── strays, or lifts ────────┴──────────► Failed
 *
 * Reported points are joined by steps of at most a pixel, so that a stroke gives one answer however often the
 * finger was reported; each part is judged on the latest steps alone, which a window holds.
 */

import { between, dot } from "../geometry/vector.js";
import { distance, minus } from "../point.js";
import { COORDINATE_LIMIT, GLYPH_STRAY, GLYPH_TURN } from "../constants.js";

/** @typedef {import("../point.js").Point} Point */

/** @typedef {import("./glyph-pattern.js").CompiledPart} CompiledPart */

/** @typedef {"possible" | "recognized" | "failed"} GlyphState */

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
    if (this.#state === "possible" && this.#strays(way)) this.#state = "failed";
  }

  /**
   * The part sought is seen once the window's ends are its travel apart.
   * @param {Point} point
   */
  #seek(point) {
    const part = /** @type {CompiledPart} */ (this.#parts[this.#phase]);
    this.#window.push(point);
    while (this.#window[0] && !holds(part, this.#window[0], point)) this.#window.shift();
    if (along(part, this.#window[0] ?? point, point) <= part.travel) return;
    this.#seen = true;
    this.#turning = point;
    this.#strayed = 0;
    if (this.#phase + 1 === this.#parts.length) this.#advance("recognized");
  }

  /**
   * The part seen may go on as long as it likes; it is left when the stroke has gone towards the next part,
   * counted from the point that is furthest from there.
   * @param {Point} point
   */
  #leave(point) {
    const next = /** @type {CompiledPart} */ (this.#parts[this.#phase + 1]);
    if (along(next, this.#turning, point) < 0) this.#turning = point;
    if (along(next, this.#turning, point) <= GLYPH_TURN) return;
    this.#window = [this.#turning, point];
    this.#advance("possible");
  }

  /** @param {GlyphState} state */
  #advance(state) {
    this.#phase++;
    this.#seen = false;
    this.#state = state;
  }

  /**
   * Ways that serve neither the part before nor the part to come are wobble up to a limit: a glyph in the
   * midst of a scribble is none.
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
  return dot(way, part.unit) >= 0 && Math.abs(way.x * part.unit.y - way.y * part.unit.x) <= part.tolerance;
}
