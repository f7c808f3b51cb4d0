/** A quiet line at the top while something general is the matter. */

import { announce } from "./announcer.js";
import { button, element, icon } from "./element.js";
import { Timer } from "./timer.js";
import { say, sayCount } from "./texts.js";

/** A connection that is back within this time was not worth a word. */
const PATIENCE_MILLISECONDS = 2000;

export class ConnectionBanner {
  /** @type {HTMLElement} */
  element;
  #text = element("span");
  #timer;

  /**
   * @param {() => void} reconnect called by the button that ends the wait
   * @param {AbortSignal} signal
   */
  constructor(reconnect, signal) {
    this.#timer = new Timer(signal);
    const now = button({ label: say("Try now"), text: true, class: "banner-action" }, reconnect, signal);
    this.element = element("section", { "class": "banner", "aria-label": say("Connection"), "hidden": true }, icon("offline"), this.#text, now);
    this.count(0);
  }

  /** @param {number} changes that wait for the connection */
  count(changes) {
    const text = changes
      ? `${say("The connection is lost.")} ${sayCount(changes, "{n} change waits and goes when it is back.", "{n} changes wait and go when it is back.")}`
      : say("The connection is lost. Sheaf keeps trying; nothing you see is lost.");
    if (this.#text.textContent !== text) this.#text.textContent = text;
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
