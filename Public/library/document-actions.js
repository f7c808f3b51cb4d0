/** What can be done with a document from the library: its menu, to the Trash and back. */

import { documentPath, NO_HISTORY } from "../shell/address.js";
import { openMenu } from "../shell/menu.js";
import { placeOf } from "./places.js";
import { downloadOf } from "../api/page-source.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./library.js").Library} Library */

/**
 * @typedef {object} DocumentActionsCalls
 * @property {(path: string) => void} go
 * @property {(document: Document) => void} open opens a document with what opens it by default
 * @property {(document: Document, anchor: HTMLElement) => void} openIn lists what opens a document
 * @property {(toast: import("../shell/toasts.js").Toast) => void} toast
 * @property {(error: unknown, text: string) => void} failed
 * @property {(document: Document, anchor: HTMLElement) => void} addToBoard
 * @property {(document: Document) => void} move asks for the folder to move a document to
 * @property {(document: Document) => void} restored told of a document that is out of the Trash again
 */

export class DocumentActions {
  #library;
  #calls;

  /**
   * @param {Library} library
   * @param {DocumentActionsCalls} calls
   */
  constructor(library, calls) {
    this.#library = library;
    this.#calls = calls;
  }

  /**
   * @param {Document} document
   * @param {HTMLElement} anchor the button that was pressed
   */
  menu(document, anchor) {
    const { go, open, openIn, addToBoard, move } = this.#calls;
    const versions = documentPath(document.id, undefined, { ...NO_HISTORY, listed: true });
    openMenu(anchor, document.name, [
      { label: "Open", icon: "open", act: () => open(document) },
      { label: "Open in…", icon: "open-in", act: () => openIn(document, anchor) },
      { label: "Add to a board", icon: "board", act: () => addToBoard(document, anchor) },
      { label: "Move to…", icon: "folder", act: () => move(document) },
      { label: "Versions", icon: "history", act: () => go(versions) },
      { label: "Download", icon: "download", download: downloadOf(document) },
      { label: "Move to Trash", icon: "trash", danger: true, act: () => void this.trash(document) },
    ]);
  }

  /** @param {Document} document */
  async trash(document) {
    const gone = this.#library.trash(document);
    // What has not come to the Trash yet cannot be taken out of it.
    const undo = () => gone.then(() => this.restore(document), () => undefined);
    const action = { label: "Undo", act: () => void undo() };
    this.#calls.toast({ text: `${document.name} is in the Trash`, action });
    await gone.catch(
      (error) => this.#calls.failed(error, `${document.name} could not be deleted. It is where it was.`),
    );
  }

  /**
   * Takes a document back from the Trash.
   * @param {Document} document
   */
  async restore(document) {
    try {
      const restored = await this.#library.restore(document);
      const action = { label: "Undo", act: () => void this.trash(restored) };
      this.#calls.restored(restored);
      this.#calls.toast({ text: `${restored.name} is back`, ...(this.#inTrash ? { action } : {}) });
    } catch (error) {
      this.#calls.failed(error, `${document.name} could not be taken back. It is still in the Trash.`);
    }
  }

  get #inTrash() {
    return placeOf(this.#library.state.query.place).trashed === true;
  }
}
