/** What somebody sees who has not signed in: where the link is. */

import { button, element, icon } from "../shell/element.js";

const WHERE_THE_LINK_IS =
  "Sheaf printed a sign-in link in the terminal where it was started. Open that link in this browser.";
const USED_LINK = "This sign-in link was used already, or is too old.";

/** Whether somebody followed a link that did not sign them in. */
function cameByLink() {
  return location.pathname === "/sign-in";
}

/**
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
