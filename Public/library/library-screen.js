/** The library as it is seen: places beside cards, and what comes in. */

import { libraryPath } from "../shell/address.js";
import { announce } from "../shell/announcer.js";
import { element } from "../shell/element.js";
import { isPlain, isTyping } from "../shell/keys.js";
import { LazyModule } from "../shell/lazy-module.js";
import { whenPressed } from "../shell/presses.js";
import { Timer } from "../shell/timer.js";
import { numberInWords } from "../api/words.js";
import { FileAdding } from "./uploads/file-adding.js";
import { dragToFolder } from "./folders/drag-to-folder.js";
import { folderKey } from "./folders/folder-card.js";
import { FolderTrail } from "./folders/folder-trail.js";
import { LibraryNote } from "./library-note.js";
import { ListView } from "./list-view.js";
import { ListSelecting } from "./selection/list-selecting.js";
import { orderOf, placeOf, shownFolder } from "./places.js";
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
 * @property {SearchElsewhere} elsewhere
 * @property {Pick<import("../shell/router.js").Router, "go">} router
 * @property {Pick<import("./library-asking.js").LibraryAsking, "search" | "sort">} asking
 * @property {Pick<import("./document-opening.js").DocumentOpening, "open">} opening
 * @property {import("./document-actions.js").DocumentActions} actions
 * @property {import("./folders/folder-actions.js").FolderActions} folderActions
 * @property {Pick<import("./area-menu.js").AreaMenu, "open">} areas
 * @property {Pick<import("../shell/last-seen.js").LastSeen<import("./list-view.js").ListPlace>, "keep">} places of lists
 * @property {{create: () => unknown}} boards makes a new one
 * @property {{open: () => void}} settings
 * @property {() => void} showKeys
 * @property {Pick<import("../api/api.js").Api, "imageProblem" | "ask">} api
 * @property {Omit<import("./selection/batch-actions.js").BatchActionParts, "library" | "trash">
 *   & {notices: Pick<import("../api/notices.js").Notices, "load">}} batching
 * @property {import("./trash-emptying.js").TrashEmptying} trash
 */

/** As in `library.css`: from this width on the places have their own column. */
const WIDE = "(min-width: 1024px)";

/** How long scrolling must rest before its place is kept. */
const REST_MILLISECONDS = 300;

/** A list is shown without it. */
const selectionTools = new LazyModule(() => import("./selection/library-selection.js"));

/** The tools that change its look, too. */
const lookTools = new LazyModule(() => import("./looks/look-tools.js"));

/** Tiles of folders are shown without pictures first. */
const folderPictures = new LazyModule(() => import("./folders/folder-pictures.js"));

/** Input that moves through the list: the scroll position is not restored over it. */
const HANDS = Object.freeze(["wheel", "keydown"]);

export class LibraryScreen {
  /** @type {HTMLElement} */
  element;
  /** Takes files that are chosen, or dropped. */
  adder;
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
  /** @type {import("./selection/library-selection.js").LibrarySelection | null} */
  #selection = null;
  /**
   * Fetches the tools of a selection where that was not done while the page was idle.
   * @type {() => Promise<void>}
   */
  #requireSelection;
  /** @type {(tools: typeof import("./looks/look-tools.js")) => import("./looks/look-tools.js").LookTools} */
  #addLookTools;
  #note;
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
  #scrollTop = 0;
  /** The document that it was left for. */
  #left = "";
  #resting;
  /**
   * Where the list is to be scrolled to as soon as it goes so far.
   * @type {import("./list-view.js").ListPlace | null}
   */
  #wanted = null;
  /** @type {import("./places.js").Query | null} */
  #announced = null;

  /**
   * @param {LibraryParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    const { library, folders, uploader, elsewhere, router, boards } = parts;
    this.#resting = new Timer(signal);
    this.#library = library;
    this.#folders = folders;
    this.#uploader = uploader;
    this.#parts = parts;
    this.adder = new FileAdding({ library, uploader, router, screen: this });
    const go = (/** @type {string} */ path) => this.#leaveDrawer(() => router.go(path));
    const cancelUploads = () => uploader.step({ type: "cancel-all" });
    const copyFrom = (/** @type {HTMLElement} */ anchor) => void parts.areas.open(anchor);
    const showSettings = () => parts.settings.open();
    const showKeys = () => parts.showKeys();
    this.#sidebar = new Sidebar({ go, cancelUploads, showKeys, showSettings, copyFrom }, signal);
    this.#toolbar = new Toolbar(
      {
        search: (words) => this.#search(words), sort: (order) => this.#sort(order),
        add: () => this.adder.choose(), newBoard: () => void boards.create(),
        openPlaces: () => this.#openDrawer(), select: () => this.#selecting.open(), emptyTrash: () => parts.trash.empty(),
        look: (anchor) => void this.#openLook(anchor),
      },
      signal,
    );
    this.#grid = new ListView(this.#scroller, {
      remove: (key) => this.#remove(key), nearEnd: () => library.more(), extend: (from, to) => this.#selecting.extend(from, to),
      look: () => this.#look.now,
    }, signal);
    this.#selecting = new ListSelecting(this.#grid.element, {
      order: () => library.state.documents.map(({ id }) => id), focused: () => this.#focusedDocument?.id ?? null,
      changed: () => (this.draw(), this.#requireSelection()), selectAll: () => void this.#selectAll(),
    }, signal);
    this.#note = new LibraryNote({ library, folders, elsewhere, router }, {
      add: () => this.adder.choose(), clearSearch: () => this.#search(""),
    });
    this.#trail = new FolderTrail({
      go: (path) => router.go(path), newFolder: () => parts.folderActions.make(library.state.query.folder),
    }, signal);
    this.#scroller.append(this.#trail.element, this.#note.element, ...this.#grid.parts);
    dragToFolder(this.#scroller, (id, folder) => this.#dropped(id, folder), signal);
    const veil = element("div", { class: "drawer-veil" });
    veil.addEventListener("click", () => this.#closeDrawer(), { signal });
    const main = element("main", { class: "library-main" }, this.#toolbar.element, this.#scroller);
    this.element = element("div", { class: "library" }, this.#sidebar.element, veil, main);
    this.#listen(signal);
    this.#requireSelection = async () => {
      const tools = this.#selection ? null : await parts.batching.notices.load(selectionTools);
      if (tools) this.#addSelection(tools, main, signal);
    };
    selectionTools.loadWhenIdle((tools) => this.#addSelection(tools, main, signal));
    this.#addLookTools = (tools) => {
      const { asking } = parts;
      const isSortable = () => placeOf(library.state.query.place).sort === undefined;
      this.#lookTools ??= new tools.LookTools({
        look: this.#look, list: this.#grid, scroller: this.#scroller, isSortable, order: () => orderOf(library.state.query),
        sort: (order) => (asking.sort(order), this.scrollToTop()),
      }, signal);
      return this.#lookTools;
    };
    const come = (/** @type {typeof import("./looks/look-tools.js")} */ tools) => void this.#addLookTools(tools);
    // The heads of the columns belong to the list.
    if (this.#look.now.view === "list") void lookTools.load().then(come, () => {});
    else lookTools.loadWhenIdle(come);
  }

  get loading() {
    const { status, fresh } = this.#library.state;
    const asking = (status === "loading" && !fresh) || !this.#folders.fresh;
    return asking || this.#library.waiting || this.#uploader.summary.active > 0 || this.#grid.loading;
  }

  /** Brings everything up to date with the state. */
  draw() {
    const { query, documents, next, fresh } = this.#library.state;
    this.#sidebar.mark(query.place);
    this.#sidebar.showUploads(this.#uploader.summary);
    this.#toolbar.show(query, documents.length === 0, fresh && next === null ? documents.length : null);
    const trashed = placeOf(query.place).trashed === true;
    this.#selecting.follow(query, documents);
    this.element.classList.toggle("selecting", this.#selecting.isOn);
    const context = {
      types: this.#library.types, trashed, now: new Date(), drawing: () => this.#grid.drawing, selection: this.#selecting.selection,
    };
    const uploads = trashed ? [] : uploadItems(this.#uploader.uploads, this.#uploader);
    const shown = shownFolder(query);
    this.#trail.show(shown);
    const folders = shown === null ? [] : folderItems(this.#folders.folders, { ...this.#parts, folderPictures: this.#folderPictures });
    this.#grid.show(new LibraryItems([...folders, ...uploads], documents, documentItem(context, this.#parts), this.#sectionsNow(context.now)));
    this.#note.show(folders.length + uploads.length + documents.length === 0);
    this.#selection?.draw();
    this.#lookTools?.draw();
    this.#comeToWanted();
    this.#announceSearch();
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
    const tools = await this.#parts.batching.notices.load(lookTools);
    if (tools) this.#addLookTools(tools).openMenu(anchor);
  }

  /** Says once how much a search has found. */
  #announceSearch() {
    const { query, documents, status, next } = this.#library.state;
    if (!query.q || status !== "ready" || query === this.#announced) return;
    this.#announced = query;
    announce(`${numberInWords(documents.length)}${next === null ? "" : " or more"} found`);
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
    this.keepPlace();
    this.#left = key;
    this.#scrollTop = this.#scroller.scrollTop;
    this.#toolbar.leave();
  }

  /**
   * Comes back to where it was left, with the focus on a document's card. One that was gone on to from there is scrolled to.
   * @param {string} key
   */
  comeBack(key) {
    this.#scroller.scrollTop = this.#scrollTop;
    const isFound = this.#grid.focus(key);
    if (!isFound) this.#grid.focusCurrent();
    if (!isFound || key === this.#left) this.#scroller.scrollTop = this.#scrollTop;
  }

  /**
   * Comes to where a list was left that is still being read.
   * @param {import("./list-view.js").ListPlace | null} place null for the top
   */
  comeTo(place) {
    this.#wanted = place;
    this.#comeToWanted();
  }

  /** Tells how far it is scrolled, where it is seen and has come to where it was to be. */
  keepPlace() {
    this.#resting.clear();
    if (this.#wanted === null && this.#scroller.clientHeight > 0 && this.#library.state.fresh) this.#parts.places.keep(libraryPath(this.#library.state.query), this.#grid.place);
  }

  scrollToTop() {
    this.#wanted = null;
    this.#scroller.scrollTop = 0;
  }

  /** @param {string} words */
  #search(words) {
    if (this.#parts.asking.search(words)) this.scrollToTop();
  }

  /** @param {string} order */
  #sort(order) {
    this.#parts.asking.sort(order);
    this.scrollToTop();
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

  /** Closes the drawer, or else ends the selection; false where there was neither. */
  dismiss() {
    const open = this.element.classList.contains("drawer-open");
    if (open) this.#closeDrawer();
    return open || this.#selecting.close();
  }

  /**
   * Does what a key stands for in the list; false where it stands for nothing.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    const isRemoval = (event.key === "Delete" || event.key === "Backspace") && !isTyping(event.target);
    if (isRemoval && !event.repeat && this.#selecting.selection.size) return this.#remove(""), true;
    if (event.key === "F2" && isPlain(event)) return this.#renameFocused();
    return this.#lookPressed(event) || this.#selecting.pressed(event);
  }

  /** @param {KeyboardEvent} event */
  #lookPressed(event) {
    if (isTyping(event.target) || !isPlain(event)) return false;
    if (event.key === "v") return this.#look.change({ view: this.#look.now.view === "grid" ? "list" : "grid" }), true;
    const steps = new Map([["+", 1], ["=", 1], ["-", -1]]).get(event.key);
    return steps !== undefined && this.#look.resize(steps);
  }

  /** Asks for another name of the document with the focus, or of the selected one. */
  #renameFocused() {
    const document = this.#selection?.selected[0] ?? this.#focusedDocument;
    if (!document || (this.#selection?.selected.length ?? 0) > 1 || document.trashed) return false;
    this.#parts.actions.rename(document);
    return true;
  }

  /**
   * The menu of a card, asked for by the second button of a mouse or by a key. A press of a finger selects.
   * @param {MouseEvent} event
   */
  #menuAsked(event) {
    const card = /** @type {Element} */ (event.target).closest(".card[data-document]");
    const document = card instanceof HTMLElement && this.#library.state.documents.find(({ id }) => id === card.dataset["document"]);
    if (!document || document.trashed || /** @type {PointerEvent} */ (event).pointerType === "touch") return;
    event.preventDefault();
    const main = /** @type {HTMLElement} */ (card.querySelector(".card-main"));
    // A key has no place of its own.
    const at = event.detail === 0 && event.button !== 2 ? undefined : { x: event.clientX, y: event.clientY };
    if (this.#selection && this.#selecting.selection.size > 1 && this.#selecting.selection.has(document.id)) this.#selection.menu(main, at);
    else this.#parts.actions.menu(document, main, at);
  }

  /** @returns {import("../api/api.js").Document | null} */
  get #focusedDocument() {
    const { focused } = this.#grid;
    return this.#library.state.documents.find(({ id }) => id === focused) ?? null;
  }

  /** Selects what is listed, and then the rest of the list as it comes. */
  async #selectAll() {
    this.#selecting.all();
    if (this.#library.state.next === null) return;
    const { query } = this.#library.state;
    await this.#library.all();
    if (this.#library.state.query === query && this.#selecting.isOn) this.#selecting.all();
  }

  /**
   * @param {typeof import("./selection/library-selection.js")} tools
   * @param {HTMLElement} main
   * @param {AbortSignal} signal
   */
  #addSelection({ LibrarySelection }, main, signal) {
    if (this.#selection || signal.aborted) return;
    const selectAll = () => void this.#selectAll();
    const parts = { selecting: this.#selecting, library: this.#library, list: this.#grid, scroller: this.#scroller, selectAll };
    this.#selection = new LibrarySelection(parts, { ...this.#parts.batching, library: this.#library, trash: this.#parts.trash }, signal);
    main.prepend(this.#selection.element);
    this.draw();
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    matchMedia(WIDE).addEventListener("change", () => this.#setDrawer(false), { signal });
    // Before the list draws: to ask for the place afterwards would lay all out at once.
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true, capture: true });
    const touched = () => { this.#wanted = null; };
    whenPressed(this.#scroller, touched, signal);
    for (const kind of HANDS) this.#scroller.addEventListener(kind, touched, { signal, passive: true });
    window.addEventListener("pagehide", () => this.keepPlace(), { signal });
    this.#grid.element.addEventListener("contextmenu", (event) => this.#menuAsked(event), { signal });
    this.#setDrawer(false);
  }

  /** Further parts of the list come by being scrolled to. */
  #comeToWanted() {
    const { fresh, next } = this.#library.state;
    if (this.#wanted === null || !fresh || !this.#folders.fresh) return;
    if (this.#grid.goTo(this.#wanted) || next === null) this.#wanted = null;
  }

  #scrolled() {
    this.#resting.set(REST_MILLISECONDS, () => this.keepPlace());
    this.#toolbar.element.classList.toggle("raised", this.#scroller.scrollTop > 4);
  }

  /** @param {string} key */
  #remove(key) {
    const { trashed } = placeOf(this.#library.state.query.place);
    const selected = this.#selection?.selected ?? [];
    if (selected.length) {
      if (trashed) this.#parts.trash.remove(selected);
      else void this.#selection?.actions.trash(selected);
      return;
    }
    const document = this.#library.state.documents.find((other) => other.id === key);
    const upload = this.#uploader.uploads.find((other) => `upload ${other.id}` === key);
    if (document && trashed) this.#parts.trash.remove([document]);
    else if (document) void this.#parts.actions.trash(document);
    if (upload) this.#uploader.step({ type: "cancel", id: upload.id });
    const folder = this.#folders.folders.find((other) => folderKey(other) === key);
    if (folder) void this.#parts.folderActions.trash(folder);
  }

  /**
   * @param {string} id
   * @param {string} folder
   */
  #dropped(id, folder) {
    const selected = this.#selection?.selected ?? [];
    const document = this.#library.state.documents.find((other) => other.id === id);
    if (this.#selection && document && selected.includes(document)) void this.#selection.actions.move(selected, folder);
    else if (document) void this.#parts.folderActions.moveDocument(document, folder);
  }

  #openDrawer() {
    this.#setDrawer(true);
    this.#sidebar.focus();
  }

  #closeDrawer() {
    this.#setDrawer(false);
    this.#toolbar.placesButton.focus();
  }

  /** @param {() => void} then */
  #leaveDrawer(then) {
    this.#setDrawer(false);
    then();
  }

  /** @param {boolean} open */
  #setDrawer(open) {
    const column = matchMedia(WIDE).matches;
    this.element.classList.toggle("drawer-open", open && !column);
    this.#sidebar.element.inert = !open && !column;
    this.#toolbar.placesButton.setAttribute("aria-expanded", String(open));
  }
}
