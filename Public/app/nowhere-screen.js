/** The screen of an address at which there is nothing. */

import { element, icon, linkButton } from "../shell/element.js";

/**
 * @param {() => void} leave called when somebody wants to get to the library
 * @param {AbortSignal} signal
 */
export function nowhereScreen(leave, signal) {
  const library = linkButton({ label: "Go to the library", text: true, class: "primary" }, { href: "/" });
  library.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    leave();
  }, { signal });
  const sheet = element(
    "div", { class: "signed-out-sheet" },
    icon("sheaf"),
    element("h1", {}, "There is nothing at this address"),
    element("p", {}, "It may be misspelt, or not complete. Your documents are where they were."),
    library,
  );
  return element("main", { class: "signed-out" }, sheet);
}
