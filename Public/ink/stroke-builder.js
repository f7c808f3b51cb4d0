/** A stroke while it is drawn. Predicted points are shown with it and never become a part of it. */

import { tidy } from "./stroke-geometry.js";
import { PLAIN_PRESSURE } from "./ink-width.js";
import { SIMPLIFY_ERROR, simplified } from "./ink-simplify.js";

/** @typedef {import("./stroke-geometry.js").InkPoint} InkPoint */
/** @typedef {import("./stroke-geometry.js").Stroke} Stroke */

/**
 * Where the pen is, in board units; pressure from 0 to 1, time in milliseconds of any clock.
 * @typedef {{readonly x: number, readonly y: number, readonly pressure?: number, readonly time: number}} InkSample
 */

/** Samples nearer than this to the last one are the same place, in CSS pixels at the zoom it is drawn at. */
const SAME_PLACE = 0.3;

export class StrokeBuilder {
  #id;
  #color;
  #width;
  #zoom;
  /** @type {InkPoint[]} */
  #points = [];
  /** @type {readonly InkPoint[]} */
  #predicted = [];
  #start = 0;

  /**
   * @param {{id: string, color: string, width: number}} pen
   * @param {number} zoom at which it is drawn
   */
  constructor({ id, color, width }, zoom) {
    this.#id = id;
    this.#color = color;
    this.#width = width;
    this.#zoom = zoom;
  }

  get id() {
    return this.#id;
  }

  /** How many points are certain. */
  get certain() {
    return this.#points.length;
  }

  /**
   * The stroke as it is seen at this moment: all points, the predicted ones last.
   * @returns {Stroke}
   */
  get shown() {
    return this.#stroke([...this.#points, ...this.#predicted]);
  }

  /**
   * Goes on. Samples that are no places are left out; a clock that goes back stands still.
   * @param {readonly InkSample[]} samples
   * @param {readonly InkSample[]} [predicted] replaces what was predicted before
   */
  extend(samples, predicted = []) {
    for (const sample of samples.filter(isPlace)) this.#add(sample);
    this.#predicted = this.#points.length ? predicted.filter(isPlace).map((sample) => this.#point(sample)) : [];
  }

  /**
   * The finished stroke, with as few points as it takes; null where there were none.
   * @returns {Stroke | null}
   */
  finish() {
    if (this.#points.length === 0) return null;
    return this.#stroke(
      simplified(this.#points, { error: SIMPLIFY_ERROR / this.#zoom, width: this.#width }),
    );
  }

  /** @param {InkSample} sample */
  #add(sample) {
    if (this.#points.length === 0) this.#start = sample.time;
    const point = this.#point(sample);
    const last = this.#points[this.#points.length - 1];
    if (!last || !isSame(last, point, SAME_PLACE / this.#zoom)) this.#points.push(point);
  }

  /**
   * @param {InkSample} sample
   * @returns {InkPoint}
   */
  #point({ x, y, pressure = PLAIN_PRESSURE, time }) {
    const sound = Number.isFinite(pressure) ? Math.max(0, Math.min(1, pressure)) : PLAIN_PRESSURE;
    const last = this.#points[this.#points.length - 1]?.[3] ?? 0;
    const t = Number.isFinite(time) ? Math.max(last, Math.round(time - this.#start)) : last;
    return [tidy(x), tidy(y), Math.round(sound * 100) / 100, t];
  }

  /**
   * @param {readonly InkPoint[]} points
   * @returns {Stroke}
   */
  #stroke(points) {
    return { id: this.#id, color: this.#color, width: tidy(this.#width), points };
  }
}

/** @param {InkSample} sample */
function isPlace({ x, y }) {
  return Number.isFinite(x) && Number.isFinite(y) && Math.abs(x) < 8e6 && Math.abs(y) < 8e6;
}

/**
 * @param {InkPoint} a
 * @param {InkPoint} b
 * @param {number} distance
 */
function isSame(a, b, distance) {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0)) < distance
    && Math.abs((a[2] ?? 0) - (b[2] ?? 0)) < 0.05;
}
