/**
 * Putting a page on a board that is not open: the board is read, changed and saved, and the reader stays open.
 */

import { documentPath } from "../shell/address.js";
import { mayOpen, waitToOpen } from "../shell/late-opening.js";
import { openMenu } from "../shell/menu.js";
import { say, spokenLanguage } from "../shell/texts.js";
import { boardsLastChanged, changeBoard, createBoard, stem } from "./saving/board-document.js";
import { withPage, withoutCard } from "./board-placing.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/page-names.js").NamedPage} NamedPage */

/**
 * @typedef {object} BoardAddingParts
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../api/notices.js").Notices, "show" | "problem" | "failed">} notices
 * @property {Pick<import("./board-views.js").BoardViews, "forget">} views what was seen of boards
 */

export class BoardAdding {
  #api;
  #parts;
  #newId;

  /**
   * @param {Api} api
   * @param {BoardAddingParts} parts
   * @param {() => string} newId
   */
  constructor(api, parts, newId) {
    this.#api = api;
    this.#parts = parts;
    this.#newId = newId;
  }

  /**
   * Asks on which board a page is to lie: a new one, or one of the last that were changed.
   * @param {Document} document
   * @param {NamedPage} page
   * @param {HTMLElement} anchor the button that was pressed
   */
  async choose(document, page, anchor) {
    const signal = waitToOpen();
    try {
      const boards = await boardsLastChanged(this.#api, signal);
      if (!mayOpen(anchor, signal)) return;
      openMenu(anchor, say("Add {page} to a board", { page: inSentence(page) }), [
        { label: say("New board"), icon: "add", act: () => void this.#addToNew(document, page) },
        ...boards.map((board) => (
          { label: stem(board.name), icon: "board", act: () => void this.#add(board, document, page) }
        )),
      ]);
    } catch (error) {
      if (!signal.aborted) this.#parts.notices.failed(error, say("The boards could not be listed. Try again in a moment."));
    }
  }

  /**
   * @param {Document} document
   * @param {NamedPage} page
   */
  async #addToNew(document, page) {
    try {
      const board = await createBoard(this.#api, "");
      await this.#add(board, document, page);
    } catch (error) {
      this.#parts.notices.failed(error, say("The board could not be made. Try again in a moment."));
    }
  }

  /**
   * @param {Document} board
   * @param {Document} document
   * @param {NamedPage} page
   */
  async #add(board, document, page) {
    const card = { id: this.#newId(), document: document.id, page: page.number };
    try {
      const saved = await changeBoard(this.#api, board, (content) => withPage(content, card));
      this.#parts.views.forget(board.id);
      this.#parts.notices.show({
        text: say("{name} lies on “{board}”", { name: page.name, board: stem(saved.name) }),
        action: { label: say("Undo"), act: () => void this.#takeBack(saved, card.id) },
        also: { label: say("Open board"), act: () => this.#parts.router.go(documentPath(board.id)) },
      });
    } catch (error) {
      this.#parts.notices.failed(error, say("The page could not be laid on “{board}”. The board is as it was.", { board: stem(board.name) }));
    }
  }

  /**
   * @param {Document} board
   * @param {string} card
   */
  async #takeBack(board, card) {
    try {
      await changeBoard(this.#api, board, (content) => withoutCard(content, card));
      this.#parts.notices.show({ text: say("The page was taken off “{board}” again", { board: stem(board.name) }) });
    } catch (error) {
      this.#parts.notices.failed(error, say("The page could not be taken off “{board}”. It lies there still.", { board: stem(board.name) }));
    }
  }
}

/**
 * The name within a sentence; German keeps its capital.
 * @param {NamedPage} page
 */
function inSentence({ name }) {
  if (spokenLanguage() !== "en") return name;
  return name.charAt(0).toLowerCase() + name.slice(1);
}
