/** A circle on a board, which remembers the line: what it goes around is selected by the line, not by the circle. */

import { CircleGestureRecognizer } from "../../gestures/index.js";

/** @typedef {import("../../geometry/vec.js").Vec} Vec */

export class BoardCircle extends CircleGestureRecognizer {
  /**
   * As it was drawn last.
   * @type {readonly Vec[]}
   */
  line = [];

  /**
   * @override
   * @protected
   * @param {readonly Vec[]} points
   * @param {number} duration
   */
  judge(points, duration) {
    this.line = points;
    return super.judge(points, duration);
  }
}
