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
import { placeOf, shownFolder } from "./places.js";
import { Sidebar } from "./sidebar.js";
import { Toolbar } from "./toolbar.js";
import { documentItems, folderItems, uploadItems } from "./library-items.js";

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
 * @property {Pick<import("../api/api.js").Api, "imageProblem">} api
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
  #note;
  /** @type {HTMLElement | null} */
  #foot = null;
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
    this.#sidebar = new Sidebar({ go, cancelUploads, showKeys: parts.showKeys, showSettings, copyFrom }, signal);
    this.#toolbar = new Toolbar(
      {
        search: (words) => this.#search(words), sort: (order) => this.#sort(order),
        add: () => this.adder.choose(), newBoard: () => void boards.create(),
        openPlaces: () => this.#openDrawer(), select: () => this.#selecting.open(), emptyTrash: () => parts.trash.empty(),
      },
      signal,
    );
    this.#grid = new ListView(this.#scroller, {
      remove: (key) => this.#remove(key), nearEnd: () => library.more(), extend: (from, to) => this.#selecting.extend(from, to),
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
    this.#scroller.append(this.#trail.element, this.#note.element, this.#grid.element);
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
  }

  get loading() {
    const { status, fresh } = this.#library.state;
    const asking = (status === "loading" && !fresh) || !this.#folders.fresh;
    return asking || this.#library.waiting || this.#uploader.summary.active > 0 || this.#grid.loading;
  }

  /** Brings everything up to date with the state. */
  draw() {
    const { query, documents } = this.#library.state;
    this.#sidebar.mark(query.place);
    this.#sidebar.showUploads(this.#uploader.summary);
    this.#toolbar.show(query, documents.length === 0);
    const trashed = placeOf(query.place).trashed === true;
    this.#selecting.follow(query, documents);
    this.element.classList.toggle("selecting", this.#selecting.isOn);
    const context = {
      types: this.#library.types, trashed, now: new Date(), picture: () => this.#grid.picture, selection: this.#selecting.selection,
    };
    const uploads = trashed ? [] : uploadItems(this.#uploader.uploads, this.#uploader);
    const shown = shownFolder(query);
    this.#trail.show(shown);
    const folders = shown === null ? [] : folderItems(this.#folders.folders, this.#parts);
    this.#grid.show([...folders, ...uploads, ...documentItems(documents, context, this.#parts)]);
    this.#note.show(folders.length + uploads.length + documents.length === 0);
    this.#selection?.draw();
    this.#comeToWanted();
    this.#announceSearch();
  }

  /** Says once how much a search has found. */
  #announceSearch() {
    const { query, documents, status, next } = this.#library.state;
    if (!query.q || status !== "ready" || query === this.#announced) return;
    this.#announced = query;
    announce(`${numberInWords(documents.length)}${next === null ? "" : " or more"} found`);
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
    return this.#selecting.pressed(event);
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
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
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
