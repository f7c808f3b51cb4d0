/** Choosing a folder: one goes in and out, and takes the one that is open. A sheet over what is shown. */

import { button, element, icon } from "../../shell/element.js";
import { Sheet } from "../../shell/modal.js";
import { ApiProblem } from "../../api/api-problem.js";
import { isWithin, nameOf, trailOf } from "../../api/folder-path.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { say } from "../../shell/texts.js";

/** @typedef {import("../../api/folder-api.js").FolderApi} FolderApi */
/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/**
 * @typedef {object} FolderQuestion
 * @property {string} title
 * @property {string} start the folder that is open first
 * @property {readonly string[]} without folders that cannot be gone into, nor taken: those that are moved
 * @property {(parent: string) => Promise<string | null>} make asks for a new folder in another one; its path, or null
 */

/** Folders in an answer. */
const PART = 1000;

export class FolderPicker {
  #api;
  #question;
  #asking = new LatestSignal();
  #sheet;
  #trail = element("ol", { "class": "trail", "aria-label": say("Folder") });
  #list = element("ul", { class: "folder-choices" });
  #note = element("p", { class: "secondary picker-note", role: "status" });
  #take;
  #folder;
  /** @type {string | null} */
  #chosen = null;

  /**
   * @param {Pick<FolderApi, "folders">} api
   * @param {FolderQuestion} question
   */
  constructor(api, question) {
    this.#api = api;
    this.#question = question;
    this.#folder = question.start;
    this.#sheet = new Sheet({ title: question.title, look: "folder-picker" });
    this.#take = button({ label: say("Move here"), text: true, class: "primary" }, () => {
      this.#chosen = this.#folder;
      this.#sheet.close();
    }, this.#sheet.signal);
  }

  /**
   * Opens the sheet.
   * @returns {Promise<string | null>} the folder that was taken, once the sheet is closed; null for none
   */
  open() {
    const { signal } = this.#sheet;
    const add = button({ label: say("New folder"), icon: "add-folder", text: true, class: "quiet" }, () => void this.#make(), signal);
    this.#sheet.open(this.#trail, this.#list, this.#note, element("div", { class: "picker-foot" }, add, this.#take));
    void this.#show(this.#folder);
    return new Promise((resolve) => signal.addEventListener("abort", () => {
      this.#asking.abort();
      resolve(this.#chosen);
    }));
  }

  /** A new folder is open at once: it is what one makes it for. */
  async #make() {
    const made = await this.#question.make(this.#folder);
    if (made !== null && this.#sheet.isOpen) void this.#show(made);
  }

  /** @param {string} folder */
  async #show(folder) {
    this.#asking.next();
    this.#folder = folder;
    this.#drawTrail();
    try {
      const { folders } = await this.#api.folders(folder, { cursor: null, limit: PART }, this.#asking.current);
      const { without } = this.#question;
      const open = folders.filter(({ path }) => !without.some((moved) => isWithin(path, moved)));
      this.#list.replaceChildren(...open.map((one) => this.#choice(one)));
      this.#note.textContent = open.length ? "" : say("There are no folders in here.");
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
    this.#note.textContent = say("The folders could not be listed. They are safe on the server; try again in a moment.");
  }

  #drawTrail() {
    const steps = ["", ...trailOf(this.#folder)];
    this.#trail.replaceChildren(...steps.map((step, index) => {
      const go = button(
        { label: nameOf(step) || say("Documents"), text: true, class: "quiet trail-step" },
        () => void this.#show(step), this.#sheet.signal,
      );
      if (index === steps.length - 1) go.setAttribute("aria-current", "true");
      return element("li", {}, ...(step ? [icon("next")] : []), go);
    }));
  }

  /** @param {Folder} folder */
  #choice(folder) {
    const choice = element("button", { type: "button", class: "folder-choice" }, icon("folder"), element("span", {}, folder.name));
    choice.addEventListener("click", () => void this.#show(folder.path), { signal: this.#sheet.signal });
    return element("li", {}, choice);
  }
}
