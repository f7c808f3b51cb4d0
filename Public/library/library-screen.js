/** The library as it is seen: places beside cards, and what comes in. */

import { announce } from "../shell/announcer.js";
import { element } from "../shell/element.js";
import { isPlain, isTyping } from "../shell/keys.js";
import { LazyModule } from "../shell/lazy-module.js";
import { fetchLateSheets } from "../shell/late-sheets.js";
import { say } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { numberInWords } from "../api/words.js";
import { FileAdding } from "./uploads/file-adding.js";
import { DetailsOpening, isDetailsKey } from "./details/details-opening.js";
import { folderItem } from "./acting/library-item.js";
import { folderKey } from "./folders/folder-card.js";
import { FolderTrail } from "./folders/folder-trail.js";
import { LibraryNote } from "./library-note.js";
import { cardsOf, isLookKey, lookRequest } from "./looking.js";
import { ListView } from "./list-view.js";
import { keyAt, ListSelecting } from "./selection/list-selecting.js";
import { orderOf, placeKey, placeOf, shownFolder } from "./places.js";
import { PlacesDrawer } from "./places-drawer.js";
import { ScrollPlace } from "./scroll-place.js";
import { Sidebar } from "./sidebar.js";
import { Toolbar } from "./toolbar.js";
import { documentItem, folderItems, LibraryItems, uploadItems } from "./library-items.js";
import { LibraryLook } from "./library-look.js";
import { sectionsOf } from "./sections.js";

/** @typedef {import("./folders/folder-list.js").FolderList} FolderList */
/** @typedef {import("./library.js").Library} Library */
/** @typedef {import("./search-elsewhere.js").SearchElsewhere} SearchElsewhere */
/** @typedef {import("./uploads/uploader.js").Uploader} Uploader */

/**
 * The objects that the screen needs, by name.
 * @typedef {object} LibraryParts
 * @property {Library} library
 * @property {FolderList} folders
 * @property {Uploader} uploader
 * @property {import("./activity/activity.js").Activity} activity
 * @property {{readonly isLost: boolean}} waiting whether the connection is lost
 * @property {import("../api/job-api.js").JobImports} imports
 * @property {SearchElsewhere} elsewhere
 * @property {import("../shell/router.js").Router} router
 * @property {Pick<import("./library-asking.js").LibraryAsking, "search" | "sort">} asking
 * @property {import("./document-opening.js").DocumentOpening} opening
 * @property {import("./document-actions.js").DocumentActions} actions
 * @property {Pick<import("./area-menu.js").AreaMenu, "open">} areas
 * @property {Pick<import("../shell/last-seen.js").LastSeen<import("./list-view.js").ListPlace>, "keep">} places of lists
 * @property {import("./acting/library-actions.js").LibraryBoards} boards
 * @property {{open: () => void}} settings
 * @property {import("../api/api.js").Api} api
 * @property {import("../api/notices.js").Notices} notices
 * @property {{open: () => void}} help lists all keys
 * @property {import("./looking.js").Looks} looks
 * @property {import("../api/folder-api.js").FolderApi} folderApi
 * @property {Omit<import("./selection/batch-actions.js").BatchActionParts, "library">
 *   & {notices: import("../api/notices.js").Notices}} batching
 * @property {import("./trash.js").Trash} trash
 * @property {Pick<import("./openings.js").Openings, "lastOpened">} openings
 * @property {import("./sidebar/search-places.js").SearchChoices & import("./swiping/edge-swipe.js").EdgeChoices} choices
 * @property {(document: import("../api/api.js").Document) => Promise<import("../shell/actions.js").Outcome>} print
 */

/** As in `library.css`: below this width one button has all ways to add. */
const NARROW = "(max-width: 599px)";

/** A list stays for so long at most until that for other words, or in another order, has come. */
const KEPT_MILLISECONDS = 300;

/** A list is shown without it. */
const libraryTools = new LazyModule(async () => {
  const [tools] = await Promise.all([import("./acting/library-tools.js"), fetchLateSheets()]);
  return tools;
});

/** The places below the first ones come after the list. */
const morePlaces = new LazyModule(() => import("./sidebar/place-sections.js"));

/** The tools that change its look, too. */
const lookTools = new LazyModule(() => import("./looks/look-tools.js"));

/** Tiles of folders are shown without pictures first. */
const folderPictures = new LazyModule(() => import("./folders/folder-pictures.js"));

export class LibraryScreen {
  element = element("div", { class: "library" });
  /**
   * How far it is scrolled.
   * @type {ScrollPlace}
   */
  place;
  /** Takes files that are chosen, or dropped. */
  adder;
  /**
   * What is known of the selection, beside the list.
   * @type {DetailsOpening}
   */
  details;
  #library;
  #folders;
  #uploader;
  #parts;
  #trail;
  #sidebar;
  #toolbar;
  /** @type {ListView} */
  #grid;
  #scroller = element("div", { class: "library-scroll" });
  /** @type {ListSelecting} */
  #selecting;
  /** @type {import("./acting/library-tools.js").LibraryTools | null} */
  #tools = null;
  /** @type {(tools: typeof import("./acting/library-tools.js")) => void} */
  #addTools;
  /** @type {(sections: typeof import("./sidebar/place-sections.js")) => void} */
  #addPlaces;
  #areAwaited = false;
  /** The query of the list that is drawn. */
  #drawn;
  #keeping;
  #note;
  /** @type {import("./sidebar/place-sections.js").PlaceSections | null} */
  #places = null;
  /** @type {(tools: typeof import("./looks/look-tools.js")) => import("./looks/look-tools.js").LookTools} */
  #addLookTools;
  #look = new LibraryLook(() => this.#looksOtherwise());
  /** @type {import("./looks/look-tools.js").LookTools | null} */
  #lookTools = null;
  /** @type {import("./folders/folder-pictures.js").FolderPictures | null} */
  #folderTiles = null;
  #folderPictures = {
    fill: async (/** @type {import("../api/folder-api.js").Folder} */ folder, /** @type {HTMLElement} */ tile, /** @type {AbortSignal} */ signal) => {
      // Rows have no room for pictures.
      if (this.#look.now.view === "list") return;
      const { FolderPictures } = await folderPictures.load();
      this.#folderTiles ??= new FolderPictures(this.#parts.api);
      await this.#folderTiles.fill(folder, tile, signal);
    },
  };
  /** The sections of the documents that were drawn last, which many draws have in common. */
  #sections = { of: /** @type {unknown} */ (null), as: "", are: /** @type {readonly import("./sections.js").Section[]} */ ([]) };
  /** @type {HTMLElement | null} */
  #foot = null;
  /** @type {PlacesDrawer} */
  #drawer;
  /** @type {import("./places.js").Query | null} */
  #announced = null;

  /**
   * @param {LibraryParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    const { library, folders, uploader, router, boards } = parts;
    this.#library = library;
    this.#folders = folders;
    this.#uploader = uploader;
    this.#parts = parts;
    this.adder = new FileAdding(
      {
        library, uploader, router, screen: this, notices: parts.batching.notices, imports: parts.imports,
        pasteItems: (text) => this.#tools?.pasteItems(text) ?? false,
        makeFolder: () => this.#makeFolder(), makeBoard: () => boards.create(), makeText: async () => (await this.tools())?.makeText(),
      },
      signal,
    );
    const go = (/** @type {string} */ path) => (this.#drawer.leave(), router.go(path));
    const cancelUploads = () => uploader.step({ type: "cancel-all" });
    const copyFrom = (/** @type {HTMLElement} */ anchor) => void parts.areas.open(anchor);
    const showSettings = () => parts.settings.open();
    const showKeys = () => parts.help.open();
    this.#sidebar = new Sidebar({
      go, cancelUploads, showKeys, showSettings, copyFrom, showActivity: () => void parts.activity.open(),
    }, signal);
    this.#toolbar = new Toolbar(
      {
        search: (words) => this.#search(words), sort: (order) => this.#sort(order),
        add: (anchor) => (matchMedia(NARROW).matches ? void this.adder.more(anchor) : this.adder.choose()),
        addMore: (anchor) => void this.adder.more(anchor), newBoard: () => void boards.create(), newFolder: () => void this.#makeFolder(),
        openPlaces: () => this.#drawer.open(), select: () => this.#selecting.open(), emptyTrash: () => parts.trash.empty(),
        details: () => void this.details.toggle(null), look: (anchor) => void this.#openLook(anchor),
      },
      parts.activity.button, signal,
    );
    this.#drawn = library.state.query;
    this.#keeping = new Timer(signal);
    this.#grid = new ListView(this.#scroller, {
      remove: (key) => this.#remove(key), nearEnd: () => library.more(), extend: (from, to) => this.#selecting.extend(from, to),
      look: () => this.#look.now,
    }, signal);
    this.#selecting = new ListSelecting(this.#grid.element, {
      order: () => this.#order, focused: () => this.#focusedKey,
      changed: () => (this.draw(), this.tools()), selectAll: () => void this.#selectAll(),
      rename: (key) => this.#tools?.renameKey(key),
    }, signal);
    this.#note = new LibraryNote(parts, {
      add: () => this.adder.choose(), clearSearch: () => this.#search(""),
    });
    this.#trail = new FolderTrail({
      go: (path) => router.go(path), newFolder: () => void this.#makeFolder(),
    }, signal);
    this.#scroller.append(this.#trail.element, this.#note.element, ...this.#grid.parts);
    this.place = new ScrollPlace({
      scroller: this.#scroller, list: this.#grid, library, folders, places: parts.places,
      scrolled: () => void this.#toolbar.element.classList.toggle("raised", this.#scroller.scrollTop > 4),
    }, signal);
    this.#drawer = new PlacesDrawer(this.element, this.#sidebar, this.#toolbar.placesButton, signal);
    const main = element("main", { class: "library-main" }, this.#toolbar.element, this.#scroller);
    this.element.append(this.#sidebar.element, this.#drawer.veil, main);
    this.#scroller.addEventListener("contextmenu", (event) => this.#menuAsked(event), { signal });
    this.#addTools = (tools) => this.#take(tools, main, signal);
    const room = { sidebar: this.#sidebar, scope: element("div", { class: "scope-room" }) };
    this.#trail.element.before(room.scope);
    this.#addPlaces = ({ PlaceSections }) => {
      if (this.#places || signal.aborted) return;
      this.#places = new PlaceSections({ ...parts, folderMenu: (folder, anchor) => void this.#openFolderMenu(folder, anchor) }, room, signal);
      this.draw();
    };
    this.details = new DetailsOpening(parts, {
      library: this.element, main, list: this.#grid.element, found: () => this.#tools?.found.documents ?? [], selection: () => this.#selecting.selection,
      focusList: (id) => (id !== null && this.#grid.focus(id)) || this.#grid.focusCurrent(),
      toggled: (isOpen) => this.#toolbar.detailsButton.setAttribute("aria-pressed", String(isOpen)),
    }, signal);
    this.#addLookTools = (tools) => {
      const { asking } = parts;
      const isSortable = () => placeOf(library.state.query.place).sort === undefined;
      this.#lookTools ??= new tools.LookTools({
        look: this.#look, list: this.#grid, scroller: this.#scroller, isSortable, order: () => orderOf(library.state.query),
        sort: (order) => (asking.sort(order), this.place.toTop()), show: (id) => void this.look(id),
      }, signal);
      return this.#lookTools;
    };
    const come = (/** @type {typeof import("./looks/look-tools.js")} */ tools) => void this.#addLookTools(tools);
    // The heads of the columns belong to the list.
    if (this.#look.now.view === "list") void lookTools.load().then(come, () => {});
  }

  /**
   * The tools of the list, fetched where that was not done while the page was idle; null where they cannot be had.
   * @returns {Promise<import("./acting/library-tools.js").LibraryTools | null>}
   */
  async tools() {
    const module = this.#tools ? null : await this.#parts.notices.load(libraryTools);
    if (module) this.#addTools(module);
    return this.#tools;
  }

  /** The keys of the folders and documents of the list, in its order, and of those that were found by words. */
  get #order() {
    const folders = shownFolder(this.#library.state.query) === null ? [] : this.#folders.folders.map(folderKey);
    return [...folders, ...this.#library.seen.map(({ id }) => id), ...(this.#tools?.found.keys ?? [])];
  }

  /** The key of the folder or document with the focus. */
  get #focusedKey() {
    const focused = this.#tools?.found.focused ?? this.#grid.focused;
    return this.#order.find((key) => key === focused) ?? null;
  }

  get #focusedDocument() {
    return this.#library.seen.find(({ id }) => id === this.#focusedKey) ?? null;
  }

  async #makeFolder() {
    const tools = await this.tools();
    tools?.makeFolder(shownFolder(this.#library.state.query) ?? "");
  }

  /** The keys of what is selected. */
  get selected() {
    return [...this.#selecting.selection.ids];
  }

  /** @param {readonly string[]} keys of what was selected before */
  select(keys) {
    this.#selecting.restore(keys);
  }

  /** Whether the first answer to the query is still to come. */
  get #isAsking() {
    const { status, fresh } = this.#library.state;
    return status === "loading" && !fresh;
  }

  get loading() {
    const asking = this.#isAsking || !this.#folders.fresh;
    return asking || this.#library.waiting || this.#uploader.summary.active > 0 || this.#grid.loading || this.#note.isComing;
  }

  /** Brings everything up to date with the state. */
  draw() {
    const { query, documents, next, fresh } = this.#library.state;
    const keeps = this.#keepsList();
    if (!keeps) this.#library.seen = documents;
    this.#sidebar.mark(query);
    this.#sidebar.showUploads(this.#uploader.summary);
    this.#parts.activity.draw();
    this.#toolbar.show(query, documents.length === 0, fresh && next === null ? documents.length : null);
    const trashed = placeOf(query.place).trashed === true;
    this.#selecting.follow(query, this.#isAsking ? null : this.#selecting.isOn ? this.#order : []);
    this.element.classList.toggle("selecting", this.#selecting.isOn);
    const context = {
      types: this.#library.types, trashed, now: new Date(), drawing: () => this.#grid.drawing,
      selection: this.#selecting.selection, cut: this.#tools?.cut ?? new Set(), waits: (/** @type {string} */ id) => this.#library.waitsFor(id),
    };
    const uploads = trashed ? [] : uploadItems(this.#uploader.uploads, this.#uploader);
    const shown = shownFolder(query);
    this.#trail.show(shown);
    const folders = shown === null ? [] : folderItems(this.#folders.folders, context, {
      router: this.#parts.router, folderActions: this.#folderCalls, folderPictures: this.#folderPictures,
    });
    if (!keeps) {
      this.#drawn = query;
      this.#grid.show(new LibraryItems([...folders, ...uploads], documents, documentItem(context, this.#parts), this.#sectionsNow(context.now)));
      this.#note.show(folders.length + uploads.length + documents.length === 0);
    }
    this.#tools?.draw();
    this.#lookTools?.draw();
    this.details.draw();
    this.#places?.draw();
    this.#awaitTools();
    this.place.follow();
    this.#announceSearch();
  }

  /** Whether the list stays until that of other words or another order has come: an empty one between the two would flash. */
  #keepsList() {
    const { query } = this.#library.state;
    const isAwaited = this.#isAsking && query !== this.#drawn && placeKey(query) === placeKey(this.#drawn);
    if (!isAwaited) this.#keeping.clear();
    else if (!this.#keeping.pending) this.#keeping.set(KEPT_MILLISECONDS, () => ((this.#drawn = this.#library.state.query), this.draw()));
    return isAwaited;
  }

  /** The list comes first, and what acts upon it once it is there. */
  #awaitTools() {
    const { fresh, problem } = this.#library.state;
    if (this.#areAwaited || !(fresh || problem)) return;
    this.#areAwaited = true;
    libraryTools.loadWhenIdle(this.#addTools);
    morePlaces.loadWhenIdle(this.#addPlaces);
    lookTools.loadWhenIdle((tools) => void this.#addLookTools(tools));
  }

  /**
   * The sections of the list. What was searched for is few, and the Trash goes by when each came there: they have none.
   * @param {Date} now
   */
  #sectionsNow(now) {
    const { query, documents, next } = this.#library.state;
    const isParted = this.#look.now.sections && !query.q && !placeOf(query.place).trashed;
    const as = `${isParted} ${orderOf(query)} ${next === null} ${now.toDateString()}`;
    if (this.#sections.of !== documents || this.#sections.as !== as) {
      const are = isParted ? sectionsOf(documents, orderOf(query), { now, complete: next === null }) : [];
      this.#sections = { of: documents, as, are };
    }
    return this.#sections.are;
  }

  /** Shows the list in another look: what is seen stays in sight. */
  #looksOtherwise() {
    this.#grid.look(() => this.draw(), (moved) => this.#lookTools?.move(moved));
    this.#lookTools?.draw();
  }

  /** @param {HTMLElement} anchor */
  async #openLook(anchor) {
    const tools = await this.#parts.notices.load(lookTools);
    if (tools) this.#addLookTools(tools).openMenu(anchor);
  }

  /** Says once how much a search has found. */
  #announceSearch() {
    const { query, documents, status, next } = this.#library.state;
    if (!query.q || status !== "ready" || query === this.#announced) return;
    this.#announced = query;
    const number = numberInWords(documents.length);
    announce(say("{count} found", { count: next === null ? number : say("{number} or more", { number }) }));
  }

  /**
   * Shows something below the list, in place of what was there.
   * @param {HTMLElement | null} foot
   */
  setFoot(foot) {
    this.#foot?.remove();
    this.#foot = foot;
    if (foot) this.#scroller.append(foot);
  }

  /** @param {readonly string[]} names */
  setDropFolders(names) {
    this.#note.setDropFolders(names);
    this.draw();
  }

  /**
   * Notes how far it is scrolled, before it is hidden; what was being typed is not searched for behind what is shown.
   * @param {string} key of the document that is shown in its place
   */
  leave(key) {
    this.place.leave(key);
    this.#toolbar.leave();
  }

  /** @param {string} words */
  #search(words) {
    if (this.#parts.asking.search(words)) this.place.toTop();
  }

  /** @param {string} order */
  #sort(order) {
    this.#parts.asking.sort(order);
    this.place.toTop();
  }

  /**
   * The picture on a document's card; null where none is seen.
   * @param {string} id
   */
  pictureOf(id) {
    const picture = this.#grid.element.querySelector(`[data-document="${CSS.escape(id)}"] .card-picture img`);
    return picture instanceof HTMLImageElement && picture.naturalWidth > 0 ? picture : null;
  }

  focusSearch() {
    this.#toolbar.focusSearch();
  }

  focusCards() {
    this.#grid.focusCurrent();
  }

  /** Closes the drawer or the details, ends the selection, or gives up what was cut: the first that there is. False where there is none. */
  dismiss() {
    const { isOpen } = this.#drawer;
    if (isOpen) this.#drawer.close();
    return isOpen || this.details.dismiss() || this.#selecting.close() || (this.#tools?.dropCut() ?? false);
  }

  /**
   * Does what a key stands for in the list; false where it stands for nothing.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (isLookKey(event)) return this.look(null);
    if (isDetailsKey(event)) return void this.details.toggle(this.#focusedDocument), true;
    return this.#lookPressed(event) || this.#selecting.pressed(event) || (this.#tools?.pressed(event) ?? false);
  }

  /** @param {KeyboardEvent} event */
  #lookPressed(event) {
    if (isTyping(event.target) || !isPlain(event)) return false;
    if (event.key === "v") return this.#look.change({ view: this.#look.now.view === "grid" ? "list" : "grid" }), true;
    const steps = new Map([["+", 1], ["=", 1], ["-", -1]]).get(event.key);
    return steps !== undefined && this.#look.resize(steps);
  }

  /**
   * A quick look at the selection, at what is in the folder with the focus, or at all of the list.
   * @param {string | null} id of the document that it begins with; null for that with the focus
   */
  look(id) {
    if (this.#tools?.found.look(id)) return true;
    const { focused } = this.#grid;
    const folder = id === null && this.#selecting.selection.size === 0 && this.#folders.folders.find((other) => folderKey(other) === focused);
    if (folder) return this.lookInto(folder), true;
    const { selection: { ids: selected } } = this.#selecting;
    void this.#parts.looks.open(lookRequest({ library: this.#library, list: this.#grid, selected, id }));
    return true;
  }

  /** @param {import("../api/folder-api.js").Folder} folder */
  lookInto(folder) {
    void this.#parts.looks.openFolder(folder, cardsOf(this.#grid));
  }

  /**
   * The menu of a card, or of what is between the cards, asked for by the second button of a mouse or by a key. A press of a finger
   * selects.
   * @param {MouseEvent} event
   */
  #menuAsked(event) {
    const target = /** @type {Element} */ (event.target);
    if (/** @type {PointerEvent} */ (event).pointerType === "touch" || target.closest(".name-place")) return;
    const key = keyAt(target);
    if (key === null && target.closest("a, button, input, .card")) return;
    event.preventDefault();
    // A key has no place of its own.
    const at = event.detail === 0 && event.button !== 2 ? undefined : { x: event.clientX, y: event.clientY };
    const anchor = target.closest(".card")?.querySelector(/** @type {"a"} */ (".card-main")) ?? this.#grid.element;
    void this.tools().then((tools) => tools?.menuOf(key, { anchor, ...(at ? { at } : {}) }));
  }

  /**
   * @param {import("../api/folder-api.js").Folder} folder that need not be listed
   * @param {HTMLElement} anchor
   */
  async #openFolderMenu(folder, anchor) {
    (await this.tools())?.menu(folderItem(folder), { anchor });
  }

  /** @type {import("./folders/folder-card.js").FolderCardParts["folderActions"]} */
  #folderCalls = {
    menu: (folder, anchor) => void this.tools().then((tools) => tools?.menuOf(folderKey(folder), { anchor })),
  };

  /** Selects what is listed, and then the rest of the list as it comes. */
  async #selectAll() {
    this.#selecting.all();
    const { query } = this.#library.state;
    await Promise.all([this.#library.all(), this.#tools?.found.all()]);
    if (this.#library.state.query === query && this.#selecting.isOn) this.#selecting.all();
  }

  /**
   * @param {typeof import("./acting/library-tools.js")} tools
   * @param {HTMLElement} main
   * @param {AbortSignal} signal
   */
  #take({ LibraryTools }, main, signal) {
    if (this.#tools || signal.aborted) return;
    this.#tools = new LibraryTools({
      selecting: this.#selecting, list: this.#grid, scroller: this.#scroller, screen: this.element, adder: this.adder, drawer: this.#drawer,
      searchField: this.#toolbar.field, selectAll: () => void this.#selectAll(), redraw: () => this.draw(),
      details: (document) => void this.details.show(document), look: (id) => void this.look(id), lookInto: (folder) => this.lookInto(folder),
    }, this.#parts, signal);
    main.prepend(this.#tools.element);
    this.draw();
  }

  /**
   * Removes the selection, or else the item with a key.
   * @param {string} key
   */
  #remove(key) {
    const upload = this.#uploader.uploads.find((other) => `upload ${other.id}` === key);
    if (upload && this.#selecting.selection.size === 0) return this.#uploader.step({ type: "cancel", id: upload.id });
    return void this.tools().then((tools) => tools?.remove(key));
  }
}
