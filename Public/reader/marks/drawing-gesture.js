/** One finger, pen or mouse that draws on a page. */

import { GestureRecognizer, State } from "../../gestures/index.js";

/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../../ink/stroke-builder.js").InkSample} InkSample */

/** How far a finger goes before it draws: until then a second one may come, and both move the page. In CSS pixels. */
const FINGER_SLOP = 4;

/**
 * Continuous. A pen and the mouse draw from where they land; what a finger did before it began is drawn, too.
 *
 *     Possible ──pen or mouse lands, or the finger goes──▶ Began ──moves──▶ Changed ──lifts──▶ Ended
 *        └──a second finger lands, or the finger lifts──▶ Failed
 */
export class DrawingGestureRecognizer extends GestureRecognizer {
  /**
   * Where it went since the last message, in the coordinates of the surface.
   * @type {InkSample[]}
   */
  #news = [];
  /** @type {readonly InkSample[]} */
  predicted = [];
  /** @type {Touch | null} */
  touch = null;

  constructor() {
    super("continuous");
  }

  /** Takes what is new since it was last asked. */
  take() {
    return this.#news.splice(0);
  }

  /**
   * @override
   * @param {ReadonlySet<Touch>} touches
   */
  touchesBegan(touches) {
    if (this.touches.length > 1) {
      if (!this.hasBegun) return this.become(State.Failed);
      return touches.forEach((touch) => this.ignore(touch));
    }
    const [touch] = touches;
    if (!touch) return;
    this.touch = touch;
    this.#note(touch);
    if (touch.type !== "touch") this.become(State.Began);
  }

  /** @override */
  touchesMoved() {
    const { touch } = this;
    if (!touch) return;
    this.#note(touch);
    if (this.hasBegun) return this.become(State.Changed);
    const { x, y } = touch.location();
    if (Math.hypot(x - touch.startLocation.x, y - touch.startLocation.y) > FINGER_SLOP) this.become(State.Began);
  }

  /** @override */
  touchesEnded() {
    if (this.touch && this.hasBegun) this.#note(this.touch);
    this.predicted = [];
    this.conclude();
  }

  /** @override */
  reset() {
    this.touch = null;
    this.#news = [];
    this.predicted = [];
  }

  /** @param {Touch} touch */
  #note(touch) {
    this.#news.push(...touch.moments.map((moment) => sampleOf(touch, moment)));
    this.predicted = touch.predicted.map((moment) => sampleOf(touch, moment));
  }
}

/**
 * Only a pen knows how hard it is pressed; when it is lifted it says nought, which is nothing to draw with.
 * @param {Touch} touch
 * @param {import("../../gestures/index.js").Moment} moment
 * @returns {InkSample}
 */
function sampleOf(touch, { x, y, time, pressure = touch.pressure }) {
  return touch.type === "pen" && pressure > 0 ? { x, y, time, pressure } : { x, y, time };
}
