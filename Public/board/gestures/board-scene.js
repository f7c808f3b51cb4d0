/**
 * The parts of a board that a touch begins in: the canvas, or a card or stroke that lies on it. With the pen in the hand
 * it is the sheet that is written on.
 *
 *     canvas ◄── item (one for each card and stroke that was touched)
 *       ▲
 *       └───── sheet (over everything while the pen is in the hand)
 */

import { minus } from "../../gestures/geometry/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/index.js").Sample} Sample */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */

/** A finger that lands beside a card no farther than this from one that holds it belongs to the same hand, px. */
const SPAN_OF_A_HAND = 280;

/** Two fingers that land within this time land together, ms: people take 20 to 60 for it. */
const TOGETHER = 150;

/** A part of the scene: a view to the arbiter. */
export class ScenePart {
  multipleTouchEnabled = true;
  /**
   * Those that are down, in the order in which they landed.
   * @type {Set<Touch>}
   */
  touches = new Set();
  /** @type {((touch: Touch) => void) | null} */
  onBegan = null;
  /** @type {((touch: Touch) => void) | null} */
  onMoved = null;
  /** @type {((touch: Touch) => void) | null} */
  onEnded = null;
  /** @type {((touch: Touch) => void) | null} */
  onCancelled = null;
  /**
   * Told of what was the palm, when it is over.
   * @type {((touch: Touch) => void) | null}
   */
  onRetracted = null;

  /** @param {ScenePart | null} superview */
  constructor(superview = null) {
    this.superview = superview;
  }

  /** @param {ReadonlySet<Touch>} touches */
  touchesBegan(touches) {
    for (const touch of touches) {
      this.touches.add(touch);
      this.onBegan?.(touch);
    }
  }

  /** @param {ReadonlySet<Touch>} touches */
  touchesMoved(touches) {
    for (const touch of touches) this.onMoved?.(touch);
  }

  /** @param {ReadonlySet<Touch>} touches */
  touchesEnded(touches) {
    for (const touch of touches) if (this.touches.delete(touch)) this.onEnded?.(touch);
  }

  /** @param {ReadonlySet<Touch>} touches */
  touchesCancelled(touches) {
    for (const touch of touches) if (this.touches.delete(touch)) this.onCancelled?.(touch);
  }

  /** @param {ReadonlySet<Touch>} touches */
  touchesRetracted(touches) {
    for (const touch of touches) this.onRetracted?.(touch);
  }
}

export class ItemPart extends ScenePart {
  #controller;
  /**
   * The items that a hand on it holds: itself, or all that is selected with it. Empty while none does.
   * @type {ReadonlySet<string>}
   */
  held = new Set();

  /**
   * @param {ScenePart} canvas
   * @param {BoardController} controller
   * @param {string} id
   */
  constructor(canvas, controller, id) {
    super(canvas);
    this.#controller = controller;
    this.id = id;
  }

  /** False once it was deleted: its touches are cancelled then. */
  get isInWindow() {
    const { cards, strokes } = this.#controller.model.board;
    return cards.some(({ id }) => id === this.id) || strokes.some(({ id }) => id === this.id);
  }
}

export class BoardScene {
  canvas = new ScenePart();
  sheet = new ScenePart(this.canvas);
  #controller;
  #made;
  /** @type {Map<string, ItemPart>} */
  #items = new Map();

  /**
   * @param {BoardController} controller
   * @param {(item: ItemPart) => void} made called once for each thing that is touched for the first time
   */
  constructor(controller, made) {
    this.#controller = controller;
    this.#made = made;
  }

  get isWritten() {
    const { tool, readOnly } = this.#controller.model;
    return tool === "pen" && !readOnly;
  }

  /**
   * The part that a touch begins in. Wheel and trackpad always mean the canvas.
   * @param {Point} point of the view
   * @param {Pick<Sample, "type" | "button" | "time">} sample
   * @returns {ScenePart}
   */
  hitTest(point, { type = "touch", button = 0, time }) {
    if (type === "trackpad" || type === "scroll") return this.canvas;
    if (this.isWritten && button === 0) return this.sheet;
    const { id } = this.#controller.hit(point) ?? {};
    const found = id === undefined || this.#controller.model.readOnly ? null : this.#itemFor(id);
    if (type !== "touch") return found ?? this.canvas;
    if (found) return this.#isPinched(time) ? this.canvas : found;
    return this.#itemBeside(point) ?? this.canvas;
  }

  /**
   * A hand on several items holds each of them: a second finger on another one belongs to the same hand.
   * @param {string} id
   */
  #itemFor(id) {
    for (const item of this.#items.values()) if (item.held.has(id)) return item;
    let item = this.#items.get(id);
    if (!item) {
      this.#forgetDeleted();
      this.#items.set(id, item = new ItemPart(this.canvas, this.#controller, id));
      this.#made(item);
    }
    return item;
  }

  /**
   * Small cards are held with one finger on them and one beside; not when two hands are at work.
   * @param {Point} point
   */
  #itemBeside(point) {
    const [held, ...more] = [...this.#items.values()].filter((item) => item.touches.size > 0);
    const [touch, ...others] = held?.touches ?? [];
    if (!held || !touch || more.length > 0 || others.length > 0 || touch.type !== "touch") return null;
    const way = minus(touch.location(), point);
    return Math.hypot(way.x, way.y) <= SPAN_OF_A_HAND ? held : null;
  }

  /**
   * Whether a finger has just landed on the canvas: the one that lands now zooms with it, whatever lies there.
   * @param {number} time
   */
  #isPinched(time) {
    const [touch, ...others] = this.canvas.touches;
    return touch !== undefined && others.length === 0 && time - touch.startTimestamp < TOGETHER;
  }

  #forgetDeleted() {
    for (const [id, item] of this.#items) if (!item.isInWindow && item.touches.size === 0) this.#items.delete(id);
  }
}
