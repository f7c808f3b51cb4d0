/**
 * The sheet that a menu is on a narrow screen: with a title, red items first and Cancel last. It takes presses of its own alone.
 */

import { element } from "./element.js";
import { whenPressed } from "./presses.js";
import { say } from "./texts.js";
import { Timer } from "./timer.js";

/** @typedef {import("./menu.js").MenuItem} MenuItem */

/** As in `controls.css`: on a narrower screen a menu is a sheet at its foot. */
const NARROW = "(max-width: 599px)";

/** A sheet takes no press so long after it was opened: it may lie over the button that is pressed twice. */
const COMING_MILLISECONDS = 350;

/** Where the button was that opened it, a sheet takes presses later still: a slow second tap on the button is none on an item. */
const SECOND_TAP_MILLISECONDS = 700;

/** A second tap lands so near to the first, in CSS pixels. */
const NEAR = 16;

/**
 * On a narrow screen a menu is a sheet. It closes where the screen is not narrow any more, or becomes so: a menu of the other
 * kind would lie elsewhere.
 * @param {HTMLElement} room
 * @param {HTMLElement} menu
 * @param {string} name
 * @param {() => void} close
 * @param {AbortSignal} signal
 * @returns {boolean} whether it is one
 */
export function becomeSheet(room, menu, name, close, signal) {
  const narrow = matchMedia(NARROW);
  narrow.addEventListener("change", close, { signal });
  if (!narrow.matches) return false;
  room.classList.add("as-sheet", "coming");
  new Timer(signal).set(COMING_MILLISECONDS, () => room.classList.remove("coming"));
  menu.append(element("div", { "class": "menu-title", "aria-hidden": "true" }, element("bdi", {}, name)));
  return true;
}

/**
 * On a sheet red items stand first, farthest from the thumb and from Cancel.
 * @param {readonly MenuItem[]} items
 * @returns {readonly MenuItem[]}
 */
export function dangerFirst(items) {
  const [first, ...rest] = items.filter(({ danger }) => !danger);
  const red = items.filter(({ danger }) => danger).map((item) => ({ ...item, apart: false }));
  return red.length && first ? [...red, { ...first, apart: true }, ...rest] : items;
}

/**
 * A sheet comes up under the finger that opened it. A press counts where it began on the sheet after that had come.
 * @param {HTMLElement} menu
 * @param {import("./menu-place.js").Edges} button that was pressed
 * @param {AbortSignal} signal
 */
export function takeOwnPresses(menu, button, signal) {
  const opened = performance.now();
  let isOwn = true;
  whenPressed(window, ({ target, clientX: x, clientY: y }) => {
    const since = performance.now() - opened;
    const isAtButton = x >= button.left - NEAR && x <= button.right + NEAR && y >= button.top - NEAR && y <= button.bottom + NEAR;
    isOwn = target instanceof Node && menu.contains(target) && since >= (isAtButton ? SECOND_TAP_MILLISECONDS : COMING_MILLISECONDS);
  }, signal);
  menu.addEventListener("click", (event) => {
    // Keys click without a press.
    if (isOwn || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal, capture: true });
}

/**
 * @param {() => void} close
 * @param {AbortSignal} signal
 */
export function cancelItem(close, signal) {
  const cancel = element("button", { type: "button", class: "menu-cancel", role: "menuitem", tabindex: -1 }, say("Cancel"));
  cancel.addEventListener("click", close, { signal });
  return cancel;
}
