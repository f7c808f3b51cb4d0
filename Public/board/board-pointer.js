/**
 * A single pointer on the board: with the pen it draws; else it takes hold of a card, or of the desk. The
 * wheel moves and zooms. It decides nothing but which of the controller's gestures is meant.
 */

import { vec } from "../geometry/vec.js";
import { wheelZoom } from "../geometry/zoom.js";

/** @typedef {import("../geometry/vec.js").Vec} Vec */
/** @typedef {import("./board-controller.js").BoardController} BoardController */
/** @typedef {import("./board-view.js").BoardView} BoardView */

/** Nearer to where it went down than this, in CSS pixels, a pointer has not moved: `PAN_SLOP`. */
const SLOP = 10;

/** Over this time the speed is measured at the end, in milliseconds. */
const VELOCITY_WINDOW = 80;

/** A notch that is counted in lines or in screens, in pixels; as for `WheelEvent.deltaMode`. */
const WHEEL_UNITS = Object.freeze([1, 33, 500]);

/**
 * @typedef {object} Hold
 * @property {number} pointer
 * @property {Vec} start
 * @property {boolean} moved
 * @property {boolean} drawing
 * @property {string | null} id of the card or stroke that was hit
 * @property {{by: (change: {translation: Vec}) => void, end: (velocity?: Vec) => void, revert?: () => void} | null} session
 * @property {{point: Vec, time: number}[]} trail
 */

export class BoardPointer {
  #controller;
  #target;
  #signal;
  /** @type {Hold | null} */
  #hold = null;

  /**
   * @param {BoardController} controller
   * @param {HTMLElement} target the stage
   * @param {AbortSignal} signal
   */
  constructor(controller, target, signal) {
    this.#controller = controller;
    this.#target = target;
    this.#signal = signal;
  }

  /** Begins to listen, until the signal aborts. */
  listen() {
    const [target, signal] = [this.#target, this.#signal];
    target.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    target.addEventListener("pointermove", (event) => this.#move(event), { signal });
    target.addEventListener("pointerup", (event) => this.#up(event), { signal });
    target.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    target.addEventListener("lostpointercapture", (event) => this.#cancel(event), { signal });
    target.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#hold || event.button !== 0 || isChrome(event.target)) return;
    const start = this.#pointOf(event);
    const { model } = this.#controller;
    const drawing = model.tool === "pen" && !model.readOnly;
    const id = drawing ? null : this.#controller.hit(start)?.id ?? null;
    capture(this.#target, event.pointerId);
    this.#hold = {
      pointer: event.pointerId, start, moved: false, drawing, id, session: null,
      trail: [{ point: start, time: event.timeStamp }],
    };
    if (drawing) this.#controller.beginStroke(event.pointerId, this.#sample(event, event.pointerType));
    else if (id) this.#touch(id, event.shiftKey);
    if (drawing || event.pointerType === "touch") event.preventDefault();
  }

  /**
   * What is touched comes to the front, and is selected unless it is already among others.
   * @param {string} id
   * @param {boolean} adding
   */
  #touch(id, adding) {
    const { model } = this.#controller;
    this.#controller.bringForward(id);
    if (adding) model.select(toggled(model.selection, id));
    else if (!model.selection.has(id)) model.select([id]);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const hold = this.#holdOf(event);
    if (!hold) return;
    const point = this.#pointOf(event);
    hold.trail.push({ point, time: event.timeStamp });
    if (hold.drawing) return this.#draw(event);
    const translation = vec(point.x - hold.start.x, point.y - hold.start.y);
    if (!hold.moved && Math.hypot(translation.x, translation.y) < SLOP) return;
    hold.moved = true;
    hold.session ??= this.#take(hold);
    hold.session.by({ translation });
  }

  /** @param {Hold} hold */
  #take({ id }) {
    const { selection } = this.#controller.model;
    if (!id) return this.#controller.beginViewport();
    return this.#controller.beginTransform(selection.has(id) ? selection : [id]);
  }

  /** @param {PointerEvent} event */
  #draw(event) {
    const all = event.getCoalescedEvents?.() ?? [];
    const samples = (all.length ? all : [event]).map((each) => this.#sample(each, event.pointerType));
    const predicted = event.getPredictedEvents?.() ?? [];
    this.#controller.extendStroke(
      event.pointerId, samples, predicted.map((each) => this.#sample(each, event.pointerType)),
    );
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const hold = this.#holdOf(event);
    if (!hold) return;
    this.#hold = null;
    if (hold.drawing) this.#controller.endStroke(event.pointerId);
    else if (hold.session) hold.session.end(velocityOf(hold.trail, event.timeStamp));
    else if (!hold.id && !event.shiftKey) this.#controller.model.select([]);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    const hold = this.#holdOf(event);
    if (!hold) return;
    this.#hold = null;
    if (hold.drawing) this.#controller.cancelStroke(event.pointerId);
    hold.session?.end();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { viewport } = this.#controller.model;
    if (event.ctrlKey || event.metaKey) {
      const factor = wheelZoom(1, event.deltaY, event.deltaMode);
      this.#controller.zoomBy(factor, this.#pointOf(event));
      return;
    }
    const unit = WHEEL_UNITS[event.deltaMode] ?? 1;
    const sideways = event.shiftKey && event.deltaX === 0;
    const [dx, dy] = sideways ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    if (viewport.size.width > 0) this.#controller.scrollBy(vec(-dx * unit, -dy * unit));
  }

  /** @param {PointerEvent} event */
  #holdOf(event) {
    return this.#hold?.pointer === event.pointerId ? this.#hold : null;
  }

  /** @param {MouseEvent} event */
  #pointOf(event) {
    const { left, top } = this.#target.getBoundingClientRect();
    return vec(event.clientX - left, event.clientY - top);
  }

  /**
   * Only a pen knows how hard it is pressed.
   * @param {PointerEvent} event
   * @param {string} kind of the pointer
   */
  #sample(event, kind) {
    const { x, y } = this.#pointOf(event);
    const sample = { x, y, time: event.timeStamp };
    return kind === "pen" && event.pressure > 0 ? { ...sample, pressure: event.pressure } : sample;
  }
}

/**
 * The speed over the last moments, in CSS pixels per second; none where the pointer rested before it was lifted.
 * @param {readonly {point: Vec, time: number}[]} trail
 * @param {number} now
 */
function velocityOf(trail, now) {
  const recent = trail.filter(({ time }) => now - time <= VELOCITY_WINDOW);
  const [first, last] = [recent[0], recent[recent.length - 1]];
  if (!first || !last || last.time <= first.time) return vec(0, 0);
  const seconds = (now - first.time) / 1000;
  return vec((last.point.x - first.point.x) / seconds, (last.point.y - first.point.y) / seconds);
}

/**
 * @param {ReadonlySet<string>} ids
 * @param {string} id
 */
function toggled(ids, id) {
  return ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id];
}

/**
 * Keeps hearing of a pointer wherever it goes; one that is gone already is let go.
 * @param {HTMLElement} target
 * @param {number} pointer
 */
function capture(target, pointer) {
  try {
    target.setPointerCapture(pointer);
  } catch {
    // `NotFoundError`: it was lifted before we came to hear of it, and its `pointerup` is on the way.
  }
}

/** @param {EventTarget | null} target */
function isChrome(target) {
  return target instanceof Element && target.closest("button, a, input") !== null;
}
