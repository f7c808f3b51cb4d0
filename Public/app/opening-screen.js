/** A document while nothing of it is there but its name: the way back, and a sign that it is coming. */

import { button, element } from "../shell/element.js";
import { waitingSign } from "../shell/waiting-sign.js";

export class OpeningScreen {
  /** @type {HTMLElement} */
  element;
  #title = element("h1", { class: "reader-title" });

  /**
   * @param {() => void} back
   * @param {AbortSignal} signal
   */
  constructor(back, signal) {
    const leave = button({ label: "Back to the library", icon: "back", class: "quiet back-button" }, back, signal);
    const bar = element("header", { class: "reader-bar" }, element("div", { class: "reader-start" }, leave, this.#title));
    const body = element("main", { class: "reader-body" }, waitingSign("The document is being opened"));
    this.element = element("div", { class: "reader" }, bar, body);
  }

  /** @param {string} name as soon as it is known */
  name(name) {
    this.#title.textContent = name;
    document.title = `${name} – Sheaf`;
  }
}
