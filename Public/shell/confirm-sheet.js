/** Asks before a thing that cannot be undone; all else is done at once, and undone on demand. */

import { button, element, setAttributes } from "./element.js";
import { Sheet } from "./modal.js";

/**
 * Opens the sheet; Escape, Cancel and a press beside it do nothing.
 * @param {{title: string, text: string, action: string}} question `action` is the button's words
 * @param {(byCode: boolean) => void} [dismissed] called where it closes and was not confirmed; `byCode` says that no person did
 *   that, and none has answered
 * @returns {Promise<boolean>} whether it was confirmed, once the sheet is closed
 */
export function askToConfirm({ title, text, action }, dismissed = () => {}) {
  const sheet = new Sheet({ title, look: "name-sheet", asks: true });
  let isConfirmed = false;
  const closed = new Promise((resolve) => sheet.signal.addEventListener("abort", () => {
    if (!isConfirmed) dismissed(!sheet.isLeft);
    resolve(isConfirmed);
  }));
  const confirm = button({ label: action, text: true, class: "danger" }, () => {
    isConfirmed = true;
    sheet.close();
  }, sheet.signal);
  const foot = sheet.foot(confirm);
  setAttributes(sheet.element, { "aria-describedby": "confirm-text" });
  sheet.open(element("p", { id: "confirm-text", class: "confirm-text" }, text), foot);
  foot.querySelector("button")?.focus();
  return closed;
}
