/** Lines that mean something: a circle selects what is in it, a zig-zag strikes out what is under it. */

import {
  addGestureRecognizer,
  CircleGestureRecognizer,
  ScratchOutGestureRecognizer,
  State,
  TransformGestureRecognizer,
} from "../../gestures/index.js";
import { isTangled, ShapeGuess } from "./shape-guess.js";

/** @typedef {import("../../geometry/vec.js").Vec} Vec */
/** @typedef {import("../../gestures/recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../../gestures/touch.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("../hit-finder.js").Hit} Hit */
/** @typedef {import("./board-scene.js").BoardScene} BoardScene */

/**
 * A finger that draws a shape drags the desk or a card at first: what it draws shows only later.
 * @typedef {object} DragPorts
 * @property {() => void} revert puts back what the finger has dragged; it drags no more
 * @property {(point: Vec) => Vec} moved where that is seen now which was seen at a point before
 * @property {(line: readonly Vec[], deletes: boolean) => void} draws shows the line; none where it is empty
 */

/** Slower than this, in milliseconds, nobody draws a shape: it is dragged to and fro. As for circles. */
const SLOWEST_SHAPE = 2000;

/** So much of it is over what it strikes out. */
const PART_OVER = 0.25;

/** A circle that remembers the line. */
class BoardCircle extends CircleGestureRecognizer {
  /** @type {readonly Vec[]} */
  line = [];

  /**
   * @override
   * @protected
   * @param {readonly Vec[]} points
   * @param {number} duration
   */
  judge(points, duration) {
    this.line = points;
    return super.judge(points, duration);
  }
}

/**
 * A zig-zag that remembers the line, and is quick and dense: on a board it shares the finger with dragging.
 * @extends {ScratchOutGestureRecognizer<Hit>}
 */
class BoardScratch extends ScratchOutGestureRecognizer {
  /** @type {readonly Vec[]} */
  line = [];
  /**
   * Told of each point, and how long the line has taken, ms.
   * @type {(point: Vec, duration: number) => void}
   */
  onPoint = () => {};
  onReset = () => {};
  #since = NaN;

  /**
   * @override
   * @protected
   * @param {Vec} point
   */
  follow(point) {
    super.follow(point);
    if (Number.isNaN(this.#since)) this.#since = this.now;
    this.onPoint(point, this.now - this.#since);
  }

  /** @override */
  reset() {
    super.reset();
    this.#since = NaN;
    this.onReset();
  }

  /**
   * @override
   * @protected
   * @param {readonly Vec[]} [points]
   * @param {number} [duration]
   */
  judge(points = [], duration = Infinity) {
    this.line = points;
    return this.target !== null && duration <= SLOWEST_SHAPE && isTangled(points) && super.judge();
  }
}

export class ShapeGestures {
  #controller;
  #drags;
  #circle;
  /** @type {BoardScratch} */
  #scratch;
  #guess = new ShapeGuess();
  #isDrawing = false;
  #isOnDesk = false;

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
    this.#scratch = new BoardScratch((point) => controller.hit(drags.moved(point)));
    const { desk } = scene;
    this.#attach(this.#circle, scene, (touch) => touch.view === desk, () => this.#select());
    this.#attach(this.#scratch, scene, (touch) => this.#scratches(touch, scene), () => this.#strikeOut());
    this.#scratch.onPoint = (point, duration) => this.#follow(point, duration);
    this.#scratch.onReset = () => this.#forget();
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
  #attach(shape, { desk }, receives, act) {
    shape.cancelsTouchesInView = false;
    shape.delaysTouchesEnded = false;
    shape.delegate = {
      shouldReceive: (_shape, touch) => receives(touch),
      shouldRecognizeSimultaneously: (_shape, other) => other instanceof TransformGestureRecognizer,
    };
    shape.addTarget(act);
    addGestureRecognizer(desk, shape);
  }

  /**
   * @param {Touch} touch
   * @param {BoardScene} scene
   */
  #scratches({ view }, { desk, sheet }) {
    this.#isOnDesk = view === desk;
    return view !== sheet && !this.#controller.model.readOnly;
  }

  /**
   * As soon as the line looks like a shape it is drawn, and what it has dragged until then goes back.
   * @param {Vec} point
   * @param {number} duration ms since the line began
   */
  #follow(point, duration) {
    if (duration > SLOWEST_SHAPE) return this.#isDrawing ? this.#drags.draws([], false) : undefined;
    this.#guess.add(point);
    const { line, isRound, isScratch } = this.#guess;
    const deletes = isScratch && this.#scratch.target !== null;
    const isShape = deletes || (isRound && this.#isOnDesk);
    if (isShape && !this.#isDrawing) this.#drags.revert();
    this.#isDrawing ||= isShape;
    if (this.#isDrawing) this.#drags.draws(line, deletes);
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

  /** What the line goes over for the most part, or else what it went over first. */
  #delete() {
    const { line, target } = this.#scratch;
    const { model } = this.#controller;
    if (!target || this.#controller.deleteUnder(line).length > 0) return;
    const over = line.filter((point) => this.#controller.hit(point)?.id === target.id).length;
    if (over >= PART_OVER * line.length) model.run({ type: "delete", ids: [target.id] });
  }
}
