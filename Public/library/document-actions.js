/** Actions on a document of the library: its menu, to the Trash and back. */

import { mayOpen, waitToOpen } from "../shell/late-opening.js";
import { say, sayCount } from "../shell/texts.js";
import { documentItem } from "./acting/library-item.js";
import { placeOf } from "./places.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./library.js").Library} Library */

/**
 * @typedef {object} DocumentActionsParts
 * @property {Pick<import("../api/notices.js").Notices, "show" | "failed">} notices
 * @property {() => Promise<Pick<import("./acting/library-tools.js").LibraryTools, "file" | "keep" | "menu" | "rename"> | null>} tools null where they cannot be had
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
  async menu(document, anchor, at) {
    const signal = waitToOpen();
    const tools = await this.#parts.tools();
    if (mayOpen(anchor, signal)) tools?.menu(documentItem(document), { anchor, ...(at ? { at } : {}) });
  }

  /**
   * Lets the user type another name.
   * @param {Document} document
   * @param {import("./acting/renaming.js").Standing} [standing] where its name is seen; in the library its card where it is left out
   */
  async rename(document, standing) {
    const tools = await this.#parts.tools();
    await tools?.rename(documentItem(document), standing);
  }

  /**
   * Takes a document out of the Inbox.
   * @param {Document} document
   */
  async keep(document) {
    const tools = await this.#parts.tools();
    await tools?.keep(documentItem(document));
  }

  /**
   * Asks for the folder that a document is put into.
   * @param {Document} document
   */
  async file(document) {
    const tools = await this.#parts.tools();
    await tools?.file(documentItem(document));
  }

  /**
   * @param {Document} document
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  async trash(document) {
    const gone = this.#library.trash(document);
    // Restoring waits until the document has come to the Trash.
    const undo = () => gone.then(() => this.restore(document), () => undefined);
    const action = { label: say("Undo"), act: () => void undo() };
    this.#parts.notices.show({ text: sayCount(1, "{items} is in the Trash", "{items} are in the Trash", { items: document.name }), action });
    return gone.then(() => /** @type {const} */ ("done"), (error) => {
      this.#parts.notices.failed(error, say("{name} could not be deleted. It is where it was.", { name: document.name }));
      return "failed";
    });
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
      this.#parts.notices.show({ text: say("{name} is back", { name: restored.name }), ...(this.#inTrash ? { action } : {}) });
      return restored;
    } catch (error) {
      this.#parts.notices.failed(error, say("{name} could not be taken back. It is still in the Trash.", { name: document.name }));
      return null;
    }
  }

  get #inTrash() {
    return placeOf(this.#library.state.query.place).trashed === true;
  }
}
