/**
 * Popovers that a button opens and, pressed again, closes. A press beside one closes it and does nothing else (spec interaction
 * H12). A shield under it covers the window, so that nothing there hears of the press. Where presses pass through, the
 * two are tied while it is open. Browsers close a popover where a press begins, and its rest would open it again.
 */

import { element, setAttributes } from "./element.js";
import { Timer } from "./timer.js";

/** Within this time after a popover has closed, a tap is the one that closed it. */
const TAP_MILLISECONDS = 350;

/**
 * Whether the popover of a button is open, which a key on the button closes then.
 * @param {HTMLButtonElement} button
 */
export function isOpenBy(button) {
  return button.popoverTargetElement !== null;
}

/**
 * @param {HTMLElement} popover of the kind that closes by itself
 * @param {HTMLButtonElement} button that was pressed
 * @param {{passesThrough?: boolean}} [how] whether what is pressed beside it hears of that, too: paper, for a pen
 */
export function showBy(popover, button, how = {}) {
  const shield = element("div", { class: "popover-shield" });
  shield.popover = "manual";
  if (!how.passesThrough) {
    popover.before(shield);
    shield.showPopover();
  }
  popover.showPopover();
  const listening = new AbortController();
  popover.addEventListener("toggle", (event) => {
    const isOpen = /** @type {ToggleEvent} */ (event).newState === "open";
    // Not before the press that opened it is over: the browser would close it at once.
    button.popoverTargetElement = isOpen ? popover : null;
    setAttributes(button, { "aria-expanded": String(isOpen) });
    if (isOpen) return;
    listening.abort();
    // The press that closed it may not be over: browsers tell of a tap a little after the finger has lifted.
    shield.addEventListener("click", () => shield.remove());
    new Timer(new AbortController().signal).set(TAP_MILLISECONDS, () => shield.remove());
  }, { signal: listening.signal });
}
