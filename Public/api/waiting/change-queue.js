/**
 * Changes of documents and folders that were made without a connection, and go when the server is back. This module is the order of them. Pure.
 *
 *               made                       first in order               the server has it
 *     (shown) ────────► waiting ─────────────────────────► attempted ─────────────────────► gone
 *                        │   ▲                               │   │ another value there
 *                        │   └──── no connection, busy ──────┘   └────────────────────► refused: told, kept,
 *                        └─ the opposite is made: both are gone                         tried again or dismissed
 *
 * Four parts work on it:
 *
 *     `waiting-changes.js`   stands before each request: what would get lost becomes entries, and is answered as done
 *     `change-log.js`        keeps each entry under a name of its own, as waiting marks are, so that tabs never write over one another
 *     `change-sender.js`     one tab at a time sends what waits, in order, each change held against the document as it is then
 *     `change-decision.js`   compares a change with that document: to do, done already, or in conflict
 *
 * Entries are only added; the tab that sends is the only one that marks or removes them. So a tab that is closed at any moment
 * loses none. Several entries for one field of a document are one change: it goes from the first value to the last. Where these
 * are the same, there is nothing to send, unless the server may have got one of the values in between. Names and folders
 * depend on those of other documents: entries are not drawn together over another document's entry at the same path.
 *
 * Folders are changed by entries, too, each with the paths before and after: see `folder-changes.js` and `waiting-folders.js`.
 * Changes in a folder keep their order with its moves: earlier ones go before a move, later ones behind it.
 *
 * Lists show documents as the server has them, with the entries laid over them: see `withEntries`, and `Library.follow`.
 */

import { folderIn, isWithin } from "../folder-path.js";
import { copiesGivenUp } from "./waiting-copies.js";

/** @typedef {import("../api.js").Document} Document */

/**
 * `folder` is of a folder: its path, or null where there is none. `copied` is of a copy: its original. `laid` is of a board: the
 * documents whose pages are laid on it, or null.
 * @typedef {"place" | "tags" | "favourite" | "note" | "trashed" | "folder" | "copied" | "laid"} Field
 */

/** @typedef {{readonly name: string, readonly folder: string}} PlaceValue */

/**
 * The value of a field: `trashed` has the moment, or null.
 * @typedef {PlaceValue | readonly string[] | boolean | string | null} FieldValue
 */

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {number} number the place in the order; that of an entry that is made later is larger
 * @property {Document} document as it was shown before
 * @property {Field} field
 * @property {FieldValue} before
 * @property {FieldValue} after
 * @property {boolean} [attempted] whether it may be on the server
 * @property {boolean} [numbered] whether the name gets a number where it is taken
 * @property {boolean} [makes] whether a folder that is missing is made, or a board
 * @property {string} [at] the moment in which a folder was changed, in RFC 3339
 * @property {readonly string[]} [there] documents of the same content in the place of a copy, before it may have been made
 * @property {string} [step] the removal of a folder that is taken back, or the laying
 */

/**
 * Entries that are one change.
 * @typedef {object} QueuedChange
 * @property {string} id of the document
 * @property {Document} document as it was before the first entry
 * @property {Field} field
 * @property {FieldValue} before
 * @property {FieldValue} after
 * @property {readonly FieldValue[]} known all values up to the last: each of them came from here, or was seen here
 * @property {readonly Entry[]} entries
 */

/**
 * The changes in their order, and entries of which nothing is left to be sent.
 * @param {readonly Entry[]} entries in any order
 * @returns {{changes: readonly QueuedChange[], spent: readonly Entry[]}}
 */
export function queueOf(entries) {
  const givenUp = copiesGivenUp(inOrder(entries));
  const all = groupsOf(inOrder(entries)).map(changeOf);
  const spent = givenUp.length > 0 ? givenUp : all.filter(isNothing).flatMap((change) => change.entries);
  if (spent.length === 0) return { changes: all, spent };
  // Entries on both sides of those that are spent may be one change.
  const rest = queueOf(entries.filter((entry) => !spent.includes(entry)));
  return { changes: rest.changes, spent: [...spent, ...rest.spent] };
}

/** @param {readonly Entry[]} entries in order */
function groupsOf(entries) {
  /** @type {Entry[][]} */
  const groups = [];
  /** @type {Map<string, Entry[]>} */
  const open = new Map();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = open.get(key);
    if (group && !isBetween(groups, group, entry)) {
      group.push(entry);
    } else {
      const begun = [entry];
      groups.push(begun);
      open.set(key, begun);
    }
    // A document in the Trash is not changed: changes before and after are two.
    if (entry.field === "trashed") for (const other of open.keys()) if (other !== key && other.startsWith(`${entry.document.id} `)) open.delete(other);
  }
  return groups;
}

/** @param {readonly Entry[]} entries */
export function inOrder(entries) {
  return [...entries].sort((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1));
}

/** @param {Entry} entry */
function keyOf({ id, document, field, step }) {
  // Pages that are laid twice lie there twice: only what takes them off belongs to them.
  return field === "laid" ? `${document.id} ${field} ${step ?? id}` : `${document.id} ${field}`;
}

/**
 * Whether an entry must not be drawn together with a group. Something since then stands on the same path, or the document went
 * to the Trash or came back in between.
 * @param {readonly Entry[][]} groups
 * @param {readonly Entry[]} group
 * @param {Entry} entry
 */
function isBetween(groups, group, entry) {
  if (pathsOf(entry).length === 0) return false;
  const all = [...group, entry];
  const first = group[0]?.number ?? 0;
  return groups.flat().some((other) => other.number > first && keyOf(other) !== keyOf(entry)
    && (other.document.id === entry.document.id ? other.field === "trashed" || entry.field === "trashed" : all.some((one) => isTouching(one, other))));
}

/**
 * The paths that an entry takes or leaves.
 * @param {Entry} entry
 */
function pathsOf({ field, document, before, after }) {
  if (field === "place") return [pathOf(/** @type {PlaceValue} */ (before)), pathOf(/** @type {PlaceValue} */ (after))];
  if (field === "copied") return [pathOf(document)];
  if (field === "folder") return /** @type {string[]} */ ([before, after].filter((path) => path !== null));
  return field === "trashed" ? [pathOf(document)] : [];
}

/**
 * Whether two entries have to do with the same path, or with what lies in the same folder.
 * @param {Entry} one
 * @param {Entry} other
 */
function isTouching(one, other) {
  return pathsOf(one).some((path) => pathsOf(other).some((second) => path === second
    || (one.field === "folder" && isWithin(second, path)) || (other.field === "folder" && isWithin(path, second))));
}

/** @param {PlaceValue} place */
function pathOf({ name, folder }) {
  return folderIn(folder, name);
}

/**
 * @param {readonly Entry[]} group
 * @returns {QueuedChange}
 */
function changeOf(group) {
  const [first, last] = /** @type {[Entry, Entry]} */ ([group[0], group.at(-1)]);
  const { document, field, before } = first;
  return { id: document.id, document, field, before, after: last.after, known: group.map((entry) => entry.before), entries: group };
}

/** @param {QueuedChange} change */
function isNothing({ before, after, field, entries }) {
  return isSameValue(field, before, after) && !entries.some(({ attempted }) => attempted);
}

/**
 * @param {Field} field
 * @param {FieldValue} one
 * @param {FieldValue} other
 */
export function isSameValue(field, one, other) {
  if (field === "trashed") return (one === null) === (other === null);
  if (field !== "place") return JSON.stringify(one) === JSON.stringify(other);
  return pathOf(/** @type {PlaceValue} */ (one)) === pathOf(/** @type {PlaceValue} */ (other));
}

/**
 * @param {Document} document
 * @param {Field} field
 * @returns {FieldValue}
 */
export function fieldOf(document, field) {
  switch (field) {
    case "place": return { name: document.name, folder: document.folder };
    case "tags": return document.tags;
    case "favourite": return document.favourite;
    case "note": return document.note ?? "";
    case "trashed": return document.trashed ?? null;
    case "folder":
    case "copied":
    case "laid": return null;
  }
}

/**
 * A document with what the entries change of it, in their order.
 * @param {Document} document
 * @param {readonly Entry[]} entries of it
 */
export function withEntries(document, entries) {
  return inOrder(entries).reduce((changed, { field, before, after, at }) => (
    field === "folder" ? withFolder(changed, before, after, at) : withField(changed, field, before, after)
  ), document);
}

/**
 * A document with a value that was changed: of a place that part alone, of tags those alone.
 * @param {Document} document
 * @param {Exclude<Field, "folder">} field
 * @param {FieldValue} before
 * @param {FieldValue} after
 * @returns {Document}
 */
function withField(document, field, before, after) {
  switch (field) {
    case "copied":
    case "laid": return document;
    case "place": return withPlace(document, /** @type {PlaceValue} */ (before), /** @type {PlaceValue} */ (after));
    case "tags": return { ...document, tags: mergedTags(document.tags, [/** @type {readonly string[]} */ (before)], /** @type {readonly string[]} */ (after)) };
    case "favourite": return { ...document, favourite: after === true };
    case "note": return withoutEmpty(document, "note", after);
    case "trashed": return withoutEmpty(withoutEmpty(document, "expires", null), "trashed", document.trashed && after ? document.trashed : after);
  }
}

/**
 * A document as it is after a folder has another path, or is gone.
 * @param {Document} document
 * @param {FieldValue} before
 * @param {FieldValue} after
 * @param {string} [at]
 * @returns {Document}
 */
function withFolder(document, before, after, at = "") {
  if (typeof before !== "string" || !isWithin(document.folder, before)) return document;
  if (typeof after === "string") return { ...document, folder: after + document.folder.slice(before.length) };
  return document.trashed ? document : { ...document, trashed: at };
}

/**
 * @param {Document} document
 * @param {PlaceValue} before
 * @param {PlaceValue} after
 * @returns {Document}
 */
function withPlace(document, before, after) {
  const name = before.name === after.name ? document.name : after.name;
  return { ...document, name, folder: before.folder === after.folder ? document.folder : after.folder };
}

/**
 * @param {Document} document
 * @param {"note" | "trashed" | "expires"} field that is left out where there is none
 * @param {FieldValue} value
 * @returns {Document}
 */
function withoutEmpty(document, field, value) {
  const { [field]: _, ...rest } = document;
  return value ? /** @type {Document} */ ({ ...rest, [field]: value }) : /** @type {Document} */ (rest);
}

/**
 * Tags after a change that was made of others: those that it put are there, those that it took off are not, the rest stays.
 * @param {readonly string[]} now
 * @param {readonly (readonly string[])[]} known values before
 * @param {readonly string[]} after
 * @returns {readonly string[]}
 */
export function mergedTags(now, known, after) {
  const values = [...known, after];
  const touched = new Set(values.flat().filter((tag) => !values.every((tags) => tags.includes(tag))));
  const kept = now.filter((tag) => !touched.has(tag) || after.includes(tag));
  return [...kept, ...after.filter((tag) => touched.has(tag) && !kept.includes(tag))];
}
