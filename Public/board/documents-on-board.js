/** Pages of many documents on a board that is not open: it is read, changed and saved, and the library stays as it is. */

import { ApiProblem } from "../api/api-problem.js";
import { documentsInWords, numberInWords } from "../api/words.js";
import { documentPath } from "../shell/address.js";
import { randomId } from "../shell/browser.js";
import { mayOpen, waitToOpen } from "../shell/late-opening.js";
import { openMenu } from "../shell/menu.js";
import { say, sayCount } from "../shell/texts.js";
import { withDocuments, withoutCards } from "./board-placing.js";
import { choiceOf } from "./page-picker.js";
import { boardsLastChanged, changeBoard, createBoard, stem } from "./saving/board-document.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../shell/actions.js").Outcome} Outcome */
/** @typedef {import("./page-picker.js").Choice} Choice */

/** So many pages of each document are laid down: a board is a desk, and no shelf. */
const MOST_PAGES = 24;

/** So many previews are asked for at a time. */
const AT_ONCE = 4;

/**
 * @typedef {object} LayingParts
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("../api/notices.js").Notices, "show" | "problem" | "failed" | "working">} notices
 * @property {Pick<import("./board-views.js").BoardViews, "forget">} views what was seen of boards
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
      const boards = await boardsLastChanged(this.#api, signal);
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
   * @param {Document} board
   * @param {readonly Document[]} documents
   * @returns {Promise<Outcome>}
   */
  async lay(board, documents) {
    const found = await this.#find(documents);
    if (found === null) return "cancelled";
    return found.choices.length ? this.#add(board, found) : this.#sayNone(documents);
  }

  /**
   * A board is made only where there are pages for it.
   * @param {readonly Document[]} documents
   * @returns {Promise<Outcome>}
   */
  async #layOnNew(documents) {
    const found = await this.#find(documents);
    if (found === null) return "cancelled";
    if (found.choices.length === 0) return this.#sayNone(documents);
    try {
      return await this.#add(await createBoard(this.#api, ""), found);
    } catch (error) {
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
    /** @type {(Choice | null)[]} */
    const found = [];
    let isCut = false;
    for (let from = 0; from < documents.length && !stopping.signal.aborted; from += AT_ONCE) {
      progress?.report(say("Looking at document {number} of {total}…", { number: numberInWords(from + 1), total: numberInWords(documents.length) }), from / documents.length);
      found.push(...await Promise.all(documents.slice(from, from + AT_ONCE).map(async (document) => {
        const preview = await this.#api.preview(document.id, stopping.signal).catch(() => null);
        const numbers = preview?.pages.map(({ number }) => number) ?? [];
        isCut ||= (preview?.pageCount ?? 0) > MOST_PAGES;
        return preview && numbers.length ? choiceOf(document, preview, numbers.slice(0, MOST_PAGES)) : null;
      })));
    }
    progress?.end();
    if (stopping.signal.aborted) return null;
    const choices = found.flatMap((choice) => choice ?? []);
    return { choices, without: documents.length - choices.length, isCut };
  }

  /**
   * @param {Document} board
   * @param {Found} found
   * @returns {Promise<Outcome>}
   */
  async #add(board, found) {
    /** @type {string[]} */
    let ids = [];
    try {
      const saved = await changeBoard(this.#api, board, (content) => {
        const changed = withDocuments(content, found.choices, randomId);
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
