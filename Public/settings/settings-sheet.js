/** All settings on one sheet: one control for each that the server describes, whatever these are. */

import { Sheet } from "../shell/modal.js";
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

  /** Opens the sheet. */
  open() {
    // One that was closed just now is there until it hears of that.
    if (document.querySelector(".settings-sheet[open]")) return;
    const sheet = new Sheet({ title: "Settings", look: "settings-sheet" });
    const list = new SettingList(this.#choices, {
      refused: (problem, { title }) => this.#refused(sheet, problem, title),
      signedOut: (problem) => this.#refused(sheet, problem, ""),
    }, sheet.signal);
    sheet.open(list.element);
    void list.read();
  }

  /**
   * Reports a refusal, also after the sheet was closed, and leads to the sign-in page where that is needed.
   * @param {Sheet} sheet
   * @param {ApiProblem} problem
   * @param {string} title
   */
  #refused(sheet, problem, title) {
    if (problem.signedOut) sheet.close();
    const text = problem.mayBeDone ? "may not have been changed." : "could not be changed. It is as it was before.";
    if (!sheet.isOpen) this.#notices.failed(problem, `“${title}” ${text}`);
  }
}
