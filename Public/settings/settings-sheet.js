/** All settings on one sheet: one control for each that the server describes, whatever these are. */

import { button, element } from "../shell/element.js";
import { closeFromBeside, openModal } from "../shell/modal.js";
import { SettingList } from "./setting-list.js";

/** @typedef {import("../api/api-problem.js").ApiProblem} ApiProblem */
/** @typedef {import("./shared-choices.js").SharedChoices} SharedChoices */

export class SettingsSheet {
  #choices;
  #notices;

  /**
   * @param {SharedChoices} choices
   * @param {Pick<import("../api/notices.js").Notices, "failed">} notices where the sheet itself cannot show a refusal
   */
  constructor(choices, notices) {
    this.#choices = choices;
    this.#notices = notices;
  }

  /** Opens the sheet; it forgets itself when it closes. */
  open() {
    // One that was closed just now is there until it hears of that.
    if (document.querySelector(".settings-sheet[open]")) return;
    const listening = new AbortController();
    const { signal } = listening;
    const sheet = element("dialog", { "class": "sheet settings-sheet", "aria-labelledby": "settings-title" });
    const close = button({ label: "Close", icon: "close" }, () => sheet.close(), signal);
    const head = element("div", { class: "sheet-head" }, element("h2", { id: "settings-title" }, "Settings"), close);
    const list = new SettingList(this.#choices, {
      refused: (problem, { title }) => this.#refused(sheet, problem, title),
      signedOut: (problem) => this.#refused(sheet, problem, ""),
    }, signal);
    sheet.append(head, list.element);
    sheet.addEventListener("close", () => {
      listening.abort();
      sheet.remove();
    }, { signal });
    closeFromBeside(sheet, signal);
    document.body.append(sheet);
    openModal(sheet);
    void list.read();
  }

  /**
   * Reports a refusal, also after the sheet was closed, and leads to the sign-in page where that is needed.
   * @param {HTMLDialogElement} sheet
   * @param {ApiProblem} problem
   * @param {string} title
   */
  #refused(sheet, problem, title) {
    if (problem.signedOut) sheet.close();
    const text = problem.mayBeDone ? "may not have been changed." : "could not be changed. It is as it was before.";
    if (!sheet.open) this.#notices.failed(problem, `“${title}” ${text}`);
  }
}
