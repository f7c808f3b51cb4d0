import { DocumentCard } from "./card.js";
import { FolderCard, folderKey } from "./folders/folder-card.js";
import { UploadCard, uploadKey } from "./uploads/upload-view.js";
import { dateInWords, daysLeftInWords } from "../api/words.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/folder-api.js").Folder} Folder */
/** @typedef {import("./list-view.js").Item} Item */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */
/** @typedef {import("./uploads/upload-queue.js").Upload} Upload */

/**
 * Which items are marked, by their keys.
 * @typedef {{selection: {has: (key: string) => boolean}, cut: {has: (key: string) => boolean}}} Marks
 */

/**
 * @param {readonly Folder[]} folders
 * @param {Marks} marks
 * @param {import("./folders/folder-card.js").FolderCardParts} parts
 * @returns {Item[]}
 */
export function folderItems(folders, { selection, cut }, parts) {
  return folders.map((folder) => {
    const key = folderKey(folder);
    const marks = { selected: selection.has(key), cut: cut.has(key) };
    return {
      key, make: () => new FolderCard(folder, parts, marks),
      update: (card) => card instanceof FolderCard && card.update(folder, marks),
    };
  });
}

/**
 * Uploads first, the last one foremost: with the newest document at the front, each arrives where its card
 * already is.
 * @param {readonly Upload[]} uploads
 * @param {import("./uploads/uploader.js").Uploader} uploader
 * @returns {Item[]}
 */
export function uploadItems(uploads, uploader) {
  return [...uploads].reverse().map((upload) => ({
    key: uploadKey(upload),
    make: () => new UploadCard(upload, uploader),
    update: (card) => card instanceof UploadCard && card.update(upload),
  }));
}

/**
 * @param {readonly Document[]} documents
 * @param {{types: TypeTree, trashed: boolean, now: Date, picture: () => number} & Marks} context
 * @param {import("./card.js").CardParts} parts
 * @returns {Item[]}
 */
export function documentItems(documents, context, parts) {
  const { types, trashed, now, selection, cut } = context;
  const factsOf = (/** @type {Document} */ document, /** @type {number} */ picture) => ({
    document, picture, trashed, icon: types.iconOf(document), selected: selection.has(document.id), cut: cut.has(document.id),
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
