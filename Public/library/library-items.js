/** The items of the library's list: folders, uploads, and documents, each made when it comes near. */

import { say } from "../shell/texts.js";
import { DocumentCard, kindOfCard } from "./card.js";
import { hasPicture } from "./card-thumbnail.js";
import { FolderCard, folderKey } from "./folders/folder-card.js";
import { dateInWords, daysLeftInWords, sizeInWords } from "../api/words.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/folder-api.js").Folder} Folder */
/** @typedef {import("./card.js").Cell} Cell */
/** @typedef {import("./list-view.js").Item} Item */
/** @typedef {import("./sections.js").Section} Section */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */
/** @typedef {import("./uploads/upload-queue.js").Upload} Upload */

/**
 * Which items are marked, by their keys.
 * @typedef {{selection: {has: (key: string) => boolean}, cut: {has: (key: string) => boolean}}} Marks
 */

/**
 * @typedef {object} DocumentContext
 * @property {TypeTree} types
 * @property {boolean} trashed whether they are in the Trash
 * @property {Date} now
 * @property {() => import("./list-view.js").Drawing} drawing how cards are drawn
 * @property {Marks["selection"]} selection
 * @property {Marks["cut"]} cut
 * @property {(id: string) => boolean} waits whether changes of a document wait for the connection
 */

/** Folders and uploads, and the documents behind them. A list of many thousands makes items for those near alone. */
export class LibraryItems {
  #before;
  #documents;
  #itemOf;

  /**
   * @param {readonly Item[]} before the documents
   * @param {readonly Document[]} documents
   * @param {(document: Document) => Item} itemOf
   * @param {readonly Section[]} sections of the documents
   */
  constructor(before, documents, itemOf, sections) {
    this.#before = before;
    this.#documents = documents;
    this.#itemOf = itemOf;
    this.sections = sections.map((section) => ({ ...section, first: section.first + before.length }));
  }

  get length() {
    return this.#before.length + this.#documents.length;
  }

  /**
   * @param {number} index
   * @returns {Item | undefined}
   */
  at(index) {
    const document = this.#documents[index - this.#before.length];
    return document ? this.#itemOf(document) : this.#before[index];
  }

  /**
   * @param {string} key
   * @returns {number} -1 for none
   */
  indexOf(key) {
    const place = this.#documents.findIndex(({ id }) => id === key);
    return place < 0 ? this.#before.findIndex((item) => item.key === key) : place + this.#before.length;
  }
}

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
  const { Card } = uploader;
  return Card === null ? [] : [...uploads].reverse().map((upload) => ({
    key: `upload ${upload.id}`,
    make: () => new Card(upload, uploader),
    update: (card) => card instanceof Card && card.update(upload),
  }));
}

/**
 * @param {DocumentContext} context
 * @param {import("./card.js").CardParts} parts
 * @returns {(document: Document) => Item}
 */
export function documentItem(context, parts) {
  const { types, trashed, drawing, selection, cut, waits } = context;
  const factsOf = (/** @type {Document} */ document) => ({
    document, trashed, picture: drawing().picture, icon: types.iconOf(document), selected: selection.has(document.id), cut: cut.has(document.id), waits: waits(document.id),
    label: labelOf(document, types), about: aboutOf(document, context), cells: cellsOf(document, context),
  });
  return (document) => ({
    key: document.id,
    kind: kindOfCard(trashed),
    make: () => new DocumentCard(factsOf(document), parts),
    update: (card) => card instanceof DocumentCard && card.update(factsOf(document)),
  });
}

/**
 * Kind and date; between them the size where it has no column.
 * @param {Document} document
 * @param {DocumentContext} context
 */
function aboutOf(document, { types, now, drawing }) {
  const size = drawing().isTall ? [sizeInWords(document.size)] : [];
  return [types.nameOf(document), ...size, whenOf(document, now)].join(" · ");
}

/**
 * @param {Document} document
 * @param {DocumentContext} context
 * @returns {readonly Cell[]}
 */
function cellsOf(document, { types, now, drawing }) {
  return drawing().columns.filter((id) => id !== "name").map((id) => ({ id, text: textOf(id, document, types, now) }));
}

/**
 * @param {string} column
 * @param {Document} document
 * @param {TypeTree} types
 * @param {Date} now
 */
function textOf(column, document, types, now) {
  switch (column) {
    case "folder": return document.folder;
    case "type": return types.nameOf(document);
    case "size": return sizeInWords(document.size);
    case "changed": return whenOf(document, now);
    case "added": return dateInWords(document.created, now);
    default: return document.tags.join(", ");
  }
}

/**
 * The words on the paper of a document that has no pages; null for others.
 * @param {Document} document
 * @param {TypeTree} types
 */
function labelOf(document, types) {
  if (hasPicture(document)) return null;
  const extension = /[^.]\.([^.\s]{1,8})$/u.exec(document.name)?.[1];
  return extension?.toLowerCase() ?? types.nameOf(document);
}

/**
 * When it last changed; in the Trash when it came there.
 * @param {Document} document
 * @param {Date} now
 */
function whenOf({ modified, trashed, expires }, now) {
  if (!trashed) return dateInWords(modified, now);
  return expires ? daysLeftInWords(expires, now) : say("Deleted {date}", { date: dateInWords(trashed, now) });
}
