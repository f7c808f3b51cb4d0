/** The keys of a board: for each thing that hands can do, one that does it. Pure but for what it acts on. */

import { vec } from "../gestures/geometry/index.js";

/** @typedef {import("./board-controller.js").BoardController} BoardController */

/** How far an arrow moves a card, and with Shift, in CSS pixels. */
const NUDGE = 8;
const LARGE_NUDGE = 64;

/** How far an arrow moves the canvas, in CSS pixels. */
const SCROLL = 64;

/** Factors by which a plus changes the size of a card and the zoom of the canvas. */
const GROWTH = 1.1;
const ZOOM = 1.25;

/** Degrees of one turn. */
const TURN = 15;

/** @type {Readonly<Record<string, import("../gestures/geometry/index.js").Point>>} */
const ARROWS = Object.freeze({
  ArrowLeft: vec(-1, 0), ArrowRight: vec(1, 0), ArrowUp: vec(0, -1), ArrowDown: vec(0, 1),
});

/** @typedef {(controller: BoardController) => void} KeyAction */

/** @type {Readonly<Record<string, KeyAction>>} */
const PLAIN = Object.freeze({
  "[": (controller) => controller.stack("backward"),
  "]": (controller) => controller.stack("forward"),
  "{": (controller) => controller.stack("back"),
  "}": (controller) => controller.stack("front"),
  "+": (controller) => grow(controller, 1),
  "=": (controller) => grow(controller, 1),
  "-": (controller) => grow(controller, -1),
  "r": (controller) => controller.editing.adjust({ rotation: TURN }),
  "R": (controller) => controller.editing.adjust({ rotation: -TURN }),
  "0": (controller) => controller.camera.fit(),
  "Delete": (controller) => controller.editing.deleteSelection(),
  "Backspace": (controller) => controller.editing.deleteSelection(),
  "v": (controller) => controller.model.use("select"),
  "p": (controller) => controller.model.use("pen"),
});

/**
 * With Control, or Command on a Mac.
 * @type {Readonly<Record<string, KeyAction>>}
 */
const WITH_CONTROL = Object.freeze({
  "z": (controller) => controller.undo(),
  "Z": (controller) => controller.redo(),
  "y": (controller) => controller.redo(),
  "a": (controller) => controller.editing.selectAll(),
  "c": (controller) => controller.editing.copy(),
  "x": (controller) => controller.editing.cut(),
  "v": (controller) => controller.editing.paste(),
});

/**
 * Does what a key stands for; false where it stands for nothing.
 * @param {BoardController} controller
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">} event
 */
export function pressBoardKey(controller, event) {
  if (event.altKey) return false;
  const arrow = ARROWS[event.key];
  const control = event.ctrlKey || event.metaKey;
  if (arrow && !control) return move(controller, arrow, event.shiftKey);
  if (event.key === "Escape") return escape(controller);
  const action = (control ? WITH_CONTROL : PLAIN)[event.key];
  action?.(controller);
  return action !== undefined;
}

/**
 * Ends the nudge that a key began.
 * @param {BoardController} controller
 * @param {Pick<KeyboardEvent, "key">} event
 */
export function releaseBoardKey(controller, event) {
  if (ARROWS[event.key]) controller.editing.endNudge();
}

/**
 * @param {BoardController} controller
 * @param {import("../gestures/geometry/index.js").Point} arrow
 * @param {boolean} large
 */
function move(controller, arrow, large) {
  const selected = controller.model.selection.size > 0;
  const step = selected ? (large ? LARGE_NUDGE : NUDGE) : -SCROLL;
  const by = vec(arrow.x * step, arrow.y * step);
  if (selected) controller.editing.nudge(by);
  else controller.camera.scrollBy(by);
  return true;
}

/**
 * @param {BoardController} controller
 * @param {1 | -1} direction
 */
function grow(controller, direction) {
  if (controller.model.selection.size) controller.editing.adjust({ scale: GROWTH ** direction });
  else controller.camera.zoomBy(ZOOM ** direction);
}

/**
 * From the pen to the selection to nothing; false where there is nothing to leave.
 * @param {BoardController} controller
 */
function escape(controller) {
  const { model } = controller;
  if (model.selection.size) return model.select([]), true;
  if (model.tool === "pen") return model.use("select"), true;
  return false;
}
