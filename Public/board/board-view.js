/**
 * The board as it is seen: cards and ink on a plane that is moved under the window.
 *
 * Cards are elements, not pixels on a canvas: moving the view is one transform, which the browser's
 * compositor does, and moving a card is another; cards can be focused, named and read out; and a page's image
 * is drawn by the browser with its own mipmaps. Ink is pixels: see `ink-layer.js`.
 */

import { boundsOf, grown, meet } from "../geometry/bounds.js";
import { snapPosition } from "../geometry/resolution.js";
import { element } from "../shell/element.js";
import { onPixelRatio, onResize } from "../shell/resize.js";
import { Timer } from "../shell/timer.js";
import { itemsOf } from "./board-commands.js";
import { cardBounds, cardSize } from "./card-geometry.js";
import { CardView } from "./card-view.js";
import { InkLayer } from "./ink-layer.js";
import { LiveInk } from "./live-ink.js";
import { stacked } from "./stacking.js";
import { strokeBounds } from "./stroke-geometry.js";

/** @typedef {import("./board-file.js").Card} Card */
/** @typedef {import("./board-model.js").BoardModel} BoardModel */
/** @typedef {import("./board-model.js").Change} Change */
/** @typedef {import("./board-pages.js").BoardPages} BoardPages */
/** @typedef {import("./stroke-builder.js").StrokeBuilder} StrokeBuilder */

/** How long the view must rest before images are asked for at its zoom. */
const REST_MILLISECONDS = 150;

/** Images are loaded so far beyond what is seen, in screens. */
const MARGIN_SCREENS = 0.5;

export class BoardView {
  /** @type {HTMLElement} */
  element;
  #model;
  #pages;
  #live;
  #world = element("div", { class: "board-world" });
  #list = element("div", { "class": "board-cards", "role": "listbox", "aria-multiselectable": "true", "aria-label": "Cards" });
  #marks = element("div", { "class": "board-marks", "aria-hidden": "true" });
  #ink;
  #liveInk = new LiveInk();
  /** @type {Map<string, CardView>} */
  #cards = new Map();
  #frame = 0;
  #sharpen;
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #signal;

  /**
   * @param {BoardModel} model
   * @param {BoardPages} pages
   * @param {() => readonly StrokeBuilder[]} live the strokes that are being drawn
   * @param {AbortSignal} signal
   */
  constructor(model, pages, live, signal) {
    this.#model = model;
    this.#pages = pages;
    this.#live = live;
    this.#signal = signal;
    this.#ink = new InkLayer(() => this.invalidate(), signal);
    this.#sharpen = new Timer(signal);
    this.#world.append(this.#list, this.#ink.element, this.#marks);
    this.element = element(
      "div", { "class": "board-stage", "tabindex": -1, "role": "group", "aria-label": "Board" },
      this.#world, this.#liveInk.element,
    );
    model.subscribe((change) => this.#changed(change), signal);
    onResize(this.element, () => this.#measured(), signal);
    onPixelRatio(() => this.invalidate(), signal);
    this.#dark.addEventListener("change", () => this.invalidate(), { signal });
    signal.addEventListener("abort", () => this.#end());
  }

  /** Whether anything that is seen is not drawn, or not sharp yet. */
  get loading() {
    return this.#frame !== 0 || this.#sharpen.pending || this.#ink.loading
      || [...this.#cards.values()].some((card) => card.loading);
  }

  /** Draws in the next frame. */
  invalidate() {
    if (this.#frame === 0 && !this.#signal.aborted) {
      this.#frame = requestAnimationFrame(() => this.#draw());
    }
  }

  /**
   * Gives a card the focus.
   * @param {string} id
   */
  focusCard(id) {
    this.#cards.get(id)?.element.focus({ preventScroll: true });
  }

  /**
   * The card that an element belongs to.
   * @param {EventTarget | null} target
   */
  cardAt(target) {
    const found = [...this.#cards].find(([, card]) => target instanceof Node && card.element.contains(target));
    return found?.[0] ?? null;
  }

  /** @param {Change} change */
  #changed(change) {
    // Undo and redo show where things went: only then do cards move by themselves.
    if (change === "content") this.#world.classList.remove("replaying");
    if (change === "replayed") this.#world.classList.add("replaying");
    this.invalidate();
  }

  #measured() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width > 0 && height > 0) this.#model.show(this.#model.viewport.with({ size: { width, height } }));
  }

  #draw() {
    this.#frame = 0;
    const { board, viewport } = this.#model;
    const screen = { pixelRatio: devicePixelRatio, dark: this.#dark.matches };
    this.#placeWorld();
    this.#drawCards(board.cards);
    this.#drawMarks();
    this.#ink.draw(board.strokes, viewport, screen);
    this.#liveInk.draw(this.#live(), viewport, screen);
    this.#sharpen.set(REST_MILLISECONDS, () => this.#sharpenCards());
  }

  /** On whole device pixels, so that what is not turned is as sharp as it can be. */
  #placeWorld() {
    const { viewport } = this.#model;
    const { x, y } = viewport.toView({ x: 0, y: 0 });
    const [left, top] = [snapPosition(x, devicePixelRatio), snapPosition(y, devicePixelRatio)];
    const { style } = this.#world;
    style.transform = `translate(${left}px, ${top}px) rotate(${viewport.rotation}deg) scale(${viewport.zoom})`;
    style.setProperty("--zoom", String(viewport.zoom));
  }

  /** @param {readonly Card[]} cards */
  #drawCards(cards) {
    const ids = new Set(cards.map((card) => card.id));
    this.#cards.forEach((view, id) => {
      if (ids.has(id)) return;
      view.destroy();
      this.#cards.delete(id);
    });
    stacked(cards).forEach((card, height) => {
      const view = this.#cards.get(card.id) ?? this.#make(card.id);
      view.place(card, this.#model.aspectOf(card), height);
      view.name(card, this.#model.selection.has(card.id));
    });
  }

  /** @param {string} id */
  #make(id) {
    const view = new CardView(this.#pages, () => this.invalidate());
    this.#cards.set(id, view);
    this.#list.append(view.element);
    return view;
  }

  /** Frames around the ink that is selected. */
  #drawMarks() {
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

  /** Asks for the images of what is seen, and of what is near. */
  #sharpenCards() {
    const { board, viewport } = this.#model;
    const seen = boundsOf(viewport.corners);
    if (!seen) return;
    const near = grown(seen, MARGIN_SCREENS * Math.max(seen.width, seen.height));
    for (const card of board.cards) {
      const aspect = this.#model.aspectOf(card);
      if (!meet(cardBounds(card, aspect), near)) continue;
      const { width, height } = cardSize(card, aspect);
      const box = { width: width * viewport.zoom, height: height * viewport.zoom };
      this.#cards.get(card.id)?.sharpen(card, box, devicePixelRatio);
    }
  }

  #end() {
    cancelAnimationFrame(this.#frame);
    this.#cards.forEach((card) => card.destroy());
  }
}
