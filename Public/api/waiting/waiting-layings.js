/** Documents that are laid on a board without a connection. Their cards have names of this laying, so that they are laid once. */

import { isOnlyHere, newIdHere } from "./waiting-copies.js";

/** @typedef {import("../api.js").Document} Document */
/** @typedef {import("./change-queue.js").Entry} Entry */
/** @typedef {import("./change-queue.js").QueuedChange} QueuedChange */

/** @typedef {(path: string, options: RequestInit) => Promise<Response>} Ask below the API's root; fails with a problem */

/**
 * The part of boards in it; it is fetched when the connection is back.
 * @typedef {object} Laying
 * @property {(change: QueuedChange, ask: Ask) => Promise<Document>} make makes the board that a change is of; once, however often it is asked
 * @property {(change: QueuedChange, ask: Ask) => Promise<{board: Document, missing: readonly string[]}>} lay
 *   lays pages on a board, or takes them off; `missing` are documents that have none
 */

/** A board that is to be made, as far as it is known: its name and place. */
/** @typedef {Pick<Document, "name" | "folder" | "type">} NewBoard */

/**
 * @param {Document | NewBoard} board
 * @param {readonly Document[]} documents
 * @param {string} id of the laying
 * @param {{now: string}} how
 * @returns {Omit<Entry, "number">}
 */
export function layingEntry(board, documents, id, { now }) {
  const after = documents.map((document) => document.id);
  if ("id" in board) return { id, document: board, field: "laid", before: null, after, at: now };
  const facts = { size: 0, sha256: "", version: 1, created: now, modified: now, tags: [], favourite: false };
  const document = /** @type {Document} */ ({ ...facts, ...board, id: newIdHere(id) });
  return { id, document, field: "laid", before: null, after, at: now, makes: true };
}

/**
 * The entry that takes the pages of a laying off again.
 * @param {Omit<Entry, "number">} laid
 * @param {Document} board as it is by now
 * @param {{newId: () => string, now: string}} how
 * @returns {Omit<Entry, "number">}
 */
export function takingOffEntry({ id, after, makes }, board, { newId, now }) {
  return { id: newId(), document: board, field: "laid", before: after, after: null, at: now, step: id, ...(makes ? { makes } : {}) };
}

/**
 * Whether an entry is of a board that is yet to be made: it is in no list.
 * @param {Entry} entry
 */
export function isNewBoard({ document, makes, field }) {
  return field === "laid" && makes === true && isOnlyHere(document.id);
}

/**
 * The laying that a change is about: the beginning of its cards' names.
 * @param {Pick<QueuedChange, "entries">} change
 */
export function layingOf({ entries: [first] }) {
  return first?.step ?? first?.id ?? "";
}
