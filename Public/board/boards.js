/** Boards for the rest of the app, which makes them and lays documents on them. That is fetched when it is asked for. */

import { waitToOpen } from "../shell/late-opening.js";
import { LazyModule } from "../shell/lazy-module.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../shell/actions.js").Outcome} Outcome */
/** @typedef {import("./board-opening.js").BoardOpening} BoardOpening */
/** @typedef {import("./board-opening.js").Brought} Brought */
/** @typedef {import("./board-opening.js").BoardOpeningParts} BoardParts */

export const boardOpening = new LazyModule(() => import("./board-opening.js"));
export const boardAdding = new LazyModule(() => import("./board-adding.js"));

/** @type {Brought} */
const NOTHING = Object.freeze({ add: Object.freeze([]), naming: false });

export class Boards {
  #api;
  #parts;
  #newId;
  /** @type {BoardOpening | null} */
  #opening = null;

  /**
   * @param {import("../api/api.js").Api} api
   * @param {BoardParts} parts
   * @param {() => string} newId
   */
  constructor(api, parts, newId) {
    this.#api = api;
    this.#parts = parts;
    this.#newId = newId;
  }

  /**
   * Pages and naming for a board that opens; they are handed out once.
   * @param {string} board
   * @returns {Brought}
   */
  take(board) {
    return this.#opening?.take(board) ?? NOTHING;
  }

  /** Makes a board, and opens it. */
  async create() {
    await (await this.#fetched())?.create();
  }

  /**
   * Asks on which board pages of a document are to lie.
   * @param {Document} document
   * @param {HTMLElement} anchor the button that was pressed
   */
  async choose(document, anchor) {
    const signal = waitToOpen();
    const opening = await this.#fetched();
    if (!signal.aborted) await opening?.choose(document, anchor);
  }

  /**
   * Asks on which board the pages of many documents are to lie.
   * @param {readonly Document[]} documents
   * @param {import("../shell/actions.js").Origin} from
   * @returns {Promise<Outcome>}
   */
  async chooseForAll(documents, from) {
    return (await this.#fetched())?.chooseForAll(documents, from) ?? "failed";
  }

  /**
   * Lays pages of documents on a board, which stays closed.
   * @param {Document} board
   * @param {readonly Document[]} documents
   * @returns {Promise<Outcome>}
   */
  async lay(board, documents) {
    return (await this.#fetched())?.lay(board, documents) ?? "failed";
  }

  /**
   * Asks on which board one page is to lie.
   * @param {Document} document
   * @param {import("../api/page-names.js").NamedPage} page
   * @param {HTMLElement} anchor the button that was pressed
   */
  async choosePage(document, page, anchor) {
    const signal = waitToOpen();
    const module = await this.#parts.notices.load(boardAdding);
    if (module && !signal.aborted) await new module.BoardAdding(this.#api, this.#parts, this.#newId).choose(document, page, anchor);
  }

  async #fetched() {
    const module = await this.#parts.notices.load(boardOpening);
    if (module) this.#opening ??= new module.BoardOpening(this.#api, this.#parts);
    return this.#opening;
  }
}
