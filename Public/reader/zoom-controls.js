/** Smaller, a list of zooms, larger. */

import { button, element } from "../shell/element.js";
import { say, text } from "../shell/texts.js";

/** @typedef {import("../shell/zoom.js").Zoom} Zoom */

/** Choices of the list beside the zoom that is shown; percent where it is a number. */
const CHOICES = Object.freeze([
  ["automatic", text("Automatic")], ["width", text("Fit width")], ["page", text("Fit page")],
  ["50", "50 %"], ["75", "75 %"], ["100", "100 %"], ["125", "125 %"],
  ["150", "150 %"], ["200", "200 %"], ["300", "300 %"], ["400", "400 %"],
  ["800", "800 %"], ["1600", "1600 %"], ["6400", "6400 %"],
]);

export class ZoomControls {
  /** @type {HTMLElement} */
  element;
  #list = element("select", { "class": "zoom-list", "aria-label": say("Zoom") });
  #shown = element("option", { value: "shown", hidden: true });

  /**
   * @param {Pick<import("./reader.js").Reader, "step" | "choose">} reader
   * @param {AbortSignal} signal
   */
  constructor(reader, signal) {
    const out = button({ label: say("Zoom out"), icon: "zoom-out", keys: "-" }, () => reader.step(-1), signal);
    const into = button({ label: say("Zoom in"), icon: "zoom-in", keys: "+" }, () => reader.step(1), signal);
    this.#list.append(
      this.#shown, ...CHOICES.map(([value, name]) => element("option", { value }, say(name ?? ""))),
    );
    this.#list.addEventListener("change", () => reader.choose(zoomOf(this.#list.value)), { signal });
    const group = { "class": "zoom-controls", "role": "group", "aria-label": say("Zoom") };
    this.element = element("div", group, out, this.#list, into);
  }

  /** @param {number} percent */
  show(percent) {
    const text = `${percent} %`;
    if (this.#shown.textContent !== text) this.#shown.textContent = text;
    this.#list.value = "shown";
  }
}

/**
 * @param {string} value
 * @returns {Zoom}
 */
function zoomOf(value) {
  if (value === "width" || value === "page" || value === "automatic") return { mode: value };
  return { mode: "scale", scale: Number(value) / 100 };
}
