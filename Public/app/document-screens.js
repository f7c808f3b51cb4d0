/**
 * The screens of one document: the reader, a comparison, a board that is edited or only looked at. Those of boards are fetched
 * when the first board is opened.
 */

import { LazyModule } from "../shell/lazy-module.js";
import { documentPath } from "../shell/address.js";
import { isEditable } from "../api/opener-api.js";
import { downloadOf } from "../api/page-source.js";
import { mayBeShownOnly } from "../board/saving/board-document.js";
import { ComparisonScreen } from "../history/comparison-screen.js";
import { VersionContent } from "../history/version-content.js";
import { CurrentContent } from "../reader/current-content.js";
import { ReaderScreen } from "../reader/reader-screen.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../board/board-screen.js").BoardScreen} BoardScreen */
/** @typedef {import("../board/board-screen.js").ReadOnlyBoardScreen} ReadOnlyBoardScreen */
/** @typedef {import("../board/board-viewport.js").ViewportFacts} ViewportFacts */
/** @typedef {import("../history/document-versions.js").DocumentVersions} DocumentVersions */
/** @typedef {import("./opened-document.js").OpenedContext} OpenedContext */
/** @typedef {import("./document-route.js").DocumentRoute} DocumentRoute */
/** @typedef {ReaderScreen | BoardScreen | ReadOnlyBoardScreen | ComparisonScreen} Screen */
/** @typedef {(signal: AbortSignal) => Screen} MakeScreen */

/**
 * What the screens tell of the document.
 * @typedef {object} DocumentScreenCalls
 * @property {(document: Document) => void} named called with a document that is on its way to be shown
 * @property {(document: Document) => void} opened called with what is about to be shown
 * @property {(document: Document) => boolean} elsewhere whether a document is not for the reader; a board is shown then
 * @property {() => void} moved called when another page or zoom is shown
 * @property {(copy: Document) => void} became called with the copy in which a board goes on that was changed elsewhere, too
 * @property {(handler: import("../shell/address.js").OwnHandler | null) => void} openWith
 */

const boardScreens = new LazyModule(() => import("../board/board-screen.js"));

export class DocumentScreens {
  #context;
  #route;
  #versions;
  #calls;
  #choosing = 0;
  /** Of the last choice: an earlier one that comes later is not wanted any more. */
  #turn = 0;

  /**
   * @param {OpenedContext} context
   * @param {DocumentRoute} route
   * @param {DocumentVersions} versions
   * @param {DocumentScreenCalls} calls
   */
  constructor(context, route, versions, calls) {
    this.#context = context;
    this.#route = route;
    this.#versions = versions;
    this.#calls = calls;
  }

  /** Whether it is being found out which one it is. */
  get isChoosing() {
    return this.#choosing > 0;
  }

  /** @param {Screen | null} screen on which a board is edited; null of any other */
  edited(screen) {
    const { loaded } = boardScreens;
    return loaded && screen instanceof loaded.BoardScreen ? screen : null;
  }

  /** @param {Screen | null} screen on which a board is only looked at; null of any other */
  lookedAt(screen) {
    const { loaded } = boardScreens;
    return loaded && screen instanceof loaded.ReadOnlyBoardScreen ? screen : null;
  }

  /**
   * The reader, on the document or an earlier version of it.
   * @param {import("../shell/address.js").OpenParameters} open
   * @returns {MakeScreen}
   */
  reader(open) {
    const { api, types, adding } = this.#context;
    const { id, handler, history: { version } } = this.#route;
    const { named, moved, elsewhere, opened } = this.#calls;
    const content = version === null ? new CurrentContent(api, types, { id, handler }, named) : new VersionContent(
      api, this.#versions.api, { id, number: version }, (found) => this.#versions.opened(found),
    );
    return (signal) => new ReaderScreen({ content, types, id, open }, {
      ...this.#screenCalls, moved, elsewhere, opened, addToBoard: (...what) => void adding.choose(...what),
    }, signal);
  }

  /**
   * @param {number} from
   * @param {number | "now"} to
   * @param {number} page
   * @returns {MakeScreen}
   */
  comparison(from, to, page) {
    const { api, types } = this.#context;
    const context = { api, versions: this.#versions.api, types, id: this.#route.id, from, to, page };
    const opened = (/** @type {import("../api/version-api.js").Version} */ found) => this.#versions.opened(found);
    return (signal) => new ComparisonScreen(context, { ...this.#screenCalls, opened }, signal);
  }

  /**
   * An earlier version, a board in the Trash, and one for which a viewer was chosen are looked at and not changed.
   * @param {Document} document as it was, or is now
   * @param {ViewportFacts | null} before what is seen of the board now
   * @param {AbortSignal} signal ends it where something else is to be shown
   * @returns {Promise<MakeScreen | null>} null where it cannot be had, or is not wanted any more
   */
  async board(document, before, signal) {
    const { version } = this.#route.history;
    const turn = this.#turn += 1;
    this.#choosing += 1;
    const screens = boardScreens.loaded ?? await this.#context.notices.load(boardScreens);
    const isOld = version !== null || Boolean(document.trashed);
    const isEdited = !isOld && (!mayBeShownOnly(document) || await this.#mayEdit(document, signal));
    this.#choosing -= 1;
    if (!screens || turn !== this.#turn || signal.aborted) return null;
    const { BoardScreen, ReadOnlyBoardScreen } = screens;
    if (!isEdited) return (reading) => (
      new ReadOnlyBoardScreen({ ...this.#read(document, version), before }, this.#screenCalls, reading)
    );
    const { api, library, views, unsaved, boards } = this.#context;
    return (reading) => new BoardScreen(
      { api, types: library.types, document, ...boards.take(document.id), views, unsaved },
      { ...this.#screenCalls, moved: this.#calls.became }, reading,
    );
  }

  get #screenCalls() {
    const { router, notices, opening } = this.#context;
    return {
      back: () => this.#route.back(), open: (/** @type {string} */ id) => router.go(documentPath(id)),
      failed: (/** @type {import("../api/api-problem.js").ApiProblem} */ problem) => notices.refused(problem),
      toast: (/** @type {import("../shell/toasts.js").Toast} */ toast) => notices.show(toast),
      versions: (/** @type {HTMLElement | null} */ anchor) => this.#versions.toggle(anchor),
      openIn: (/** @type {Document} */ document, /** @type {HTMLElement} */ anchor) => {
        void opening.list(document, anchor, this.#calls.openWith);
      },
    };
  }

  /**
   * Who cannot be asked is no reason to keep somebody from a board: the server has the last word when it is saved.
   * @param {Document} document whose handler is somebody else's
   * @param {AbortSignal} signal
   */
  #mayEdit({ id }, signal) {
    return isEditable(this.#context.api, id, signal).catch(() => true);
  }

  /**
   * @param {Document} document
   * @param {number | null} version
   */
  #read(document, version) {
    const { api, library } = this.#context;
    const now = { text: (/** @type {AbortSignal} */ signal) => api.text(document, signal), download: downloadOf(document) };
    const content = version === null ? now : {
      text: (/** @type {AbortSignal} */ signal) => this.#versions.api.text(document.id, version, signal),
      download: this.#versions.downloadOf(version, document.name),
    };
    return { api, types: library.types, document, ...content };
  }
}
