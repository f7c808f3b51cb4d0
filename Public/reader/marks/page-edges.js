/** The edges of a page, beyond which no mark is drawn or kept. Pure. */

import { clamp, holds, rect } from "../../gestures/geometry/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/geometry/index.js").Size} Size */
/** @typedef {import("../../ink/stroke-builder.js").InkSample} InkSample */

/**
 * @param {Point} place in page units
 * @param {Size} page
 */
export function isOnPage(place, { width, height }) {
  return holds(rect(0, 0, width, height), place);
}

/**
 * The place on a page that is nearest to another one.
 * @param {Point} place in page units
 * @param {Size} page
 */
export function heldOnPage({ x, y }, { width, height }) {
  return { x: clamp(x, 0, width), y: clamp(y, 0, height) };
}

/** A line that is drawn over the edges of a page, of which the parts on the page are left. */
export class CutLine {
  #page;
  /** @type {InkSample | null} */
  #last = null;

  /** @param {Size} page in page units */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Goes on.
   * @param {readonly InkSample[]} samples in page units
   */
  take(samples) {
    const kept = this.ahead(samples);
    this.#last = samples.at(-1) ?? this.#last;
    return kept;
  }

  /**
   * The parts of what is predicted, which is not taken.
   * @param {readonly InkSample[]} samples
   * @returns {InkSample[]}
   */
  ahead(samples) {
    let last = this.#last;
    return samples.flatMap((sample) => {
      const before = last;
      last = sample;
      return this.#part(before, sample);
    });
  }

  /**
   * @param {InkSample | null} from
   * @param {InkSample} to
   */
  #part(from, to) {
    const [began, ends] = [from !== null && isOnPage(from, this.#page), isOnPage(to, this.#page)];
    if (ends) return from === null || began ? [to] : [this.#edge(to, from), to];
    return from !== null && began ? [this.#edge(from, to)] : [];
  }

  /**
   * Where a line leaves the page.
   * @param {InkSample} inside
   * @param {InkSample} outside
   * @returns {InkSample}
   */
  #edge(inside, outside) {
    const { width, height } = this.#page;
    const [dx, dy] = [outside.x - inside.x, outside.y - inside.y];
    const share = Math.min(shareOf(inside.x, dx, width), shareOf(inside.y, dy, height));
    return { ...inside, x: inside.x + dx * share, y: inside.y + dy * share, time: inside.time + (outside.time - inside.time) * share };
  }
}

/**
 * The share of a way after which it leaves a side.
 * @param {number} from
 * @param {number} way
 * @param {number} side
 */
function shareOf(from, way, side) {
  if (from + way > side) return (side - from) / way;
  return from + way < 0 ? -from / way : 1;
}
