/**
 * All gestures of a board, on the parts of its scene. Whoever has the stage makes a surface of it:
 *
 *     const gestures = new BoardGestures(controller, calls);
 *     new GestureSurface(stage, { hitTest: gestures.hitTest }, signal);
 */

import { BoardScene } from "./board-scene.js";
import { addCommandTaps } from "./command-taps.js";
import { DeskGestures } from "./desk-gestures.js";
import { writeOn } from "./ink-gestures.js";
import { ItemGestures } from "./item-gestures.js";
import { PressGestures } from "./press-gestures.js";
import { ShapeGestures } from "./shape-gestures.js";

/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("./board-scene.js").ItemPart} ItemPart */

/**
 * @typedef {object} BoardGestureCalls
 * @property {import("./press-gestures.js").MenuCall} menu
 * @property {() => void} back leaves the board
 */

export class BoardGestures {
  #controller;
  #scene;
  /** @type {DeskGestures} */
  #desk;
  /** @type {ShapeGestures} */
  #shapes;
  /** @type {Map<ItemPart, ItemGestures>} */
  #items = new Map();

  /**
   * @param {BoardController} controller
   * @param {BoardGestureCalls} calls
   */
  constructor(controller, { menu, back }) {
    this.#controller = controller;
    this.#scene = new BoardScene(controller, (item) => this.#made(item));
    const { desk, sheet } = this.#scene;
    this.#shapes = new ShapeGestures(controller, this.#scene, {
      revert: () => this.revert(), moved: (point) => this.#desk.moved(point),
    });
    this.#desk = new DeskGestures(controller, desk, () => this.#shapes.isShape);
    writeOn(controller, sheet);
    new PressGestures(controller, this.#scene, menu);
    addCommandTaps(controller, desk, back);
  }

  /**
   * The part of the scene that a touch begins in, for the arbiter.
   * @type {import("../../gestures/touch-table.js").HitTest}
   */
  hitTest = (point, sample) => this.#scene.hitTest(point, sample);

  /** Whether fingers move cards or strokes. */
  get isHolding() {
    return [...this.#items.values()].some((item) => item.isHeld);
  }

  /** Puts back all that fingers are moving; they move nothing more until they have lifted. */
  revert() {
    this.#desk.revert();
    for (const item of this.#items.values()) item.revert();
  }

  /** @param {ItemPart} item */
  #made(item) {
    for (const [other] of this.#items) if (!other.isInWindow && other.touches.size === 0) this.#items.delete(other);
    this.#items.set(item, new ItemGestures(this.#controller, item, () => this.#shapes.isShape));
  }
}
