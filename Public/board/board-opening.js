/** How a board comes to be, and how a document gets onto one. */

import { announce } from "../shell/announcer.js";
import { documentPath } from "../shell/address.js";
import { mayOpen, waitToOpen } from "../shell/late-opening.js";
import { LazyModule } from "../shell/lazy-module.js";
import { openMenu } from "../shell/menu.js";
import { say } from "../shell/texts.js";
import { BOARD_TYPE, boardsLastChanged, createBoard, stem } from "./saving/board-document.js";

/** @typedef {import("../api/api.js").Api} Api */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./page-picker.js").Choice} Choice */

/**
 * Parts of opening a board: pages that are laid on it, and whether it was made just now. The name of
 * a new board is to be edited.
 * @typedef {{readonly add: readonly Choice[], readonly naming: boolean}} Brought
 */

/** Only those who lay pages on boards need it. */
const picking = new LazyModule(() => import("./page-picker.js"));

/**
 * @typedef {object} BoardOpeningParts
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../api/notices.js").Notices, "show" | "problem" | "failed" | "working" | "load">} notices
 * @property {Pick<import("./board-views.js").BoardViews, "forget">} views what was seen of boards
 * @property {Pick<import("../api/waiting/changes-opening.js").ChangesOpening, "mustWait" | "seenOf" | "lay">} waiting changes that wait for the connection
 */

/** Only those who lay many documents on a board need it. */
const laying = new LazyModule(() => import("./documents-on-board.js"));

export class BoardOpening {
  #api;
  #parts;
  /** Types of documents that may have pages; the sheet leads back to all documents. */
  #offered = (/** @type {Document} */ { type }) => type !== BOARD_TYPE;
  /**
   * Pages and naming of a board when it is opened next, by its id.
   * @type {Map<string, Brought>}
   */
  #brought = new Map();
  #making = false;

  /**
   * @param {Api} api
   * @param {BoardOpeningParts} parts
   */
  constructor(api, parts) {
    this.#api = api;
    this.#parts = parts;
  }

  /**
   * Pages and naming for a board; they are handed out once.
   * @param {string} board
   * @returns {Brought | null} null where there are none
   */
  take(board) {
    const brought = this.#brought.get(board) ?? null;
    this.#brought.delete(board);
    return brought;
  }

  /** @param {Choice} [choice] what is laid on it */
  async create(choice) {
    // Pressed twice it makes one.
    if (this.#making) return;
    this.#making = true;
    try {
      const board = await createBoard(this.#api, "");
      announce(say("{board} was made", { board: stem(board.name) }));
      // A board that is made with pages is at work with these; the name of an empty one is asked for.
      this.#open(board, choice, choice === undefined);
    } catch (error) {
      this.#parts.notices.failed(error, say("The board could not be made. Try again in a moment."));
    } finally {
      this.#making = false;
    }
  }

  /**
   * Asks which pages are meant, where there are several.
   * @param {typeof import("./page-picker.js")} picker
   * @param {Document} document
   * @param {import("../api/api.js").Preview} preview
   * @param {(choice: Choice) => void} act
   */
  #pick({ choiceOf, PagePicker }, document, preview, act) {
    if (Math.max(preview.pageCount, preview.pages.length) === 1) return act(choiceOf(document, preview, [1]));
    return new PagePicker(this.#api, this.#offered, act).openAt(document, preview);
  }

  /**
   * Asks on which board pages of a document are to lie.
   * @param {Document} document
   * @param {HTMLElement} anchor the button that was pressed
   */
  async choose(document, anchor) {
    // Its pages cannot be chosen by their pictures then: the first ones are laid, as those of many are.
    if (this.#parts.waiting.mustWait) return void this.chooseForAll([document], { anchor });
    const signal = waitToOpen();
    try {
      const [preview, boards, picker] = await Promise.all([
        this.#api.preview(document.id, signal), boardsLastChanged(this.#api, signal), picking.load(),
      ]);
      if (!mayOpen(anchor, signal)) return undefined;
      if (preview.pages.length === 0) {
        return this.#parts.notices.problem(say("{name} has no pages that could lie on a board.", { name: document.name }));
      }
      const pick = (/** @type {(choice: Choice) => void} */ act) => () => this.#pick(picker, document, preview, act);
      return openMenu(anchor, say("Add to a board"), [
        { label: say("New board"), icon: "add", act: pick((choice) => void this.create(choice)) },
        ...boards.map((board) => (
          { label: stem(board.name), icon: "board", act: pick((choice) => this.#open(board, choice)) }
        )),
      ]);
    } catch (error) {
      if (signal.aborted) return undefined;
      return this.#parts.notices.failed(error, say("The boards could not be listed. Try again in a moment."));
    }
  }

  /**
   * Asks on which board the pages of many documents are to lie.
   * @param {readonly Document[]} documents
   * @param {import("../shell/actions.js").Origin} from
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  async chooseForAll(documents, from) {
    const module = await this.#parts.notices.load(laying);
    return module ? new module.DocumentsOnBoard(this.#api, this.#parts).choose(documents, from) : "failed";
  }

  /**
   * Lays pages of documents on a board, which stays closed.
   * @param {Document} board
   * @param {readonly Document[]} documents
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  async lay(board, documents) {
    const module = await this.#parts.notices.load(laying);
    return module ? new module.DocumentsOnBoard(this.#api, this.#parts).lay(board, documents) : "failed";
  }

  /**
   * @param {Document} board
   * @param {Choice} [choice]
   * @param {boolean} [naming] whether its name is edited first
   */
  #open(board, choice, naming = false) {
    if (choice || naming) this.#brought.set(board.id, { add: choice ? [choice] : [], naming });
    this.#parts.router.go(documentPath(board.id));
  }
}
