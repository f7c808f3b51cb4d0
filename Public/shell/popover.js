/**
 * Popovers that a button opens and, pressed again, closes.
 *
 * The browser closes a popover where a press beside it begins; the rest of a press on its button would open it again. So the two
 * are tied while it is open.
 */

import { setAttributes } from "./element.js";

/**
 * Whether the popover of a button is open. Then the browser closes it with the press under way.
 * @param {HTMLButtonElement} button
 */
export function isOpenBy(button) {
  return button.popoverTargetElement !== null;
}

/**
 * @param {HTMLElement} popover of the kind that closes by itself
 * @param {HTMLButtonElement} button that was pressed
 */
export function showBy(popover, button) {
  popover.showPopover();
  const listening = new AbortController();
  popover.addEventListener("toggle", (event) => {
    const isOpen = /** @type {ToggleEvent} */ (event).newState === "open";
    // Not before the press that opened it is over: the browser would close it at once.
    button.popoverTargetElement = isOpen ? popover : null;
    setAttributes(button, { "aria-expanded": String(isOpen) });
    if (!isOpen) listening.abort();
  }, { signal: listening.signal });
}
