/** Shows fingers as discs above everything, for demonstrations and films. Off until it is switched on. */

import { DARK_COLORS, drawDisc, drawOutlines, LIGHT_COLORS } from "./disc-drawing.js";
import { FingerDiscs } from "./finger-discs.js";

/** @typedef {import("../arbiter.js").Arbiter} Arbiter */
/** @typedef {import("../geometry/point.js").Point} Point */
/** @typedef {import("../sample.js").Sample} Sample */
/** @typedef {import("./disc-drawing.js").DiscColors} DiscColors */

/**
 * An arbiter whose fingers are shown, and the element that its places count from.
 * @typedef {object} Watched
 * @property {Arbiter} arbiter
 * @property {Element} element
 * @property {FingerDiscs} discs
 * @property {() => Iterable<readonly Point[]>} outlines what can be hit, as polygons that count from the same place
 * @property {() => void} stop
 */

/** @typedef {{light?: DiscColors, dark?: DiscColors}} OverlayColors */

/** @type {WeakMap<Document, TouchOverlay>} */
const overlays = new WeakMap();

/**
 * Watches arbiters, not events: it hears what they hear, before they do, and changes nothing. While it is off there
 * is no canvas, no listener and no observer.
 *
 *     Off ──enabled = true──▶ On: a canvas from the first finger on ──enabled = false──▶ Off
 *
 * For debugging it also draws what can be hit: not before `outlined` is set, and only while it is on.
 */
export class TouchOverlay {
  #document;
  #colors;
  #enabled = false;
  #outlined = false;
  #isDrawing = false;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** @type {Map<Arbiter, Watched>} */
  #watched = new Map();

  /**
   * @param {Document} document
   * @param {OverlayColors} [colors] read when it is made, which is when it is first asked for
   */
  static of(document, colors = {}) {
    let overlay = overlays.get(document);
    if (!overlay) overlays.set(document, overlay = new TouchOverlay(document, colors));
    return overlay;
  }

  /**
   * @param {Document} document
   * @param {OverlayColors} colors
   */
  constructor(document, colors) {
    this.#document = document;
    this.#colors = { light: LIGHT_COLORS, dark: DARK_COLORS, ...colors };
  }

  get enabled() {
    return this.#enabled;
  }

  set enabled(enabled) {
    if (enabled === this.#enabled) return;
    this.#enabled = enabled;
    for (const watched of this.#watched.values()) this.#follow(watched);
    if (!enabled) this.#remove();
  }

  /** Whether the outlines of what can be hit are drawn: of surfaces that tell them. */
  get outlined() {
    return this.#outlined;
  }

  set outlined(outlined) {
    this.#outlined = outlined;
    if (this.#enabled) this.#draw();
  }

  /**
   * Shows the fingers of an arbiter, too.
   * @param {Arbiter} arbiter
   * @param {Element} element where its places count from: the surface
   * @param {AbortSignal} [signal] ends it
   * @param {Watched["outlines"]} [outlines] asked while they are drawn: `hitOutlines` of a scene knows them
   */
  watch(arbiter, element, signal, outlines = () => []) {
    if (this.#watched.has(arbiter)) return;
    /** @type {Watched} */
    const watched = { arbiter, element, discs: new FingerDiscs(), outlines, stop: () => {} };
    this.#watched.set(arbiter, watched);
    this.#follow(watched);
    signal?.addEventListener("abort", () => this.#forget(watched));
  }

  /** @param {Watched} watched */
  #follow(watched) {
    watched.stop();
    watched.discs.clear();
    watched.stop = () => {};
    if (!this.#enabled) return;
    const show = (/** @type {readonly Sample[]} */ samples) => {
      watched.discs.take(samples);
      this.#draw();
    };
    // Cancels by the arbiter itself were not dispatched.
    const handled = (/** @type {readonly Sample[]} */ samples) => show(samples.filter(({ phase }) => phase === "cancelled"));
    watched.stop = watched.arbiter.observe({ dispatched: show, handled });
  }

  /** @param {Watched} watched */
  #forget(watched) {
    watched.stop();
    this.#watched.delete(watched.arbiter);
  }

  /** Draws until nothing is left to be seen. */
  #draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#document.defaultView?.requestAnimationFrame((time) => this.#frame(time));
  }

  /** @param {number} time */
  #frame(time) {
    this.#isDrawing = false;
    const window = this.#document.defaultView;
    const pen = this.#enabled && window ? this.#penOn(window) : null;
    if (!pen || !window) return;
    const isReduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    const colors = isDark ? this.#colors.dark : this.#colors.light;
    for (const { element, discs, outlines } of this.#watched.values()) {
      if (discs.size === 0 && !this.#outlined) continue;
      const { left, top } = element.getBoundingClientRect();
      if (this.#outlined) drawOutlines(pen, outlines(), { x: left, y: top }, colors);
      for (const disc of discs.at(time, isReduced)) {
        const center = { x: disc.center.x + left, y: disc.center.y + top };
        drawDisc(pen, { ...disc, center }, colors);
      }
    }
    if (this.#outlined || [...this.#watched.values()].some(({ discs }) => discs.size > 0)) this.#draw();
  }

  /**
   * The canvas, cleared and as large as the window; put back where the page removed it.
   * @param {Window} window
   */
  #penOn({ innerWidth, innerHeight, devicePixelRatio }) {
    const canvas = this.#canvas ?? (this.#canvas = this.#makeCanvas());
    if (!canvas.isConnected) this.#document.body.append(canvas);
    const [width, height] = [Math.ceil(innerWidth * devicePixelRatio), Math.ceil(innerHeight * devicePixelRatio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    pen?.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen?.clearRect(0, 0, innerWidth, innerHeight);
    return pen;
  }

  #makeCanvas() {
    const canvas = this.#document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    // The page's styles for canvases must not reach this one.
    Object.assign(canvas.style, {
      all: "initial", display: "block", position: "fixed", inset: "0", width: "100vw", height: "100vh", pointerEvents: "none", zIndex: "2147483647",
    });
    return canvas;
  }

  #remove() {
    this.#canvas?.remove();
    this.#canvas = null;
  }
}

/**
 * Switches the overlay with a key.
 * @param {TouchOverlay} overlay
 * @param {EventTarget} target where keys are listened to
 * @param {(event: KeyboardEvent) => boolean} isKey whether it is the key: `({ key, altKey }) => altKey && key === "t"`
 * @param {AbortSignal} signal ends it
 */
export function toggleByKey(overlay, target, isKey, signal) {
  target.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event);
    if (key.repeat || !isKey(key)) return;
    event.preventDefault();
    overlay.enabled = !overlay.enabled;
  }, { signal });
}
