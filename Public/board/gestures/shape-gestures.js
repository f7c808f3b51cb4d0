/** Lines that mean something: a circle selects what is in it, a zig-zag strikes out what is under it. */

import { addGestureRecognizer, CircleGestureRecognizer, State, TransformGestureRecognizer } from "../../gestures/index.js";
import { BoardScratch, SLOWEST_SHAPE } from "./board-scratch.js";
import { ShapeGuess } from "./shape-guess.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/index.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("./board-scene.js").BoardScene} BoardScene */

/**
 * A finger that draws a shape drags the canvas or a card at first: what it draws shows only later.
 * @typedef {object} DragPorts
 * @property {() => void} revert puts back what the finger has dragged; it drags no more
 * @property {() => void} pause puts it back until it is resumed
 * @property {() => void} resume lets the finger drag after all, as far as it has gone meanwhile
 * @property {(point: Point) => Point} moved where that is seen now which was seen at a point before
 * @property {(line: readonly Point[], deletes: boolean) => void} draws shows the line; none where it is empty
 */

/** So much of it is over what it strikes out. */
const PART_OVER = 0.25;

export class ShapeGestures {
  #controller;
  #drags;
  #circle;
  /** @type {BoardScratch} */
  #scratch;
  #guess = new ShapeGuess();
  #isDrawing = false;
  #isOnCanvas = false;

  /**
   * @param {BoardController} controller
   * @param {BoardScene} scene
   * @param {DragPorts} drags
   */
  constructor(controller, scene, drags) {
    this.#controller = controller;
    this.#drags = drags;
    const { model } = controller;
    this.#circle = new BoardCircle(() => model.viewport.size.width);
    this.#scratch = new BoardScratch((point) => controller.hit(drags.moved(point)), {
      added: (point) => this.#guess.add(point), drawn: (duration) => this.#look(duration),
      lost: () => this.#dragOn(), over: () => this.#forget(),
    });
    const { canvas } = scene;
    this.#attach(this.#circle, scene, (touch) => touch.view === canvas, () => this.#select());
    this.#attach(this.#scratch, scene, (touch) => this.#scratches(touch, scene), () => this.#strikeOut());
  }

  /** Whether the line that a finger has just finished is a shape: then it has dragged nothing. */
  get isShape() {
    return [this.#circle, this.#scratch].some((shape) => shape.state === State.Ended);
  }

  /**
   * @param {GestureRecognizer} shape
   * @param {BoardScene} scene
   * @param {(touch: Touch) => boolean} receives
   * @param {() => void} act
   */
  #attach(shape, { canvas }, receives, act) {
    shape.cancelsTouchesInView = false;
    shape.delaysTouchesEnded = false;
    shape.delegate = {
      shouldReceive: (_shape, touch) => receives(touch),
      shouldRecognizeSimultaneously: (_shape, other) => other instanceof TransformGestureRecognizer,
    };
    shape.addTarget(act);
    addGestureRecognizer(canvas, shape);
  }

  /**
   * @param {Touch} touch
   * @param {BoardScene} scene
   */
  #scratches({ view }, { canvas, sheet }) {
    this.#isOnCanvas = view === canvas;
    return view !== sheet && !this.#controller.model.readOnly;
  }

  /**
   * As soon as the line looks like a shape it is drawn, and what it has dragged until then goes back. Once it has taken
   * too long for one it drags on.
   * @param {number} duration ms since the line began
   */
  #look(duration) {
    if (duration > SLOWEST_SHAPE) return this.#dragOn();
    const { line, isRound, isScratch } = this.#guess;
    const deletes = isScratch && this.#scratch.target !== null;
    const isShape = deletes || (isRound && this.#isOnCanvas);
    if (isShape && !this.#isDrawing) this.#drags.pause();
    this.#isDrawing ||= isShape;
    if (this.#isDrawing) this.#drags.draws(line, deletes);
  }

  /** It is no shape: the line disappears, and what it dragged is under the finger again. */
  #dragOn() {
    if (!this.#isDrawing) return;
    this.#isDrawing = false;
    this.#drags.draws([], false);
    this.#drags.resume();
  }

  #forget() {
    this.#guess = new ShapeGuess();
    if (this.#isDrawing) this.#drags.draws([], false);
    this.#isDrawing = false;
  }

  #select() {
    this.#drags.revert();
    this.#controller.selectWithin(this.#circle.line);
  }

  #strikeOut() {
    this.#drags.revert();
    this.#controller.beginGesture("Delete");
    this.#delete();
    this.#controller.endGesture();
  }

  /** Deletes the item that the line goes over for the most part, or else the first one that it went over. */
  #delete() {
    const { line, target } = this.#scratch;
    const { model } = this.#controller;
    if (!target || this.#controller.deleteUnder(line).length > 0) return;
    const over = line.filter((point) => this.#controller.hit(point)?.id === target.id).length;
    if (over >= PART_OVER * line.length) model.run({ type: "delete", ids: [target.id] });
  }
}

/** A circle on a board, which remembers the line: what it goes around is selected by the line, not by the circle. */
class BoardCircle extends CircleGestureRecognizer {
  /**
   * As it was drawn last.
   * @type {readonly Point[]}
   */
  line = [];

  /**
   * @override
   * @protected
   * @param {readonly Point[]} points
   * @param {number} duration
   */
  judge(points, duration) {
    this.line = points;
    return super.judge(points, duration);
  }
}
