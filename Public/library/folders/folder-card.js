/** A folder in the library, before the documents beside it. */

import { libraryPath } from "../../shell/address.js";
import { element, followLinks, icon, setAttributes } from "../../shell/element.js";
import { say, sayCount } from "../../shell/texts.js";

/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/**
 * @typedef {object} FolderCardParts
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {{menu: (folder: Folder, anchor: HTMLElement) => unknown}} folderActions
 * @property {{fill: (folder: Folder, tile: HTMLElement, signal: AbortSignal) => unknown}} folderPictures
 */

/** How its card is marked. */
/** @typedef {{readonly selected: boolean, readonly cut: boolean}} FolderMarks */

export class FolderCard {
  /** @type {HTMLElement} */
  element;
  /** A folder is shown at once, so it is never loading. */
  loading = false;
  #folder;
  #main = element("a", { class: "card-main" });
  #check = element("button", { type: "button", class: "card-check", role: "checkbox", title: say("Select") }, icon("check"));
  #tile = element("span", { class: "folder-sheet" }, icon("folder"));
  #fillTile;
  /** The number of documents when the tile was filled. */
  #filled = -1;
  #isHeld = true;
  #name = element("span", { class: "card-name", dir: "auto" });
  #about = element("span", { class: "card-about" });
  #action = element(
    "button", { "type": "button", "class": "card-action", "aria-haspopup": "menu", "title": say("More") }, icon("more"),
  );
  #listening = new AbortController();

  /**
   * @param {Folder} folder
   * @param {FolderCardParts} parts
   * @param {FolderMarks} marks
   */
  constructor(folder, { router, folderActions, folderPictures }, marks) {
    this.#folder = folder;
    const { signal } = this.#listening;
    const picture = element("span", { class: "card-picture" }, this.#tile);
    this.#fillTile = () => folderPictures.fill(this.#folder, this.#tile, signal);
    this.#main.append(picture, this.#name, this.#about);
    this.element = element("li", { class: "card card-folder" }, this.#main, this.#action, this.#check);
    followLinks(this.#main, (path) => router.go(path), signal);
    this.#action.addEventListener("click", () => folderActions.menu(this.#folder, this.#action), { signal });
    this.update(folder, marks);
  }

  get focusTarget() {
    return this.#main;
  }

  /** @param {boolean} reachable */
  setReachable(reachable) {
    for (const part of [this.#main, this.#action, this.#check]) setAttributes(part, { tabindex: reachable ? 0 : -1 });
  }

  /** @param {boolean} held whether pictures of what is in it are not asked for yet */
  setHeld(held) {
    this.#isHeld = held;
    if (held || this.#filled === this.#folder.documents) return;
    this.#filled = this.#folder.documents;
    this.#fillTile();
  }

  /**
   * @param {Folder} folder
   * @param {FolderMarks} marks
   */
  update(folder, { selected, cut }) {
    this.#folder = folder;
    this.element.classList.toggle("selected", selected);
    this.element.classList.toggle("cut", cut);
    setAttributes(this.#check, { "aria-checked": String(selected), "aria-label": say("Select the folder {name}", { name: folder.name }) });
    this.setHeld(this.#isHeld);
    this.element.dataset["folder"] = folder.path;
    setAttributes(this.#main, {
      "href": libraryPath({ place: "folders", folder: folder.path }),
      "title": folder.path, "aria-label": say("Folder {name}, {contents}", { name: folder.name, contents: contentsInWords(folder) }),
    });
    setAttributes(this.#action, { "aria-label": say("More for the folder {name}", { name: folder.name }) });
    this.#name.textContent = folder.name;
    this.#about.textContent = contentsInWords(folder);
    this.element.classList.toggle("waits", folder.waits ?? false);
    if (folder.waits) this.#markWaiting(folder);
  }

  /** @param {Folder} folder of which a change waits */
  #markWaiting({ path, name }) {
    const words = say("Waits for the connection");
    this.#name.replaceChildren(element("span", {}, icon("recent"), name));
    setAttributes(this.#main, { "title": `${path}\n${words}`, "aria-label": `${this.#main.getAttribute("aria-label")}, ${words}` });
  }

  destroy() {
    this.#listening.abort();
    this.element.remove();
  }
}

/** @param {Folder} folder */
export function folderKey(folder) {
  return `folder ${folder.path}`;
}

/** @param {Folder} folder */
function contentsInWords({ documents, hasFolders }) {
  if (documents === 0) return hasFolders ? say("Folders") : say("Empty");
  const count = sayCount(documents, "{n} document", "{n} documents");
  return hasFolders ? say("{count} and folders", { count }) : count;
}
