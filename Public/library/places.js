/** The places of the sidebar: which documents each shows, and in which order. Data and pure functions. */

import { say, text } from "../shell/texts.js";
import { isWithin, nameOf } from "../api/folder-path.js";

/** @typedef {import("../api/api.js").Document} Document */
/** @typedef {import("../api/api.js").ListQuery} ListQuery */
/** @typedef {import("../api/type-tree.js").TypeTree} TypeTree */

/**
 * @typedef {object} Place
 * @property {string} id as in the address
 * @property {string} name
 * @property {string} icon
 * @property {string} [type] only documents that conform to it
 * @property {boolean} [trashed] documents in the Trash instead
 * @property {boolean} [favourite] only favourites
 * @property {string} [within] only documents in this folder, at any depth
 * @property {boolean} [folders] one folder after the other
 * @property {boolean} [listed] whether the documents are named one by one, by what a person did
 * @property {boolean} [named] whether it needs a name: a tag, a drop folder, an area
 * @property {boolean} [bare] whether it shows something else than documents
 * @property {string} [sort] its own order; else the one that was chosen
 */

/** @type {Readonly<Record<string, (document: Document) => string | number>>} */
const KEYS = Object.freeze({
  name: nameKey,
  created: (document) => Date.parse(document.created),
  modified: (document) => Date.parse(document.modified),
  size: (document) => document.size,
  type: (document) => behind(document.type, document),
  folder: (document) => behind(document.folder.replace(/[A-Z]/g, (letter) => letter.toLowerCase()), document),
  tags: (document) => behind(document.tags.map((tag) => tag.normalize("NFC").toLowerCase()).sort().join("\u0002") || UNTAGGED, document),
});

/** In place of the tags of a document without any: it sorts behind all of them. */
const UNTAGGED = "\u{10FFFF}";

/**
 * The places by what they are for: ways to all documents, kinds, and those that need a name.
 * @type {Readonly<Record<"ways" | "kinds" | "others", readonly Place[]>>}
 */
export const PLACE_GROUPS = Object.freeze({
  ways: [
    { id: "all", name: text("All documents"), icon: "all" },
    { id: "opened", name: text("Recently opened"), icon: "recent", listed: true, sort: "opened" },
    { id: "added", name: text("Recently added"), icon: "add", sort: "-created" },
    { id: "recent", name: text("Recently changed"), icon: "history", sort: "-modified" },
    { id: "favourites", name: text("Favourites"), icon: "star", favourite: true },
    { id: "inbox", name: text("Inbox"), icon: "inbox", within: "Inbox" },
    { id: "trash", name: text("Trash"), icon: "trash", trashed: true, sort: "-modified" },
  ],
  kinds: [
    { id: "images", name: text("Pictures"), icon: "image", type: "public.image" },
    { id: "pdf", name: text("PDF"), icon: "document", type: "com.adobe.pdf" },
    { id: "documents", name: text("Documents"), icon: "document", type: "public.composite-content" },
    { id: "spreadsheets", name: text("Spreadsheets"), icon: "table", type: "public.spreadsheet" },
    { id: "presentations", name: text("Presentations"), icon: "present", type: "public.presentation" },
    { id: "text", name: text("Text"), icon: "text", type: "public.text" },
    { id: "sound", name: text("Sound"), icon: "volume", type: "public.audio" },
    { id: "film", name: text("Film"), icon: "media", type: "public.movie" },
    { id: "archives", name: text("Archives"), icon: "archive", type: "public.archive" },
    { id: "boards", name: text("Boards"), icon: "board", type: "org.sheaf.board" },
  ],
  others: [
    { id: "folders", name: text("Folders"), icon: "folder", folders: true },
    { id: "tag", name: text("Tag"), icon: "tag", named: true },
    { id: "drop", name: text("Drop folder"), icon: "inbox", named: true, bare: true },
    { id: "area", name: text("Area"), icon: "lock", named: true, bare: true },
  ],
});

const PLACES = Object.values(PLACE_GROUPS).flat();

/** The orders that can be chosen. */
export const ORDERS = Object.freeze([
  { id: "-created", name: text("Newest first") },
  { id: "created", name: text("Oldest first") },
  { id: "-modified", name: text("Last changed") },
  { id: "name", name: text("Name, A to Z") },
  { id: "-name", name: text("Name, Z to A") },
  { id: "-size", name: text("Largest first") },
  { id: "size", name: text("Smallest first") },
  { id: "type", name: text("By type") },
  { id: "-type", name: text("By type, the last first") },
  { id: "folder", name: text("By folder") },
  { id: "-folder", name: text("By folder, the last first") },
  { id: "tags", name: text("By tags") },
  { id: "-tags", name: text("By tags, the last first") },
]);

/** The order where none was chosen: what has just come in is at the front. */
const DEFAULT_ORDER = "-created";

/**
 * The order of that name; the default where there is none.
 * @param {string | null} id
 */
export function orderNamed(id) {
  return ORDERS.find((order) => order.id === id)?.id ?? DEFAULT_ORDER;
}

/**
 * A place of the library with a search and a chosen order. The folder is "" for the top, and in most views; so is the name
 * but for tags, drop folders and areas. `ids` names the documents of a place that lists them one by one.
 * @typedef {object} Query
 * @property {string} place
 * @property {string} folder
 * @property {string} name
 * @property {string} q
 * @property {string} sort
 * @property {readonly string[]} [ids]
 */

/** @param {string} id */
export function placeOf(id) {
  return PLACES.find((place) => place.id === id) ?? /** @type {Place} */ (PLACES[0]);
}

/** @param {Query} query */
export function titleOf(query) {
  const place = placeOf(query.place);
  return (place.folders && nameOf(query.folder)) || (place.named && query.name) || say(place.name);
}

/**
 * Names the place of a query, whatever its words and its order are.
 * @param {Query} query
 */
export function placeKey({ place, name, folder }) {
  return `${place}/${name}/${folder}`;
}

/** @param {Query} query */
export function orderOf(query) {
  return placeOf(query.place).sort ?? query.sort;
}

/**
 * The folder that a query shows; null where it shows none, or what is found in it at any depth.
 * @param {Query} query
 */
export function shownFolder(query) {
  return placeOf(query.place).folders && !query.q ? query.folder : null;
}

/**
 * The query in the API's words.
 * @param {Query} query
 * @returns {ListQuery}
 */
export function listQuery(query) {
  const { id, type, trashed, folders, favourite, within } = placeOf(query.place);
  return {
    ...(folders ? { folder: query.folder, ...(query.q ? { deep: true } : {}) } : {}),
    ...(within ? { folder: within, deep: true } : {}),
    sort: orderOf(query),
    ...(query.q ? { q: query.q } : {}),
    ...(type ? { type } : {}),
    ...(trashed ? { trashed } : {}),
    ...(favourite ? { favourite } : {}),
    ...(id === "tag" ? { tag: query.name } : {}),
  };
}

/**
 * Whether a document that is not in the Trash belongs to a query: every word in its name, and of its type.
 * @param {Query} query
 * @param {Document} document
 * @param {TypeTree} types
 */
export function belongs(query, document, types) {
  const { id, type, folders, favourite, within, bare } = placeOf(query.place);
  if (bare) return false;
  if (folders && !(query.q ? isWithin(document.folder, query.folder) : document.folder === query.folder)) {
    return false;
  }
  if (within && !isWithin(document.folder, within)) return false;
  if (favourite && !document.favourite) return false;
  if (id === "tag" && !document.tags.some((tag) => isSameTag(tag, query.name))) return false;
  if (query.ids && !query.ids.includes(document.id)) return false;
  if (type && !types.conforms(document.type, type)) return false;
  const name = folded(document.name);
  return folded(query.q).split(/\s+/).every((word) => name.includes(word));
}

/**
 * How two documents are ordered in a query.
 * @param {Query} query
 */
export function comparisonOf(query) {
  const { ids } = query;
  return ids ? (/** @type {Document} */ a, /** @type {Document} */ b) => ids.indexOf(a.id) - ids.indexOf(b.id) : compareBy(orderOf(query));
}

/**
 * Whether two tags differ in case alone, so that they are one.
 * @param {string} one
 * @param {string} other
 */
export function isSameTag(one, other) {
  return one.normalize("NFC").toLowerCase() === other.normalize("NFC").toLowerCase();
}

/**
 * Without case and accents.
 * @param {string} text
 */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * The keys of documents whose names were compared.
 * @type {WeakMap<Document, string>}
 */
const NAME_KEYS = new WeakMap();

/**
 * By what names are sorted, as on the server: `page 2` comes before `page 10`, and `report.pdf` before `report 2.pdf`.
 * @param {Document} document
 */
function nameKey(document) {
  const known = NAME_KEYS.get(document);
  if (known !== undefined) return known;
  const dot = document.name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [document.name.slice(0, dot), document.name.slice(dot + 1)] : [document.name, ""];
  const key = `${numbered(folded(stem))}\u0001${numbered(folded(extension))}`;
  NAME_KEYS.set(document, key);
  return key;
}

/**
 * A key by which those that have the same text are sorted by name.
 * @param {string} text
 * @param {Document} document
 */
function behind(text, document) {
  return `${text}\u0001${nameKey(document)}`;
}

/**
 * A number begins with how many digits it has, so that a shorter one is a smaller one.
 * @param {string} text
 */
function numbered(text) {
  return text.replace(/[0-9]+/g, (digits) => {
    const significant = digits.replace(/^0+/, "");
    return `0${String.fromCharCode(0x30 + significant.length)}${significant}`;
  });
}

/**
 * The order of a list, as the server has it: ties are broken by id.
 * @param {string} order a key, with "-" before it for the reverse
 * @returns {(a: Document, b: Document) => number}
 */
export function compareBy(order) {
  const descending = order.startsWith("-");
  const key = KEYS[descending ? order.slice(1) : order];
  return (a, b) => {
    const byKey = key ? compare(key(a), key(b)) : 0;
    return (byKey || compare(a.id, b.id)) * (descending ? -1 : 1);
  };
}

/**
 * @template {string | number} Value
 * @param {Value} a
 * @param {Value} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
