/**
 * A menu beside the button that opened it, to which its arrow points; on a narrow screen a sheet at its foot, with Cancel. The keys of
 * arrows move. Escape and a press elsewhere close it, which does nothing else.
 */

import { element, icon } from "./element.js";
import { ELSEWHERE, webAddress } from "./elsewhere.js";
import { mayOpen, turnElsewhere } from "./late-opening.js";
import { arrowAt, placeAt, placeBeside } from "./menu-place.js";
import { becomeSheet, cancelItem, dangerFirst, takeOwnPresses } from "./menu-sheet.js";
import { dismissFromBeside } from "./popover.js";
import { whenPressed } from "./presses.js";
import { say, spokenLanguage } from "./texts.js";

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {string} icon
 * @property {string} [sign] one or two characters in place of the icon
 * @property {() => void} [act]
 * @property {{url: string, name: string}} [download] instead of `act`: what is downloaded
 * @property {string} [link] instead of `act`: a web page that opens in a tab of its own
 * @property {string} [note] says more, under the label
 * @property {boolean} [checked] whether it is the one that is chosen; left out where nothing is chosen here
 * @property {boolean} [several] whether other items may be chosen beside it
 * @property {boolean} [apart] whether a line divides it from what stands before it
 * @property {boolean} [danger]
 * @property {string} [keys] that do the same, as in `aria-keyshortcuts`
 */

/** The items, also those of which one is chosen. */
const ITEMS = "[role^=menuitem]";

/** @typedef {import("./menu-place.js").Place} Place */

/** A menu with less room than for so many items opens where there is more. */
const LEAST_ITEMS = 3;

/**
 * Opens a menu and forgets it when it closes.
 * @param {HTMLElement} anchor the button that was pressed
 * @param {string} name what the menu is about
 * @param {readonly MenuItem[]} items
 * @param {Place} [place] where it opens instead of beside the anchor, which then need not be a button: it was
 *   pressed there, perhaps still is
 * @param {(byCode: boolean) => void} [dismissed] called where it closes and nothing was chosen. `byCode` says that no person
 *   did: its place is gone or elsewhere, or another menu came
 */
export function openMenu(anchor, name, items, place, dismissed = () => {}) {
  turnElsewhere();
  const listening = new AbortController();
  const { signal } = listening;
  const menu = element("div", { "class": "menu", "role": "menu", "aria-label": name });
  // It fills the window: what lies under it, the button too, hears of no press while the menu is open.
  const room = element("div", { class: "menu-room" }, menu);
  let isByCode = false;
  const close = () => room.hidePopover();
  const closeByCode = () => {
    isByCode = true;
    close();
  };
  let isChosen = false;
  const choose = () => {
    isChosen = true;
    close();
  };
  // One that closes by itself would close as soon as the finger that opened it lifts.
  room.popover = place ? "manual" : "auto";
  closeFromOutside(room, close, signal);
  if (place) stayAt(menu, { close, closeByCode }, signal);
  const isSheet = becomeSheet(room, menu, name, closeByCode, signal);
  menu.append(...(isSheet ? dangerFirst(items) : items).map((item) => menuItem(item, choose, signal)));
  if (isSheet) menu.append(cancelItem(close, signal));
  if (isSheet) takeOwnPresses(menu, place ? { left: place.x, right: place.x, top: place.y, bottom: place.y } : anchor.getBoundingClientRect(), signal);
  // Beside a modal dialog nothing can be pressed.
  (anchor.closest("dialog") ?? document.body).append(room);
  room.addEventListener("toggle", () => {
    const isClosed = closeIfHidden(room, anchor, listening);
    if (isClosed && !isChosen) dismissed(isByCode || isReplaced());
  }, { signal });
  menu.addEventListener("keydown", (event) => moveFocus(menu, close, event), { signal });
  room.showPopover();
  if (place && !isSheet) put(menu, placeAt(place, sizeOf(menu), windowSize()));
  if (!place) follow(menu, anchor, closeByCode, signal);
  if (!place) anchor.setAttribute("aria-expanded", "true");
  firstOf(menu)?.focus({ focusVisible: !place && !isSheet });
}

/**
 * The item that takes the focus first: the chosen one where one is, and none that is red.
 * @param {HTMLElement} menu
 * @returns {HTMLElement | null}
 */
function firstOf(menu) {
  return menu.querySelector("[aria-checked=true]") ?? menu.querySelector(`${ITEMS}:not(.danger)`) ?? menu.querySelector(ITEMS);
}

/**
 * At the end of a press, not at its start: else its rest would come to what lies under it. The press that opened the menu
 * did not begin there, though it may end there.
 * @param {HTMLElement} room that is pressed beside the menu
 * @param {() => void} close
 * @param {AbortSignal} signal
 */
function closeFromOutside(room, close, signal) {
  let begun = false;
  whenPressed(room, ({ target }) => { begun = target === room; }, signal);
  const pressed = (/** @type {Event} */ event) => {
    if (event.target !== room) return;
    event.preventDefault();
    if (begun) dismissFromBeside(room, close);
  };
  room.addEventListener("click", pressed, { signal });
  room.addEventListener("contextmenu", pressed, { signal });
}

/**
 * Keeps the focus in a menu that belongs to a place, and closes it when that place may be another.
 * @param {HTMLElement} menu
 * @param {{close: () => void, closeByCode: () => void}} calls
 * @param {AbortSignal} signal
 */
function stayAt(menu, { close, closeByCode }, signal) {
  window.addEventListener("blur", closeByCode, { signal });
  window.addEventListener("resize", closeByCode, { signal });
  // The press that opened it is not over: when it is, the browser gives the focus to what was pressed.
  const left = (/** @type {FocusEvent} */ { relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && menu.contains(relatedTarget);
    if (!isInside && menu.matches(":popover-open *")) firstOf(menu)?.focus({ focusVisible: false });
  };
  menu.addEventListener("focusout", left, { signal });
  menu.addEventListener("keydown", (event) => event.key === "Escape" && close(), { signal });
}

/**
 * @param {MenuItem} item
 * @param {() => void} choose called before its action
 * @param {AbortSignal} signal
 */
function menuItem(item, choose, signal) {
  const made = emptyItem(item);
  made.append(item.sign ? element("span", { "class": "icon menu-sign", "aria-hidden": "true" }, item.sign) : icon(item.icon), words(item));
  if (item.keys) made.append(element("span", { "class": "menu-keys", "aria-hidden": "true" }, keysInWords(item.keys)));
  if (item.checked) made.append(icon("keep"));
  const act = () => {
    choose();
    item.act?.();
  };
  made.addEventListener("click", act, { signal });
  return made;
}

/**
 * An item of the browser's own actions is a link.
 * @param {MenuItem} item
 */
function emptyItem({ link, download, checked, several, apart, danger, keys }) {
  const look = `menu-item${danger ? " danger" : ""}${apart ? " apart" : ""}`;
  const choice = checked === undefined ? { role: "menuitem" } : { "role": several ? "menuitemcheckbox" : "menuitemradio", "aria-checked": String(checked) };
  const attributes = { "class": look, "tabindex": -1, "aria-keyshortcuts": keys, ...choice };
  if (link !== undefined) return element("a", { ...attributes, href: webAddress(link), ...ELSEWHERE });
  if (download) return element("a", { ...attributes, href: download.url, download: download.name });
  return element("button", { ...attributes, type: "button" });
}

/**
 * Each in its own direction of reading: names are as people gave them.
 * @param {MenuItem} item
 */
function words({ label, note }) {
  const text = element("span", { class: "menu-words" }, element("bdi", {}, label));
  if (note) text.append(" ", element("span", { class: "menu-note" }, note));
  return text;
}

/**
 * The first of several keys, as they stand on a keyboard.
 * @param {string} keys
 */
function keysInWords(keys) {
  return (keys.split(" ")[0] ?? "").replace("Control", say("Ctrl")).replace("Shift", say("Shift")).replace("Delete", spokenLanguage() === "en" ? "Delete" : say("Del")).replaceAll("+", " ");
}

/**
 * @param {HTMLElement} room
 * @param {HTMLElement} anchor
 * @param {AbortController} listening
 * @returns {boolean} whether it is closed
 */
function closeIfHidden(room, anchor, listening) {
  if (room.matches(":popover-open")) return false;
  const focused = room.contains(document.activeElement) || document.activeElement === document.body;
  listening.abort();
  room.remove();
  // One of its items may have opened another menu in its place.
  if (anchor.hasAttribute("aria-expanded") && !isReplaced()) anchor.setAttribute("aria-expanded", "false");
  if (focused) anchor.focus({ preventScroll: true });
  return true;
}

/** Whether another menu is open. */
function isReplaced() {
  return document.querySelector(".menu-room:popover-open") !== null;
}

/**
 * Stays beside the button wherever that goes, in a window that changes or a list that does; closes when it is gone.
 * @param {HTMLElement} menu
 * @param {HTMLElement} anchor
 * @param {() => void} close
 * @param {AbortSignal} signal
 */
function follow(menu, anchor, close, signal) {
  if (signal.aborted) return;
  if (!mayOpen(anchor, signal)) return close();
  if (!menu.closest(".as-sheet")) {
    const button = anchor.getBoundingClientRect();
    const place = placeBeside(button, sizeOf(menu), windowSize(), leastHeight(menu));
    put(menu, place);
    point(menu, button, place);
  }
  requestAnimationFrame(() => follow(menu, anchor, close, signal));
}

/**
 * The height is that of all items, whether they are seen or scrolled to.
 * @param {HTMLElement} menu
 */
function sizeOf({ offsetWidth: width, scrollHeight: height }) {
  return { width, height };
}

function windowSize() {
  return { width: innerWidth, height: innerHeight };
}

/**
 * The height of the fewest items, with the menu's own edges.
 * @param {HTMLElement} menu
 */
function leastHeight(menu) {
  const rest = menu.children[LEAST_ITEMS];
  return rest instanceof HTMLElement ? rest.offsetTop : menu.scrollHeight;
}

/**
 * @param {HTMLElement} menu
 * @param {import("./menu-place.js").MenuPlace} place
 */
function put({ style }, { left, top, height }) {
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.maxHeight = `${height}px`;
}

/**
 * Puts the arrow between a menu and its button.
 * @param {HTMLElement} menu
 * @param {import("./menu-place.js").Edges} button
 * @param {import("./menu-place.js").MenuPlace} place
 */
function point(menu, button, { side }) {
  const known = menu.previousElementSibling;
  const arrow = known instanceof HTMLElement ? known : element("span", { class: "menu-arrow" });
  if (!known) menu.before(arrow);
  if (!side) return;
  const { x, y } = arrowAt(button, menu.getBoundingClientRect(), side);
  arrow.dataset["side"] = side;
  [arrow.style.left, arrow.style.top] = [`${x}px`, `${y}px`];
}

/**
 * @param {HTMLElement} menu
 * @param {() => void} close
 * @param {KeyboardEvent} event
 */
function moveFocus(menu, close, event) {
  const items = [...menu.querySelectorAll(/** @type {"button"} */ (ITEMS))];
  const index = items.findIndex((item) => item === document.activeElement);
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
  event.stopPropagation();
  if (event.key === "Tab") close();
  // A link knows Enter alone.
  const pressed = event.key === " " && document.activeElement instanceof HTMLAnchorElement ? document.activeElement : null;
  if (pressed) event.preventDefault();
  pressed?.click();
  if (target === undefined) return;
  event.preventDefault();
  items[(target + items.length) % items.length]?.focus();
}
