/**
 * All actions on what the library lists, as data: its menus, the bar of a selection and its keys are made of this list.
 *
 * To add one, say what it is called, what it can be done to, and which key stands for it.
 */

import { isEditableText } from "../../api/opener-api.js";
import { documentPath, libraryPath, NO_HISTORY } from "../../shell/address.js";
import { say } from "../../shell/texts.js";
import { documentsOf, foldersOf, isInInbox, isMovable, itemsInWords } from "./library-item.js";

/** @typedef {import("./library-item.js").LibraryItem} LibraryItem */
/** @typedef {import("../../shell/actions.js").Action<LibraryItem>} LibraryAction */
/** @typedef {import("../../shell/actions.js").Outcome} Outcome */
/** @typedef {import("../../shell/actions.js").Origin} Origin */

/**
 * The objects that do what actions say.
 * @typedef {object} ActionHands
 * @property {Pick<import("../../shell/router.js").Router, "go">} router
 * @property {Pick<import("../document-opening.js").DocumentOpening, "open" | "list" | "mayOpen">} opening
 * @property {Pick<import("../document-actions.js").DocumentActions, "trash" | "restore">} documents one at a time
 * @property {Pick<import("../folders/folder-actions.js").FolderActions, "trash" | "moveFolder" | "moveDocument">} folders one at a time
 * @property {import("../selection/batch-actions.js").BatchActions} changes
 * @property {import("./sending.js").Sending} sending
 * @property {LibraryBoards} boards
 * @property {{remove: (documents: readonly import("../../api/api.js").Document[]) => Promise<Outcome | null>}} trash
 * @property {(item: LibraryItem) => Promise<Outcome | null>} rename
 * @property {(items: readonly LibraryItem[]) => Promise<string | null>} chooseFolder
 * @property {(items: readonly LibraryItem[]) => Promise<Outcome | null>} makeFolder with items in it; where there are none, an empty one
 * @property {() => Promise<Outcome>} makeText in the folder that is shown
 * @property {(items: readonly LibraryItem[], isCut: boolean) => Outcome} take into the clipboard
 * @property {(folder: string | null) => Outcome | Promise<Outcome>} paste into a folder; null for the one that is shown
 * @property {() => boolean} canPaste
 * @property {() => void} add files
 * @property {() => void} selectAll
 * @property {() => Promise<Outcome>} refresh reads the list anew
 * @property {(items: readonly LibraryItem[]) => void} look shows them in a quick look
 * @property {(items: readonly LibraryItem[]) => void} details shows what is known of them
 * @property {(document: import("../../api/api.js").Document) => Promise<Outcome>} print opens a document and asks which pages are printed
 */

/**
 * @typedef {object} LibraryBoards
 * @property {() => unknown} create makes a new one
 * @property {(document: import("../../api/api.js").Document, anchor: HTMLElement) => unknown} choose asks for the board to lay pages on
 * @property {(documents: readonly import("../../api/api.js").Document[], from: Origin) => Promise<Outcome>} chooseForAll the same for the pages of many
 * @property {(board: import("../../api/api.js").Document, documents: readonly import("../../api/api.js").Document[]) => Promise<Outcome>} lay
 */

/** The type of boards: their pages cannot lie on a board. */
export const BOARD = "org.sheaf.board";

/** Kinds of items that actions name, beside types of documents. */
const DOCUMENT = ["document"];
const FOLDER = ["folder"];
const TEXT = ["public.text"];

/** Those that the bar of a selection has room for, the most wanted first. */
export const IN_BAR = Object.freeze(["look", "move", "tags", "favourite", "board", "share", "download", "trash", "restore", "delete"]);

/**
 * @param {ActionHands} hands
 * @param {{more?: readonly LibraryAction[], without?: readonly string[]}} [choice] further actions, and those that are not wanted, by id
 * @returns {readonly LibraryAction[]}
 */
export function libraryActions(hands, choice = {}) {
  const { more = [], without = [] } = choice;
  const all = [...opening(hands), ...changing(hands), ...placing(hands), ...sending(hands), ...more, removing(hands)];
  return all.filter(({ id }) => !without.includes(id));
}

/**
 * @param {ActionHands} hands
 * @returns {LibraryAction}
 */
function removing(hands) {
  return {
    id: "trash", title: say("Move to Trash"), icon: "trash", keys: "Delete Backspace", role: "remove", takes: "many", fits: isMovable,
    act: (items) => trash(hands, items),
  };
}

/**
 * @param {ActionHands} hands
 * @returns {LibraryAction[]}
 */
function opening({ router, opening: documents, look }) {
  const open = (/** @type {LibraryItem} */ { document, folder }) => (document ? documents.open(document) : router.go(libraryPath({ place: "folders", folder: folder.path })));
  return [
    { id: "open", title: say("Open"), icon: "open", role: "open", takes: "one", act: each(open) },
    {
      id: "edit", title: say("Edit"), icon: "text", role: "open", takes: "one", types: TEXT, fits: ({ document }) => document !== null && document.type !== BOARD && isEditableText(document),
      act: each(({ document }) => document && router.go(documentPath(document.id, undefined, undefined, "text"))),
    },
    { id: "look", title: say("Quick look"), icon: "eye", role: "open", takes: "many", act: (items) => done(look(items)) },
    {
      id: "open-in", title: say("Open in…"), icon: "open-in", role: "open", takes: "one", types: DOCUMENT,
      fits: ({ document }) => document !== null && documents.mayOpen(document),
      act: async ([item], { anchor }) => (item?.document && await documents.list(item.document, anchor) ? null : "failed"),
    },
    {
      id: "versions", title: say("Versions"), icon: "history", role: "open", takes: "one", types: DOCUMENT,
      act: each(({ document }) => document && router.go(documentPath(document.id, undefined, { ...NO_HISTORY, listed: true }))),
    },
  ];
}

/**
 * @param {ActionHands} hands
 * @returns {LibraryAction[]}
 */
function changing({ rename, changes, details }) {
  return [
    {
      id: "rename", title: say("Rename"), icon: "pen", keys: "F2", role: "change", takes: "one", fits: isMovable,
      act: ([item]) => (item ? rename(item) : "cancelled"),
    },
    { id: "details", title: say("Details"), icon: "info", role: "change", takes: "many", types: DOCUMENT, act: (items) => done(details(items)) },
    { id: "tags", title: say("Tags…"), icon: "tag", role: "change", takes: "many", types: DOCUMENT, act: (items) => changes.chooseTags(documentsOf(items)) },
    {
      id: "favourite", title: (items) => (documentsOf(items).every(({ favourite }) => favourite) ? say("Favourite no more") : say("Favourite")),
      icon: "star", role: "change", takes: "many", types: DOCUMENT, act: (items) => changes.favour(documentsOf(items)),
    },
  ];
}

/**
 * @param {ActionHands} hands
 * @returns {LibraryAction[]}
 */
function placing(hands) {
  const { changes, take, paste } = hands;
  return [
    {
      id: "keep", title: say("Keep"), icon: "keep", role: "place", takes: "many", types: DOCUMENT, fits: ({ document }) => document !== null && isInInbox(document),
      act: (items) => changes.move(items, ""),
    },
    { id: "cut", title: say("Cut"), icon: "cut", keys: "Control+X", role: "place", takes: "many", fits: isMovable, act: (items) => take(items, true) },
    { id: "copy", title: say("Copy"), icon: "duplicate", keys: "Control+C", role: "place", takes: "many", act: (items) => take(items, false) },
    {
      id: "paste-into", title: say("Paste into it"), icon: "paste", role: "place", takes: "one", types: FOLDER, fits: () => hands.canPaste(),
      act: ([item]) => paste(item?.folder?.path ?? null),
    },
    { id: "duplicate", title: say("Duplicate"), icon: "add-page", role: "place", takes: "many", act: (items) => changes.copy(items) },
    { id: "move", title: say("Move to…"), icon: "folder", role: "place", takes: "many", fits: isMovable, act: (items) => move(hands, items) },
    {
      id: "new-folder-with", title: (items) => (items.length === 1 ? say("New folder with it") : say("New folder with {items}", { items: itemsInWords(items) })), icon: "add-folder",
      role: "place", takes: "many", fits: isMovable, act: (items) => hands.makeFolder(items),
    },
  ];
}

/**
 * @param {ActionHands} hands
 * @returns {LibraryAction[]}
 */
function sending({ sending: ways, boards, print }) {
  return [
    {
      id: "board", title: say("Add to a board…"), icon: "board", role: "send", takes: "many", types: DOCUMENT,
      fits: ({ document }) => document?.type !== BOARD, act: (items, from) => addToBoard(boards, documentsOf(items), from),
    },
    {
      id: "share", title: (items) => (ways.shares ? say("Share…") : items.length === 1 ? say("Copy link") : say("Copy links")), icon: "link", role: "send",
      takes: "many", act: (items) => ways.share(items),
    },
    ...(ways.shares ? [/** @type {LibraryAction} */ ({
      id: "copy-link", title: say("Copy link"), icon: "link", role: "send", takes: "many", act: (items) => ways.copyLinks(items),
    })] : []),
    { id: "mail", title: (items) => (items.length === 1 ? say("Mail a link") : say("Mail links")), icon: "mail", role: "send", takes: "many", act: (items) => ways.mail(items) },
    {
      id: "print", title: say("Print…"), icon: "print", role: "send", takes: "one", types: DOCUMENT, fits: ({ document }) => document !== null && mayPrint(document),
      act: ([item]) => (item?.document ? print(item.document) : "cancelled"),
    },
    {
      id: "download", title: (items) => (items.length === 1 ? say("Download") : say("Download as ZIP")), icon: "download", role: "send",
      takes: "many", online: true, act: (items) => ways.download(items),
    },
  ];
}

/**
 * Whether a document has pages for paper.
 * @param {Pick<import("../../api/api.js").Document, "previewable">} document
 */
export function mayPrint({ previewable }) {
  return previewable !== false;
}

/**
 * @param {LibraryBoards} boards
 * @param {readonly import("../../api/api.js").Document[]} documents
 * @param {Origin} from
 * @returns {Promise<Outcome>}
 */
async function addToBoard(boards, documents, from) {
  const [first] = documents;
  if (!first || documents.length > 1) return boards.chooseForAll(documents, from);
  await boards.choose(first, from.anchor);
  return "done";
}

/**
 * @param {ActionHands} hands
 * @param {readonly LibraryItem[]} items
 * @returns {Promise<Outcome>}
 */
async function move(hands, items) {
  const folder = await hands.chooseFolder(items);
  return folder === null ? "cancelled" : moveTo(hands, items, folder);
}

/**
 * One that is moved alone keeps its name, or stays; among several, a taken name gets a number.
 * @param {Pick<ActionHands, "folders" | "changes">} hands
 * @param {readonly LibraryItem[]} items
 * @param {string} folder
 * @returns {Promise<Outcome>}
 */
export function moveTo({ folders, changes }, items, folder) {
  const [first] = items;
  if (items.length > 1 || !first) return changes.move(items, folder);
  return first.document ? folders.moveDocument(first.document, folder) : folders.moveFolder(first.folder, folder);
}

/**
 * @param {Pick<ActionHands, "folders" | "changes" | "documents">} hands
 * @param {readonly LibraryItem[]} items
 * @returns {Promise<Outcome>}
 */
export function trash({ documents, folders, changes }, items) {
  const [first] = items;
  if (items.length > 1 || !first) return changes.trash(items);
  return first.document ? documents.trash(first.document) : folders.trash(first.folder);
}

/**
 * Actions on what is in the Trash.
 * @param {ActionHands} hands
 * @returns {readonly LibraryAction[]}
 */
export function trashActions({ opening: documents, documents: one, changes, trash: emptying }) {
  return [
    { id: "open", title: say("Open"), icon: "open", role: "open", takes: "one", act: each(({ document }) => document && documents.open(document)) },
    {
      id: "restore", title: say("Restore"), icon: "restore", role: "change", takes: "many",
      act: async ([first, ...rest]) => {
        if (!first?.document || rest.length) return changes.restore(documentsOf([...first ? [first] : [], ...rest]));
        return await one.restore(first.document) ? "done" : "failed";
      },
    },
    {
      id: "delete", title: say("Delete now"), icon: "trash", keys: "Delete Backspace", role: "remove", takes: "many", online: true,
      act: (items) => emptying.remove(documentsOf(items)),
    },
  ];
}

/**
 * Actions on the place that is shown: those of the menu beside the cards.
 * @param {ActionHands} hands
 * @returns {readonly LibraryAction[]}
 */
export function placeActions(hands) {
  return [
    { id: "new-folder", title: say("New folder"), icon: "add-folder", keys: "Shift+N", role: "place", takes: "none", act: () => hands.makeFolder([]) },
    {
      id: "new-text", title: say("New text"), icon: "text", role: "place", takes: "none", online: true, act: () => hands.makeText(),
    },
    {
      id: "new-board", title: say("New board"), icon: "board", role: "place", takes: "none", online: true, act: () => done(hands.boards.create()),
    },
    { id: "add", title: say("Add files…"), icon: "add", role: "place", takes: "none", act: () => done(hands.add()) },
    ...(hands.canPaste() ? [/** @type {LibraryAction} */ ({
      id: "paste", title: say("Paste"), icon: "paste", keys: "Control+V", role: "place", takes: "none", act: () => hands.paste(null),
    })] : []),
    ...actionsInTrash(hands),
  ];
}

/**
 * Actions on the Trash, of those on any place.
 * @param {ActionHands} hands
 * @returns {readonly LibraryAction[]}
 */
export function actionsInTrash({ refresh, selectAll }) {
  return [
    { id: "select-all", title: say("Select all"), icon: "check", keys: "Control+A", role: "open", takes: "none", act: () => done(selectAll()) },
    { id: "refresh", title: say("Refresh"), icon: "restore", keys: "R", role: "open", takes: "none", act: () => refresh() },
  ];
}

/**
 * @param {unknown} result
 * @returns {Promise<Outcome>}
 */
async function done(result) {
  await result;
  return "done";
}

/**
 * Done to each item; one that is answered with false was not done.
 * @param {(item: LibraryItem, from: Origin) => unknown} act
 * @returns {LibraryAction["act"]}
 */
function each(act) {
  return async (items, from) => {
    let isDone = true;
    for (const item of items) isDone = await act(item, from) !== false && isDone;
    return isDone ? "done" : "failed";
  };
}

/**
 * Whether an item is a document, a folder, or a document of a type.
 * @param {import("../../api/type-tree.js").TypeTree} types
 * @returns {(item: LibraryItem, type: string) => boolean}
 */
export function kindOf(types) {
  return ({ document }, type) => (type === "document" || type === "folder" ? (document !== null) === (type === "document") : document !== null && types.conforms(document.type, type));
}

/** @param {readonly LibraryItem[]} items */
export function commonFolder(items) {
  const places = new Set([...documentsOf(items).map(({ folder }) => folder), ...foldersOf(items).map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))))]);
  return places.size === 1 ? [...places][0] ?? "" : "";
}

