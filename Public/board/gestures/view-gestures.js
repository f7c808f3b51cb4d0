/** Hands on the canvas: it is dragged, pinched and turned under the window, scrolled by the wheel, and glides on. */

import {
  addGestureRecognizer,
  PanGestureRecognizer,
  State,
  TransformGestureRecognizer,
} from "../../gestures/index.js";
import { HeldChange } from "./held-change.js";

/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("../viewport-session.js").ViewportSession} ViewportSession */
/** @typedef {import("./board-scene.js").ScenePart} ScenePart */

/** Nearer to the upright than this two fingers did not mean to turn the canvas, degrees. */
const UPRIGHT = 4;

export class ViewGestures {
  #controller;
  #isShape;
  #hold = new TransformGestureRecognizer();
  #scroll = new PanGestureRecognizer({ slop: 0 });
  /** @type {ViewportSession | null} */
  #session = null;
  #change = new HeldChange();
  #before;

  /**
   * @param {BoardController} controller
   * @param {ScenePart} canvas
   * @param {() => boolean} isShape whether what the finger drew has just turned out to be a shape
   */
  constructor(controller, canvas, isShape) {
    this.#controller = controller;
    this.#isShape = isShape;
    this.#before = controller.model.viewport;
    canvas.onBegan = () => controller.camera.catch();
    this.#hold.name = "canvas";
    this.#hold.cancelsTouchesInView = false;
    const isOnCanvas = (/** @type {unknown} */ _recognizer, /** @type {Touch} */ touch) => touch.view === canvas;
    this.#hold.delegate = { shouldReceive: isOnCanvas };
    this.#hold.addTarget(() => this.#dragged());
    this.#scroll.name = "wheel";
    this.#scroll.allowedTouchTypes = new Set(/** @type {const} */ (["scroll"]));
    this.#scroll.addTarget(() => this.#scrolled());
    addGestureRecognizer(canvas, this.#hold);
    addGestureRecognizer(canvas, this.#scroll);
  }

  /**
   * Where a point of the board is seen now that was seen at `point` before a finger began to move it.
   * @param {import("../../gestures/geometry/index.js").Point} point of the view
   */
  moved(point) {
    return this.#session?.isHeld ? this.#controller.model.viewport.toView(this.#before.toBoard(point)) : point;
  }

  /** Shows what was seen before, and is not moved any more until the fingers have lifted. */
  revert() {
    this.#session?.revert();
  }

  /** Shows what was seen before until it is resumed. */
  pause() {
    this.#session?.pause();
  }

  /** Goes with the fingers after all. */
  resume() {
    this.#session?.resume();
  }

  #dragged() {
    const { state } = this.#hold;
    if (state === State.Began) this.#takeHold();
    this.#session?.by(this.#change.follow(this.#hold));
    if (state === State.Ended) this.#letGo();
    else if (state === State.Cancelled) this.#lose();
  }

  #takeHold() {
    this.#change = new HeldChange();
    this.#before = this.#controller.model.viewport;
    this.#session = this.#controller.camera.begin();
  }

  /** A finger that drew a shape did not mean to move the canvas. */
  #letGo() {
    if (this.#isShape()) this.#session?.revert();
    else {
      if (this.#change.whole.rotation !== 0) this.#session?.straighten(UPRIGHT);
      this.#session?.end(this.#hold.velocity);
    }
    this.#session = null;
  }

  /** A move that the pen interrupts was the palm's; any other stays as it is seen. */
  #lose() {
    if (this.#hold.cancelCause === "palm") this.#session?.revert();
    else this.#session?.end();
    this.#session = null;
  }

  #scrolled() {
    const { x, y } = this.#scroll.translation();
    this.#scroll.setTranslation({ x: 0, y: 0 });
    this.#controller.camera.scrollBy({ x, y });
  }
}
