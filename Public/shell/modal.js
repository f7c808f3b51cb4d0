/** Windows that take the page for themselves: gestures under way end when one opens. */

import { turnElsewhere } from "./late-opening.js";
import { whenPressed } from "./presses.js";

/** @typedef {import("./presses.js").Press} Press */

const OPENS = "sheaf-modal-opens";

/**
 * Shows a dialog as a modal one, and tells of it first.
 * @param {HTMLDialogElement} dialog that is in its document
 */
export function openModal(dialog) {
  turnElsewhere();
  dialog.ownerDocument.dispatchEvent(new Event(OPENS));
  dialog.showModal();
}

/**
 * Calls back each time before a modal dialog opens.
 * @param {EventTarget} document
 * @param {() => void} action
 * @param {AbortSignal} signal ends it
 */
export function whenModalOpens(document, action, signal) {
  document.addEventListener(OPENS, action, { signal });
}

/**
 * Closes a modal dialog after a press beside it that is also let go there. Presses that begin or end inside do not
 * close it: a selection of its text, a press on its margin.
 * @param {HTMLDialogElement} dialog
 * @param {AbortSignal} signal ends it
 */
export function closeFromBeside(dialog, signal) {
  let isBeside = false;
  whenPressed(dialog, (press) => {
    isBeside = liesBeside(dialog, press);
  }, signal);
  dialog.addEventListener("click", (event) => {
    const closes = isBeside && liesBeside(dialog, event);
    isBeside = false;
    if (closes) dialog.close();
  }, { signal });
}

/**
 * A press beside a modal dialog has the dialog itself as its target.
 * @param {HTMLDialogElement} dialog
 * @param {Press} press
 */
function liesBeside(dialog, { target, clientX, clientY }) {
  const { left, top, right, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
