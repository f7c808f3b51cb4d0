/** Which recognizers belong to which view. The view keeps them; they need no other owner. */

import { candidateOf } from "./candidate.js";

/** @typedef {import("./recognizer.js").GestureRecognizer} GestureRecognizer */
/** @typedef {import("./view.js").View} View */

/** @type {WeakMap<View, GestureRecognizer[]>} */
const attachments = new WeakMap();

/** @type {readonly GestureRecognizer[]} */
const NONE = Object.freeze([]);

let attached = 0;

/**
 * Gives the recognizer to the view; another view that had it loses it. It takes part from the next touch on.
 * @param {View} view
 * @param {GestureRecognizer} recognizer
 */
export function addGestureRecognizer(view, recognizer) {
  const candidate = candidateOf(recognizer);
  if (candidate.view) removeGestureRecognizer(candidate.view, recognizer);
  attached += 1;
  candidate.view = view;
  candidate.order = attached;
  attachments.set(view, [recognizer, ...recognizersOf(view)]);
}

/**
 * Takes the recognizer away; what it was doing is cancelled. Nothing happens when the view does not have it.
 * @param {View} view
 * @param {GestureRecognizer} recognizer
 */
export function removeGestureRecognizer(view, recognizer) {
  const candidate = candidateOf(recognizer);
  if (candidate.view !== view) return;
  candidate.arbiterRequests?.withdraw(candidate);
  candidate.view = null;
  attachments.set(view, recognizersOf(view).filter((other) => other !== recognizer));
}

/**
 * Those of the view alone, the one attached last first.
 * @param {View} view
 * @returns {readonly GestureRecognizer[]}
 */
export function recognizersOf(view) {
  return attachments.get(view) ?? NONE;
}
