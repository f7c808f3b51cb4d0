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

/** Zoomed farther than this from how it was drawn, the plane is not waited with until the zoom rests. */
const FARTHEST_SCALE = 2;

/** So many cards get layers of their own while they are in a hand: moving them then draws nothing. */
const MOST_LIFTED = 12;

/** Images are loaded so far beyond what is seen, in screens. */
const MARGIN_SCREENS = 0.5;

export class BoardView {
  /** @type {HTMLElement} */
  element;
  #model;
  #pages;
  #live;
  #world = element("div", { class: "board-world" });
  #plane = element("div", { class: "board-plane" });
  /** The zoom and rotation that the plane is drawn at; the world makes up the difference. */
  #drawn = { zoom: 1, rotation: 0 };
  #list = element("div", { "class": "board-cards", "role": "listbox", "aria-multiselectable": "true", "aria-label": "Cards" });
  #marks = element("div", { "class": "board-marks", "aria-hidden": "true" });
  #ink;
  #liveInk = new LiveInk();
  /** @type {Map<string, CardView>} */
  #cards = new Map();
  #frame = 0;
  /**
   * What has changed since the last frame.
   * @type {Set<Change>}
   */
  #news = new Set();
  #resting;
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
    this.#resting = new Timer(signal);
    this.#plane.append(this.#list, this.#ink.element, this.#marks);
    this.#world.append(this.#plane);
    this.element = element(
      "div", { "class": "board-stage", "tabindex": -1, "role": "group", "aria-label": "Board" },
      this.#world, this.#liveInk.element,
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
    return this.#frame !== 0 || this.#resting.pending || this.#ink.loading
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
    const dark = this.#dark.matches;
    const onlyMoved = [...this.#news].every((change) => change === "viewport");
    this.#news.clear();
    this.#placeWorld();
    if (!onlyMoved) this.#drawCards(board.cards);
    if (!onlyMoved) this.#drawMarks();
    this.#ink.draw(board.strokes, viewport, { pixelRatio: devicePixelRatio, dark, zoom: this.#drawn.zoom });
    this.#liveInk.draw(this.#live(), viewport, dark);
    this.#resting.set(REST_MILLISECONDS, () => this.#rest());
  }

  /** Nothing has moved for a while: everything is drawn as sharp as it can be. */
  #rest() {
    const { zoom } = this.#drawn;
    this.#redrawPlane();
    if (zoom !== this.#drawn.zoom) this.invalidate();
    this.#sharpenCards();
  }

  /**
   * Moves the plane: on whole device pixels, so that what is not turned is as sharp as it can be. This is a
   * layer of the compositor, which draws nothing to move it; zoomed far from how it was drawn, it is drawn
   * anew before it rests.
   */
  #placeWorld() {
    const { viewport } = this.#model;
    const scale = viewport.zoom / this.#drawn.zoom;
    if (scale > FARTHEST_SCALE || scale < 1 / FARTHEST_SCALE) return this.#redrawPlane();
    const { x, y } = viewport.toView({ x: 0, y: 0 });
    const [left, top] = [snapPosition(x, devicePixelRatio), snapPosition(y, devicePixelRatio)];
    const turn = viewport.rotation - this.#drawn.rotation;
    this.#world.style.transform = `translate(${left}px, ${top}px) rotate(${turn}deg) scale(${scale})`;
  }

  #redrawPlane() {
    this.#drawPlane();
    this.#placeWorld();
  }

  #drawPlane() {
    const { zoom, rotation } = this.#model.viewport;
    if (zoom === this.#drawn.zoom && rotation === this.#drawn.rotation) return;
    this.#drawn = { zoom, rotation };
    this.#plane.style.transform = `rotate(${rotation}deg)`;
    this.#marks.style.transform = `scale(${zoom})`;
    this.#marks.style.setProperty("--zoom", String(zoom));
    this.#drawCards(this.#model.board.cards);
  }

  /** @param {readonly Card[]} cards */
  #drawCards(cards) {
    const ids = new Set(cards.map((card) => card.id));
    this.#cards.forEach((view, id) => {
      if (ids.has(id)) return;
      view.destroy();
      this.#cards.delete(id);
    });
    const { selection } = this.#model;
    const few = selection.size <= MOST_LIFTED;
    stacked(cards).forEach((card, height) => {
      const selected = selection.has(card.id);
      const view = this.#cards.get(card.id) ?? this.#make(card.id);
      view.update(card, {
        aspect: this.#model.aspectOf(card), height, zoom: this.#drawn.zoom, selected, lifted: few && selected && this.#model.changing,
        name: this.#pages.name(card.document) || "Document",
      });
    });
  }

  /** @param {string} id */
  #make(id) {
    const view = new CardView(this.#pages, () => this.#settled());
    this.#cards.set(id, view);
    this.#list.append(view.element);
    return view;
  }

  /** An image has come, or failed. */
  #settled() {
    if (!this.#resting.pending) this.#resting.set(0, () => this.#rest());
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
