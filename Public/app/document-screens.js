/**
 * The screens of one document: the reader, a comparison, a text that is edited, a board that is edited or only looked at. Those
 * of boards and texts are fetched when the first is opened.
 */

import { LazyModule } from "../shell/lazy-module.js";
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
/** @typedef {import("../text/text-screen.js").TextScreen} TextScreen */
/** @typedef {ReaderScreen | TextScreen | BoardScreen | ReadOnlyBoardScreen | ComparisonScreen} Screen */
/** @typedef {(signal: AbortSignal) => Screen} MakeScreen */

const boardScreens = new LazyModule(() => import("../board/board-screen.js"));
const textScreens = new LazyModule(() => import("../text/text-screen.js"));

export class DocumentScreens {
  #context;
  #route;
  #versions;
  #opened;
  #choosing = 0;
  /** Of the last choice: an earlier one that comes later is not wanted any more. */
  #turn = 0;

  /**
   * @param {OpenedContext} context
   * @param {DocumentRoute} route
   * @param {DocumentVersions} versions
   * @param {import("./opened-document.js").OpenedDocument} opened
   */
  constructor(context, route, versions, opened) {
    this.#context = context;
    this.#route = route;
    this.#versions = versions;
    this.#opened = opened;
  }

  /** Whether it is being found out which one it is. */
  get isChoosing() {
    return this.#choosing > 0;
  }

  /** @param {Screen | null} screen on which something is edited; null of any other */
  edited(screen) {
    return this.board(screen) ?? this.text(screen);
  }

  /** @param {Screen | null} screen on which a board is edited; null of any other */
  board(screen) {
    const { loaded } = boardScreens;
    return loaded && screen instanceof loaded.BoardScreen ? screen : null;
  }

  /** @param {Screen | null} screen on which a text is edited; null of any other */
  text(screen) {
    const { loaded } = textScreens;
    return loaded && screen instanceof loaded.TextScreen ? screen : null;
  }

  /** @param {Screen | null} screen on which a board is only looked at; null of any other */
  lookedAt(screen) {
    const { loaded } = boardScreens;
    return loaded && screen instanceof loaded.ReadOnlyBoardScreen ? screen : null;
  }

  /**
   * The reader, on the document or an earlier version of it.
   * @param {import("../shell/address.js").OpenParameters} open
   * @param {import("../reader/document-places.js").KeptOpening | null} kept null where no visit before has a say
   * @returns {MakeScreen}
   */
  reader(open, kept) {
    const { api, choices, types, boards, library } = this.#context;
    const { id, handler, history: { version } } = this.#route;
    const named = (/** @type {Document} */ document) => this.#opened.named(document);
    const content = version === null ? new CurrentContent(api, types, { id, handler }, named) : new VersionContent(
      api, this.#versions.api, { id, number: version }, (found) => this.#versions.opened(found),
    );
    return (signal) => new ReaderScreen({ ...this.#around, api, content, choices, types, boards, library, id, open, kept }, signal);
  }

  /**
   * @param {number} from
   * @param {number | "now"} to
   * @param {number} page
   * @returns {MakeScreen}
   */
  comparison(from, to, page) {
    const { api, types } = this.#context;
    return (signal) => new ComparisonScreen({ ...this.#around, api, types, id: this.#route.id, from, to, page }, signal);
  }

  /**
   * The document beside another one.
   * @param {string} other
   * @returns {MakeScreen}
   */
  pair(other) {
    const { api, types } = this.#context;
    return (signal) => new ComparisonScreen({ ...this.#around, api, types, id: this.#route.id, from: 0, to: "now", page: 1, other }, signal);
  }

  /**
   * An earlier version, a board in the Trash, and one for which a viewer was chosen are looked at and not changed.
   * @param {Document} document as it was, or is now
   * @param {ViewportFacts | null} before what is seen of the board now
   * @param {AbortSignal} signal ends it where something else is to be shown
   * @returns {Promise<MakeScreen | null>} null where it cannot be had, or is not wanted any more
   */
  async makeBoard(document, before, signal) {
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
      new ReadOnlyBoardScreen({ ...this.#around, ...this.#read(document, version), before }, reading)
    );
    const { api, library, views, unsaved, boards } = this.#context;
    const parts = { ...this.#around, api, types: library.types, views, unsaved };
    return (reading) => new BoardScreen({ ...parts, document, ...boards.take(document.id) }, reading);
  }

  /**
   * The editor of a text; null where it cannot be had, or is not wanted any more, or what opens the document only shows it.
   * @param {Document} document
   * @param {import("../text/text-file.js").TextFile} file its content
   * @param {number} top how far down it begins, between 0 and 1
   * @param {AbortSignal} signal ends it where something else is to be shown
   * @returns {Promise<MakeScreen | null>}
   */
  async makeText(document, file, top, signal) {
    const turn = this.#turn += 1;
    this.#choosing += 1;
    const screens = textScreens.loaded ?? await this.#context.notices.load(textScreens);
    const isEdited = mayBeShownOnly(document) ? await this.#mayEdit(document, signal) : true;
    this.#choosing -= 1;
    if (!screens || !isEdited || turn !== this.#turn || signal.aborted) return null;
    const { api, library, unsaved, actions } = this.#context;
    const parts = { ...this.#around, api, library, types: library.types, unsaved, actions, document, file, top };
    return (reading) => new screens.TextScreen(parts, reading);
  }

  /** The objects that each screen needs. */
  get #around() {
    const { router, notices } = this.#context;
    return { router, notices, versions: this.#versions, opened: this.#opened, queue: this.#opened.queue };
  }

  /**
   * A server that does not answer is no reason to lock a document: it has the last word when that is saved.
   * @param {Document} document whose handler is not Sheaf's own
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
