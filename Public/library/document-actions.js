/** Actions on a document of the library: its menu, to the Trash and back. */

import { documentPath, NO_HISTORY } from "../shell/address.js";
import { openMenu } from "../shell/menu.js";
import { askForName } from "../shell/name-sheet.js";
import { say } from "../shell/texts.js";
import { problemOfName } from "./folders/folder-path.js";
import { reasonOf } from "./folders/folder-actions.js";
import { ApiProblem } from "../api/api-problem.js";
import { placeOf } from "./places.js";
import { downloadOf } from "../api/page-source.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./library.js").Library} Library */

/**
 * @typedef {object} DocumentActionsParts
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 * @property {Pick<import("./document-opening.js").DocumentOpening, "open" | "list">} opening
 * @property {Pick<import("./folders/folder-actions.js").FolderActions, "chooseForDocument">} folderActions
 * @property {{choose: (document: Document, anchor: HTMLElement) => unknown}} boards asks for the board to lay pages on
 */

export class DocumentActions {
  #library;
  #parts;

  /**
   * @param {Library} library
   * @param {DocumentActionsParts} parts
   */
  constructor(library, parts) {
    this.#library = library;
    this.#parts = parts;
  }

  /**
   * @param {Document} document
   * @param {HTMLElement} anchor the button that was pressed, or the card
   * @param {import("../gestures/geometry/index.js").Point} [at] the point of the window that was pressed
   */
  menu(document, anchor, at) {
    const { router, opening, boards, folderActions } = this.#parts;
    const versions = documentPath(document.id, undefined, { ...NO_HISTORY, listed: true });
    openMenu(anchor, document.name, [
      { label: say("Open"), icon: "open", act: () => void opening.open(document) },
      { label: say("Open in…"), icon: "open-in", act: () => void opening.list(document, anchor) },
      { label: say("Add to a board"), icon: "board", act: () => void boards.choose(document, anchor) },
      { label: say("Rename"), icon: "pen", act: () => this.rename(document) },
      { label: say("Move to…"), icon: "folder", act: () => folderActions.chooseForDocument(document) },
      { label: say("Versions"), icon: "history", act: () => router.go(versions) },
      { label: say("Download"), icon: "download", download: downloadOf(document) },
      { label: say("Move to Trash"), icon: "trash", danger: true, act: () => void this.trash(document) },
    ], at);
  }

  /**
   * Asks for another name.
   * @param {Document} document
   */
  rename(document) {
    const { notices } = this.#parts;
    askForName({
      title: say("Rename {name}", { name: document.name }), label: say("Name"), name: document.name, selected: stemOf(document.name).length, action: say("Rename"),
      problemOf: problemOfName, take: (name) => this.#take(document, name), refused: (text) => notices.problem(text),
    });
  }

  /**
   * @param {Document} document
   * @param {string} name
   * @returns {Promise<string | null>} why it cannot have the name; null where it has
   */
  async #take(document, name) {
    if (name === document.name) return null;
    try {
      const renamed = await this.#library.rename(document, name);
      const back = async () => {
        const reason = await this.#take(renamed, document.name);
        if (reason) this.#parts.notices.problem(`${renamed.name} keeps its name. ${reason}`);
      };
      this.#parts.notices.show({ text: say("{before} is called {name} now", { before: document.name, name: renamed.name }), action: { label: say("Undo"), act: () => void back() } });
      return null;
    } catch (error) {
      if (!ApiProblem.from(error).signedOut) return reasonOf(error, name);
      this.#parts.notices.failed(error, "");
      return null;
    }
  }

  /** @param {Document} document */
  async trash(document) {
    const gone = this.#library.trash(document);
    // Restoring waits until the document has come to the Trash.
    const undo = () => gone.then(() => this.restore(document), () => undefined);
    const action = { label: say("Undo"), act: () => void undo() };
    this.#parts.notices.show({ text: say("{name} is in the Trash", { name: document.name }), action });
    await gone.catch(
      (error) => this.#parts.notices.failed(error, say("{name} could not be deleted. It is where it was.", { name: document.name })),
    );
  }

  /**
   * Takes a document back from the Trash.
   * @param {Document} document
   * @returns {Promise<Document | null>} as it is then; null where it is still in there
   */
  async restore(document) {
    try {
      const restored = await this.#library.restore(document);
      const action = { label: say("Undo"), act: () => void this.trash(restored) };
      this.#parts.notices.show({ text: `${restored.name} is back`, ...(this.#inTrash ? { action } : {}) });
      return restored;
    } catch (error) {
      this.#parts.notices.failed(error, `${document.name} could not be taken back. It is still in the Trash.`);
      return null;
    }
  }

  get #inTrash() {
    return placeOf(this.#library.state.query.place).trashed === true;
  }
}

/**
 * A name without its last extension: what is typed over first.
 * @param {string} name
 */
function stemOf(name) {
  return /^(.+)\.[^.\s]{1,16}$/u.exec(name)?.[1] ?? name;
}
