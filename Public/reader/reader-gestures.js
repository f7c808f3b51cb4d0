/**
 * Hands on the pages: one arbiter for fingers, pen, mouse, wheel and trackpad.
 *
 * | gesture | does |
 * | --- | --- |
 * | drag by one finger and more | scrolls; two fingers zoom about them; thrown, it glides |
 * | touch while it glides | stops it where it is seen |
 * | swipe to the left or right, when no page is wider than the window | turns the page |
 * | double tap | fit, or detail at what was tapped |
 * | tap by two fingers | fit |
 * | wheel; with Control, or a pinch on a trackpad | scrolls; zooms at the pointer |
 * | drag by the mouse, when pages are wider than the window | scrolls |
 * | all of these, when a pen lands within a moment and they turn out to be the palm | go back |
 *
 * A long press is nobody's yet; that recognizers watch the finger keeps the system's menu away.
 */

import {
  addGestureRecognizer, GestureSurface, PanGestureRecognizer, State, SurfaceRecorder, TapGestureRecognizer, TouchOverlay,
  TransformGestureRecognizer,
} from "../gestures/index.js";
import { vec } from "../gestures/geometry/index.js";
import { whenModalOpens } from "../shell/modal.js";
import { PageSwipeGestureRecognizer } from "./page-swipe.js";
import { tapped } from "./tap-zoom.js";
import { uprightStep } from "./scroll-hold.js";

/** @typedef {import("../gestures/index.js").Touch} Touch */

/** From this way in one event on a wheel counts notches, in px; trackpads send less in a frame, and more of them. */
const NOTCH = 50;

const STILL = vec(0, 0);

export class ReaderGestures {
  #navigation;
  #model;
  #changed;
  #surface;
  #hold = new TransformGestureRecognizer();
  #swipe = new PageSwipeGestureRecognizer();
  #wheel = new PanGestureRecognizer({ slop: 0 });
  #wheeled = STILL;
  /** Whether what holds the pages is a finger, which edges give way to, and not a trackpad's pinch. */
  #isElastic = true;

  /**
   * @param {HTMLElement} element
   * @param {import("./page-navigation.js").PageNavigation} navigation
   * @param {() => void} changed called when a hand has moved the pages
   * @param {AbortSignal} signal
   * @param {import("../gestures/index.js").Clock} [clock] the machine's when it is missing
   */
  constructor(element, navigation, changed, signal, clock) {
    const { model } = navigation;
    this.#navigation = navigation;
    this.#model = model;
    this.#changed = changed;
    this.#surface = new GestureSurface(element, { remember: () => this.#remembered(), ...(clock && { clock }) }, signal);
    whenModalOpens(element.ownerDocument, () => this.#surface.interrupt(), signal);
    SurfaceRecorder.of(element.ownerDocument).watch(this.#surface, signal);
    TouchOverlay.of(element.ownerDocument).watch(this.#surface.arbiter, element, signal);
    this.#watchTouches();
    this.#addHold();
    this.#addSwipe();
    this.#addWheel();
    this.#addTap({ taps: 2 }, (at) => this.#zoom(tapped(model.viewport), at));
    this.#addTap({ touches: 2 }, (at) => this.#zoom(model.viewport.fitted, at));
  }

  /** The views of the elements in it, to attach more to. */
  get views() {
    return this.#surface.views;
  }

  get #view() {
    return this.#surface.views.viewAt();
  }

  /** Takes in what hands do; recordings are played into it. */
  get arbiter() {
    return this.#surface.arbiter;
  }

  #moved() {
    this.#navigation.moved();
    this.#changed();
  }

  #watchTouches() {
    this.#view.touchesBegan = () => this.#model.catch();
    this.#view.touchesEnded = () => this.#settle();
    this.#view.touchesCancelled = () => this.#settle();
  }

  #settle() {
    this.#model.settle();
    this.#moved();
  }

  /** The finger that lands now may be the palm. */
  #remembered() {
    const back = this.#navigation.remember();
    return () => {
      back();
      this.#settle();
    };
  }

  #addHold() {
    const hold = this.#hold;
    hold.delegate = { shouldReceive: (_, touch) => this.#mayHold(touch) };
    hold.requireToFail(this.#swipe);
    hold.addTarget(() => this.#held());
    addGestureRecognizer(this.#view, hold);
  }

  /** @param {Touch} touch */
  #mayHold({ type }) {
    this.#isElastic = type !== "trackpad";
    return type !== "mouse" || this.#model.viewport.isZoomedIn;
  }

  #held() {
    const model = this.#model;
    const hold = this.#hold;
    if (hold.state === State.Began) model.hold({ elastic: this.#isElastic });
    model.move(uprightStep(hold.takeStep(), hold.location()));
    if (hold.state === State.Ended) model.release(hold.velocity);
    if (hold.state === State.Cancelled) this.#lost();
    this.#moved();
  }

  /** A move that the pen interrupts was the palm's; any other stays as it is seen. */
  #lost() {
    if (this.#hold.cancelCause === "palm") this.#model.revert();
    else this.#model.release(STILL);
  }

  #addSwipe() {
    const swipe = this.#swipe;
    swipe.delegate = {
      shouldReceive: (_, touch) => touch.type !== "mouse" && !this.#model.viewport.isZoomedIn,
    };
    swipe.addTarget(() => {
      this.#navigation.turn(swipe.direction === "left" ? 1 : -1);
      this.#changed();
    });
    addGestureRecognizer(this.#view, swipe);
  }

  #addWheel() {
    const wheel = this.#wheel;
    wheel.allowedTouchTypes.clear();
    wheel.allowedTouchTypes.add("scroll");
    wheel.addTarget(() => this.#scrolled());
    addGestureRecognizer(this.#view, wheel);
  }

  #scrolled() {
    if (this.#wheel.state === State.Began) this.#wheeled = STILL;
    const { x, y } = this.#wheel.translation();
    const way = vec(this.#wheeled.x - x, this.#wheeled.y - y);
    this.#wheeled = vec(x, y);
    if (way.x === 0 && way.y === 0) return;
    this.#model.scrollBy(way, { isNotch: Math.max(Math.abs(way.x), Math.abs(way.y)) >= NOTCH });
    this.#moved();
  }

  /**
   * @param {{taps?: number, touches?: number}} what
   * @param {(at: import("../gestures/geometry/index.js").Point) => void} action
   */
  #addTap(what, action) {
    const tap = new TapGestureRecognizer(what);
    // Pages that the first finger stopped go back to their edge when it lifts, not when no second tap can come.
    tap.delaysTouchesEnded = false;
    tap.addTarget(() => action(tap.location()));
    addGestureRecognizer(this.#view, tap);
  }

  /**
   * @param {import("./viewport.js").Viewport} viewport
   * @param {import("../gestures/geometry/index.js").Point} at
   */
  #zoom(viewport, at) {
    this.#model.zoomTo(viewport, at);
    this.#moved();
  }
}
