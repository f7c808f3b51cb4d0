/** Screens that stand alone: of an address at which there is nothing, of signing in, and of a document that is on its way. */

import { button, element, followLinks, icon, linkButton } from "../shell/element.js";
import { waitingSign } from "../shell/notice-view.js";

/**
 * The screen of an address at which there is nothing.
 * @param {() => void} leave called when somebody wants to get to the library
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

/** Whether somebody followed a link that did not sign them in. */
function cameByLink() {
  return location.pathname === "/sign-in";
}

/**
 * The screen of those who have not signed in: it says where the link is.
 * @param {() => void} again called when somebody has signed in meanwhile
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

/** A document while nothing of it is there but its name: the way back, and a sign that it is coming. */
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
