/** What is said on a board on which nothing lies. */

import { button, element, icon } from "../shell/element.js";

/**
 * The note; it says how to begin where that can be done.
 * @param {(() => void) | null} addPages null on a board that cannot be changed
 * @param {AbortSignal} signal
 */
export function emptyNote(addPages, signal) {
  const note = element(
    "div", { class: "board-empty empty" }, icon("empty-board"), element("h2", {}, "Lay out some pages"),
  );
  const text = "Add pages of your documents, move them about, and write on them with the pen.";
  if (addPages) {
    const add = button({ label: "Add pages", icon: "add", text: true, class: "primary large" }, addPages, signal);
    note.append(element("p", {}, text), add);
  }
  return note;
}
