/** Files that are chosen or dropped: where they go, and what is shown then. */

import { element } from "../../shell/element.js";
import { chosenFiles } from "./dropped-files.js";
import { folderIn } from "../folders/folder-path.js";
import { shownFolder } from "../places.js";

/** @typedef {import("./uploader.js").FileInFolder} FileInFolder */

/**
 * @typedef {object} FileAddingPorts
 * @property {import("../library.js").Library} library
 * @property {import("./uploader.js").Uploader} uploader
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../library-screen.js").LibraryScreen, "element" | "scrollToTop">} screen
 */

export class FileAdding {
  #ports;

  /** @param {FileAddingPorts} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /** Opens the browser's file chooser. */
  choose() {
    const input = element("input", { type: "file", multiple: true });
    input.addEventListener("change", () => this.add(chosenFiles(input.files ?? [])), { once: true });
    input.click();
  }

  /**
   * Adds files to the folder that is shown, or to the workspace.
   * @param {FileInFolder[]} files
   */
  add(files) {
    if (files.length === 0) return;
    const { library, uploader, router, screen } = this.#ports;
    const { query } = library.state;
    const isLibrary = !screen.element.hidden;
    const folder = isLibrary ? shownFolder(query) : null;
    const isShown = isLibrary && !query.q && ["all", "recent"].includes(query.place);
    if (folder === null && !isShown) router.go("/");
    screen.scrollToTop();
    uploader.add(folder ? files.map((file) => within(folder, file)) : files);
  }
}

/**
 * A file that is added while a folder is shown goes into it.
 * @param {string} folder
 * @param {FileInFolder} added
 */
function within(folder, added) {
  return { ...added, folder: added.folder ? folderIn(folder, added.folder) : folder };
}
