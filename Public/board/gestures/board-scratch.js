/** A zig-zag on a board: it is quick and dense, as it shares the finger with dragging, and it tells how it gets on. */

import { ScratchOutGestureRecognizer, State } from "../../gestures/index.js";
import { isTangled } from "./shape-guess.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../board-hit-testing.js").Hit} Hit */

/** A line that takes longer, in milliseconds, is no drawn shape: the finger drags to and fro. As for circles. */
export const SLOWEST_SHAPE = 2000;

/**
 * @typedef {object} ScratchCalls
 * @property {(point: Point) => void} added each point of the line
 * @property {(duration: number) => void} drawn after each event: how long the line has taken, ms
 * @property {() => void} lost a second finger has come: it is no line any more
 * @property {() => void} over the fingers are up
 */

/** @extends {ScratchOutGestureRecognizer<Hit>} */
export class BoardScratch extends ScratchOutGestureRecognizer {
  /**
   * As it was drawn last.
   * @type {readonly Point[]}
   */
  line = [];
  #calls;
  #since = NaN;

  /**
   * @param {(point: Point) => Hit | null} hitTest
   * @param {ScratchCalls} calls
   */
  constructor(hitTest, calls) {
    super(hitTest);
    this.#calls = calls;
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    if (Number.isNaN(this.#since)) this.#since = this.now;
    super.touchesBegan(touches);
    if (this.state === State.Failed) this.#calls.lost();
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesMoved(touches) {
    super.touchesMoved(touches);
    this.#calls.drawn(this.now - this.#since);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesEnded(touches) {
    this.#calls.drawn(this.now - this.#since);
    super.touchesEnded(touches);
  }

  /** @override */
  reset() {
    super.reset();
    this.#since = NaN;
    this.#calls.over();
  }

  /**
   * @override
   * @protected
   * @param {Point} point
   */
  follow(point) {
    super.follow(point);
    this.#calls.added(point);
  }

  /**
   * @override
   * @protected
   * @param {readonly Point[]} [points]
   * @param {number} [duration]
   */
  judge(points = [], duration = Infinity) {
    this.line = points;
    return duration <= SLOWEST_SHAPE && super.judge() && isTangled(points) && this.target !== null;
  }
}
