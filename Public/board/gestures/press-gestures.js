/**
 * Taps and presses. A tap on the canvas selects nothing, and one on a thing that is selected among others selects
 * it alone. Two taps show a card as large as the window, or everything again. A press or a second click opens a
 * menu.
 */

import {
  addGestureRecognizer, LongPressGestureRecognizer, SECONDARY_BUTTON, State, TapGestureRecognizer,
} from "../../gestures/index.js";

/** @typedef {import("../../gestures/geometry/index.js").Point} Point */
/** @typedef {import("../../gestures/index.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("../../gestures/index.js").Touch} Touch */
/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("./board-scene.js").BoardScene} BoardScene */
/** @typedef {import("./board-scene.js").ScenePart} ScenePart */

/**
 * @callback MenuCall
 * @param {string | null} id of the card or stroke that was pressed; null for the canvas
 * @param {Point} point of the view
 * @returns {void}
 */

export class PressGestures {
  #controller;
  #scene;
  #menu;
  #tap = new TapGestureRecognizer();
  #double = new TapGestureRecognizer({ taps: 2 });
  #press = new LongPressGestureRecognizer({ secondaryClick: true });
  /**
   * The selection before the canvas was pressed; null where a card was, which keeps it itself.
   * @type {ReadonlySet<string> | null}
   */
  #before = null;
  /** Whether Shift was held when the finger landed. */
  #adding = false;

  /**
   * @param {BoardController} controller
   * @param {BoardScene} scene
   * @param {MenuCall} menu
   */
  constructor(controller, scene, menu) {
    this.#controller = controller;
    this.#scene = scene;
    this.#menu = menu;
    const isLoose = (/** @type {Touch} */ touch) => touch.view !== scene.sheet;
    this.#attach(this.#tap, (touch) => this.#noteShift(touch) && isLoose(touch), () => this.#tapped());
    this.#attach(this.#double, isLoose, () => this.#zoomTo());
    this.#attach(
      this.#press, (touch) => isLoose(touch) || touch.button === SECONDARY_BUTTON, () => this.#pressed(),
    );
  }

  /**
   * @param {GestureRecognizer} recognizer
   * @param {(touch: Touch) => boolean} receives
   * @param {() => void} act
   */
  #attach(recognizer, receives, act) {
    recognizer.cancelsTouchesInView = false;
    recognizer.delaysTouchesEnded = false;
    recognizer.delegate = { shouldReceive: (_recognizer, touch) => receives(touch) };
    recognizer.addTarget(act);
    addGestureRecognizer(this.#scene.canvas, recognizer);
  }

  /** @param {Touch} touch */
  #noteShift({ modifiers }) {
    this.#adding = modifiers.shift === true;
    return true;
  }

  #tapped() {
    if (this.#adding) return;
    const { id } = this.#controller.hit(this.#tap.location()) ?? {};
    this.#controller.model.select(id === undefined ? [] : [id]);
  }

  #zoomTo() {
    const { id } = this.#controller.hit(this.#double.location()) ?? {};
    this.#controller.camera.zoomTo(id ?? null);
  }

  /** Once, when the press has become long; the finger's later way does not count. A palm has selected nothing. */
  #pressed() {
    const { model } = this.#controller;
    if (this.#press.cancelCause === "palm" && this.#before) model.select(this.#before);
    if (this.#press.state !== State.Began) return;
    const point = this.#press.location();
    const { id = null } = this.#controller.hit(point) ?? {};
    this.#before = id === null ? model.selection : null;
    if (id === null) model.select([]);
    else if (!model.selection.has(id)) model.select([id]);
    this.#menu(id, point);
  }
}

/**
 * Taps of several fingers, wherever they land: two undo, three redo, three fingers three times lead back.
 * Changes that the fingers made to cards and ink while they landed are taken back.
 * @param {BoardController} controller
 * @param {ScenePart} canvas
 * @param {() => void} back
 */
export function addCommandTaps(controller, canvas, back) {
  const undo = new TapGestureRecognizer({ touches: 2 });
  const redo = new TapGestureRecognizer({ touches: 3 });
  const leave = new TapGestureRecognizer({ touches: 3, taps: 3 });
  redo.requireToFail(leave);
  undo.addTarget(() => controller.undo());
  redo.addTarget(() => controller.redo());
  leave.addTarget(back);
  for (const recognizer of [undo, redo, leave]) {
    recognizer.allowedTouchTypes = new Set(/** @type {const} */ (["touch"]));
    addGestureRecognizer(canvas, recognizer);
  }
}
