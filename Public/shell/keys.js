/**
 * Handles keys before any screen does: those that were turned off, and those that were moved to other ones.
 *
 * Single keys are letters and signs without Control, Alt and Command. People who dictate, or touch keys by accident,
 * can turn them off (WCAG 2.1.4). Screens do not hear of them then, while fields take the text all the same.
 */

import { towardEnd } from "./element.js";
import { keyMeant } from "./moved-keys.js";

/** @typedef {import("./moved-keys.js").MovedKeys} MovedKeys */

let areOn = () => true;
/** @type {() => MovedKeys} */
let moved = () => ({});

export function areSingleKeysOn() {
  return areOn();
}

/**
 * What an arrow means along lines that are read from left to right: where they are read from right to left, both change places.
 * @param {string} key as in `KeyboardEvent.key`
 * @param {Element} element that is read
 */
export function keyAlong(key, element) {
  const isArrow = key === "ArrowLeft" || key === "ArrowRight";
  if (!isArrow || towardEnd(element) > 0) return key;
  return key === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
}

/** The keys that were moved, by the names of screens (`keys-help.js`). */
export function keysMoved() {
  return moved();
}

/**
 * Answers that are asked for at each key.
 * @typedef {object} KeyChoices
 * @property {() => boolean} isOn whether single keys do something
 * @property {() => MovedKeys} moved
 * @property {() => string | null} screen the name of the one that is shown; null where none of its keys can be moved
 */

/**
 * Lets keys pass as they are meant, before any other listener in the document.
 * @param {Document} document
 * @param {KeyChoices} choices
 * @param {AbortSignal} signal
 */
export function vetKeys(document, choices, signal) {
  areOn = choices.isOn;
  moved = choices.moved;
  document.addEventListener("keydown", (event) => {
    undoCapsLock(event);
    if (!isSingle(event)) return;
    if (!choices.isOn() || !takeMoved(event, choices)) event.stopPropagation();
  }, { signal, capture: true });
}

/**
 * Names a key as the screen knows it; false where it was moved away.
 * @param {KeyboardEvent} event
 * @param {KeyChoices} choices
 */
function takeMoved(event, { moved: all, screen }) {
  const shown = screen();
  if (shown === null || isTyping(event.target)) return true;
  const known = keyMeant(event.key, all()[shown]);
  if (known !== null && known !== event.key) Object.defineProperty(event, "key", { value: known });
  return known !== null;
}

/** @param {KeyboardEvent} event */
function isSingle(event) {
  return [...event.key].length === 1 && event.key !== " " && isPlain(event);
}

/**
 * A capital is a letter with Shift, whatever Caps Lock says: R turns the other way than r does. It is changed once, in
 * the event itself, for all listeners.
 * @param {KeyboardEvent} event
 */
function undoCapsLock(event) {
  const { key, shiftKey } = event;
  const [small, capital] = [key.toLowerCase(), key.toUpperCase()];
  if (key.length !== 1 || small === capital || capital.length !== 1) return;
  const meant = shiftKey ? capital : small;
  if (meant !== key) Object.defineProperty(event, "key", { value: meant });
}

/** The kinds of inputs that take no text: letters typed there are keys of the app, as elsewhere. */
const WITHOUT_TEXT = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);

/** @param {EventTarget | null} target */
export function isTyping(target) {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** @param {EventTarget | null} target */
export function isControl(target) {
  return target instanceof Element && target.closest("a, button, select, input, [role=menuitem]") !== null;
}

/**
 * Whether the control with the focus acts upon a key by itself: a button upon Space, a circle among several upon arrows.
 *
 * A line of time, the one slider here, leaves all keys to the player: its own steps are a tenth of a second.
 * @param {KeyboardEvent} event
 */
export function isOfControl({ key, target }) {
  const type = target instanceof HTMLInputElement ? target.type : "";
  if (key === " " || key === "Enter") return isControl(target) && type !== "range";
  return type === "radio" && key.startsWith("Arrow");
}

/** @param {KeyboardEvent} event */
export function isSelectAllKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
  return key.toLowerCase() === "a" && (ctrlKey || metaKey) && !altKey && !shiftKey && !isTyping(target);
}

/** @param {KeyboardEvent} event */
export function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  return key.toLowerCase() === "p" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/**
 * A key without the modifiers that make it the browser's.
 * @param {KeyboardEvent} event
 */
export function isPlain({ altKey, ctrlKey, metaKey }) {
  return !altKey && !ctrlKey && !metaKey;
}
