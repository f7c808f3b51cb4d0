/** Asks before a thing that cannot be undone; all else is done at once, and undone on demand. */

import { button, element } from "./element.js";
import { closeFromBeside, openModal } from "./modal.js";
import { say } from "./texts.js";

/**
 * Opens the sheet; it forgets itself when it closes. Escape, Cancel and a press beside it do nothing.
 * @param {{title: string, text: string, action: string}} question `action` is the button's words
 * @param {() => void} confirmed
 */
export function askToConfirm({ title, text, action }, confirmed) {
  const listening = new AbortController();
  const { signal } = listening;
  const sheet = element("dialog", { "class": "sheet name-sheet", "role": "alertdialog", "aria-labelledby": "confirm-title", "aria-describedby": "confirm-text" });
  const cancel = button({ label: say("Cancel"), text: true, class: "outlined" }, () => sheet.close(), signal);
  const confirm = button({ label: action, text: true, class: "danger" }, () => {
    sheet.close();
    confirmed();
  }, signal);
  sheet.append(
    element("div", { class: "sheet-head" }, element("h2", { id: "confirm-title" }, title)),
    element("p", { id: "confirm-text", class: "confirm-text" }, text), element("div", { class: "name-foot" }, cancel, confirm),
  );
  sheet.addEventListener("close", () => {
    listening.abort();
    sheet.remove();
  }, { signal });
  closeFromBeside(sheet, signal);
  document.body.append(sheet);
  openModal(sheet);
  cancel.focus();
}
