/** Choosing a folder: one goes in and out, and takes the one that is open. A sheet over what is shown. */

import { button, element, icon } from "../../shell/element.js";
import { closeFromBeside, openModal } from "../../shell/modal.js";
import { ApiProblem } from "../../api/api-problem.js";
import { isWithin, nameOf, trailOf } from "./folder-path.js";
import { LatestSignal } from "../../shell/latest-signal.js";

/** @typedef {import("../../api/folder-api.js").FolderApi} FolderApi */
/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/**
 * @typedef {object} FolderQuestion
 * @property {string} title
 * @property {string} start the folder that is open first
 * @property {string | null} without a folder that cannot be gone into, nor taken: what is moved
 * @property {(folder: string) => void} chosen
 */

/** Folders in an answer. */
const PART = 1000;

export class FolderPicker {
  #api;
  #question;
  #listening = new AbortController();
  #asking = new LatestSignal();
  #sheet = element("dialog", { "class": "sheet folder-picker", "aria-labelledby": "folder-picker-title" });
  #trail = element("ol", { "class": "trail", "aria-label": "Folder" });
  #list = element("ul", { class: "folder-choices" });
  #note = element("p", { class: "secondary picker-note", role: "status" });
  #take;
  #folder;

  /**
   * @param {FolderApi} api
   * @param {FolderQuestion} question
   */
  constructor(api, question) {
    this.#api = api;
    this.#question = question;
    this.#folder = question.start;
    const { signal } = this.#listening;
    const close = button({ label: "Close", icon: "close" }, () => this.#sheet.close(), signal);
    const title = element("h2", { id: "folder-picker-title" }, question.title);
    this.#take = button({ label: "Move here", text: true, class: "primary" }, () => this.#chosen(), signal);
    this.#sheet.append(
      element("div", { class: "sheet-head" }, title, close), this.#trail, this.#list, this.#note,
      element("div", { class: "picker-foot" }, this.#take),
    );
    this.#sheet.addEventListener("close", () => this.#end(), { signal });
    closeFromBeside(this.#sheet, signal);
  }

  /** Opens the sheet; it forgets itself when it closes. */
  open() {
    document.body.append(this.#sheet);
    openModal(this.#sheet);
    void this.#show(this.#folder);
  }

  #end() {
    this.#asking.abort();
    this.#listening.abort();
    this.#sheet.remove();
  }

  #chosen() {
    this.#sheet.close();
    this.#question.chosen(this.#folder);
  }

  /** @param {string} folder */
  async #show(folder) {
    this.#asking.next();
    this.#folder = folder;
    this.#drawTrail();
    try {
      const { folders } = await this.#api.folders(folder, { cursor: null, limit: PART }, this.#asking.current);
      const { without } = this.#question;
      const open = folders.filter(({ path }) => without === null || !isWithin(path, without));
      this.#list.replaceChildren(...open.map((one) => this.#choice(one)));
      this.#note.textContent = open.length ? "" : "There are no folders in here.";
    } catch (error) {
      const problem = ApiProblem.from(error);
      // Another folder was chosen meanwhile, and takes the focus when it is shown.
      if (problem.code === "aborted") return;
      this.#failed(problem);
    }
    (this.#list.querySelector("button") ?? this.#take).focus({ focusVisible: false });
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    if (problem.code === "not-found" && this.#folder) {
      void this.#show("");
      return;
    }
    this.#list.replaceChildren();
    this.#note.textContent = "The folders could not be listed. They are safe on the server; try again in a moment.";
  }

  #drawTrail() {
    const steps = ["", ...trailOf(this.#folder)];
    this.#trail.replaceChildren(...steps.map((step, index) => {
      const go = button(
        { label: nameOf(step) || "Documents", text: true, class: "quiet trail-step" },
        () => void this.#show(step), this.#listening.signal,
      );
      if (index === steps.length - 1) go.setAttribute("aria-current", "true");
      return element("li", {}, ...(step ? [icon("next")] : []), go);
    }));
  }

  /** @param {Folder} folder */
  #choice(folder) {
    const choice = element("button", { type: "button", class: "folder-choice" }, icon("folder"), element("span", {}, folder.name));
    choice.addEventListener("click", () => void this.#show(folder.path), { signal: this.#listening.signal });
    return element("li", {}, choice);
  }
}
