/** The document that is open in place of the library, if any; its screens are fetched when the first one is opened. */

import { documentPath } from "../shell/address.js";
import { COMING, NOTHING_OPEN } from "../shell/inspection.js";
import { fetchLateSheets } from "../shell/late-sheets.js";
import { LazyModule } from "../shell/lazy-module.js";
import { OpeningScreen } from "./plain-screens.js";
import { LatestSignal } from "../shell/latest-signal.js";

/** @typedef {import("../shell/address.js").DocumentAddress} DocumentAddress */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("./opened-document.js").OpenedContext} OpenedContext */
/** @typedef {import("./opened-document.js").OpenedDocument} OpenedDocument */

/** The documents of which the place is known on all devices. */
const MOST_PLACES = 300;

/** Only visits of a document need them. */
export const documentScreens = new LazyModule(async () => {
  const [screens] = await Promise.all([import("./opened-document.js"), fetchLateSheets()]);
  return screens;
});

/**
 * @typedef {Omit<OpenedContext, "queueOf" | "split" | "places" | "unsaved"> & {chosen: Promise<unknown>, guard: import("../shell/restore-guard.js").RestoreGuard, openings: Pick<import("../library/openings.js").Openings, "record">, screen: import("../library/library-screen.js").LibraryScreen,
 *   toasts: import("../shell/toasts.js").Toasts, asking: Pick<import("../library/library-asking.js").LibraryAsking, "hasShown" | "show">}} OpenDocumentsContext
 */

export class OpenDocuments {
  #context;
  #signal;
  /** @type {OpenedDocument | null} */
  #opened = null;
  /**
   * The list beside it; null before the first one.
   * @type {import("./split-view.js").SplitView | null}
   */
  #split = null;
  /**
   * Where the user was in documents; null before the first one.
   * @type {import("../reader/document-places.js").DocumentPlaces | null}
   */
  #places = null;
  /**
   * Documents that are left before they are stored; null before the first one is opened.
   * @type {import("../saving/unsaved-documents.js").UnsavedDocuments | null}
   */
  unsaved = null;
  #reading = new LatestSignal();
  /**
   * Stands for a document while the screens of documents are on their way.
   * @type {OpeningScreen | null}
   */
  #awaited = null;
  /** Over when the screens of documents are here, or cannot be had. */
  #fetching = Promise.resolve();

  /**
   * @param {OpenDocumentsContext} context
   * @param {AbortSignal} signal
   */
  constructor(context, signal) {
    this.#context = context;
    this.#signal = signal;
  }

  get opened() {
    return this.#opened;
  }

  get id() {
    return this.#opened?.id ?? null;
  }

  /** Whether something stands in place of the library. */
  get isShown() {
    return this.#opened !== null || this.#awaited !== null;
  }

  get loading() {
    return this.#opened?.loading ?? this.#awaited !== null;
  }

  get facts() {
    return this.#opened?.facts ?? (this.#awaited ? COMING : NOTHING_OPEN);
  }

  /** Over when the document that is to be shown is there, or cannot be shown, or something else is shown. */
  async shown() {
    await this.#fetching;
    await this.#opened?.shown;
  }

  /** @param {DocumentAddress} address */
  show(address) {
    this.#await(null);
    if (documentScreens.loaded === null) this.#fetching = this.#fetchScreens(address);
    else if (this.id !== address.id) this.#open(address, documentScreens.loaded);
    this.#opened?.show(address);
    this.#split?.follow();
  }

  /** Nothing stands in place of the library any more. */
  close() {
    this.#closeDocument();
    this.#split?.close();
  }

  #closeDocument() {
    this.#await(null);
    this.#opened?.leave();
    this.#reading.abort();
    this.#opened?.element.remove();
    this.#opened = null;
  }

  /** The list that the library shows may have changed. */
  follow() {
    this.#opened?.queue.follow();
    if (this.#opened) this.#split?.follow();
  }

  /**
   * Does what a key stands for beside or in the document; false where it stands for nothing.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    return this.#split?.pressed(event) || (this.#opened?.pressed(event) ?? false);
  }

  /** @param {Document} document that has changed */
  heard(document) {
    this.#opened?.heard(document);
    this.unsaved?.heard(document);
  }

  /**
   * This browser forgets a private document.
   * @param {Document} document
   */
  guard(document) {
    this.#context.views.guard(document);
    if (documentScreens.loaded) this.#placesIn(documentScreens.loaded).guard(document);
  }

  /** @param {string} sha256 of a content whose marks have changed */
  marked(sha256) {
    this.#opened?.marked(sha256);
  }

  /** @param {unknown} turn of the pages of a document in another browser */
  turned(turn) {
    this.#opened?.turned(turn);
  }

  /** @param {import("../api/event-stream.js").PreviewNotice} notice of a content that was opened */
  ready(notice) {
    this.#opened?.ready(notice);
  }

  /** @param {Document} document that was removed for good */
  removed(document) {
    this.#opened?.removed(document);
  }

  refresh() {
    void this.#opened?.refresh({ anew: false });
  }

  reset() {
    void this.#opened?.refresh({ anew: true });
  }

  /**
   * Waits for the screens of documents, and shows the document then if nothing else is to be shown.
   * @param {DocumentAddress} address
   */
  async #fetchScreens(address) {
    const { router, screen, notices } = this.#context;
    const opening = new OpeningScreen(() => router.back("/"), this.#signal);
    const known = this.#known(address);
    if (known) opening.name(known.name);
    screen.leave(address.id);
    screen.element.hidden = true;
    this.#await(opening);
    if (await notices.load(documentScreens) && this.#awaited === opening) this.show(address);
  }

  /** @param {OpeningScreen | null} opening what stands for a document; null for nothing */
  #await(opening) {
    this.#awaited?.element.remove();
    this.#awaited = opening;
    if (opening) this.#context.screen.element.after(opening.element);
  }

  /**
   * @param {DocumentAddress} address
   * @param {typeof import("./opened-document.js")} screens
   */
  #open(address, screens) {
    const { DocumentQueue, OpenedDocument, SplitView, UnsavedDocuments } = screens;
    const { library, screen, toasts, notices, router } = this.#context;
    if (!this.#opened && !screen.element.hidden) screen.leave(address.id);
    this.#closeDocument();
    // Events from before it is opened are not heard again.
    library.settle();
    this.#context.openings.record(address.id);
    const queueOf = (/** @type {() => string} */ id) => new DocumentQueue(this.#list, id);
    const split = this.#split ??= new SplitView({
      ...this.#context, open: (id) => this.#list.open({ id }), shown: () => this.id, focus: () => this.#opened?.focus(), ready: () => this.#opened?.shown,
      menu: (document, from) => void screen.tools().then((tools) => tools?.menuBeside(document, from)),
    }, this.#signal);
    const places = this.#placesIn(screens);
    const unsaved = this.unsaved ??= new UnsavedDocuments(notices, router);
    this.#opened = new OpenedDocument({ ...this.#context, queueOf, split, places, unsaved }, address, this.#known(address), this.#reading.next());
    screen.element.hidden = true;
    if (!split.element.isConnected) screen.element.after(split.element);
    split.put(this.#opened.element);
    toasts.hide();
  }

  /**
   * The list that the library shows, as a queue.
   * @returns {import("./document-queue.js").DocumentQueueParts}
   */
  get #list() {
    const { library, asking, router } = this.#context;
    return {
      list: () => (asking.hasShown ? library.state : null), more: () => library.more(),
      open: ({ id }) => router.instead(documentPath(id)),
    };
  }

  /** @param {typeof import("./opened-document.js")} screens */
  #placesIn({ DocumentPlaces, ListedNames, SharedPlaces }) {
    const { api, choices, chosen, guard } = this.#context;
    const list = new ListedNames("reader.places", MOST_PLACES, choices, chosen);
    return this.#places ??= new DocumentPlaces(guard.clean, { shared: new SharedPlaces(api, list), guard });
  }

  /** @param {DocumentAddress} address */
  #known({ id }) {
    return this.#context.library.state.documents.find((document) => document.id === id) ?? null;
  }
}
