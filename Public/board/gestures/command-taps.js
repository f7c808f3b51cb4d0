/**
 * Taps of several fingers, wherever they land: two undo, three redo, three fingers three times lead back. What
 * the fingers did to cards and ink while they landed is taken back.
 */

import { addGestureRecognizer, TapGestureRecognizer } from "../../gestures/index.js";

/** @typedef {import("../board-controller.js").BoardController} BoardController */
/** @typedef {import("./board-scene.js").ScenePart} ScenePart */

/**
 * @param {BoardController} controller
 * @param {ScenePart} desk
 * @param {() => void} back
 */
export function addCommandTaps(controller, desk, back) {
  const undo = new TapGestureRecognizer({ touches: 2 });
  const redo = new TapGestureRecognizer({ touches: 3 });
  const leave = new TapGestureRecognizer({ touches: 3, taps: 3 });
  redo.requireToFail(leave);
  undo.addTarget(() => controller.undo());
  redo.addTarget(() => controller.redo());
  leave.addTarget(back);
  for (const recognizer of [undo, redo, leave]) {
    recognizer.allowedTouchTypes = new Set(/** @type {const} */ (["touch"]));
    addGestureRecognizer(desk, recognizer);
  }
}
