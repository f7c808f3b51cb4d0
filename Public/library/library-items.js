import { DocumentCard } from "./card.js";
import { FolderCard, folderKey } from "./folders/folder-card.js";
import { dateInWords, daysLeftInWords } from "../api/words.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/folder-api.js").Folder} Folder */
/** @typedef {import("./list-view.js").Item} Item */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */
/** @typedef {import("./uploads/upload-queue.js").Upload} Upload */

/**
 * @param {readonly Folder[]} folders
 * @param {import("./folders/folder-card.js").FolderCardParts} parts
 * @returns {Item[]}
 */
export function folderItems(folders, parts) {
  return folders.map((folder) => ({
    key: folderKey(folder),
    make: () => new FolderCard(folder, parts),
    update: (card) => card instanceof FolderCard && card.update(folder),
  }));
}

/**
 * Uploads first, the last one foremost: with the newest document at the front, each arrives where its card
 * already is.
 * @param {readonly Upload[]} uploads
 * @param {import("./uploads/uploader.js").Uploader} uploader
 * @returns {Item[]}
 */
export function uploadItems(uploads, uploader) {
  const { Card } = uploader;
  return Card === null ? [] : [...uploads].reverse().map((upload) => ({
    key: `upload ${upload.id}`,
    make: () => new Card(upload, uploader),
    update: (card) => card instanceof Card && card.update(upload),
  }));
}

/**
 * @param {readonly Document[]} documents
 * @param {{types: TypeTree, trashed: boolean, now: Date, picture: () => number, selection: {has: (id: string) => boolean}}} context
 * @param {import("./card.js").CardParts} parts
 * @returns {Item[]}
 */
export function documentItems(documents, context, parts) {
  const { types, trashed, now, selection } = context;
  const factsOf = (/** @type {Document} */ document, /** @type {number} */ picture) => ({
    document, picture, trashed, icon: types.iconOf(document), selected: selection.has(document.id),
    about: `${types.nameOf(document)} · ${whenOf(document, now)}`,
  });
  return documents.map((document) => ({
    key: document.id,
    make: () => new DocumentCard(factsOf(document, context.picture()), parts),
    update: (card, picture) => card instanceof DocumentCard && card.update(factsOf(document, picture)),
  }));
}

/**
 * When it last changed; in the Trash when it came there.
 * @param {Document} document
 * @param {Date} now
 */
function whenOf({ modified, trashed, expires }, now) {
  if (!trashed) return dateInWords(modified, now);
  return expires ? daysLeftInWords(expires, now) : `Deleted ${dateInWords(trashed, now)}`;
}
