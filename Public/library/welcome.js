/**
 * The first start explains itself in three cards. They stand below the list until there is more in it than Sheaf's own
 * samples, or somebody puts them away.
 */

import { button, element, icon, linkButton } from "../shell/element.js";
import { documentPath } from "../shell/address.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api.js").Document} Document */

/**
 * @typedef {object} WelcomeCalls
 * @property {() => void} add chooses files
 * @property {() => void} dismiss puts the cards away for good
 */

/**
 * @param {{welcome: Document | null, dropFolders: readonly string[]}} facts `welcome` is the document that explains more
 * @param {WelcomeCalls} calls
 * @param {AbortSignal} signal
 * @returns {HTMLElement}
 */
export function welcomeCards({ welcome, dropFolders }, { add, dismiss }, signal) {
  const names = dropFolders.map((name) => say("“{name}”", { name })).join(", ");
  const choose = button({ label: say("Choose files"), icon: "add", text: true, class: "outlined" }, add, signal);
  const read = welcome && linkButton({ label: say("Open the welcome"), icon: "open", text: true, class: "outlined" }, { href: documentPath(welcome.id) });
  const phone = linkButton({ label: say("Show a code"), icon: "touch", text: true, class: "outlined" }, { href: "/settings/devices" });
  const close = button({ label: say("Do not show this again"), icon: "close" }, dismiss, signal);
  return element(
    "section", { "class": "welcome", "aria-labelledby": "welcome-title" },
    element("div", { class: "welcome-head" }, element("h2", { id: "welcome-title" }, say("Welcome to Sheaf")), close),
    element(
      "ol", { class: "welcome-cards" },
      card("upload", say("Put files in"), names
        ? say("Drop them anywhere in this window, choose them, or put them into the drop folder {names}.", { names })
        : say("Drop them anywhere in this window, or choose them. Whole folders too."), choose),
      card("pen", say("Read and mark"), say("Open a document and write on its pages with a pen, a finger or a mouse. The file itself stays as it came."), read),
      card("touch", say("Add your phone"), say("It signs in with a code from this screen, and goes on where you are."), phone),
    ),
  );
}

/**
 * @param {string} sign
 * @param {string} title
 * @param {string} words
 * @param {HTMLElement | null} action
 */
function card(sign, title, words, action) {
  return element(
    "li", { class: "welcome-card" }, icon(sign), element("h3", {}, title), element("p", { class: "secondary" }, words), ...(action ? [action] : []),
  );
}
