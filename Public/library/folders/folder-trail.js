/** Where one is among the folders, with the way up, and the button for a new one. */

import { libraryPath } from "../../shell/address.js";
import { button, element, followLinks, icon } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { nameOf, trailOf } from "../../api/folder-path.js";

/**
 * @typedef {object} FolderTrailCalls
 * @property {(path: string) => void} go called with the address of a folder
 * @property {() => void} newFolder
 */

export class FolderTrail {
  /** @type {HTMLElement} */
  element;
  #list = element("ol", { class: "trail" });
  /** @type {string | null} */
  #folder = null;

  /**
   * @param {FolderTrailCalls} calls
   * @param {AbortSignal} signal
   */
  constructor(calls, signal) {
    const add = button(
      { label: say("New folder"), icon: "add-folder", text: true, class: "quiet new-folder" }, calls.newFolder, signal,
    );
    this.element = element("nav", { "class": "folder-trail", "aria-label": say("Folder"), "hidden": true }, this.#list, add);
    followLinks(this.#list, calls.go, signal);
  }

  /** @param {string | null} folder what is shown; null hides it */
  show(folder) {
    if (folder === this.#folder) return;
    this.#folder = folder;
    this.element.hidden = folder === null;
    if (folder === null) return;
    const steps = ["", ...trailOf(folder)];
    this.#list.replaceChildren(...steps.map((step, index) => stepItem(step, index === steps.length - 1)));
  }
}

/**
 * @param {string} folder
 * @param {boolean} isLast
 */
function stepItem(folder, isLast) {
  const name = nameOf(folder) || say("Folders");
  const item = element("li", {}, ...(folder ? [icon("next")] : []));
  item.append(element("a", {
    "href": libraryPath({ place: "folders", folder }), "class": "trail-step", "aria-current": isLast && "page",
    "draggable": "false", "data-folder": folder,
  }, name));
  return item;
}
