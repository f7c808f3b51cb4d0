/** The app: puts the parts together. Nothing else knows all of them. */

import { randomId } from "../shell/browser.js";
import { documentPath, libraryPath } from "../shell/address.js";
import { ConnectionBanner } from "../shell/banner.js";
import { isMoving } from "../shell/inspection.js";
import { lastEnded } from "../shell/actions.js";
import { learnLanguage } from "../shell/languages.js";
import { LazyModule } from "../shell/lazy-module.js";
import { turnElsewhere } from "../shell/late-opening.js";
import { MOVED_KEYS, movedKeys } from "../shell/moved-keys.js";
import { preference, setPreference } from "../shell/preferences.js";
import { say } from "../shell/texts.js";
import { browserGuard } from "../shell/restore-guard.js";
import { Router } from "../shell/router.js";
import { Timer } from "../shell/timer.js";
import { vetKeys } from "../shell/keys.js";
import { applyLook } from "../shell/theme.js";
import { Toasts } from "../shell/toasts.js";
import { AppKeys } from "./app-keys.js";
import { boardAdding, boardOpening, Boards } from "../board/boards.js";
import { BoardViews } from "../board/board-views.js";
import { DocumentActions } from "../library/document-actions.js";
import { DocumentOpening } from "../library/document-opening.js";
import { LibraryAsking, libraryQuery } from "../library/library-asking.js";
import { libraryPlaces } from "../library/library-places.js";
import { Openings } from "../library/openings.js";
import { LibraryScreen } from "../library/library-screen.js";
import { documentScreens, OpenDocuments } from "./open-documents.js";
import { HandingOver } from "./handing-over.js";
import { nowhereScreen } from "./plain-screens.js";
import { QuickLooking, quickLooks } from "./quick-looking.js";
import { settingsScreen, SettingsRoute } from "./settings-route.js";
import { shownChanges } from "./shown-changes.js";
import { SignIn } from "./sign-in.js";
import { StreamFollowing } from "./stream-following.js";
import { Welcoming } from "./welcoming.js";
import { Api } from "../api/api.js";
import { FolderApi } from "../api/folder-api.js";
import { Notices } from "../api/notices.js";
import { DropTarget } from "../library/uploads/drop-target.js";
import { EventStream } from "../api/event-stream.js";
import { FolderList } from "../library/folders/folder-list.js";
import { Library } from "../library/library.js";
import { shownFolder, titleOf } from "../library/places.js";
import { PreferenceApi } from "../api/preference-api.js";
import { SearchElsewhere } from "../library/search-elsewhere.js";
import { SharedChoices } from "../settings/shared-choices.js";
import { Trash } from "../library/trash.js";
import { TypeTree } from "../api/type-tree.js";
import { Activity } from "../library/activity/activity.js";
import { JobApi } from "../api/job-api.js";
import { Uploader } from "../library/uploads/uploader.js";

/** @typedef {import("../shell/address.js").Address} Address */
/** @typedef {import("../shell/address.js").LibraryAddress} LibraryAddress */

/** Only those who copy from elsewhere on the server need it. */
const areaMenu = new LazyModule(() => import("../library/area-menu.js"));

/** Nothing on the screen waits for it. */
const installedApp = new LazyModule(() => import("./installed-app.js"));

/** Only those who ask for it need it. */
const keysHelp = new LazyModule(() => import("../shell/keys-help.js"));

/** Only those who have rules need it. */
const ruleTelling = new LazyModule(() => import("./rule-telling.js"));

/** The screen is kept, and comes back, once this part is here. */
const restoringPart = new LazyModule(() => import("./restoring.js"));

/** A document opens without it until it is here. */
const cardTurn = new LazyModule(() => import("./card-turn.js"));

/** A document that does not come within this time is not waited for. */
const OPENING_MILLISECONDS = 5000;

class App {
  #life = new AbortController();
  #root;
  #api = new Api();
  #choices = new SharedChoices(
    new PreferenceApi(this.#api), { get: preference, set: setPreference }, randomId(),
    (key, _, isHere) => {
      this.#asking.chosen(key, isHere);
      this.#look();
      // The screen speaks the language of before.
      if (key === "look.language" && isHere) location.reload();
    },
  );
  #router;
  #signIn;
  #toasts;
  #notices;
  #library;
  #folders;
  /** @type {LibraryAsking} */
  #asking;
  /** @type {Uploader} */
  #uploader;
  /** @type {Activity} */
  #activity;
  #changes;
  #opening;
  #listPlaces = libraryPlaces();
  #openings = new Openings(this.#choices, Date.now);
  /** @type {LibraryScreen} */
  #screen;
  #documents;
  #looks;
  /** @type {ConnectionBanner} */
  #banner;
  #keys;
  /** @type {Welcoming} */
  #welcoming;
  /** @type {EventStream} */
  #stream;
  /** @type {SettingsRoute} */
  #settings;
  #handingOver = new HandingOver();
  /** Over when a card that becomes its page has opened its document. */
  #turned = Promise.resolve();
  #help = { open: () => void this.#showKeys() };
  #nowhere;
  #guard;
  /** @type {import("./restoring.js").Restoring | null} */
  #restoring = null;
  #begun = false;
  /** @type {(types: TypeTree) => void} */
  #typesCame = () => {};
  #choicesCame = () => {};
  /** @type {Promise<unknown>} */
  #chosen = new Promise((resolve) => (this.#choicesCame = () => resolve(null)));

  /** @param {HTMLElement} root */
  constructor(root) {
    const { signal } = this.#life;
    const api = this.#api;
    const changed = () => this.#draw();
    const router = this.#router = new Router((address, isNew) => this.#show(address, isNew), signal);
    this.#root = root;
    this.#nowhere = nowhereScreen(() => router.go("/"), signal);
    const signIn = this.#signIn = new SignIn(api, root, {
      ended: () => this.#end(), again: () => void this.#comeBack(),
    }, signal);
    const failed = (/** @type {import("../api/api-problem.js").ApiProblem} */ problem) => signIn.failed(problem);
    const toasts = this.#toasts = new Toasts(signal);
    const notices = this.#notices = new Notices(toasts, failed);
    /** @type {import("../api/waiting/changes-opening.js").ChangesOpening} */
    const changes = this.#changes = shownChanges({ api, notices, failed }, () => ({
      library: this.#library, folders: this.#folders, banner: this.#banner, activity: this.#activity, documents: this.#documents,
    }), signal);
    api.keepBy(changes);
    const library = this.#library = new Library(api, libraryQuery(null, this.#choices), { changed, failed });
    const folders = this.#folders = new FolderList(new FolderApi(api), changed, signal);
    this.#asking = new LibraryAsking(this.#choices, { library, folders, router });
    this.#opening = new DocumentOpening(api, { router, notices, library });
    // `?clean=1` starts without what was seen before, and keeps it.
    const isClean = new URLSearchParams(location.search).get("clean") === "1";
    this.#guard = browserGuard({ get: preference, set: setPreference }, isClean);
    const views = new BoardViews(this.#guard);
    const boards = new Boards(api, { router, notices, views, waiting: changes }, randomId);
    const actions = new DocumentActions(library, { notices, tools: () => this.#screen.tools() });
    const [trash, folderApi] = [new Trash({ api, library, notices }), new FolderApi(api)];
    const batching = { api, folders: folderApi, list: folders, notices };
    const looks = this.#looks = new QuickLooking({
      api, router, library, notices, toasts, actions, opening: this.#opening, home: root, batching, choices: this.#choices, print: (document) => this.#print(document),
    });
    const uploader = this.#uploader = this.#newUploader((document) => void actions.trash(document), changed);
    const jobs = new JobApi(api);
    const activity = this.#activity = new Activity({ jobs, uploader, changes, notices, open: (id) => router.go(documentPath(id)) }, signal);
    const settings = this.#settings = new SettingsRoute(router, root, {
      api, choices: this.#choices, notices, typesChanged: () => void this.#learn(signal), documentsChanged: () => void library.refresh(),
    });
    const screen = this.#screen = new LibraryScreen({
      api, router, library, folders, elsewhere: new SearchElsewhere(api, changed), uploader, activity, waiting: changes, imports: jobs,
      asking: this.#asking, boards, opening: this.#opening, actions, notices, trash, folderApi, looks, batching,
      openings: this.#openings, choices: this.#choices, areas: { open: (anchor) => this.#copyFrom(anchor) }, places: this.#listPlaces, settings, help: this.#help,
      print: (document) => this.#print(document),
    }, signal);
    this.#welcoming = new Welcoming(this.#choices, screen, router);
    const documents = this.#documents = this.#openDocuments({
      boards, actions, views, sendToDevice: () => settings.open("devices"), handOvers: {
        queue: this.#handingOver.queue, goOn: () => this.#handingOver.goOn(), dismiss: (id) => this.#handingOver.dismiss(id),
        keep: (document) => void actions.keep(document), file: (document) => void actions.file(document),
      },
    }, signal);
    this.#keys = new AppKeys({ documents, screen, toasts, settings, help: this.#help });
    const banner = this.#banner = new ConnectionBanner(() => this.#stream.reconnect(), signal);
    this.#stream = new EventStream(
      new StreamFollowing({
        signIn, library, folders, choices: this.#choices, documents, banner, changes, activity, heard: (document) => this.#restoring?.heard(document),
        // The settings alone show rules.
        rules: (notice) => void ((notice || settings.isShown) && ruleTelling.load().then(({ hearRules }) => hearRules(notice, { api, notices, router, settings }), () => {})),
        handedOver: (event) => void (this.#signIn.isNeeded || this.#handingOver.heard(event)),
      }, signal), signal,
    );
    this.#assemble(banner, signal);
    this.#show(router.address, false);
  }

  /**
   * @param {(document: import("../api/api.js").Document) => void} trash
   * @param {() => void} changed
   */
  #newUploader(trash, changed) {
    return new Uploader({
      api: this.#api, library: this.#library, notices: this.#notices, trash,
      open: (document) => this.#opening.open(document), choose: () => this.#screen.adder.choose(),
      showAdded: () => this.#router.go(libraryPath({ place: "added" })),
    }, changed);
  }

  /** @param {boolean} isLost whether the browser has no connection: the event stream may not know yet */
  #showLost(isLost) {
    if (this.#signIn.isNeeded) return;
    this.#banner.show(isLost);
    this.#changes.setLost(isLost);
  }

  /**
   * @param {Pick<import("./opened-document.js").OpenedContext, "boards" | "actions" | "views" | "handOvers" | "sendToDevice">} parts
   * @param {AbortSignal} signal
   */
  #openDocuments(parts, signal) {
    return new OpenDocuments({
      ...parts, api: this.#api, router: this.#router, notices: this.#notices, types: new Promise((resolve) => (this.#typesCame = resolve)),
      library: this.#library, openings: this.#openings, choices: this.#choices, chosen: this.#chosen, guard: this.#guard, opening: this.#opening,
      screen: this.#screen, toasts: this.#toasts, asking: this.#asking,
    }, signal);
  }

  /** Asks for what a list can be shown without: once there is one, or at once where something else is shown. */
  #begin() {
    if (this.#begun) return;
    this.#begun = true;
    const { signal } = this.#life;
    this.#stream.start();
    void this.#learn(signal);
    void this.#lookForDropFolders(signal);
    void this.#choices.load(signal).then(() => (this.#openings.begin(), this.#choicesCame(), this.#draw()));
    this.#uploader.restore();
    this.#changes.begin();
    void restoringPart.load().then(({ Restoring }) => (this.#restoring = new Restoring({
      api: this.#api, guard: this.#guard, router: this.#router, signIn: this.#signIn, library: this.#library, screen: this.#screen,
      choices: this.#choices, chosen: this.#chosen, listPlaces: this.#listPlaces, documents: this.#documents, settings: this.#settings, looks: this.#looks,
    }, signal)), () => {});
    void this.#receive(signal);
  }

  /** @param {AbortSignal} signal */
  #receive(signal) {
    return this.#handingOver.begin({
      api: this.#api, router: this.#router, notices: this.#notices, root: this.#root,
      store: () => this.#documents.opened?.stored() ?? Promise.resolve(""), restored: () => this.#restored(signal),
    }, () => this.#signIn.isNeeded, signal);
  }

  /**
   * Waits until the document that is to be shown is there; no longer than people do.
   * @param {AbortSignal} signal
   */
  async #restored(signal) {
    const patience = new Timer(signal);
    await Promise.race([this.#shown(), new Promise((/** @type {(value?: undefined) => void} */ resolve) => patience.set(OPENING_MILLISECONDS, resolve))]);
    patience.clear();
  }

  async #shown() {
    await this.#turned;
    await this.#documents.shown();
  }

  /**
   * Opens a document to print it.
   * @param {import("../api/api.js").Document} document
   * @returns {Promise<import("../shell/actions.js").Outcome>}
   */
  async #print({ id, name }) {
    this.#router.go(documentPath(id));
    await this.#shown();
    if (this.#documents.id !== id) return "cancelled";
    const outcome = await this.#documents.opened?.print();
    if (outcome) return outcome;
    this.#notices.problem(say("{name} has no pages to print.", { name }));
    return "failed";
  }

  /** @returns {import("../shell/inspection.js").Inspection} */
  inspect() {
    const { active, failed, done } = this.#uploader.summary;
    const { query, documents, next, fresh } = this.#library.state;
    const isOver = this.#signIn.isNeeded;
    const busy = this.#documents.isShown ? this.#documents.loading : this.#screen.loading;
    const shown = this.#documents.facts;
    return {
      ...shown, view: isOver ? "signed-out" : this.#settings.isShown ? "settings" : this.#nowhere.isConnected ? "nowhere" : shown.view, document: this.#documents.id,
      busy: !isOver && (busy || isMoving()),
      uploads: { active, failed, done }, action: lastEnded(),
      library: {
        ...query, shown: documents.length, complete: fresh && next === null,
        folders: shownFolder(query) === null ? [] : this.#folders.folders.map(({ name }) => name),
      },
    };
  }

  /** Tells the style sheets how the app looks, and how pages do in dark mode. */
  #look() {
    applyLook((key) => this.#choices.get(key));
    document.documentElement.dataset["pages"] = this.#choices.get("reader.pages") ?? "plain";
  }

  /**
   * @param {ConnectionBanner} banner
   * @param {AbortSignal} signal
   */
  #assemble(banner, signal) {
    const text = say("What was dropped could not be read. Try dropping the files themselves.");
    const failed = () => this.#notices.problem(text);
    const drop = new DropTarget((files) => this.#screen.adder.add(files), failed, signal);
    this.#root.replaceChildren(banner.element, this.#screen.element, this.#toasts.element, drop.element);
    vetKeys(document, {
      isOn: () => this.#choices.get("keys.single") !== "false", moved: () => movedKeys(this.#choices.get(MOVED_KEYS)), screen: () => this.#keyScreen,
    }, signal);
    this.#look();
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    window.addEventListener("offline", () => this.#showLost(true), { signal });
    window.addEventListener("online", () => {
      this.#stream.reconnect();
      if (this.#stream.state === "open") this.#showLost(false);
    }, { signal });
    window.addEventListener("pagehide", () => this.#choices.leave(), { signal });
    window.addEventListener("beforeunload", (event) => this.#leaving(event), { signal });
  }

  /** The screen whose keys can be moved, as the list of keys names it. */
  get #keyScreen() {
    if (this.#settings.isShown || document.querySelector("dialog[open]")) return null;
    const { view, reader } = this.#documents.facts;
    if (view === "board") return "Board";
    if (this.#documents.isShown) return view === "reader" && reader ? "Document" : null;
    return "Library";
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
    for (const part of [documentScreens, quickLooks, settingsScreen, keysHelp, areaMenu, boardOpening, boardAdding, cardTurn]) part.loadWhenIdle();
    installedApp.loadWhenIdle(({ stayWithoutLine, takeOpenedFiles }) => {
      stayWithoutLine();
      takeOpenedFiles((files) => this.#screen.adder.add(files));
    });
    this.#activity.begin();
  }

  /** @param {AbortSignal} signal */
  async #lookForDropFolders(signal) {
    const { watchers } = await this.#api.watchers(signal).catch(() => ({ watchers: [] }));
    const names = watchers.map(({ name }) => name);
    this.#welcoming.setDropFolders(names);
    if (names.length) this.#screen.setDropFolders(names);
  }

  /**
   * @param {Address} address
   * @param {boolean} isNew whether the user goes there, rather than comes back
   */
  #show(address, isNew) {
    turnElsewhere();
    this.#looks.close();
    if (this.#signIn.isNeeded) return;
    this.#screen.place.keep();
    this.#nowhere.remove();
    if (address.view !== "library") this.#begin();
    if (address.view !== "settings") this.#settings.close();
    if (address.view === "document") this.#showDocument(address, isNew);
    else if (address.view === "library") this.#showLibrary(address, isNew);
    else if (address.view === "settings") void this.#settings.show(address.section, isNew);
    else this.#showNowhere();
    // A document that opens hides messages.
    this.#handingOver.turned(address.view === "document" ? address.id : null);
  }

  /**
   * @param {import("../shell/address.js").DocumentAddress} address
   * @param {boolean} isNew
   */
  #showDocument(address, isNew) {
    const open = () => this.#documents.show(address);
    const picture = isNew && !this.#screen.element.hidden && documentScreens.loaded ? this.#screen.pictureOf(address.id) : null;
    const isMoving = "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (picture && isMoving && cardTurn.loaded) this.#turned = cardTurn.loaded.turnCard(picture, open, this.#root);
    else open();
  }

  #showNowhere() {
    this.#documents.close();
    this.#screen.element.hidden = true;
    this.#screen.element.after(this.#nowhere);
    document.title = say("Nothing here – Sheaf");
  }

  /**
   * @param {LibraryAddress} address
   * @param {boolean} isNew
   */
  #showLibrary(address, isNew) {
    const closed = this.#documents.id;
    this.#documents.close();
    this.#screen.element.hidden = false;
    const { fresh } = this.#library.state;
    document.title = `${titleOf(this.#asking.queryOf(address))} – Sheaf`;
    const same = this.#asking.show(address);
    if (!same) this.#screen.place.toTop();
    this.#draw();
    if (closed && same && fresh) this.#screen.place.comeBack(closed);
    // A list that is gone to anew begins at its top.
    else if (closed || !isNew) this.#screen.place.comeTo(this.#listPlaces.of(libraryPath(this.#library.state.query)));
  }

  #draw() {
    if (!this.#screen.element.hidden) this.#screen.draw();
    this.#documents.follow();
    this.#looks.follow();
    this.#restoring?.follow();
    const { fresh, problem } = this.#library.state;
    // Later parts do not hold the list up.
    if (fresh || problem) setTimeout(() => this.#begin());
    if (this.#begun && !this.#screen.element.hidden) void this.#welcoming.follow(this.#library.state);
  }

  /** @param {HTMLElement} anchor */
  async #copyFrom(anchor) {
    const part = await this.#notices.load(areaMenu);
    if (part) await new part.AreaMenu(this.#api, { router: this.#router, notices: this.#notices, library: this.#library }).open(anchor);
  }

  async #showKeys() {
    (await this.#notices.load(keysHelp))?.showKeys();
  }

  #end() {
    turnElsewhere();
    this.#looks.close();
    this.#settings.close();
    this.#documents.close();
  }

  /** Documents that were not stored because the session had ended are stored now. */
  async #comeBack() {
    await this.#documents.unsaved?.store();
    location.reload();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.defaultPrevented || this.#signIn.isNeeded || document.querySelector("dialog[open]")) return;
    this.#keys.pressed(event);
  }

  /** @param {BeforeUnloadEvent} event */
  #leaving(event) {
    const losing = this.#documents.opened?.losing || this.#documents.unsaved?.losing || this.#screen.details.losing || this.#changes.losing;
    if (this.#uploader.summary.active > 0 || losing) event.preventDefault();
  }
}

const root = document.getElementById("app");
if (root) {
  await learnLanguage(preference("look.language"));
  const app = new App(root);
  globalThis.sheaf = {
    inspect: () => app.inspect(),
    get recorder() {
      return documentScreens.loaded?.SurfaceRecorder.of(document) ?? null;
    },
  };
}
