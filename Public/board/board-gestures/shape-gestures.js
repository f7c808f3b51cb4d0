/** Lines that mean something: a circle selects what is in it, a zig-zag strikes out what is under it. */

import {
  addGestureRecognizer,
  CircleGestureRecognizer,
  ScratchOutGestureRecognizer,
  State,
  TransformGestureRecognizer,
} from "../../gestures/index.js";

/** @typedef {import("../../geometry/vec.js").Vec} Vec */
/** @typedef {import("../../gestures/recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../../gestures/touch.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("../hit-finder.js").Hit} Hit */
/** @typedef {import("./board-scene.js").BoardScene} BoardScene */

/**
 * A finger that draws a shape drags the desk or a card at the same time: what it draws shows only at its end.
 * @typedef {object} DragPorts
 * @property {() => void} revert puts back what the finger has dragged
 * @property {(point: Vec) => Vec} moved where that is seen now which was seen at a point before
 */

/** Slower than this, in milliseconds, nobody strikes anything out: it is dragged to and fro. */
const SLOWEST_STRIKE = 2000;

/** The line of a zig-zag is so many times as long as its box is wide and high: a drag that turned back is not. */
const TANGLE = 1.5;

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
   * @override
   * @protected
   * @param {readonly Vec[]} [points]
   * @param {number} [duration]
   */
  judge(points = [], duration = Infinity) {
    this.line = points;
    return this.target !== null && duration <= SLOWEST_STRIKE && isTangled(points) && super.judge();
  }
}

export class ShapeGestures {
  #controller;
  #drags;
  #circle;
  /** @type {BoardScratch} */
  #scratch;

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
    const { desk, sheet } = scene;
    this.#attach(this.#circle, scene, (touch) => touch.view === desk, () => this.#select());
    this.#attach(
      this.#scratch, scene, (touch) => touch.view !== sheet && !model.readOnly, () => this.#strikeOut(),
    );
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

/**
 * Whether a line goes to and fro rather than somewhere.
 * @param {readonly Vec[]} line
 */
function isTangled(line) {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  const box = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const way = line.reduce((sum, { x, y }, index) => {
    const before = line[index - 1];
    return before ? sum + Math.hypot(x - before.x, y - before.y) : 0;
  }, 0);
  return way >= TANGLE * box;
}
