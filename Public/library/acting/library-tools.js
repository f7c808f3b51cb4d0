/**
 * The tools of the library: the bar and the gestures of a selection, menus, the clipboard, dragging. They are fetched after the list.
 *
 * A list of actions (`library-actions.js`) says how items can be changed. This file says which items, and from where.
 */

import { announce } from "../../shell/announcer.js";
import { openMenu } from "../../shell/menu.js";
import { actionOfKey, fitting, menuOf, perform, reportEnd, usable } from "../../shell/actions.js";
import { unwantedActions } from "../../shell/tool-actions.js";
import { copyText } from "../../shell/sharing.js";
import { say, sayCount } from "../../shell/texts.js";
import { FolderActions } from "../folders/folder-actions.js";
import { FoundDocuments } from "../finding/found-documents.js";
import { FoundWords } from "../finding/found-words.js";
import { FolderPicker } from "../folders/folder-picker.js";
import { placeOf, shownFolder } from "../places.js";
import { BatchActions } from "../selection/batch-actions.js";
import { SelectingGestures } from "../selection/selecting-gestures.js";
import { SelectionBar } from "../selection/selection-bar.js";
import { EdgeSwipe } from "../swiping/edge-swipe.js";
import { PullToRefresh } from "../swiping/pull-to-refresh.js";
import { RowSwipes } from "../swiping/row-swipes.js";
import { swipeActions } from "../swiping/swipe-actions.js";
import { followClipboard } from "./clipboard-keys.js";
import { browserClips, ItemClipboard } from "./item-clipboard.js";
import { ItemDragging } from "./item-dragging.js";
import { actionsInTrash, BOARD, commonFolder, IN_BAR, kindOf, libraryActions, moveTo, placeActions, trash, trashActions } from "./library-actions.js";
import { documentItem, documentsOf, folderItem, foldersOf, itemsInWords } from "./library-item.js";
import { makeText } from "./new-text.js";
import { Renaming } from "./renaming.js";
import { Sending } from "./sending.js";
import { runWebAction, webActions } from "./web-actions.js";

/** The keys that stand for an action on the place. Others of its menu are those of all the list. */
const PLACE_KEYS = new Set(["N", "r"]);

/** @typedef {import("./library-item.js").LibraryItem} LibraryItem */
/** @typedef {import("./library-actions.js").LibraryAction} LibraryAction */
/** @typedef {import("../../shell/actions.js").Origin} Origin */
/** @typedef {import("../../shell/actions.js").Outcome} Outcome */
/** @typedef {import("../../api/api.js").Document} Document */

/**
 * The parts of the library's screen that the tools act upon.
 * @typedef {object} ToolPorts
 * @property {import("../selection/list-selecting.js").ListSelecting} selecting
 * @property {Pick<import("../list-view.js").ListView, "element" | "keysIn" | "focus" | "focused">} list
 * @property {HTMLElement} scroller
 * @property {HTMLElement} screen all of the library, with its places
 * @property {HTMLInputElement} searchField
 * @property {Pick<import("../places-drawer.js").PlacesDrawer, "open" | "isColumn" | "whenTurned">} drawer
 * @property {() => void} selectAll
 * @property {() => void} redraw
 * @property {(document: Document | null) => void} details shows those of a document, or of what is selected
 * @property {(id: string | null) => void} look shows the selection, or a document of the list, in a quick look
 * @property {(folder: import("../../api/folder-api.js").Folder) => void} lookInto shows all that lies in a folder in one
 * @property {Pick<import("../uploads/file-adding.js").FileAdding, "choose">} adder
 */

/**
 * The objects that the tools need, by name.
 * @typedef {object} ToolParts
 * @property {import("../../api/api.js").Api} api
 * @property {{readonly isLost: boolean}} waiting whether the connection is lost
 * @property {import("../../api/folder-api.js").FolderApi} folderApi
 * @property {import("../library.js").Library} library
 * @property {import("../folders/folder-list.js").FolderList} folders
 * @property {import("../../api/notices.js").Notices} notices
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../library-asking.js").LibraryAsking, "search">} asking
 * @property {import("../looking.js").Looks} looks
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open" | "list" | "handlers" | "mayOpen">} opening
 * @property {Pick<import("../sidebar/search-places.js").SearchChoices, "get" | "set"> & import("../swiping/edge-swipe.js").EdgeChoices} choices
 * @property {(document: Document) => Promise<Outcome>} print
 * @property {import("../document-actions.js").DocumentActions} actions
 * @property {import("./library-actions.js").LibraryBoards} boards
 * @property {import("../trash.js").Trash} trash
 */

/** Elements that stand for an item: a card, a document that was found by its words, a row beside an open document. */
const WITH_MENU = ".card, .found-document, .beside-row";

/** Actions that show something in the library. */
const IN_LIBRARY = new Set(["look", "details"]);

export class LibraryTools {
  #ports;
  #parts;
  #bar;
  #clipboard;
  #renaming;
  #folderActions;
  /** @type {import("./library-actions.js").ActionHands} */
  #hands;
  /**
   * The actions on what is listed, of the web apps that were known when they were made.
   * @type {{of: unknown, actions: readonly LibraryAction[]}}
   */
  #known = { of: null, actions: [] };
  /** @type {readonly LibraryAction[]} */
  #inTrash;
  #swipes;
  /**
   * The documents that were found by words.
   * @type {FoundDocuments}
   */
  found;

  /**
   * @param {ToolPorts} ports
   * @param {ToolParts} parts
   * @param {AbortSignal} signal
   */
  constructor(ports, parts, signal) {
    this.#ports = ports;
    this.#parts = parts;
    this.#clipboard = new ItemClipboard(browserClips(), ports.redraw);
    const { api, folderApi, folders: list, library, notices, router } = parts;
    this.#renaming = new Renaming({ api, folders: folderApi, list, library, notices });
    this.#folderActions = new FolderActions(folderApi, { router, notices, folders: list, library, shown: () => this.#shownFolder });
    this.#hands = this.#makeHands();
    this.#inTrash = trashActions(this.#hands);
    this.#bar = new SelectionBar({
      close: () => ports.selecting.close(), selectAll: ports.selectAll, act: (action, anchor) => this.#act(action, this.selected, { anchor }),
      openMenu: (anchor) => this.#openMenu(this.selected, { anchor }),
    }, signal);
    this.#swipes = new RowSwipes(ports.scroller, ports.list.element, {
      actionsOf: (key) => this.#swipeActionsOf(key), isSelecting: () => ports.selecting.isOn,
    }, signal);
    /** @type {FoundWords} */
    const words = new FoundWords(ports.searchField, parts, { closed: () => this.found.follow() }, signal);
    this.found = new FoundDocuments({
      scroller: ports.scroller, isTyping: () => words.isOpen, menu: (document, anchor) => this.menu(documentItem(document), { anchor }), details: ports.details,
      selecting: ports.selecting, selected: () => documentsOf(this.selected), focusCard: (key) => ports.list.focus(key), isCut: (key) => this.cut.has(key),
      changed: ports.redraw,
    }, parts, signal);
    this.#addEdge(signal);
    new PullToRefresh(ports.scroller, () => this.refresh(), signal);
    this.#listen(signal);
  }

  /**
   * A finger from the edge draws the places in, where they have no column of their own.
   * @param {AbortSignal} signal
   */
  #addEdge(signal) {
    const { drawer, scroller } = this.#ports;
    const edge = new EdgeSwipe({ choices: this.#parts.choices, mayOpen: () => !drawer.isColumn, open: () => drawer.open() }, signal);
    drawer.whenTurned(() => edge.draw(), signal);
    edge.draw();
    scroller.after(edge.element);
  }

  get element() {
    return this.#bar.element;
  }

  /** The keys of the items that were cut. */
  get cut() {
    return this.#clipboard.cut;
  }

  /**
   * The selected items, in the order of the list.
   * @returns {readonly LibraryItem[]}
   */
  get selected() {
    const { selection } = this.#ports.selecting;
    return this.#listed.filter(({ key }) => selection.has(key));
  }

  /** @returns {readonly LibraryItem[]} */
  get #listed() {
    const { library, folders } = this.#parts;
    return [...(this.#shownFolder === null ? [] : folders.folders.map(folderItem)), ...[...library.seen, ...this.found.documents].map(documentItem)];
  }

  /**
   * Without what is no item, as files that are being added.
   * @param {readonly string[]} keys
   */
  #listedOf(keys) {
    const listed = new Set(this.#listed.map(({ key }) => key));
    return keys.filter((key) => listed.has(key));
  }

  /** The items that a key or a menu means: the selection, or else the item with the focus. */
  get #meant() {
    const { selected } = this;
    if (selected.length) return selected;
    const focused = this.found.focused ?? this.#ports.list.focused;
    return this.#listed.filter(({ key }) => key === focused);
  }

  get #shownFolder() {
    return shownFolder(this.#parts.library.state.query);
  }

  get #isInTrash() {
    return placeOf(this.#parts.library.state.query.place).trashed === true;
  }

  /** Web apps may be declared at any time. */
  get #usual() {
    const { api, notices, opening, choices } = this.#parts;
    const { handlers } = opening;
    if (this.#known.of === handlers) return this.#known.actions;
    const more = webActions(handlers, (handler, items) => runWebAction({ api, notices }, handler, items));
    this.#known = { of: handlers, actions: libraryActions(this.#hands, { more, without: unwantedActions(choices) }) };
    return this.#known.actions;
  }

  get #actions() {
    return this.#isInTrash ? this.#inTrash : this.#usual;
  }

  get #placeActions() {
    return this.#isInTrash ? actionsInTrash(this.#hands) : placeActions(this.#hands);
  }

  /**
   * Asks the server anew for all that is listed, whether it tells of changes or not.
   * @returns {Promise<Outcome>}
   */
  async refresh() {
    const { library, folders } = this.#parts;
    folders.refresh();
    await library.refresh();
    if (library.state.problem) return "failed";
    announce(say("The list is up to date."));
    return "done";
  }

  /** Leaves what was cut where it is; false where nothing was cut. */
  dropCut() {
    return this.#clipboard.drop();
  }

  draw() {
    const { selected } = this;
    this.#swipes.follow();
    this.found.follow();
    if (!this.#ports.selecting.isOn) return this.#bar.hide();
    const actions = usable(this.#actions, selected, this.#isOf);
    const offered = selected.length ? actions : this.#actions;
    return this.#bar.show(selected, IN_BAR.flatMap((wanted) => offered.find(({ id }) => id === wanted) ?? []));
  }

  /**
   * Opens the menu of an item; that of the selection, where the item is one of several in it.
   * @param {LibraryItem} item
   * @param {Origin} from
   */
  menu(item, from) {
    const { selected } = this;
    const isOfAll = selected.length > 1 && selected.some(({ key }) => key === item.key);
    this.#openMenu(isOfAll ? selected : [item], from, isOfAll ? say("Selected documents") : item.name);
  }

  /**
   * Opens the menu of a document in the list beside another one, while the library is not seen.
   * @param {Document} document
   * @param {Origin} from
   */
  menuBeside(document, from) {
    const actions = this.#actions.filter(({ id }) => !IN_LIBRARY.has(id));
    this.#openMenu([documentItem(document)], from, document.name, actions);
  }

  /**
   * Opens the menu of what is between the cards.
   * @param {Origin} from
   */
  placeMenu(from) {
    const actions = this.#placeActions;
    openMenu(from.anchor, say("Library"), menuOf(actions, [], (action) => this.#act(action, [], from)), from.at, dismissed);
  }

  /**
   * Does what a key stands for; false where it stands for nothing.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    const [items, action] = [this.#meant, actionOfKey(this.#actions, event)];
    // The browser tells of cutting and copying by events of their own.
    if (action && action.id !== "cut" && action.id !== "copy" && !event.repeat && fitting(action, items, this.#isOf).length) return this.#act(action, items, this.#atItem(items)), true;
    if (action || !PLACE_KEYS.has(event.key)) return false;
    const ofPlace = actionOfKey(this.#placeActions, event);
    return ofPlace ? (this.#act(ofPlace, [], { anchor: this.#ports.list.element }), true) : false;
  }

  /**
   * Asks for another name, where the item stands or on a sheet.
   * @param {LibraryItem} item
   * @param {import("./renaming.js").Standing | null} [standing]
   */
  async rename(item, standing = this.#standing(item)) {
    const outcome = await this.#renaming.begin(item, standing);
    // In the library the action itself tells how it ended.
    if (this.#ports.screen.hidden && outcome !== null) reportEnd("rename", outcome);
    return outcome;
  }

  /**
   * Takes an item out of the Inbox, where its document is open.
   * @param {LibraryItem} item
   */
  async keep(item) {
    reportEnd("keep", await this.#hands.changes.move([item], ""));
  }

  /**
   * Puts an item of the Inbox into a folder that is chosen, where its document is open.
   * @param {LibraryItem} item
   */
  async file(item) {
    const folder = await this.#chooseFolder([item], "");
    reportEnd("move", folder === null ? "cancelled" : await moveTo(this.#hands, [item], folder));
  }

  /** @param {string} key of the item in the list */
  renameKey(key) {
    const action = this.#usual.find(({ id }) => id === "rename");
    const items = this.#listed.filter((item) => item.key === key);
    if (action && items.length && !this.#isInTrash) this.#act(action, items, this.#atItem(items));
  }

  /** @param {string} parent */
  makeFolder(parent) {
    return this.#folderActions.make(parent);
  }

  /** Makes an empty text in the folder that is shown. */
  makeText() {
    return makeText(this.#parts, this.#shownFolder ?? "");
  }

  /**
   * The menu of a listed item, or of what is between the cards.
   * @param {string | null} key
   * @param {Origin} from
   */
  menuOf(key, from) {
    if (key === null) return this.placeMenu(from);
    const item = this.#listed.find((listed) => listed.key === key);
    return item && this.menu(item, from);
  }

  /** @param {string} key of what is removed where nothing is selected */
  remove(key) {
    const action = this.#actions.find(({ role }) => role === "remove");
    const items = this.selected.length ? this.selected : this.#listed.filter((item) => item.key === key);
    if (action && items.length) this.#act(action, items, this.#atItem(items));
  }

  /**
   * @param {LibraryAction} action
   * @param {readonly LibraryItem[]} items
   * @param {Origin} from
   */
  #act(action, items, from) {
    if (action.online && this.#parts.waiting.isLost) {
      const title = typeof action.title === "string" ? action.title : action.title(items);
      this.#parts.notices.problem(say("“{title}” needs the connection, which is lost. Nothing has changed.", { title: title.replace("…", "") }));
      return reportEnd(action.id, "failed");
    }
    void perform(action, fitting(action, items, this.#isOf), from);
  }

  /**
   * @param {LibraryItem} item
   * @param {string} type
   */
  #isOf = (item, type) => kindOf(this.#parts.library.types)(item, type);

  /**
   * @param {readonly LibraryItem[]} items
   * @param {Origin} from
   * @param {string} [name]
   * @param {readonly LibraryAction[]} [offered]
   */
  #openMenu(items, from, name = say("Selected documents"), offered = this.#actions) {
    const actions = usable(offered, items, this.#isOf);
    // The card or the row is marked as long as its menu is open.
    const marked = from.anchor.closest(WITH_MENU);
    const unmark = () => marked?.classList.remove("has-menu");
    const entries = menuOf(actions, items, (action) => (unmark(), this.#act(action, items, from)));
    if (entries.length === 0) return;
    openMenu(from.anchor, name, entries, from.at, (byCode) => (unmark(), dismissed(byCode)));
    marked?.classList.add("has-menu");
  }

  /** @param {string} key of the row that is drawn aside */
  #swipeActionsOf(key) {
    const item = this.#listed.find((listed) => listed.key === key);
    return item ? swipeActions(this.#actions, item, this.#isOf, () => this.#atItem([item]).anchor) : null;
  }

  /** @param {readonly LibraryItem[]} items */
  #atItem([first]) {
    const card = first && this.#cardOf(first)?.querySelector(/** @type {"a"} */ (".card-main"));
    return { anchor: card || (first && this.found.anchorOf(first.key)) || this.#ports.list.element };
  }

  /** @param {LibraryItem} item */
  #cardOf({ document, folder }) {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (this.#ports.list.element.querySelectorAll("[data-document], [data-folder]"));
    return [...cards].find(({ dataset }) => (document ? dataset["document"] === document.id : dataset["folder"] === folder?.path)) ?? null;
  }

  /**
   * @param {LibraryItem} item
   * @returns {import("./renaming.js").Standing | null}
   */
  #standing(item) {
    // A row of what was found has no room to edit its name.
    if (this.found.focused === item.key) return null;
    if (this.#ports.scroller.clientHeight === 0 || !this.#ports.list.focus(item.key)) return null;
    const host = this.#cardOf(item);
    const over = host?.querySelector(".card-name");
    if (!host || !(over instanceof HTMLElement) || over.getClientRects().length === 0) return null;
    return { host, over, back: () => void this.#ports.list.focus(item.key) };
  }

  /** @returns {import("./library-actions.js").ActionHands} */
  #makeHands() {
    const { api, folderApi, folders: list, library, notices, router, opening, actions: documents, boards, trash: emptying, print } = this.#parts;
    return {
      print,
      router, opening, documents, boards, trash: emptying, folders: this.#folderActions, sending: new Sending({ api, notices }),
      changes: new BatchActions({ api, folders: folderApi, list, library, notices }),
      rename: (item) => this.rename(item), chooseFolder: (items) => this.#chooseFolder(items), makeFolder: (items) => this.#makeFolder(items), makeText: () => this.makeText(),
      take: (items, isCut) => this.#take(items, isCut), paste: (folder) => this.#paste(this.#clipboard.clip, folder),
      canPaste: () => this.#clipboard.clip !== null, add: () => this.#ports.adder.choose(), selectAll: () => this.#ports.selectAll(),
      look: (items) => this.#look(items), refresh: () => this.refresh(),
      details: (items) => this.#ports.details(items.length === 1 ? items[0]?.document ?? null : null),
    };
  }

  /** @param {readonly LibraryItem[]} items */
  #look(items) {
    const [first] = items;
    if (items.length === 1 && first?.folder) this.#ports.lookInto(first.folder);
    else this.#ports.look(documentsOf(items)[0]?.id ?? null);
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {string} [start] the folder that is open first
   */
  #chooseFolder(items, start = commonFolder(items)) {
    return new FolderPicker(this.#parts.folderApi, {
      title: say("Move {items}", { items: itemsInWords(items) }), start, without: foldersOf(items).map(({ path }) => path),
      make: (parent) => this.#folderActions.make(parent),
    }).open();
  }

  /**
   * @param {readonly LibraryItem[]} items that are put into it
   * @returns {Promise<Outcome | null>} null where the app closed the sheet before a name was given
   */
  async #makeFolder(items) {
    const parent = this.#shownFolder ?? commonFolder(items);
    /** @type {Outcome} */
    let outcome = "done";
    let isLeft = true;
    const made = await this.#folderActions.make(parent, items.length === 0 ? undefined : async (path) => {
      outcome = await this.#hands.changes.move(items, path, () => this.#folderActions.remove(path));
    }, (byCode) => (isLeft = !byCode));
    return made !== null ? outcome : isLeft ? "cancelled" : null;
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {boolean} isCut
   * @returns {Outcome}
   */
  #take(items, isCut) {
    const text = this.#clipboard.take(items, isCut);
    void copyText(text).then((isCopied) => isCopied || this.#clipboard.standAlone());
    this.#sayTaken(items, isCut);
    return "done";
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {boolean} isCut
   */
  #sayTaken(items, isCut) {
    const values = { items: itemsInWords(items) };
    const text = isCut
      ? sayCount(items.length, "{items} is cut: paste to move", "{items} are cut: paste to move", values)
      : sayCount(items.length, "{items} is copied: paste to duplicate", "{items} are copied: paste to duplicate", values);
    this.#parts.notices.show({ text });
  }

  /**
   * Moves items that were cut, and copies items that were copied.
   * @param {import("./item-clipboard.js").Clip | null} clip
   * @param {string | null} into null for the folder that is shown
   * @returns {Promise<Outcome>}
   */
  async #paste(clip, into) {
    const folder = into ?? this.#shownFolder;
    if (clip === null || this.#isInTrash) return "cancelled";
    if (!clip.isCut) return this.#hands.changes.copy(clip.items, folder);
    if (folder === null) {
      this.#parts.notices.problem(say("Open a folder first: what was cut is moved to where it is pasted."));
      return "failed";
    }
    const outcome = await moveTo(this.#hands, clip.items, folder);
    // Items that could not be moved can be pasted elsewhere.
    if (outcome !== "failed") this.#clipboard.clear();
    return outcome;
  }

  /**
   * @param {readonly LibraryItem[]} items
   * @param {import("./item-dragging.js").Dropping} dropping
   * @param {boolean} isCopy
   * @returns {Promise<Outcome>}
   */
  #dropped(items, dropping, isCopy) {
    const { changes, boards } = this.#hands;
    switch (dropping.does) {
      case "move": return isCopy ? changes.copy(items, dropping.folder) : moveTo(this.#hands, items, dropping.folder);
      case "tag": return changes.tag(documentsOf(items), { added: [dropping.tag], removed: [] });
      case "trash": return trash(this.#hands, items);
      case "lay": return this.#layOn(boards, dropping.board, documentsOf(items).filter(({ id }) => id !== dropping.board));
    }
  }

  /**
   * @param {import("./library-actions.js").LibraryBoards} boards
   * @param {string} id
   * @param {readonly Document[]} documents
   * @returns {Promise<Outcome>}
   */
  async #layOn(boards, id, documents) {
    const board = this.#parts.library.state.documents.find((document) => document.id === id);
    return board ? boards.lay(board, documents) : "failed";
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    const { selecting, scroller, screen, list } = this.#ports;
    new SelectingGestures(scroller, {
      pressed: (key) => selecting.toggle(key), frame: (keys) => selecting.frame(keys),
      itemsIn: (area) => [...this.#listedOf(list.keysIn(area)), ...this.found.keysIn(area)], pressedBeside: (at) => this.placeMenu({ anchor: list.element, at }),
    }, signal);
    new ItemDragging(screen, {
      itemsOf: (key) => (selecting.selection.has(key) ? this.selected : this.#listed.filter((item) => item.key === key)),
      isBoard: (id) => this.#parts.library.state.documents.some((document) => document.id === id && document.type === BOARD),
      dropped: (items, dropping, isCopy) => void this.#dropped(items, dropping, isCopy).then((outcome) => reportEnd(`drop-${dropping.does}`, outcome)),
    }, signal);
    followClipboard(document, {
      isShown: () => !screen.hidden && document.querySelector("dialog[open], .menu-room") === null,
      take: (isCut) => this.#takeByKey(isCut),
    }, signal);
  }

  /** @param {boolean} isCut */
  #takeByKey(isCut) {
    const action = this.#actions.find(({ id }) => id === (isCut ? "cut" : "copy"));
    const items = action ? fitting(action, this.#meant, this.#isOf) : [];
    if (!action || items.length === 0) return null;
    const text = this.#clipboard.take(items, isCut);
    this.#sayTaken(items, isCut);
    reportEnd(action.id, "done");
    return text;
  }

  /**
   * Pastes the items that a text of the system's clipboard stands for; false where it stands for none. A text whose items were
   * pasted before does nothing more.
   * @param {string} text
   */
  pasteItems(text) {
    const [clip, isOwn] = [this.#clipboard.pastedWith(text), this.#clipboard.isOwn(text)];
    if (clip) void this.#paste(clip, null).then((outcome) => reportEnd("paste", outcome));
    return isOwn;
  }
}

/** @param {boolean} byCode whether a menu was closed by nobody: then nothing was cancelled */
function dismissed(byCode) {
  if (!byCode) reportEnd(null, "cancelled");
}
