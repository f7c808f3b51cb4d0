/**
 * A line along the strip, as long as the document: a finger, a mouse or a wheel on it leads to any page. While it moves, the page
 * under it is shown in small with its name; the page itself is gone to when it is let go.
 */

import { addGestureRecognizer, GestureSurface, isActive, PanGestureRecognizer, State, TapGestureRecognizer } from "../gestures/index.js";
import { element, setAttributes } from "../shell/element.js";
import { say } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";

/** @typedef {import("../gestures/index.js").Touch} Touch */

/** How long it rests on a page before the picture of that is asked for, in ms. */
const REST = 60;

/** The way of a wheel that leads a page further, in px: half a notch. */
const PAGE_WAY = 50;

/** @type {Readonly<Record<string, (page: number, last: number) => number>>} */
const KEYS = Object.freeze({
  ArrowLeft: (page) => page - 1, ArrowDown: (page) => page - 1, ArrowRight: (page) => page + 1, ArrowUp: (page) => page + 1,
  PageDown: (page, last) => page - Math.ceil(last / 10), PageUp: (page, last) => page + Math.ceil(last / 10),
  Home: () => 1, End: (_, last) => last,
});

/**
 * @typedef {object} ScrubberCalls
 * @property {import("../api/page-names.js").PageNames} names
 * @property {(page: number) => string} pictureUrl of a page in small
 * @property {(page: number, isTouch: boolean) => void} go called when it is let go at a page, also by a finger
 */

export class PageScrubber {
  /** @type {HTMLElement} */
  element;
  #names;
  #pictureUrl;
  #go;
  #rest;
  #knob = element("span", { class: "page-track-knob" });
  #picture = element("img", { "alt": "", "decoding": "async", "draggable": "false" });
  #label = element("span", { class: "page-track-label" });
  #bubble = element("div", { "class": "page-track-bubble", "aria-hidden": "true", "hidden": true }, this.#picture, this.#label);
  #page = 1;
  /** The page under the finger; null while none scrubs. */
  /** @type {number | null} */
  #scrubbed = null;
  /** The way of the wheel that has been turned into pages, in px. */
  #wheeled = 0;

  /**
   * @param {ScrubberCalls} calls
   * @param {AbortSignal} signal
   */
  constructor({ names, pictureUrl, go }, signal) {
    this.#names = names;
    this.#pictureUrl = pictureUrl;
    this.#go = go;
    this.#rest = new Timer(signal);
    this.element = element(
      "div", { "class": "page-track", "role": "slider", "tabindex": 0, "aria-label": say("Page"), "aria-valuemin": 1, "aria-valuemax": names.count },
      this.#knob, this.#bubble,
    );
    this.element.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#watch(signal);
    this.mark(1);
  }

  /** Whether a finger scrubs, or the mouse. */
  get isHeld() {
    return this.#scrubbed !== null;
  }

  /**
   * The page that is shown; while a finger scrubs, the knob is under that.
   * @param {number} page
   */
  mark(page) {
    this.#page = page;
    if (this.#scrubbed === null) this.#put(page);
  }

  /** @param {AbortSignal} signal */
  #watch(signal) {
    const surface = new GestureSurface(this.element, {}, signal);
    const view = surface.views.viewFor(this.element);
    const drag = new PanGestureRecognizer({ slop: 0 });
    let isTouch = false;
    const noted = { shouldReceive: (/** @type {unknown} */ _, /** @type {Touch} */ touch) => (isTouch = touch.type === "touch", true) };
    drag.delegate = noted;
    drag.addTarget(() => this.#dragged(drag, isTouch));
    addGestureRecognizer(view, drag);
    const tap = new TapGestureRecognizer();
    tap.delegate = noted;
    tap.addTarget(() => this.#go(this.#pageAt(tap.location().x), isTouch));
    addGestureRecognizer(view, tap);
    const wheel = new PanGestureRecognizer({ slop: 0 });
    wheel.allowedTouchTypes.clear();
    wheel.allowedTouchTypes.add("scroll");
    wheel.addTarget(() => this.#turned(wheel));
    addGestureRecognizer(view, wheel);
  }

  /**
   * @param {PanGestureRecognizer} drag
   * @param {boolean} isTouch
   */
  #dragged(drag, isTouch) {
    if (isActive(drag.state)) return this.#scrub(this.#pageAt(drag.location().x));
    const page = this.#scrubbed;
    this.#scrubbed = null;
    this.#rest.clear();
    this.#bubble.hidden = true;
    if (page !== null && drag.state === State.Ended) this.#go(page, isTouch);
    else this.#put(this.#page);
  }

  /** @param {PanGestureRecognizer} wheel */
  #turned(wheel) {
    const { x, y } = wheel.translation();
    const way = -(Math.abs(x) > Math.abs(y) ? x : y);
    if (wheel.state === State.Began) this.#wheeled = 0;
    const pages = Math.trunc((way - this.#wheeled) / PAGE_WAY);
    if (pages === 0) return;
    this.#wheeled += pages * PAGE_WAY;
    this.#go(Math.max(1, Math.min(this.#names.count, this.#page + pages)), false);
  }

  /** @param {number} page */
  #scrub(page) {
    if (page === this.#scrubbed) return;
    this.#scrubbed = page;
    this.#put(page);
    this.#label.textContent = this.#names.name(page);
    this.#bubble.hidden = false;
    this.#picture.removeAttribute("src");
    this.#rest.set(REST, () => {
      this.#picture.src = this.#pictureUrl(page);
    });
  }

  /** @param {number} x in CSS pixels of the line */
  #pageAt(x) {
    const share = Math.max(0, Math.min(1, x / Math.max(1, this.element.clientWidth)));
    return 1 + Math.round(share * (this.#names.count - 1));
  }

  /** @param {number} page */
  #put(page) {
    const share = `${(100 * (page - 1)) / Math.max(1, this.#names.count - 1)}%`;
    this.element.style.setProperty("--at", share);
    setAttributes(this.element, { "aria-valuenow": page, "aria-valuetext": this.#names.name(page) });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const to = KEYS[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(Math.max(1, Math.min(this.#names.count, to(this.#page, this.#names.count))), false);
  }
}
