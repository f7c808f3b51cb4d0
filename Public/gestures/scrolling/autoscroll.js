/** Content that scrolls while something is dragged to its edge: as long as the finger stays there. */

import { AUTOSCROLL_BAND, AUTOSCROLL_INTERVAL, AUTOSCROLL_MARGIN, AUTOSCROLL_STEP } from "../constants.js";
import { isFinitePoint, LENGTHS, perAxis } from "./axes.js";

/** @typedef {import("../clock.js").Clock} Clock */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("./axes.js").AxisName} AxisName */
/** @typedef {import("./scroll-view.js").ScrollView} ScrollView */

/**
 * To be told of every move of the drag, and of its end.
 *
 *     pan.addTarget(({ state }) => (isActive(state) ? autoscroll.follow(pan.location(view)) : autoscroll.stop()));
 */
export class Autoscroll {
  #view;
  #clock;
  #moved;
  /** @type {Point | null} */
  #finger = null;
  #takeBack = () => {};
  #isWaiting = false;

  /**
   * @param {ScrollView} view
   * @param {Clock} clock
   * @param {(way: Point) => void} moved told how far the content went, px: the thing goes as far in the content,
   * and so stays under the finger
   */
  constructor(view, clock, moved) {
    this.#view = view;
    this.#clock = clock;
    this.#moved = moved;
  }

  /**
   * The finger is somewhere else.
   * @param {Point} place px from the top left of the bounds; one that is no number is as if it had lifted
   */
  follow(place) {
    if (!isFinitePoint(place)) return this.stop();
    this.#finger = place;
    if (!this.#isWaiting) this.#step();
  }

  /** The finger has lifted. */
  stop() {
    this.#finger = null;
    this.#isWaiting = false;
    this.#takeBack();
  }

  #step() {
    this.#isWaiting = false;
    const finger = this.#finger;
    if (!finger) return;
    const before = this.#view.offset;
    const way = perAxis((axis) => this.#stepAlong(axis, finger[axis]));
    if (way.x === 0 && way.y === 0) return;
    // The next step is set before the callback, which may stop it.
    this.#isWaiting = true;
    this.#takeBack = this.#clock.wakeAt(this.#clock.now() + AUTOSCROLL_INTERVAL, () => this.#step());
    this.#view.setOffset(perAxis((axis) => before[axis] + way[axis]));
    this.#moved(perAxis((axis) => this.#view.offset[axis] - before[axis]));
  }

  /**
   * @param {AxisName} axis
   * @param {number} place of the finger
   */
  #stepAlong(axis, place) {
    const { limits, offset, geometry } = this.#view;
    const hasRoom = (/** @type {number} */ left) => left > AUTOSCROLL_MARGIN;
    if (place < AUTOSCROLL_BAND && hasRoom(offset[axis] - limits.low[axis])) return -AUTOSCROLL_STEP;
    const toEnd = geometry.boundsSize[LENGTHS[axis]] - place;
    return toEnd < AUTOSCROLL_BAND && hasRoom(limits.high[axis] - offset[axis]) ? AUTOSCROLL_STEP : 0;
  }
}
