/**
 * Popovers that a button opens and, pressed again, closes. A press beside one closes it and does nothing else (spec interaction
 * H12, H13). A shield covers the window, so that nothing there hears of the press. It lies under its popover and belongs to
 * it: browsers take a press on it for one inside, and close nothing by themselves. Where presses pass through there is none:
 * such a popover closes as the press begins, and nothing can keep it open. In a window that is turned its button is elsewhere: one
 * that does not follow it closes then, and nothing in it is chosen.
 */

import { element, setAttributes } from "./element.js";
import { whenPressed } from "./presses.js";

/** The orientation of a window changes when it is turned. */
const TURNED = "(orientation: portrait)";

const SHOULD_DISMISS = "shouldDismiss";
const DID_DISMISS = "didDismiss";

/**
 * Closes a popover, a menu or a sheet because it was pressed beside it. `shouldDismiss` is dispatched on it first, which
 * can be prevented: then it stays. `didDismiss` follows once it is closed. What code closes hears of neither.
 * @param {EventTarget} shown
 * @param {() => void} close
 * @param {{cancelable: boolean}} [how] not cancelable where the press goes on to what lies there
 */
export function dismissFromBeside(shown, close, how = { cancelable: true }) {
  if (!shown.dispatchEvent(new Event(SHOULD_DISMISS, how))) return;
  close();
  shown.dispatchEvent(new Event(DID_DISMISS));
}

/**
 * Keeps it open after a press beside it while something in it would be lost.
 * @param {EventTarget} shown
 * @param {() => boolean} isUnsaved whether something was typed or chosen in it and not yet taken
 * @param {AbortSignal} signal ends it
 */
export function keepWhile(shown, isUnsaved, signal) {
  shown.addEventListener(SHOULD_DISMISS, (event) => {
    if (isUnsaved()) event.preventDefault();
  }, { signal });
}

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
 * @param {{passesThrough?: boolean, follows?: boolean}} [how] whether a press beside it is heard there, too, as on paper; whether it stays
 *   beside its button in a turned window
 */
export function showBy(popover, button, how = {}) {
  const listening = new AbortController();
  const { signal } = listening;
  if (how.passesThrough) closeAsPressed(popover, button, signal);
  else layShield(popover, signal);
  popover.showPopover();
  if (!how.follows) matchMedia(TURNED).addEventListener("change", () => popover.hidePopover(), { signal });
  popover.addEventListener("toggle", (event) => {
    const isOpen = /** @type {ToggleEvent} */ (event).newState === "open";
    // Not before the press that opened it is over: the browser would close it at once.
    button.popoverTargetElement = isOpen ? popover : null;
    setAttributes(button, { "aria-expanded": String(isOpen) });
    if (!isOpen) listening.abort();
  }, { signal });
}

/**
 * Shown before its popover, it lies under it. It closes at the end of a press, so that no rest of that comes to others.
 * @param {HTMLElement} popover that is not shown yet
 * @param {AbortSignal} signal removes it
 */
function layShield(popover, signal) {
  const shield = element("div", { class: "popover-shield" });
  shield.popover = "manual";
  popover.append(shield);
  shield.showPopover();
  shield.addEventListener("click", () => dismissFromBeside(popover, () => popover.hidePopover()), { signal });
  signal.addEventListener("abort", () => shield.remove());
}

/**
 * Closes it before what lies beside it hears of the press. The button closes it by itself.
 * @param {HTMLElement} popover
 * @param {HTMLButtonElement} button
 * @param {AbortSignal} signal ends it
 */
function closeAsPressed(popover, button, signal) {
  const isBeside = (/** @type {EventTarget | null} */ target) => target instanceof Node && !popover.contains(target) && !button.contains(target);
  whenPressed(popover.ownerDocument, ({ target }) => {
    if (isBeside(target)) dismissFromBeside(popover, () => popover.hidePopover(), { cancelable: false });
  }, signal);
}
