/**
 * All gestures of a board, on the parts of its scene. The owner of the stage makes a surface of it:
 *
 *     const gestures = new BoardGestures(controller, calls);
 *     new GestureSurface(stage, { hitTest: gestures.hitTest, remember: gestures.remember }, signal);
 */

import { BoardScene } from "./board-scene.js";
import { addCommandTaps, PressGestures } from "./press-gestures.js";
import { ViewGestures } from "./view-gestures.js";
import { writeOn } from "./ink-gestures.js";
import { ItemGestures } from "./item-gestures.js";
import { RaisedCards } from "./raised-cards.js";
import { ShapeGestures } from "./shape-gestures.js";

/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("./board-scene.js").ItemPart} ItemPart */

/**
 * @typedef {object} BoardGestureCalls
 * @property {import("./press-gestures.js").MenuCall} menu
 * @property {() => void} back leaves the board
 * @property {import("./shape-gestures.js").DragPorts["draws"]} trail shows the line of a shape that is being drawn
 */

export class BoardGestures {
  #controller;
  #scene;
  /** @type {ViewGestures} */
  #canvas;
  /** @type {ShapeGestures} */
  #shapes;
  /** @type {RaisedCards} */
  #raised;
  /** @type {Map<ItemPart, ItemGestures>} */
  #items = new Map();

  /**
   * @param {BoardController} controller
   * @param {BoardGestureCalls} calls
   */
  constructor(controller, { menu, back, trail }) {
    this.#controller = controller;
    this.#raised = new RaisedCards(controller);
    this.#scene = new BoardScene(controller, (item) => this.#made(item));
    const { canvas, sheet } = this.#scene;
    this.#shapes = new ShapeGestures(controller, this.#scene, {
      revert: () => this.revert(), pause: () => this.#pause(), resume: () => this.#resume(),
      moved: (point) => this.#canvas.moved(point), draws: trail,
    });
    this.#canvas = new ViewGestures(controller, canvas, () => this.#shapes.isShape);
    writeOn(controller, sheet);
    new PressGestures(controller, this.#scene, menu);
    addCommandTaps(controller, canvas, back);
  }

  /**
   * The part of the scene that a touch begins in, for the arbiter.
   * @type {import("../../gestures/index.js").HitTest}
   */
  hitTest = (point, sample) => this.#scene.hitTest(point, sample);

  /**
   * Remembers the board for the surface, should the finger that lands now be the palm.
   * @type {import("../../gestures/index.js").Remember}
   */
  remember = () => this.#controller.remember();

  /** Whether fingers move cards or strokes. */
  get isHolding() {
    return [...this.#items.values()].some((item) => item.isHeld);
  }

  /** Puts back all that fingers are moving; they move nothing more until they have lifted. */
  revert() {
    this.#canvas.revert();
    for (const item of this.#items.values()) item.revert();
  }

  #pause() {
    this.#canvas.pause();
    for (const item of this.#items.values()) item.pause();
  }

  #resume() {
    this.#canvas.resume();
    for (const item of this.#items.values()) item.resume();
  }

  /** @param {ItemPart} item */
  #made(item) {
    for (const [other] of this.#items) if (!other.isInWindow && other.touches.size === 0) this.#items.delete(other);
    this.#items.set(item, new ItemGestures(this.#controller, item, this.#raised, () => this.#shapes.isShape));
  }
}
