/**
 * Pages that scroll while a selection is dragged to their edge: the farther beyond it, the faster. They wait for the words of a
 * page before they go on, so that none goes by unread.
 *
 *     still ──near the edge──► scrolling, frame by frame ──away from it, lifted, at the end──► still
 *                                 │  ▲
 *        a page without its words │  │ they come, or not for a while
 *                                 ▼  │
 *                               waiting
 */

import { vec } from "../../gestures/geometry/index.js";
import { Timer } from "../../shell/timer.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/geometry/index.js").Rect} Rect */

/** Nearer to the edge than this it scrolls, in CSS pixels. */
const BAND = 32;
/** Speed for each pixel beyond the band, and the most of it, in CSS pixels a second. */
const GAIN = 12;
const MOST_SPEED = 2_400;
/** A frame that took longer counts as this, in ms. */
const LONGEST_FRAME = 50;
/** How long the words of a page are waited for, in ms: it may have none. */
const PATIENCE = 1_000;

/**
 * @typedef {object} EdgePorts
 * @property {() => Rect} room that is free for pages, in their CSS pixels
 * @property {(way: Point) => boolean} scrollBy whether it went any way
 * @property {(at: Point) => number | null} awaited the page at a point whose words have not come; null where they have
 * @property {(callback: (now: number) => void) => () => void} nextFrame calls with the time in ms; returns what takes that back
 */

export class EdgeScroll {
  #ports;
  /** @type {{at: Point, moved: (at: Point) => void} | null} */
  #drag = null;
  #isScrolling = false;
  #takeBack = () => {};
  #before = 0;
  #patience;
  /** The page whose words are waited for no longer. */
  #passed = 0;

  /**
   * @param {EdgePorts} ports
   * @param {AbortSignal} signal
   */
  constructor(ports, signal) {
    this.#ports = ports;
    this.#patience = new Timer(signal);
  }

  /**
   * The drag goes on here.
   * @param {Point} at in CSS pixels of the pages
   * @param {(at: Point) => void} moved called after each step, as other words lie there then
   */
  follow(at, moved) {
    this.#drag = { at, moved };
    if (!this.#isScrolling && !this.#patience.pending) this.#wait(0);
  }

  /** Words have come: the drag may lie on them. */
  wordsCame() {
    if (!this.#drag) return;
    this.#drag.moved(this.#drag.at);
    if (!this.#patience.pending || this.#ports.awaited(this.#drag.at) !== null) return;
    this.#patience.clear();
    this.#wait(0);
  }

  stop() {
    this.#drag = null;
    this.#isScrolling = false;
    this.#patience.clear();
    this.#takeBack();
  }

  /** @param {number} before when the step before was made, in ms; 0 for none */
  #wait(before) {
    this.#before = before;
    this.#isScrolling = true;
    this.#takeBack = this.#ports.nextFrame((now) => this.#step(now));
  }

  /** @param {number} now in ms */
  #step(now) {
    const drag = this.#drag;
    this.#isScrolling = false;
    if (!drag) return;
    const seconds = (this.#before === 0 ? 0 : Math.min(LONGEST_FRAME, now - this.#before)) / 1000;
    const { x, y } = edgeSpeed(drag.at, this.#ports.room());
    if (x === 0 && y === 0) return;
    const page = this.#ports.awaited(drag.at);
    if (page !== null && page !== this.#passed) return this.#awaitWords(page);
    if (seconds > 0) {
      if (!this.#ports.scrollBy(vec(x * seconds, y * seconds))) return;
      drag.moved(drag.at);
    }
    this.#wait(now);
  }

  /** @param {number} page */
  #awaitWords(page) {
    this.#patience.set(PATIENCE, () => {
      this.#passed = page;
      this.#wait(0);
    });
  }
}

/**
 * How fast pages scroll under a point, in CSS pixels a second.
 * @param {Point} at
 * @param {Rect} room
 */
export function edgeSpeed(at, room) {
  return vec(along(at.x, room.x, room.x + room.width), along(at.y, room.y, room.y + room.height));
}

/**
 * @param {number} at
 * @param {number} low
 * @param {number} high
 */
function along(at, low, high) {
  const [before, behind] = [low + BAND - at, at - (high - BAND)];
  if (before <= 0 && behind <= 0) return 0;
  return before > 0 ? -Math.min(MOST_SPEED, before * GAIN) : Math.min(MOST_SPEED, behind * GAIN);
}
