/** The thumbs of the scroll bars: seen while it scrolls and near a mouse, dragged by one. */

import { addGestureRecognizer, AxisPanGestureRecognizer, State } from "../gestures/index.js";
import { vec } from "../gestures/geometry/index.js";
import { element } from "../shell/element.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/index.js").ElementViews} ElementViews */
/** @typedef {import("./viewport.js").Viewport} Viewport */
/** @typedef {"x" | "y"} Axis */

/** How long they stay after the last movement, in ms. */
const LINGER = 900;

/** How far the mouse goes before it drags, in CSS pixels. */
const SLOP = 2;

/** @type {Readonly<Record<Axis, "width" | "height">>} */
const SIDES = Object.freeze({ x: "width", y: "height" });

export class ScrollThumbs {
  #thumbs = { x: element("div", { class: "scroll-thumb across" }), y: element("div", { class: "scroll-thumb down" }) };
  #element;
  #scrollTo;
  #linger;
  /** @type {Viewport | null} */
  #viewport = null;
  #scroll = vec(0, 0);
  #start = vec(0, 0);

  /**
   * @param {HTMLElement} surface that they lie on
   * @param {ElementViews} views of that surface
   * @param {(scroll: Point) => void} scrollTo
   * @param {AbortSignal} signal
   */
  constructor(surface, views, scrollTo, signal) {
    this.#element = surface;
    this.#scrollTo = scrollTo;
    this.#linger = new Timer(signal);
    surface.append(this.#thumbs.x, this.#thumbs.y);
    for (const axis of /** @type {const} */ (["x", "y"])) {
      const pan = new AxisPanGestureRecognizer(axis === "x" ? "horizontal" : "vertical", { slop: SLOP });
      pan.addTarget(() => this.#dragged(axis, pan));
      addGestureRecognizer(views.viewFor(this.#thumbs[axis]), pan);
    }
  }

  /**
   * @param {Viewport} viewport
   * @param {Point} scroll
   */
  show(viewport, scroll) {
    if (this.#viewport && (scroll.x !== this.#scroll.x || scroll.y !== this.#scroll.y)) this.#appear();
    this.#viewport = viewport;
    this.#scroll = scroll;
    for (const axis of /** @type {const} */ (["x", "y"])) this.#place(axis, this.#measured(viewport, axis));
  }

  #appear() {
    this.#element.classList.add("scrolling");
    this.#linger.set(LINGER, () => this.#element.classList.remove("scrolling"));
  }

  /**
   * @param {Viewport} viewport
   * @param {Axis} axis
   * @returns {ScrolledAxis}
   */
  #measured({ box, scrollLimit }, axis) {
    const seen = box[SIDES[axis]];
    return { track: seen, seen, limit: scrollLimit[axis], offset: this.#scroll[axis] };
  }

  /**
   * @param {Axis} axis
   * @param {ScrolledAxis} measured
   */
  #place(axis, measured) {
    const thumb = this.#thumbs[axis];
    const { length, start } = thumbOf(measured);
    thumb.hidden = measured.limit <= 0;
    thumb.style.transform = axis === "x" ? `translateX(${start}px)` : `translateY(${start}px)`;
    thumb.style[SIDES[axis]] = `${length}px`;
  }

  /**
   * @param {Axis} axis
   * @param {AxisPanGestureRecognizer} pan
   */
  #dragged(axis, pan) {
    if (!this.#viewport) return;
    if (pan.state === State.Began) this.#start = this.#scroll;
    const way = scrolledBy(pan.translation()[axis], this.#measured(this.#viewport, axis));
    this.#scrollTo({ ...this.#start, [axis]: this.#start[axis] + way });
  }
}

/** Shorter than this nobody can grip it. */
const SHORTEST = 32;

/**
 * @typedef {object} ScrolledAxis
 * @property {number} track length of the bar
 * @property {number} seen length of what is seen
 * @property {number} limit how far one can scroll
 * @property {number} offset scrolled so far, beyond the ends while it bounces
 */

/**
 * How long a thumb is and where it lies, in CSS pixels.
 * @param {ScrolledAxis} axis
 * @returns {{length: number, start: number}}
 */
export function thumbOf({ track, seen, limit, offset }) {
  const beyond = Math.max(0, -offset, offset - limit);
  const whole = Math.max(SHORTEST, (track * seen) / (seen + limit));
  // Pulled beyond an end it grows shorter, as if pressed against it.
  const length = Math.min(track, Math.max(8, whole - beyond));
  const share = limit > 0 ? Math.max(0, Math.min(1, offset / limit)) : 0;
  return { length, start: (track - length) * share };
}

/**
 * How far the content goes when the thumb goes by `way`.
 * @param {number} way
 * @param {ScrolledAxis} axis
 */
export function scrolledBy(way, axis) {
  const room = axis.track - thumbOf(axis).length;
  return room > 0 ? (way * axis.limit) / room : 0;
}
