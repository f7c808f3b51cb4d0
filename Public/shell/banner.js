/** A quiet line at the top while something general is the matter. */

import { announce } from "./announcer.js";
import { button, element, icon } from "./element.js";
import { Timer } from "./timer.js";
import { say } from "./texts.js";

/** A connection that is back within this time was not worth a word. */
const PATIENCE_MILLISECONDS = 2000;

export class ConnectionBanner {
  /** @type {HTMLElement} */
  element;
  #timer;

  /**
   * @param {() => void} reconnect called by the button that ends the wait
   * @param {AbortSignal} signal
   */
  constructor(reconnect, signal) {
    this.#timer = new Timer(signal);
    const text = element("span", {}, say("The connection is lost. Sheaf keeps trying; nothing you see is lost."));
    const now = button({ label: say("Try now"), text: true, class: "banner-action" }, reconnect, signal);
    this.element = element("section", { "class": "banner", "aria-label": say("Connection"), "hidden": true }, icon("offline"), text, now);
  }

  /** @param {boolean} lost */
  show(lost) {
    if (!lost) this.#hide();
    else if (this.element.hidden && !this.#timer.pending) this.#timer.set(
      PATIENCE_MILLISECONDS, () => this.#appear(),
    );
  }

  #appear() {
    this.element.hidden = false;
    announce(say("The connection is lost. Trying again."));
  }

  #hide() {
    this.#timer.clear();
    if (!this.element.hidden) announce(say("The connection is back."));
    this.element.hidden = true;
  }
}
