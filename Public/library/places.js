/** The places of the sidebar: which documents each shows, and in which order. Data and pure functions. */

import { say, text } from "../shell/texts.js";
import { isWithin, nameOf } from "./folders/folder-path.js";

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
 * @property {boolean} [folders] one folder after the other
 * @property {string} [sort] its own order; else the one that was chosen
 * @property {string} empty what is said when there is nothing
 */

/** @type {Readonly<Record<string, (document: Document) => string | number>>} */
const KEYS = Object.freeze({
  name: (document) => document.name.toLowerCase(),
  created: (document) => Date.parse(document.created),
  modified: (document) => Date.parse(document.modified),
  size: (document) => document.size,
});

/** @type {readonly Place[]} */
export const PLACES = Object.freeze([
  { id: "all", name: text("All documents"), icon: "all", empty: text("Nothing here yet") },
  { id: "recent", name: text("Recent"), icon: "recent", sort: "-modified", empty: text("Nothing here yet") },
  { id: "folders", name: text("Folders"), icon: "folder", folders: true, empty: text("This folder is empty") },
  {
    id: "documents",
    name: text("Documents"),
    icon: "document",
    type: "public.composite-content",
    empty: text("No PDFs or office documents yet"),
  },
  { id: "boards", name: text("Boards"), icon: "board", type: "org.sheaf.board", empty: text("No boards yet") },
  { id: "images", name: text("Images"), icon: "image", type: "public.image", empty: text("No images yet") },
  { id: "text", name: text("Text"), icon: "text", type: "public.text", empty: text("No text files yet") },
  {
    id: "trash", name: text("Trash"), icon: "trash", trashed: true, sort: "-modified", empty: text("The Trash is empty"),
  },
]);

/** The orders that can be chosen. */
export const ORDERS = Object.freeze([
  { id: "-created", name: text("Newest first") },
  { id: "created", name: text("Oldest first") },
  { id: "-modified", name: text("Last changed") },
  { id: "name", name: text("Name, A to Z") },
  { id: "-name", name: text("Name, Z to A") },
  { id: "-size", name: text("Largest first") },
  { id: "size", name: text("Smallest first") },
]);

/** The order where none was chosen: what has just come in is at the front. */
export const DEFAULT_ORDER = "-created";

/**
 * The order of that name; the default where there is none.
 * @param {string | null} id
 */
export function orderNamed(id) {
  return ORDERS.find((order) => order.id === id)?.id ?? DEFAULT_ORDER;
}

/**
 * A place of the library: a view, a folder ("" for the top and in all other views), a search and a chosen order.
 * @typedef {{readonly place: string, readonly folder: string, readonly q: string, readonly sort: string}} Query
 */

/** @param {string} id */
export function placeOf(id) {
  return PLACES.find((place) => place.id === id) ?? /** @type {Place} */ (PLACES[0]);
}

/** @param {Query} query */
export function titleOf(query) {
  const place = placeOf(query.place);
  return (place.folders && nameOf(query.folder)) || say(place.name);
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
  const { type, trashed, folders } = placeOf(query.place);
  return {
    ...(folders ? { folder: query.folder, ...(query.q ? { deep: true } : {}) } : {}),
    sort: orderOf(query),
    ...(query.q ? { q: query.q } : {}),
    ...(type ? { type } : {}),
    ...(trashed ? { trashed } : {}),
  };
}

/**
 * Whether a document that is not in the Trash belongs to a query: every word in its name, and of its type.
 * @param {Query} query
 * @param {Document} document
 * @param {TypeTree} types
 */
export function belongs(query, document, types) {
  const { type, folders } = placeOf(query.place);
  if (folders && !(query.q ? isWithin(document.folder, query.folder) : document.folder === query.folder)) {
    return false;
  }
  if (type && !types.conforms(document.type, type)) return false;
  const name = folded(document.name);
  return folded(query.q).split(/\s+/).every((word) => name.includes(word));
}

/**
 * How two documents are ordered in a query.
 * @param {Query} query
 */
export function comparisonOf(query) {
  return compareBy(orderOf(query));
}

/**
 * Without case and accents.
 * @param {string} text
 */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
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
