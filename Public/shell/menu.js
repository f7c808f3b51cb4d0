/** A menu beside the button that opened it: arrows move, Escape and a click elsewhere close it. */

import { element, icon } from "./element.js";

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {string} icon
 * @property {() => void} [act]
 * @property {{url: string, name: string}} [download] instead of `act`: what is downloaded
 * @property {boolean} [danger]
 */

/**
 * A place in the window, in CSS pixels.
 * @typedef {{readonly x: number, readonly y: number}} Place
 */

/** Between the button and the menu, and between the menu and the window's edge. */
const DISTANCE = 6;

/**
 * Opens a menu and forgets it when it closes.
 * @param {HTMLElement} anchor the button that was pressed
 * @param {string} name what the menu is about
 * @param {readonly MenuItem[]} items
 * @param {Place} [place] where it opens instead of beside the anchor, which then need not be a button: it was
 *   pressed there, perhaps still is
 */
export function openMenu(anchor, name, items, place) {
  const listening = new AbortController();
  const menu = element("div", { "class": "menu", "role": "menu", "aria-label": name });
  // One that closes by itself would close as soon as the finger that opened it lifts.
  menu.popover = place ? "manual" : "auto";
  if (place) closeFromOutside(menu, listening.signal);
  menu.append(...items.map((item) => menuItem(item, () => menu.hidePopover(), listening.signal)));
  document.body.append(menu);
  menu.addEventListener("toggle", () => closeIfHidden(menu, anchor, listening), { signal: listening.signal });
  menu.addEventListener("keydown", (event) => moveFocus(menu, event), { signal: listening.signal });
  menu.showPopover();
  if (place) placeAt(menu, place);
  else placeBeside(menu, anchor);
  if (!place) anchor.setAttribute("aria-expanded", "true");
  menu.querySelector("button")?.focus({ focusVisible: !place });
}

/**
 * @param {HTMLElement} menu
 * @param {AbortSignal} signal
 */
function closeFromOutside(menu, signal) {
  const pressed = (/** @type {Event} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.hidePopover();
  };
  document.addEventListener("pointerdown", pressed, { signal, capture: true });
  window.addEventListener("blur", () => menu.hidePopover(), { signal });
  // The press that opened it is not over: when it is, the browser gives the focus to what was pressed.
  const left = (/** @type {FocusEvent} */ { relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && menu.contains(relatedTarget);
    if (!isInside && menu.matches(":popover-open")) menu.querySelector("button")?.focus({ focusVisible: false });
  };
  menu.addEventListener("focusout", left, { signal });
  menu.addEventListener("keydown", (event) => event.key === "Escape" && menu.hidePopover(), { signal });
}

/**
 * @param {MenuItem} item
 * @param {() => void} close
 * @param {AbortSignal} signal
 */
function menuItem(item, close, signal) {
  const attributes = { class: `menu-item${item.danger ? " danger" : ""}`, role: "menuitem", tabindex: -1 };
  const { download } = item;
  const made = download
    ? element(
      "a", { ...attributes, href: download.url, download: download.name }, icon(item.icon), item.label,
    )
    : element("button", { ...attributes, type: "button" }, icon(item.icon), item.label);
  const act = () => {
    close();
    item.act?.();
  };
  made.addEventListener("click", act, { signal });
  return made;
}

/**
 * @param {HTMLElement} menu
 * @param {HTMLElement} anchor
 * @param {AbortController} listening
 */
function closeIfHidden(menu, anchor, listening) {
  if (menu.matches(":popover-open")) return;
  const focused = menu.contains(document.activeElement) || document.activeElement === document.body;
  listening.abort();
  menu.remove();
  if (anchor.hasAttribute("aria-expanded")) anchor.setAttribute("aria-expanded", "false");
  if (focused) anchor.focus({ preventScroll: true });
}

/**
 * To the right of the place and below it where there is room, within the window.
 * @param {HTMLElement} menu
 * @param {Place} place
 */
function placeAt(menu, { x, y }) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = x + width <= innerWidth - DISTANCE ? x : x - width;
  const top = y + height <= innerHeight - DISTANCE ? y : y - height;
  menu.style.top = `${Math.max(DISTANCE, top)}px`;
  menu.style.left = `${Math.max(DISTANCE, left)}px`;
}

/**
 * Below the button where there is room, above it else, within the window.
 * @param {HTMLElement} menu
 * @param {HTMLElement} anchor
 */
function placeBeside(menu, anchor) {
  const button = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = button.bottom + DISTANCE + height <= innerHeight - DISTANCE;
  const top = below ? button.bottom + DISTANCE : button.top - DISTANCE - height;
  const left = Math.min(button.right - width, innerWidth - width - DISTANCE);
  menu.style.top = `${Math.max(DISTANCE, top)}px`;
  menu.style.left = `${Math.max(DISTANCE, left)}px`;
}

/**
 * @param {HTMLElement} menu
 * @param {KeyboardEvent} event
 */
function moveFocus(menu, event) {
  const items = [...menu.querySelectorAll(/** @type {"button"} */ ("[role=menuitem]"))];
  const index = items.findIndex((item) => item === document.activeElement);
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
  event.stopPropagation();
  if (event.key === "Tab") menu.hidePopover();
  if (target === undefined) return;
  event.preventDefault();
  items[(target + items.length) % items.length]?.focus();
}
