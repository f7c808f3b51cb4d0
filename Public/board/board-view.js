/**
 * The board as it is seen: cards and ink on a plane that is moved under the window.
 *
 * Cards are elements, not pixels on a canvas. Moving the view is one transform, which the browser's compositor
 * does, and moving a card is another. Cards can be focused, named and read out. The browser draws a page's image
 * with its own mipmaps. Ink is pixels: see `ink-layer.js`.
 */

import { element } from "../shell/element.js";
import { onPixelRatio, onResize } from "../shell/resize.js";
import { say } from "../shell/texts.js";
import { darkness } from "../shell/theme.js";
import { Timer } from "../shell/timer.js";
import { itemsOf } from "./board-commands.js";
import { BoardPlane } from "./board-plane.js";
import { CardList } from "./card-list.js";
import { InkLayer } from "./ink/ink-layer.js";
import { LiveInk } from "./ink/live-ink.js";
import { strokeBounds } from "../ink/stroke-geometry.js";

/** @typedef {import("./saving/board-file.js").Stroke} Stroke */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./board-model.js").Change} Change */
/** @typedef {import("./card-list.js").CardPages} CardPages */
/** @typedef {import("../ink/stroke-builder.js").StrokeBuilder} StrokeBuilder */

/** How long the view must rest before the plane is drawn, and images are asked for, at its zoom. */
const REST_MILLISECONDS = 150;

/** Ink of no more points than this is lifted off its tiles while it is in a hand: they need not be painted then. */
const MOST_POINTS_LIFTED = 4000;

export class BoardView {
  /** @type {HTMLElement} */
  element;
  #model;
  #live;
  #cards;
  #plane;
  #marks = element("div", { "class": "board-marks", "aria-hidden": "true" });
  #ink;
  #liveInk = new LiveInk();
  #frame = 0;
  /**
   * Changes since the last frame.
   * @type {Set<Change>}
   */
  #news = new Set();
  #resting;
  #dark = darkness;
  #signal;

  /**
   * @param {BoardModel} model
   * @param {CardPages} pages
   * @param {() => readonly StrokeBuilder[]} live the strokes that are being drawn
   * @param {AbortSignal} signal
   */
  constructor(model, pages, live, signal) {
    this.#model = model;
    this.#live = live;
    this.#signal = signal;
    this.#cards = new CardList(model, pages, () => this.#settled());
    this.#ink = new InkLayer(() => this.invalidate());
    this.#resting = new Timer(signal);
    this.#plane = new BoardPlane([this.#cards.element, this.#ink.element, this.#marks]);
    this.element = element(
      "div", { "class": "board-stage", "tabindex": -1, "role": "group", "aria-label": say("Board") },
      this.#plane.element, this.#liveInk.element,
    );
    model.subscribe((change) => this.#changed(change), signal);
    this.#news.add("content");
    onResize(this.element, () => this.#measured(), signal);
    onPixelRatio(() => this.invalidate(), signal);
    this.#dark.addEventListener("change", () => this.invalidate(), { signal });
    signal.addEventListener("abort", () => this.#end());
  }

  /** Whether anything that is seen is not drawn, or not sharp yet. */
  get loading() {
    return this.#frame !== 0 || this.#resting.pending || this.#ink.loading || this.#cards.loading;
  }

  /** Draws in the next frame. */
  invalidate() {
    if (this.#frame === 0 && !this.#signal.aborted) {
      this.#frame = requestAnimationFrame(() => this.#draw());
    }
  }

  /** @param {string} id */
  focusCard(id) {
    this.#cards.focus(id);
  }

  /** @param {EventTarget | null} target */
  cardAt(target) {
    return this.#cards.at(target);
  }

  /** @param {Change} change */
  #changed(change) {
    // Undo and redo show where things went: only then do cards move by themselves.
    if (change === "content") this.#plane.element.classList.remove("replaying");
    if (change === "replayed") this.#plane.element.classList.add("replaying");
    this.#news.add(change);
    this.invalidate();
  }

  #measured() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width > 0 && height > 0) this.#model.show(this.#model.viewport.with({ size: { width, height } }));
  }

  #draw() {
    this.#frame = 0;
    const { board, viewport } = this.#model;
    const isMoved = [...this.#news].some((change) => change !== "viewport");
    this.#news.clear();
    const isRedrawn = this.#plane.isTooSmall(viewport) && this.#plane.redraw(viewport);
    this.#plane.place(viewport, devicePixelRatio);
    if (isRedrawn || isMoved) this.#drawPlane();
    const [dark, lifted] = [this.#dark.matches, this.#liftedInk()];
    const lying = lifted.length ? board.strokes.filter((stroke) => !lifted.includes(stroke)) : board.strokes;
    this.#ink.draw(lying, viewport, { pixelRatio: devicePixelRatio, dark, zoom: this.#plane.zoom });
    this.#liveInk.draw(this.#live(), lifted, viewport, dark);
    this.#resting.set(REST_MILLISECONDS, () => this.#rest());
  }

  /** Nothing has moved for a while: everything is drawn as sharp as it can be. */
  #rest() {
    if (this.#plane.redraw(this.#model.viewport)) {
      this.#plane.place(this.#model.viewport, devicePixelRatio);
      this.#drawPlane();
      this.invalidate();
    }
    this.#cards.sharpen(devicePixelRatio);
  }

  #drawPlane() {
    this.#cards.draw(this.#plane.zoom);
    this.#drawMarks();
  }

  /**
   * The ink that a hand may move any moment.
   * @returns {readonly Stroke[]}
   */
  #liftedInk() {
    const { board, selection, changing } = this.#model;
    if (!changing || selection.size === 0) return [];
    const { strokes } = itemsOf(board, selection);
    const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
    return points > MOST_POINTS_LIFTED ? [] : strokes;
  }

  /** An image has come, or failed. */
  #settled() {
    if (!this.#resting.pending) this.#resting.set(0, () => this.#rest());
  }

  /** Frames around the ink that is selected. */
  #drawMarks() {
    const { zoom } = this.#plane;
    this.#marks.style.transform = `scale(${zoom})`;
    this.#marks.style.setProperty("--zoom", String(zoom));
    const { strokes } = itemsOf(this.#model.board, this.#model.selection);
    this.#marks.replaceChildren(...strokes.map((stroke) => {
      const { x, y, width, height } = strokeBounds(stroke);
      const mark = element("div", { class: "ink-mark" });
      mark.style.transform = `translate(${x}px, ${y}px)`;
      mark.style.width = `${width}px`;
      mark.style.height = `${height}px`;
      return mark;
    }));
  }

  #end() {
    cancelAnimationFrame(this.#frame);
    this.#cards.destroy();
  }
}
