/** The pen's colours and widths, beside the button that opens them. */

import { element } from "../../shell/element.js";
import { isOpenBy, showBy } from "../../shell/popover.js";
import { say } from "../../shell/texts.js";
import { darkness } from "../../shell/theme.js";
import { INKS, PEN_WIDTHS, shownInk } from "../../ink/ink-colors.js";

/** @typedef {import("../board-model.js").BoardModel} BoardModel */

/** Between the button and the sheet, and between the sheet and the window's edge, in CSS pixels. */
const DISTANCE = 12;

/**
 * Opens the sheet and forgets it when it closes, as by the button pressed again.
 * @param {HTMLButtonElement} anchor the button that was pressed
 * @param {BoardModel} model
 */
export function openPenOptions(anchor, model) {
  if (isOpenBy(anchor)) return;
  const listening = new AbortController();
  const sheet = element("div", { "class": "menu pen-options", "role": "group", "aria-label": say("Pen") });
  sheet.popover = "auto";
  sheet.append(colors(model, listening.signal), widths(model, listening.signal));
  document.body.append(sheet);
  const closed = () => {
    if (sheet.matches(":popover-open")) return;
    const focused = sheet.contains(document.activeElement) || document.activeElement === document.body;
    listening.abort();
    sheet.remove();
    if (focused) anchor.focus({ preventScroll: true });
  };
  // Arrows and Escape are those of the sheet, not of the board below it.
  sheet.addEventListener("keydown", (event) => event.stopPropagation(), { signal: listening.signal });
  sheet.addEventListener("toggle", closed, { signal: listening.signal });
  window.addEventListener("resize", () => placeBeside(sheet, anchor), { signal: listening.signal });
  showBy(sheet, anchor, { passesThrough: true, follows: true });
  placeBeside(sheet, anchor);
  const chosen = /** @type {HTMLElement | null} */ (sheet.querySelector("input:checked"));
  chosen?.focus({ focusVisible: false });
}

/**
 * @param {BoardModel} model
 * @param {AbortSignal} signal
 */
function colors(model, signal) {
  const dark = darkness.matches;
  return choices(say("Colour"), INKS.map(({ name, color }) => {
    const swatch = element("span", { class: "pen-color" });
    swatch.style.background = shownInk(color, dark);
    return choice("color", say(name), swatch, color === model.pen.color, () => take(model, { color }), signal);
  }));
}

/**
 * @param {BoardModel} model
 * @param {AbortSignal} signal
 */
function widths(model, signal) {
  return choices(say("Width"), PEN_WIDTHS.map(({ name, width }) => {
    const line = element("span", { class: "pen-width" });
    line.style.height = `${width}px`;
    return choice("width", say(name), line, width === model.pen.width, () => take(model, { width }), signal);
  }));
}

/**
 * A chosen pen is in the hand at once.
 * @param {BoardModel} model
 * @param {Partial<import("../board-model.js").Pen>} pen
 */
function take(model, pen) {
  model.takePen(pen);
  model.use("pen");
}

/**
 * @param {string} name
 * @param {readonly HTMLElement[]} options
 */
function choices(name, options) {
  return element("div", { "class": "pen-choices", "role": "radiogroup", "aria-label": name }, ...options);
}

/**
 * @param {string} group
 * @param {string} name
 * @param {HTMLElement} drawing
 * @param {boolean} checked
 * @param {() => void} act
 * @param {AbortSignal} signal
 */
function choice(group, name, drawing, checked, act, signal) {
  const input = element("input", { "type": "radio", "name": `pen-${group}`, "aria-label": name, checked });
  input.addEventListener("change", act, { signal });
  return element("label", { class: "pen-choice", title: name }, input, drawing);
}

/**
 * Above the button where there is room, else below it or beside it; always within the window.
 * @param {HTMLElement} sheet
 * @param {HTMLElement} anchor
 */
function placeBeside(sheet, anchor) {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = sheet;
  const above = top - DISTANCE - offsetHeight;
  const y = above >= DISTANCE ? above : Math.min(bottom + DISTANCE, innerHeight - offsetHeight - DISTANCE);
  const x = left + width / 2 - offsetWidth / 2;
  sheet.style.top = `${Math.max(DISTANCE, y)}px`;
  sheet.style.left = `${Math.max(DISTANCE, Math.min(x, innerWidth - offsetWidth - DISTANCE))}px`;
}
