/** Files dropped anywhere in the window. */

import { element, icon } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { droppedFiles } from "./dropped-files.js";

/** @typedef {import("./uploader.js").FileInFolder} FileInFolder */

/** A browser tells of a drag several times a second; when it no longer does, the drag has left. */
const LEFT_MILLISECONDS = 400;

export class DropTarget {
  /** The veil over the window while files are dragged over it. */
  element = element(
    "div", { class: "drop-veil", hidden: true },
    element("div", { class: "drop-sign" }, icon("upload"), element("p", {}, say("Drop to add"))),
  );
  #left;
  #dropped;

  /**
   * @param {(files: FileInFolder[]) => void} dropped
   * @param {() => void} failed called when what was dropped cannot be read
   * @param {AbortSignal} signal
   */
  constructor(dropped, failed, signal) {
    this.#left = new Timer(signal);
    this.#dropped = { dropped, failed };
    window.addEventListener("dragover", (event) => this.#over(event), { signal });
    window.addEventListener("drop", (event) => void this.#drop(event), { signal });
  }

  /** @param {DragEvent} event */
  #over(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    this.element.hidden = false;
    this.#left.set(LEFT_MILLISECONDS, () => this.#hide());
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.#hide();
    try {
      this.#dropped.dropped(await droppedFiles(event.dataTransfer));
    } catch {
      this.#dropped.failed();
    }
  }

  #hide() {
    this.#left.clear();
    this.element.hidden = true;
  }
}
