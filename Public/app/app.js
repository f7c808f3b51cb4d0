/** The app: puts the parts together. Nothing else knows all of them. */

import { randomId } from "../shell/browser.js";
import { documentPath, libraryPath, ownHandler } from "../shell/address.js";
import { announce } from "../shell/announcer.js";
import { ConnectionBanner } from "../shell/banner.js";
import { COMING, isMoving, NOTHING_OPEN } from "../shell/inspection.js";
import { turnElsewhere } from "../shell/late-opening.js";
import { LazyModule } from "../shell/lazy-module.js";
import { preference, setPreference } from "../shell/preferences.js";
import { browserGuard } from "../shell/restore-guard.js";
import { Router } from "../shell/router.js";
import { vetKeys } from "../shell/keys.js";
import { Toasts } from "../shell/toasts.js";
import { AppKeys } from "./app-keys.js";
import { AreaMenu } from "../library/area-menu.js";
import { BoardAdding } from "../board/board-adding.js";
import { BoardOpening } from "../board/board-opening.js";
import { BoardViews } from "../board/board-views.js";
import { DocumentActions } from "../library/document-actions.js";
import { DocumentOpening } from "../library/document-opening.js";
import { DocumentPlaces } from "../reader/document-places.js";
import { FolderActions } from "../library/folders/folder-actions.js";
import { LibraryAsking } from "../library/library-asking.js";
import { libraryPlaces } from "../library/library-places.js";
import { LibraryScreen } from "../library/library-screen.js";
import { nowhereScreen, OpeningScreen, signedOutScreen } from "./plain-screens.js";
import { StreamFollowing } from "./stream-following.js";
import { UnsavedBoards } from "../board/saving/unsaved-boards.js";
import { Api } from "../api/api.js";
import { Notices } from "../api/notices.js";
import { ApiProblem } from "../api/api-problem.js";
import { DropTarget } from "../library/uploads/drop-target.js";
import { EventStream } from "../api/event-stream.js";
import { FolderList } from "../library/folders/folder-list.js";
import { Library } from "../library/library.js";
import { shownFolder, titleOf } from "../library/places.js";
import { PreferenceApi } from "../api/preference-api.js";
import { SearchElsewhere } from "../library/search-elsewhere.js";
import { SharedChoices } from "../settings/shared-choices.js";
import { TypeTree } from "../api/type-tree.js";
import { Uploader } from "../library/uploads/uploader.js";

/** @typedef {import("../shell/address.js").Address} Address */
/** @typedef {import("../shell/address.js").LibraryAddress} LibraryAddress */
/** @typedef {import("../shell/address.js").DocumentAddress} DocumentAddress */
/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/event-stream.js").ServerEvent} ServerEvent */
/** @typedef {import("./opened-document.js").OpenedDocument} OpenedDocument */

/** What only some visits need. */
const documents = new LazyModule(() => import("./opened-document.js"));
const settings = new LazyModule(() => import("../settings/settings-sheet.js"));

class App {
  #life = new AbortController();
  #api = new Api();
  #choices = new SharedChoices(
    new PreferenceApi(this.#api), { get: preference, set: setPreference }, randomId(),
    (key, _, isHere) => this.#asking.chosen(key, isHere),
  );
  /** @type {LibraryAsking} */
  #asking = new LibraryAsking(this.#choices, {
    library: () => this.#library, folders: () => this.#folders, note: (path) => this.#router.note(path),
    scrollToTop: () => this.#screen.scrollToTop(), draw: () => this.#draw(),
  });
  #root;
  #router;
  #library;
  #folders;
  #folderActions;
  #uploader;
  #screen;
  #toasts;
  #notices;
  #banner;
  #stream;
  /** @type {StreamFollowing} */
  #following;
  #boards;
  /** `?clean=1` starts without what was seen before, and keeps it. */
  #isClean = new URLSearchParams(location.search).get("clean") === "1";
  #boardViews = new BoardViews(browserGuard({ get: preference, set: setPreference }, this.#isClean));
  #places = new DocumentPlaces(this.#isClean);
  #unsaved;
  #adding;
  #areas;
  #actions;
  #opening;
  /** @type {OpenedDocument | null} */
  #opened = null;
  #reading = new AbortController();
  /**
   * Stands for a document while the screens of documents are on their way.
   * @type {OpeningScreen | null}
   */
  #awaited = null;
  #listPlaces = libraryPlaces();
  #nowhere;
  #signedOut = false;
  #keys;
  #begun = false;
  /** @type {(types: TypeTree) => void} */
  #typesCame = () => {};
  /** @type {Promise<TypeTree>} */
  #types = new Promise((resolve) => (this.#typesCame = resolve));

  /** @param {HTMLElement} root */
  constructor(root) {
    const { signal } = this.#life;
    this.#root = root;
    this.#router = new Router((address, isNew) => this.#show(address, isNew), signal);
    this.#nowhere = nowhereScreen(() => this.#router.go("/"), signal);
    this.#library = new Library(
      this.#api,
      this.#asking.queryOf(null),
      { changed: () => this.#draw(), failed: (problem) => this.#failed(problem) },
    );
    this.#folders = new FolderList(this.#api, () => this.#draw(), signal);
    this.#uploader = new Uploader(this.#api, {
      changed: () => this.#draw(),
      stored: (document) => this.#stored(document),
      refused: (problem, name) => this.#refused(problem, name),
    });
    this.#toasts = new Toasts(signal);
    this.#notices = new Notices(this.#toasts, (problem) => this.#failed(problem));
    const [router, notices, library, folders] = [this.#router, this.#notices, this.#library, this.#folders];
    this.#boards = new BoardOpening(this.#api, { router, notices });
    this.#adding = new BoardAdding(this.#api, { router, notices, views: this.#boardViews }, randomId);
    this.#folderActions = new FolderActions(this.#api, { router, notices, folders, library });
    this.#areas = new AreaMenu(this.#api, { router, notices, library });
    this.#unsaved = new UnsavedBoards(notices);
    this.#opening = new DocumentOpening(this.#api, {
      notices, library, here: (document, handler) => this.#openHere(document, handler),
    });
    this.#actions = new DocumentActions(library, {
      router, notices, opening: this.#opening, folderActions: this.#folderActions, boards: this.#boards,
      restored: (document) => this.#opened?.heard(document),
    });
    const elsewhere = new SearchElsewhere(this.#api, () => this.#draw());
    this.#screen = new LibraryScreen({
      api: this.#api, router, library, folders, elsewhere, uploader: this.#uploader, asking: this.#asking, boards: this.#boards,
      opening: this.#opening, actions: this.#actions, folderActions: this.#folderActions, areas: this.#areas,
      places: this.#listPlaces, settings: { open: () => void this.#openSettings() },
    }, signal);
    this.#keys = new AppKeys({
      opened: () => this.#opened, screen: this.#screen, takeBack: () => this.#toasts.act(),
      showSettings: () => void this.#openSettings(),
    });
    this.#following = new StreamFollowing({
      isOver: () => this.#signedOut, library: this.#library, folders: this.#folders, choices: this.#choices,
      opened: () => this.#opened, banner: (isLost) => this.#banner.show(isLost), probe: () => void this.#probe(),
    }, signal);
    this.#stream = new EventStream({
      event: (event) => this.#heard(event),
      reset: () => this.#following.reset(),
      choice: (choice) => this.#choices.heard(choice),
      folders: () => this.#folders.heard(),
      state: (state) => this.#following.became(state),
    }, signal);
    this.#banner = new ConnectionBanner(() => this.#stream.reconnect(), signal);
    this.#assemble(signal);
    this.#show(this.#router.address, false);
  }

  /** Asks for what a list can be shown without: once there is one, or at once where something else is shown. */
  #begin() {
    if (this.#begun) return;
    this.#begun = true;
    const { signal } = this.#life;
    this.#stream.start();
    void this.#learn(signal);
    void this.#lookForDropFolders(signal);
    void this.#choices.load(signal);
  }

  /** @returns {import("../shell/inspection.js").Inspection} */
  inspect() {
    const { active, failed, done } = this.#uploader.summary;
    const { query, documents, next, fresh } = this.#library.state;
    const opened = this.#opened;
    const busy = opened ? opened.loading : this.#awaited !== null || this.#screen.loading;
    const shown = opened?.facts ?? (this.#awaited ? COMING : NOTHING_OPEN);
    return {
      ...shown, view: this.#signedOut ? "signed-out" : this.#nowhere.isConnected ? "nowhere" : shown.view, document: opened?.id ?? null,
      busy: !this.#signedOut && (busy || isMoving()),
      uploads: { active, failed, done },
      library: {
        ...query, shown: documents.length, complete: fresh && next === null,
        folders: shownFolder(query) === null ? [] : this.#folders.folders.map(({ name }) => name),
      },
    };
  }

  /** @param {AbortSignal} signal */
  #assemble(signal) {
    const text = "What was dropped could not be read. Try dropping the files themselves.";
    const failed = () => this.#notices.problem(text);
    const drop = new DropTarget((files) => this.#screen.adder.add(files), failed, signal);
    this.#root.replaceChildren(
      this.#banner.element, this.#screen.element, this.#toasts.element, drop.element,
    );
    vetKeys(document, () => this.#choices.get("keys.single") !== "false", signal);
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    window.addEventListener("online", () => this.#stream.reconnect(), { signal });
    window.addEventListener("pagehide", () => this.#choices.leave(), { signal });
    window.addEventListener("beforeunload", (event) => this.#leaving(event), { signal });
  }

  /**
   * The types give names and kinds; without them everything else works.
   * @param {AbortSignal} signal
   */
  async #learn(signal) {
    const { types, handlers } = await this.#api.types(signal).catch(() => ({ types: [], handlers: [] }));
    this.#library.learn(new TypeTree(types));
    this.#opening.learn(handlers);
    this.#typesCame(this.#library.types);
    for (const part of [documents, settings]) part.loadWhenIdle();
  }

  /** @param {AbortSignal} signal */
  async #lookForDropFolders(signal) {
    const { watchers } = await this.#api.watchers(signal).catch(() => ({ watchers: [] }));
    if (watchers.length) this.#screen.setDropFolders(watchers.map(({ name }) => name));
  }

  /**
   * @param {Address} address
   * @param {boolean} isNew whether somebody goes there, rather than comes back
   */
  #show(address, isNew) {
    turnElsewhere();
    if (this.#signedOut) return;
    this.#screen.keepPlace();
    this.#nowhere.remove();
    this.#await(null);
    if (address.view !== "library") this.#begin();
    if (address.view === "document") this.#showDocument(address);
    else if (address.view === "library") this.#showLibrary(address, isNew);
    else this.#showNowhere();
  }

  #showNowhere() {
    this.#closeDocument();
    this.#screen.element.hidden = true;
    this.#screen.element.after(this.#nowhere);
    document.title = "Nothing here – Sheaf";
  }

  /** @param {DocumentAddress} address */
  #showDocument(address) {
    if (documents.loaded === null) void this.#fetchScreens(address);
    else if (this.#opened?.id !== address.id) this.#open(address, documents.loaded.OpenedDocument);
    this.#opened?.show(address);
  }

  /**
   * Waits for the screens of documents, and shows then what the address names by that time.
   * @param {DocumentAddress} address
   */
  async #fetchScreens({ id }) {
    const opening = new OpeningScreen(() => this.#router.back("/"), this.#life.signal);
    const known = this.#library.state.documents.find((document) => document.id === id);
    if (known) opening.name(known.name);
    this.#screen.leave();
    this.#screen.element.hidden = true;
    this.#await(opening);
    if (!await this.#notices.load(documents) || this.#awaited !== opening) return;
    this.#show(this.#router.address, false);
  }

  /** @param {OpeningScreen | null} opening what stands for a document; null for nothing */
  #await(opening) {
    this.#awaited?.element.remove();
    this.#awaited = opening;
    if (opening) this.#screen.element.after(opening.element);
  }

  async #openSettings() {
    const sheets = await this.#notices.load(settings);
    if (sheets) new sheets.SettingsSheet(this.#choices, this.#notices).open();
  }

  /**
   * @param {DocumentAddress} address
   * @param {typeof import("./opened-document.js").OpenedDocument} Opened
   */
  #open(address, Opened) {
    if (!this.#opened && !this.#screen.element.hidden) this.#screen.leave();
    this.#closeDocument();
    this.#reading = new AbortController();
    // What was heard before it is opened is not heard again.
    this.#library.settle();
    const known = this.#library.state.documents.find((document) => document.id === address.id) ?? null;
    this.#opened = new Opened({
      api: this.#api, types: this.#types, learned: () => this.#library.types, router: this.#router, notices: this.#notices,
      views: this.#boardViews, places: this.#places, unsaved: this.#unsaved, adding: this.#adding, boards: this.#boards,
      actions: this.#actions, opening: this.#opening, address, known,
    }, this.#reading.signal);
    this.#screen.element.hidden = true;
    this.#screen.element.after(this.#opened.element);
    this.#toasts.hide();
  }

  /**
   * @param {Document} document
   * @param {string | null} handler one of Sheaf's; null for the document's own
   */
  #openHere(document, handler) {
    const wanted = ownHandler(handler);
    if (this.#opened?.id === document.id) this.#opened.openWith(wanted);
    else this.#router.go(documentPath(document.id, undefined, undefined, wanted));
  }

  #closeDocument() {
    this.#opened?.leave();
    this.#reading.abort();
    this.#opened?.element.remove();
    this.#opened = null;
  }

  /**
   * @param {LibraryAddress} address
   * @param {boolean} isNew
   */
  #showLibrary(address, isNew) {
    const closed = this.#opened?.id ?? null;
    this.#closeDocument();
    this.#screen.element.hidden = false;
    const { fresh } = this.#library.state;
    document.title = `${titleOf(this.#asking.queryOf(address))} – Sheaf`;
    const same = this.#asking.show(address);
    this.#draw();
    if (closed && same && fresh) this.#screen.comeBack(closed);
    // A list that is gone to anew begins at its top.
    else if (closed || !isNew) this.#screen.comeTo(this.#listPlaces.of(libraryPath(this.#library.state.query)));
  }

  #draw() {
    if (!this.#screen.element.hidden) this.#screen.draw();
    const { fresh, problem } = this.#library.state;
    // What comes after the list does not hold it up.
    if (fresh || problem) setTimeout(() => this.#begin());
  }

  /** @param {Document} document */
  #stored(document) {
    this.#library.step({ type: "came", document });
    announce(`${document.name} was added`);
  }

  /**
   * @param {ApiProblem} problem
   * @param {string} name
   */
  #refused(problem, name) {
    if (problem.signedOut) return this.#failed(problem);
    this.#notices.problem(`${name} was not added. Its card says why.`);
  }

  /** @param {ServerEvent} event */
  #heard(event) {
    this.#library.heard(event);
    // The numbers of documents, and folders that came with one.
    this.#folders.heard();
    if (event.kind === "document.removed") this.#opened?.removed(event.document);
    else this.#opened?.heard(event.document);
  }

  /** Whether it is the session that is lost: an event stream does not say why it ended. */
  async #probe() {
    const problem = await this.#api.problemOf("/api/v1/documents?limit=1");
    if (problem) this.#failed(problem);
  }

  /** @param {ApiProblem} problem */
  #failed(problem) {
    if (!problem.signedOut || this.#signedOut) return;
    this.#signedOut = true;
    turnElsewhere();
    this.#closeDocument();
    document.title = "Sign in – Sheaf";
    this.#root.replaceChildren(signedOutScreen(() => void this.#comeBack(), this.#life.signal));
  }

  /** What could not be stored because the session had ended is stored now. */
  async #comeBack() {
    await this.#unsaved.store();
    location.reload();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.defaultPrevented || this.#signedOut || document.querySelector("dialog[open]")) return;
    this.#keys.pressed(event);
  }

  /** @param {BeforeUnloadEvent} event */
  #leaving(event) {
    if (this.#uploader.summary.active > 0 || this.#opened?.losing || this.#unsaved.losing) event.preventDefault();
  }
}

const root = document.getElementById("app");
if (root) {
  const app = new App(root);
  globalThis.sheaf = {
    inspect: () => app.inspect(),
    get recorder() {
      return documents.loaded?.SurfaceRecorder.of(document) ?? null;
    },
  };
}
