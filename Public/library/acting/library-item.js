/** Documents and folders of the library, as actions take them. Pure. */

import { sayCount } from "../../shell/texts.js";
import { documentsInWords } from "../../api/words.js";
import { folderKey } from "../folders/folder-card.js";

/** Documents that other programs handed over lie here until they are filed. */
const INBOX = "Inbox";

/** @typedef {import("../../api/api.js").Document} Document */
/** @typedef {import("../../api/folder-api.js").Folder} Folder */

/**
 * A document or a folder; `key` is that of its card.
 * @typedef {{readonly key: string, readonly name: string, readonly document: Document, readonly folder: null}
 *   | {readonly key: string, readonly name: string, readonly document: null, readonly folder: Folder}} LibraryItem
 */

/**
 * @param {Document} document
 * @returns {LibraryItem}
 */
export function documentItem(document) {
  return { key: document.id, name: document.name, document, folder: null };
}

/**
 * @param {Folder} folder
 * @returns {LibraryItem}
 */
export function folderItem(folder) {
  return { key: folderKey(folder), name: folder.name, document: null, folder };
}

/** @param {readonly LibraryItem[]} items */
export function documentsOf(items) {
  return items.flatMap(({ document }) => document ?? []);
}

/** @param {readonly LibraryItem[]} items */
export function foldersOf(items) {
  return items.flatMap(({ folder }) => folder ?? []);
}

/**
 * Sheaf makes the Inbox itself, and takes it away when it is empty.
 * @param {LibraryItem} item
 */
export function isMovable({ folder }) {
  return folder?.path !== INBOX;
}

/**
 * Whether a document is not filed yet.
 * @param {Pick<import("../../api/api.js").Document, "folder">} document
 */
export function isInInbox({ folder }) {
  return folder === INBOX || folder.startsWith(`${INBOX}/`);
}

/**
 * One item by its name, several by their kinds and numbers: "2 folders, 3 documents".
 * @param {readonly LibraryItem[]} items
 */
export function itemsInWords(items) {
  if (items.length === 1) return items[0]?.name ?? "";
  const [documents, folders] = [documentsOf(items), foldersOf(items)];
  if (folders.length === 0) return documentsInWords(documents);
  const counts = [sayCount(folders.length, "{n} folder", "{n} folders"), documents.length > 0 ? sayCount(documents.length, "{n} document", "{n} documents") : ""];
  return counts.filter(Boolean).join(", ");
}
