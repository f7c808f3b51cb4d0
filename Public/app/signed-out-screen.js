/** The screen of those who have not signed in: where the link is, and a field for a code. It is fetched when it is needed. */

import { button, element, icon } from "../shell/element.js";
import { say, text } from "../shell/texts.js";

const WHERE_THE_LINK_IS = text("Sheaf printed a sign-in link in the terminal where it was started. Open that link in this browser.");
const USED_LINK = text("This link or code opens nothing: it was used already, is too old, or was mistyped. After many tries, wait a minute.");

/** Whether the user followed a link, or typed a code, that did not sign them in. */
function cameByLink() {
  return location.pathname === "/sign-in" && new URLSearchParams(location.search).has("code");
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
    element("h1", {}, say("Sign in to Sheaf")),
    element("p", {}, say(cameByLink() ? USED_LINK : WHERE_THE_LINK_IS)),
    codeForm(),
    element("p", { class: "secondary" }, say("The link works once. For a new one, run this where Sheaf runs:")),
    element("code", { class: "command" }, "sheaf token link --root …"),
    button({ label: say("I have signed in"), text: true, class: "outlined" }, again, signal),
  );
  return element("main", { class: "signed-out" }, sheet);
}

/**
 * A field for the code that a signed-in browser shows (Settings, Add a device). The browser itself goes where it leads.
 */
function codeForm() {
  const field = element("input", {
    "class": "field sign-in-code", "id": "sign-in-code", "name": "code", "type": "text", "autocomplete": "one-time-code", "autocapitalize": "characters",
    "spellcheck": "false", "maxlength": 32, "required": true,
  });
  return element(
    "form", { method: "get", action: "/sign-in", class: "sign-in-form" },
    element("label", { for: "sign-in-code" }, say("Or type the code that another device shows under Settings, Add a device:")), field,
    element("button", { type: "submit", class: "button primary" }, say("Sign in")),
  );
}
