/** All that is needed to touch an element: sources, palm rejection and arbiter, put together. */

import { Arbiter } from "../arbiter.js";
import { SystemClock } from "../clock.js";
import { PalmFilter } from "../palm.js";
import { PalmUndo } from "../palm-undo.js";
import { watchersOf } from "../candidate.js";
import { ElementViews } from "./element-view.js";
import { PointerEvents } from "./pointer-events.js";
import { WheelEvents } from "./wheel-events.js";

/** @typedef {import("../clock.js").Clock} Clock */
/** @typedef {import("../guard.js").Report} Report */
/** @typedef {import("../sample.js").TouchType} TouchType */
/** @typedef {import("../scrolling/animator.js").NextFrame} NextFrame */
/** @typedef {import("../touch-table.js").HitTest} HitTest */
/** @typedef {import("../touch.js").Touch} Touch */
/** @typedef {import("../trackpad.js").SampleSink} SampleSink */
/** @typedef {import("./pointer-events.js").ClientPlace} ClientPlace */

/**
 * @typedef {object} SurfaceOptions
 * @property {HitTest} [hitTest] of a scene that is drawn on the element; the elements in it when it is missing
 * @property {string} [touchAction] what the browser may do by itself, as in CSS; `none` when it is missing. It
 *   counts when a finger lands, and not later
 * @property {import("../palm-undo.js").Remember} [remember] asked whenever a finger lands: undoes what it did, should it
 *   turn out to be the palm
 * @property {Clock} [clock]
 * @property {Report} [report]
 */

/**
 * Listens until its signal is aborted.
 *
 *     const surface = new GestureSurface(canvas, { hitTest: (point) => scene.hitTest(point) }, signal);
 *     addGestureRecognizer(scene.root, new PanGestureRecognizer().addTarget(moved));
 */
export class GestureSurface {
  #palm = new PalmFilter();
  /** @type {PointerEvents} */
  #pointers;

  /**
   * @param {HTMLElement} element
   * @param {SurfaceOptions} options
   * @param {AbortSignal} signal
   */
  constructor(element, options, signal) {
    const clock = options.clock ?? new SystemClock();
    const views = new ElementViews(element);
    const hitTest = options.hitTest ?? ((_point, { target }) => views.viewAt(target));
    /** Views of the elements, where there is no scene. */
    this.views = views;
    this.arbiter = new Arbiter({ hitTest, clock, ...(options.report && { report: options.report }) });
    this.clock = clock;
    this.element = element;
    element.style.touchAction = options.touchAction ?? "none";
    if (options.remember) new PalmUndo(this.arbiter, options.remember, signal);
    this.#pointers = this.#listen(element, clock, signal);
  }

  /** Takes away all that is down or hovers, as when a modal window opens over the surface: it is not heard of again. */
  interrupt() {
    this.#pointers.interrupt();
  }

  /**
   * @param {HTMLElement} element
   * @param {Clock} clock
   * @param {AbortSignal} signal
   */
  #listen(element, clock, signal) {
    const { arbiter } = this;
    /** @type {SampleSink} */
    const pointers = { dispatch: (samples) => arbiter.dispatch(this.#palm.filter(samples, clock.now())) };
    const interrupted = () => {
      this.#palm.reset();
      arbiter.cancelTouches();
    };
    const isHeardOf = (/** @type {number} */ id) => arbiter.touches.some((touch) => touch.id === id && isHeard(touch));
    const isTaken = (/** @type {number} */ id) => arbiter.touches.some((touch) => touch.id === id && isTakenByGesture(touch));
    const ports = { pointers, interrupted, isHeard: isHeardOf, isTaken, nextFrame: nextFrameOf(element) };
    const events = new PointerEvents(element, ports, signal);
    const has = (/** @type {TouchType} */ type) => arbiter.touches.some((touch) => touch.type === type && isHeard(touch));
    const isScrollWanted = () => has("scroll");
    const areFingersDown = () => has("touch");
    const placeOf = (/** @type {ClientPlace} */ event) => {
      if (arbiter.touches.length === 0) events.locate();
      return events.placeOf(event);
    };
    new WheelEvents(element, { sink: arbiter, clock, placeOf, isScrollWanted, areFingersDown }, signal);
    return events;
  }
}

/**
 * Whether a gesture that has begun keeps the touch from its view.
 * @param {Touch} touch
 */
function isTakenByGesture(touch) {
  return watchersOf(touch).some((candidate) => candidate.isActive && candidate.recognizer.cancelsTouchesInView);
}

/**
 * @param {HTMLElement} element
 * @returns {NextFrame | null}
 */
function nextFrameOf({ ownerDocument: { defaultView } }) {
  if (!defaultView?.requestAnimationFrame) return null;
  return (callback) => {
    const handle = defaultView.requestAnimationFrame(() => callback());
    return () => defaultView.cancelAnimationFrame(handle);
  };
}

/**
 * Whether any recognizer took the touch.
 * @param {Touch} touch
 */
function isHeard(touch) {
  return watchersOf(touch).length > 0;
}
