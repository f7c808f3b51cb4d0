/** The thumbs of the scroll bars: seen while it scrolls and near a mouse, dragged by one. */

import { addGestureRecognizer, AxisPanGestureRecognizer, limitsOf, State, thumbOf } from "../gestures/index.js";
import { vec } from "../gestures/geometry/index.js";
import { element } from "../shell/element.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../gestures/index.js").ElementViews} ElementViews */
/** @typedef {import("../gestures/index.js").ScrollView} ScrollView */
/** @typedef {"x" | "y"} Axis */

/** How long they stay after the last movement, in ms. */
const LINGER = 900;

/** How far the mouse goes before it drags, in CSS pixels. */
const SLOP = 2;

/** A shorter thumb is too small to grip, CSS pixels. */
const SHORTEST = 32;

/** @type {import("../gestures/geometry/index.js").Insets} */
const NONE = Object.freeze({ top: 0, left: 0, bottom: 0, right: 0 });

const AXES = /** @type {const} */ (["x", "y"]);

/** @type {Readonly<Record<Axis, "width" | "height">>} */
const SIDES = Object.freeze({ x: "width", y: "height" });

export class ScrollThumbs {
  #thumbs = { x: element("div", { class: "scroll-thumb across" }), y: element("div", { class: "scroll-thumb down" }) };
  #element;
  #scrollTo;
  #linger;
  /** @type {ScrollView | null} */
  #view = null;
  #offset = vec(0, 0);
  #start = vec(0, 0);
  #insets = NONE;

  /**
   * @param {HTMLElement} surface that they lie on
   * @param {ElementViews} views of that surface
   * @param {(offset: Point) => void} scrollTo
   * @param {AbortSignal} signal
   */
  constructor(surface, views, scrollTo, signal) {
    this.#element = surface;
    this.#scrollTo = scrollTo;
    this.#linger = new Timer(signal);
    surface.append(this.#thumbs.x, this.#thumbs.y);
    for (const axis of AXES) {
      const pan = new AxisPanGestureRecognizer(axis === "x" ? "horizontal" : "vertical", { slop: SLOP });
      pan.addTarget(() => this.#dragged(axis, pan));
      addGestureRecognizer(views.viewFor(this.#thumbs[axis]), pan);
    }
  }

  /**
   * @param {ScrollView} view that is drawn
   * @param {import("./viewport.js").Bars} bars which the thumbs keep clear of
   */
  show(view, bars) {
    const { x, y } = view.offset;
    this.#insets = { ...bars, left: 0, right: 0 };
    if (this.#view && (x !== this.#offset.x || y !== this.#offset.y)) this.#appear();
    this.#view = view;
    this.#offset = view.offset;
    for (const axis of AXES) this.#place(axis, view);
  }

  #appear() {
    this.#element.classList.add("scrolling");
    this.#linger.set(LINGER, () => this.#element.classList.remove("scrolling"));
  }

  /**
   * @param {Axis} axis
   * @param {ScrollView} view
   */
  #place(axis, { geometry, offset }) {
    const element = this.#thumbs[axis];
    const thumb = thumbOf(geometry, offset, axis, { insets: this.#insets, shortest: SHORTEST });
    element.hidden = !thumb;
    if (!thumb) return;
    element.style.transform = axis === "x" ? `translateX(${thumb.start}px)` : `translateY(${thumb.start}px)`;
    element.style[SIDES[axis]] = `${thumb.length}px`;
  }

  /**
   * @param {Axis} axis
   * @param {AxisPanGestureRecognizer} pan
   */
  #dragged(axis, pan) {
    if (!this.#view) return;
    if (pan.state === State.Began) this.#start = this.#offset;
    const way = scrolledBy(pan.translation()[axis], this.#view.geometry, axis, this.#insets);
    this.#scrollTo({ ...this.#start, [axis]: this.#start[axis] + way });
  }
}

/**
 * How far the content goes when the thumb goes by `way`.
 * @param {number} way
 * @param {ScrollView["geometry"]} geometry
 * @param {Axis} axis
 * @param {import("../gestures/geometry/index.js").Insets} [insets] by which the bar is shorter
 */
export function scrolledBy(way, geometry, axis, insets = NONE) {
  const { low, high } = limitsOf(geometry);
  const length = thumbOf(geometry, low, axis, { insets, shortest: SHORTEST })?.length ?? 0;
  const along = axis === "x" ? insets.left + insets.right : insets.top + insets.bottom;
  const room = geometry.boundsSize[SIDES[axis]] - along - length;
  return room > 0 ? (way * (high[axis] - low[axis])) / room : 0;
}
