/** Pages of many documents on a board that is not open: it is read, changed and saved, and the library stays as it is. */

import { ApiProblem } from "../api/api-problem.js";
import { documentsInWords, numberInWords } from "../api/words.js";
import { documentPath } from "../shell/address.js";
import { randomId } from "../shell/browser.js";
import { mayOpen, waitToOpen } from "../shell/late-opening.js";
import { openMenu } from "../shell/menu.js";
import { say, sayCount } from "../shell/texts.js";
import { withDocuments, withoutCards } from "./board-placing.js";
import { BOARD_TYPE, boardsLastChanged, changeBoard, createBoard, MOST_OFFERED, newBoardName, stem } from "./saving/board-document.js";
import { cardNames, layablePages, MOST_PAGES } from "./waiting-pages.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../shell/actions.js").Outcome} Outcome */
/** @typedef {import("./page-picker.js").Choice} Choice */

/** So many previews are asked for at a time. */
const AT_ONCE = 4;

/**
 * @typedef {object} LayingParts
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../api/notices.js").Notices, "show" | "problem" | "failed" | "working">} notices
 * @property {Pick<import("./board-views.js").BoardViews, "forget">} views what was seen of boards
 * @property {Pick<import("../api/waiting/changes-opening.js").ChangesOpening, "mustWait" | "seenOf" | "lay">} waiting changes that wait for the connection
 */

/**
 * The pages that are found, the documents that have none, and whether some have more than are laid down.
 * @typedef {{readonly choices: readonly Choice[], readonly without: number, readonly isCut: boolean}} Found
 */

export class DocumentsOnBoard {
  #api;
  #parts;

  /**
   * @param {import("../api/api.js").Api} api
   * @param {LayingParts} parts
   */
  constructor(api, parts) {
    this.#api = api;
    this.#parts = parts;
  }

  /**
   * Asks on which board the pages are to lie: a new one, or one of the last that were changed.
   * @param {readonly Document[]} documents
   * @param {import("../shell/actions.js").Origin} from
   * @returns {Promise<Outcome>}
   */
  async choose(documents, { anchor, at }) {
    const signal = waitToOpen();
    try {
      const boards = await this.#boards(signal);
      if (!mayOpen(anchor, signal)) return "cancelled";
      return await new Promise((resolve) => {
        const lay = (/** @type {() => Promise<Outcome>} */ act) => () => resolve(act());
        openMenu(anchor, say("Add {documents} to a board", { documents: documentsInWords(documents) }), [
          { label: say("New board"), icon: "add", act: lay(() => this.#layOnNew(documents)) },
          ...boards.map((board) => ({ label: stem(board.name), icon: "board", act: lay(() => this.lay(board, documents)) })),
        ], at, () => resolve("cancelled"));
      });
    } catch (error) {
      if (signal.aborted) return "cancelled";
      return this.#parts.notices.failed(error, say("The boards could not be listed. Try again in a moment.")), "failed";
    }
  }

  /**
   * The boards that are offered; without a connection those that were seen last.
   * @param {AbortSignal} signal
   */
  async #boards(signal) {
    try {
      return await boardsLastChanged(this.#api, signal);
    } catch (error) {
      if (!isOffline(error)) throw error;
      return [...this.#parts.waiting.seenOf(BOARD_TYPE)].sort((a, b) => (a.modified < b.modified ? 1 : -1)).slice(0, MOST_OFFERED);
    }
  }

  /**
   * @param {Document} board
   * @param {readonly Document[]} documents
   * @returns {Promise<Outcome>}
   */
  async lay(board, documents) {
    if (this.#parts.waiting.mustWait) return this.#layLater(board, documents);
    const laying = randomId();
    try {
      const found = await this.#find(documents);
      if (found === null) return "cancelled";
      return found.choices.length ? await this.#add(board, found, laying) : this.#sayNone(documents);
    } catch (error) {
      if (!isOffline(error)) throw error;
      return this.#layLater(board, documents, { id: laying, attempted: true });
    }
  }

  /**
   * @param {Document | import("../api/waiting/waiting-layings.js").NewBoard} board
   * @param {readonly Document[]} documents
   * @param {{id: string, attempted: boolean}} [tried]
   * @returns {Promise<Outcome>}
   */
  async #layLater(board, documents, tried) {
    const { waiting, notices, views } = this.#parts;
    const takeOff = await waiting.lay(board, documents, tried).catch(() => null);
    const values = { documents: documentsInWords(documents), board: stem(board.name) };
    if (takeOff === null) return notices.problem(say("Nothing could be laid on “{board}”. {reason}", { ...values, reason: say("It is as it was.") })), "failed";
    if ("id" in board) views.forget(board.id);
    notices.show({
      text: sayCount(documents.length, "{documents} will lie on “{board}” once the connection is back", "{documents} will lie on “{board}” once the connection is back", values),
      action: { label: say("Undo"), act: takeOff },
    });
    return "done";
  }

  /**
   * A board is made only where there are pages for it.
   * @param {readonly Document[]} documents
   * @returns {Promise<Outcome>}
   */
  async #layOnNew(documents) {
    const unmade = { name: newBoardName(), folder: "", type: BOARD_TYPE };
    if (this.#parts.waiting.mustWait) return this.#layLater(unmade, documents);
    const laying = randomId();
    /** @type {Document | null} */
    let board = null;
    try {
      const found = await this.#find(documents);
      if (found === null) return "cancelled";
      if (found.choices.length === 0) return this.#sayNone(documents);
      board = await createBoard(this.#api, "", laying);
      return await this.#add(board, found, laying);
    } catch (error) {
      if (isOffline(error)) return this.#layLater(board ?? unmade, documents, { id: laying, attempted: true });
      return this.#parts.notices.failed(error, say("The board could not be made. Try again in a moment.")), "failed";
    }
  }

  /** @param {readonly Document[]} documents */
  #sayNone(documents) {
    const values = { documents: documentsInWords(documents) };
    this.#parts.notices.problem(sayCount(documents.length, "{documents} has no pages that could lie on a board.", "{documents} have no pages that could lie on a board.", values));
    return /** @type {const} */ ("failed");
  }

  /**
   * The pages of documents, in their order; null where the work was stopped.
   * @param {readonly Document[]} documents
   * @returns {Promise<Found | null>}
   */
  async #find(documents) {
    const stopping = new AbortController();
    const progress = documents.length > AT_ONCE ? this.#parts.notices.working(say("Looking at the pages…"), () => stopping.abort()) : null;
    try {
      return await this.#look(documents, stopping.signal, progress);
    } finally {
      progress?.end();
    }
  }

  /**
   * @param {readonly Document[]} documents
   * @param {AbortSignal} signal
   * @param {{report: (text: string, share: number) => void} | null} progress
   * @returns {Promise<Found | null>}
   */
  async #look(documents, signal, progress) {
    /** @type {(Choice | null)[]} */
    const found = [];
    let isCut = false;
    for (let from = 0; from < documents.length && !signal.aborted; from += AT_ONCE) {
      progress?.report(say("Looking at document {number} of {total}…", { number: numberInWords(from + 1), total: numberInWords(documents.length) }), from / documents.length);
      found.push(...await Promise.all(documents.slice(from, from + AT_ONCE).map(async (document) => {
        const preview = await this.#api.preview(document.id, signal).catch((error) => (isOffline(error) ? Promise.reject(error) : null));
        isCut ||= (preview?.pageCount ?? 0) > MOST_PAGES;
        return layablePages(document, preview);
      })));
    }
    if (signal.aborted) return null;
    const choices = found.flatMap((choice) => choice ?? []);
    return { choices, without: documents.length - choices.length, isCut };
  }

  /**
   * @param {Document} board
   * @param {Found} found
   * @param {string} laying begins the names of its cards
   * @returns {Promise<Outcome>}
   * @throws {ApiProblem} where the connection is lost
   */
  async #add(board, found, laying) {
    /** @type {string[]} */
    let ids = [];
    try {
      const saved = await changeBoard(this.#api, board, (content) => {
        const changed = withDocuments(content, found.choices, cardNames(laying));
        ids = changed.ids;
        return changed.board;
      });
      this.#parts.views.forget(board.id);
      this.#parts.notices.show({
        text: laidInWords(found, ids.length, stem(saved.name)),
        action: { label: say("Undo"), act: () => void this.#takeBack(saved, ids) },
        also: { label: say("Open board"), act: () => this.#parts.router.go(documentPath(board.id)) },
      });
      return "done";
    } catch (error) {
      if (isOffline(error)) throw error;
      const reason = ApiProblem.from(error).code === "not-found" ? say("It is no longer there.") : say("It is as it was.");
      this.#parts.notices.failed(error, say("Nothing could be laid on “{board}”. {reason}", { board: stem(board.name), reason }));
      return "failed";
    }
  }

  /**
   * @param {Document} board
   * @param {readonly string[]} cards
   */
  async #takeBack(board, cards) {
    try {
      await changeBoard(this.#api, board, (content) => withoutCards(content, cards));
      this.#parts.notices.show({ text: say("The pages were taken off “{board}” again", { board: stem(board.name) }) });
    } catch (error) {
      this.#parts.notices.failed(error, say("The pages could not be taken off “{board}”. They lie there still.", { board: stem(board.name) }));
    }
  }
}

/** @param {unknown} error */
function isOffline(error) {
  return ApiProblem.from(error).code === "offline";
}

/**
 * @param {Found} found
 * @param {number} pages
 * @param {string} board
 */
function laidInWords({ choices, without, isCut }, pages, board) {
  const [first] = choices;
  const of = choices.length === 1 ? first?.document.name ?? "" : sayCount(choices.length, "{n} document", "{n} documents");
  const laid = pages === 1 ? say("{name} lies on “{board}”", { name: of, board }) : say("{pages} pages of {documents} lie on “{board}”", { pages: numberInWords(pages), documents: of, board });
  const cut = isCut ? say("; of long ones the first {number}", { number: MOST_PAGES }) : "";
  return `${laid}${cut}${without ? `. ${sayCount(without, "{n} had no pages", "{n} had no pages")}` : ""}`;
}
