/** Screens that stand alone: of an address at which there is nothing, and of a document that is on its way. */

import { button, element, followLinks, icon, linkButton, waitingSign } from "../shell/element.js";
import { say, text } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";

/**
 * The screen of an address at which there is nothing.
 * @param {() => void} leave called when the user wants to get to the library
 * @param {AbortSignal} signal
 */
export function nowhereScreen(leave, signal) {
  const library = linkButton({ label: say("Go to the library"), text: true, class: "primary" }, { href: "/" });
  followLinks(library, leave, signal);
  const sheet = element(
    "div", { class: "signed-out-sheet" },
    icon("sheaf"),
    element("h1", {}, say("There is nothing at this address")),
    element("p", {}, say("It may be misspelt, or not complete. Your documents are where they were.")),
    library,
  );
  return element("main", { class: "signed-out" }, sheet);
}

/** In milliseconds; until then a document is usually there, and words would only flash. */
const PATIENCE = 2_000;
const PREPARING = text("Its pages are being prepared.");

/**
 * A document while nothing of it is there but its name. It has the way back, a sign that it is coming, and after a
 * while the reason of the delay.
 */
export class OpeningScreen {
  /** @type {HTMLElement} */
  element;
  #title = element("h1", { class: "reader-title", dir: "auto" });

  /**
   * @param {() => void} back
   * @param {AbortSignal} signal
   */
  constructor(back, signal) {
    const leave = button({ label: say("Back to the library"), icon: "back", class: "quiet back-button" }, back, signal);
    const bar = element("header", { class: "reader-bar" }, element("div", { class: "reader-start" }, leave, this.#title));
    const sign = waitingSign(say("The document is being opened"));
    const reason = element("p", { class: "secondary waiting-reason", role: "status" });
    sign.append(reason);
    new Timer(signal).set(PATIENCE, () => (reason.textContent = say(PREPARING)));
    const body = element("main", { class: "reader-body" }, sign);
    this.element = element("div", { class: "reader" }, bar, body);
  }

  /** @param {string} name as soon as it is known */
  name(name) {
    this.#title.textContent = name;
    document.title = `${name} – Sheaf`;
  }
}
