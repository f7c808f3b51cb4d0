/** A circle on a board, which remembers the line: what it goes around is selected by the line, not by the circle. */

import { CircleGestureRecognizer } from "../../gestures/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */

export class BoardCircle extends CircleGestureRecognizer {
  /**
   * As it was drawn last.
   * @type {readonly Point[]}
   */
  line = [];

  /**
   * @override
   * @protected
   * @param {readonly Point[]} points
   * @param {number} duration
   */
  judge(points, duration) {
    this.line = points;
    return super.judge(points, duration);
  }
}
