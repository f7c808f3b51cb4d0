/** Screens that stand alone: of an address at which there is nothing, of signing in, and of a document that is on its way. */

import { button, element, followLinks, icon, linkButton } from "../shell/element.js";
import { waitingSign } from "../shell/notice-view.js";
import { Timer } from "../shell/timer.js";

/**
 * The screen of an address at which there is nothing.
 * @param {() => void} leave called when the user wants to get to the library
 * @param {AbortSignal} signal
 */
export function nowhereScreen(leave, signal) {
  const library = linkButton({ label: "Go to the library", text: true, class: "primary" }, { href: "/" });
  followLinks(library, leave, signal);
  const sheet = element(
    "div", { class: "signed-out-sheet" },
    icon("sheaf"),
    element("h1", {}, "There is nothing at this address"),
    element("p", {}, "It may be misspelt, or not complete. Your documents are where they were."),
    library,
  );
  return element("main", { class: "signed-out" }, sheet);
}

const WHERE_THE_LINK_IS =
  "Sheaf printed a sign-in link in the terminal where it was started. Open that link in this browser.";
const USED_LINK = "This sign-in link was used already, or is too old.";

/** Whether the user followed a link that did not sign them in. */
function cameByLink() {
  return location.pathname === "/sign-in";
}

/**
 * The screen of those who have not signed in: it says where the link is.
 * @param {() => void} again called when the user has signed in meanwhile
 * @param {AbortSignal} signal
 */
export function signedOutScreen(again, signal) {
  const sheet = element(
    "div", { class: "signed-out-sheet" },
    icon("sheaf"),
    element("h1", {}, "Sign in to Sheaf"),
    element("p", {}, cameByLink() ? USED_LINK : WHERE_THE_LINK_IS),
    element("p", { class: "secondary" }, "The link works once. For a new one, run this where Sheaf runs:"),
    element("code", { class: "command" }, "sheaf token link --root …"),
    button({ label: "I have signed in", text: true, class: "outlined" }, again, signal),
  );
  return element("main", { class: "signed-out" }, sheet);
}

/** In milliseconds; until then a document is usually there, and words would only flash. */
const PATIENCE = 2_000;
const PREPARING = "Its pages are being prepared.";

/**
 * A document while nothing of it is there but its name. It has the way back, a sign that it is coming, and after a
 * while the reason of the delay.
 */
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
    const sign = waitingSign("The document is being opened");
    const reason = element("p", { class: "secondary waiting-reason", role: "status" });
    sign.append(reason);
    new Timer(signal).set(PATIENCE, () => (reason.textContent = PREPARING));
    const body = element("main", { class: "reader-body" }, sign);
    this.element = element("div", { class: "reader" }, bar, body);
  }

  /** @param {string} name as soon as it is known */
  name(name) {
    this.#title.textContent = name;
    document.title = `${name} – Sheaf`;
  }
}
